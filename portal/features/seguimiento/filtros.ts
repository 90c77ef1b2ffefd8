import { api, read } from '../../core/api.ts';
import type { EnFiltros } from '../../core/obras/filtros/palabras.ts';

export const filtros: EnFiltros = {
  place: 30,
  en: {
    conAvance: {
      chip: () => 'Con algo construido o pagado',
      campo: {
        grupo: 'Avance',
        tipo: 'casilla',
        etiqueta: 'Sólo las que tienen algo construido o pagado',
      },
    },
    atrasadas: {
      chip: () => 'Atrasadas',
      campo: { grupo: 'Avance', tipo: 'casilla', etiqueta: 'Sólo las atrasadas' },
    },
    sinReporteDesde: {
      chip: (day) => `Sin reporte desde el ${day}`,
      campo: { grupo: 'Avance', tipo: 'dia', etiqueta: 'Sin un reporte de avance desde el día' },
    },
    avanceMin: {
      chip: (percent) => `Avance desde ${percent} %`,
      campo: { grupo: 'Avance', tipo: 'porciento', etiqueta: 'Avance físico desde (%)' },
    },
    avanceMax: {
      chip: (percent) => `Avance hasta ${percent} %`,
      campo: { grupo: 'Avance', tipo: 'porciento', etiqueta: 'Avance físico hasta (%)' },
    },
    contratista: {
      chip: (words) => `Contratista: ${words}`,
      campo: { grupo: 'Contratos', tipo: 'texto', etiqueta: 'Contratista' },
    },
    contratistaClave: {
      chip: (nombre) => `Contratista: ${nombre}`,
      catalogo: (clave) => ({
        queryKey: ['contratos', 'contratista', clave],
        queryFn: async ({ signal }) => {
          const query = { contratistaClave: clave, limit: 1 };
          const [contrato] = await read(api.GET('/contratos', { params: { query }, signal }));
          // Its field is a text, and no choice among ids.
          return contrato ? [{ id: clave as never, nombre: contrato.contratista }] : [];
        },
      }),
      campo: { grupo: 'Contratos', tipo: 'texto', etiqueta: 'Clave del contratista' },
    },
    pagoAdelantado: {
      chip: (points) => `Lo pagado rebasa al avance físico en más de ${points} puntos`,
      campo: {
        grupo: 'Avance',
        tipo: 'porciento',
        etiqueta: 'Pago adelantado: puntos por encima del avance físico',
      },
    },
    crecimientoContratos: {
      chip: (percent) => `Contratos que crecieron más de ${percent} %`,
      campo: {
        grupo: 'Contratos',
        tipo: 'porciento',
        etiqueta: 'Contratos que crecieron por convenio más de (%)',
      },
    },
    sinMontoFinal: {
      chip: () => 'Con un contrato terminado antes de tiempo, sin monto final',
      campo: {
        grupo: 'Contratos',
        tipo: 'casilla',
        etiqueta: 'Sólo las que tienen un contrato sin monto final',
      },
    },
  },
};
