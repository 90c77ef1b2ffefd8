import { CLASES } from '../../../src/features/archivos/opciones.ts';
import { NEWEST } from '../../../src/features/seguimiento/opciones.ts';
import { type Campo, camposOf, OPCIONAL } from '../../core/records/campo.ts';
import { Archivo as ETIQUETAS } from '../../generado/etiquetas.ts';
import type { Seguimiento } from '../seguimiento/estado.ts';
import { dayInWords, optionsOf, percent } from '../seguimiento/palabras.ts';
import type { Archivo } from './enviar.ts';
import { CUIDE_FOTOS, documentoFor, fotoFor, VERSION_PUBLICA } from './palabras.ts';

// The fields of photos and documents.

const delArchivo = camposOf(ETIQUETAS);

/**
 * The reports of a work as options, the newest first.
 *
 * @param avanceId the one that is chosen: it may be older than those that are read with the work
 */
export function avancesOf(
  seguimiento: Seguimiento | undefined,
  avanceId: number | null,
): { id: number; nombre: string }[] {
  const avances = seguimiento?.avances ?? [];
  const isOlder = avances.length === NEWEST && avances.every(({ id }) => id !== avanceId);
  return [
    ...avances.toReversed().map(({ id, fechaCorte, avanceFisico }) => ({
      id,
      nombre: `${dayInWords(fechaCorte)}: ${percent(avanceFisico)}`,
    })),
    ...(isOlder && avanceId !== null ? [{ id: avanceId, nombre: 'Un avance anterior' }] : []),
  ];
}

/** The fields of a document, in the order in which they are asked for. */
export const camposDeDocumento = (seguimiento: Seguimiento | undefined): Campo[] => [
  delArchivo('clase', 'seleccion', { opciones: optionsOf(CLASES) }),
  delArchivo('titulo', 'texto', { ayuda: 'Como lo buscaría otra persona.' }),
  delArchivo('fecha', 'fecha', { ...OPCIONAL, ayuda: 'La del documento.' }),
  ...(seguimiento && seguimiento.contratos.length > 0
    ? [
        delArchivo('contratoId', 'seleccion', {
          ...OPCIONAL,
          nada: 'Ninguno',
          opciones: seguimiento.contratos.map(({ id, numero, objeto }) => ({
            id,
            nombre: numero,
            detalle: objeto,
          })),
        }),
      ]
    : []),
  delArchivo('publico', 'casilla', {
    ayuda: `${documentoFor(true)} ${VERSION_PUBLICA}`,
  }),
];

/** The fields of a photo, with the reports that it may be of. */
export const camposDeFoto = (
  seguimiento: Seguimiento | undefined,
  { avanceId }: Archivo,
): Campo[] => {
  const avances = avancesOf(seguimiento, avanceId);
  return [
    delArchivo('titulo', 'texto', { ayuda: 'Qué se ve: es lo que oye quien no puede verla.' }),
    delArchivo('fecha', 'fecha', { ...OPCIONAL, ayuda: 'El día en que se tomó.' }),
    ...(avances.length > 0
      ? [
          delArchivo('avanceId', 'seleccion', {
            ...OPCIONAL,
            nada: 'Ninguno',
            opciones: avances,
          }),
        ]
      : []),
    delArchivo('publico', 'casilla', {
      etiqueta: 'Pública',
      ayuda: `${fotoFor(true)} ${CUIDE_FOTOS}`,
    }),
  ];
};
