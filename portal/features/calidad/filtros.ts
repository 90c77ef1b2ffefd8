import type { EnFiltros } from '../../core/obras/filtros/palabras.ts';

export const filtros: EnFiltros = {
  place: 10,
  en: {
    variacionMonto: {
      chip: (percent) => `El monto cambió más de ${percent} %`,
      propio: true,
    },
    posibleDuplicada: { chip: () => 'Posibles duplicadas', propio: true },
    registradaDesde: {
      chip: (day) => `Registradas desde el ${day}`,
      campo: { grupo: 'Registro', tipo: 'dia', etiqueta: 'Registradas desde el día' },
    },
    registradaPorMi: {
      chip: () => 'Registradas por mí',
      campo: {
        grupo: 'Registro',
        tipo: 'casilla',
        etiqueta: 'Sólo las que registré yo',
        de: 'administradores',
      },
    },
    sinUbicacion: {
      chip: () => 'Sin ubicación',
      campo: { grupo: 'Registro', tipo: 'casilla', etiqueta: 'Sólo las que no tienen ubicación' },
    },
    fueraDeMunicipio: {
      chip: () => 'Fuera de su municipio',
      campo: {
        grupo: 'Registro',
        tipo: 'casilla',
        etiqueta: 'Sólo las que están fuera de su municipio',
      },
    },
  },
};
