import { registerConstraints } from '../../core/base/constraints.ts';
import { badRequest, conflict, remark } from '../../core/base/errors.ts';
import { grouped } from '../../core/base/text.ts';

registerConstraints({
  archivos_tope: (_, __, { tope }) =>
    conflict(`Esta obra ya tiene ${grouped(tope)} archivos, los más que puede tener.`),
  archivos_futuro: () => badRequest([{ field: 'fecha', text: 'no debe ser posterior a hoy.' }]),
  archivos_avance: (_, __, { id }) => unknownPart('avanceId', 'un avance', id),
  archivos_contrato: (_, __, { id }) => unknownPart('contratoId', 'un contrato', id),
  archivos_ubicacion: (_, __, { id }) => unknownPart('ubicacionId', 'una ubicación', id),
  archivos_foto_check: ({ clase }) =>
    badRequest([clase === null ? classMissing() : classOfPhoto()]),
  archivos_fecha_segun_foto_check: () =>
    badRequest([{ field: 'fechaSegun', text: 'sólo la lleva una foto con fecha.' }]),
});

const unknownPart = (field: string, what: string, id: number) =>
  badRequest([remark(field, `esta obra no tiene ${what} con el identificador ${id}.`)]);

/** The failure of a document without a class, and of a photo with one. */
export const classMissing = () => ({ field: 'clase', text: 'es obligatoria en un documento.' });
export const classOfPhoto = () => ({ field: 'clase', text: 'sólo la lleva un documento.' });
