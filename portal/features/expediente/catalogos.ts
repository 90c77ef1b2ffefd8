import { useQuery } from '@tanstack/react-query';
import { ETIQUETAS } from '../../../src/core/bitacora/recursos.ts';
import { NIVELES } from '../../../src/core/catalogos/niveles.ts';
import type { EnCatalogos } from '../../core/catalogos/definiciones.ts';
import { merge, recordsAt } from '../../core/catalogos/registros.ts';
import { camposOf, OPCIONAL } from '../../core/records/campo.ts';
import { recursoAt } from '../../core/records/resource.ts';
import { Contacto, Obra } from '../../generado/etiquetas.ts';
import { fondos } from './consultas.ts';

const de = camposOf({ ...Obra, ...ETIQUETAS });
const deContacto = camposOf(Contacto);

export const catalogos: EnCatalogos = {
  propios: {
    fondos: {
      titulo: 'Fondos',
      proposito: 'De quién es el dinero de cada obra.',
      singular: 'el fondo',
      plural: ['fondo', 'fondos'],
      esFemenino: false,
      columnas: [ETIQUETAS.siglas, ETIQUETAS.nivel],
      uso: { por: 'fondo', filtro: 'fondoId' },
      useLista: () =>
        useQuery({
          ...fondos,
          staleTime: 30_000,
          select: (all) =>
            all.map(({ siglas, nivel, ...rest }) => ({
              ...rest,
              detalles: [siglas ?? '', NIVELES[nivel]],
            })),
        }),
      edicion: {
        campos: [
          de('nombre'),
          de('siglas', 'texto', { ...OPCIONAL, ayuda: 'Se guardan en mayúsculas.' }),
          de('nivel', 'seleccion', {
            opciones: Object.entries(NIVELES).map(([id, nombre]) => ({ id, nombre })),
          }),
        ],
        inicial: { nombre: '', siglas: '', nivel: null },
        unico: 'nombre',
        recursoAt: recordsAt('/fondos/{id}'),
        fusiona: merge('/fondos/{id}/fusion'),
      },
    },
  },
  deDependencias: {
    accion: 'Contacto',
    ayuda: (nombre) =>
      `Dónde se pregunta por las obras de «${nombre}». Se publica: sin nombres de personas.`,
    campos: [
      deContacto('oficina', 'texto', {
        ...OPCIONAL,
        ayuda: 'La que atiende, por ejemplo Unidad de Transparencia.',
      }),
      deContacto('telefono', 'texto', OPCIONAL),
      deContacto('pagina', 'texto', { ...OPCIONAL, ayuda: 'Empieza con https://' }),
    ],
    recursoAt: (id) => recursoAt('/dependencias/{id}/contacto', { id: id ?? 0 }),
  },
};
