import { registerConstraints } from '../base/constraints.ts';
import { badRequest, conflict, remark } from '../base/errors.ts';
import { grouped } from '../base/text.ts';

registerConstraints({
  archivos_tope: (_, __, { tope }) =>
    conflict(`Esta obra ya tiene ${grouped(tope)} archivos, los más que puede tener.`),
  archivos_futuro: () => badRequest([{ field: 'fecha', text: 'no debe ser posterior a hoy.' }]),
  archivos_avance: ({ avanceId }) => unknownPart('avanceId', 'un avance', avanceId),
  archivos_contrato: ({ contratoId }) => unknownPart('contratoId', 'un contrato', contratoId),
  archivos_ubicacion: ({ ubicacionId }) => unknownPart('ubicacionId', 'una ubicación', ubicacionId),
  archivos_foto_check: ({ clase }) =>
    badRequest([clase === null ? classMissing() : classOfPhoto()]),
});

const unknownPart = (field: string, what: string, id: unknown) =>
  badRequest([remark(field, `esta obra no tiene ${what} con el identificador ${id}.`)]);

/** The failure of a document without a class, and of a photo with one. */
export const classMissing = () => ({ field: 'clase', text: 'es obligatoria en un documento.' });
export const classOfPhoto = () => ({ field: 'clase', text: 'sólo la lleva un documento.' });
