import { type Static, type TSchema, Type } from 'typebox';
import {
  Closed,
  Id,
  LABEL,
  labelled,
  OptionalMembers,
  withEffects,
} from '../../core/base/schemas.ts';
import { answeredSchemas, changedSchemas, newSchemas } from '../../core/obras/field-schemas.ts';
import { only } from '../../core/obras/filtros.ts';
import { instant, ObraParams, ofObra } from '../../core/obras/partes.ts';
import { ARCHIVO } from './campos.ts';

export { ObraParams };
export const ArchivoParams = Type.Object({
  ...ofObra,
  archivoId: Id('Identificador del archivo.', { examples: [1] }),
});

/** The fields of a form beside its file. */
export const NewArchivo = Closed(newSchemas(ARCHIVO), { title: 'CamposDeArchivo' });
export type NewArchivo = Static<typeof NewArchivo>;

/** A form with a file. Fields and file come in any order. */
export const ArchivoForm = {
  content: {
    'multipart/form-data': {
      schema: Closed(
        {
          archivo: Type.Unsafe<string>({
            [LABEL]: 'Archivo',
            type: 'string',
            format: 'binary',
            description:
              'Una foto JPEG, PNG o WebP, hasta 20 MB y 50 megapíxeles, o un documento PDF, hasta 25 MB. Un archivo al que le falta su final se rechaza.',
            examples: ['%PDF-1.7…'],
          }),
          ...newSchemas(ARCHIVO),
        },
        { title: 'NuevoArchivo' },
      ) as TSchema,
    },
  },
};

export const ChangedArchivo = OptionalMembers(changedSchemas(ARCHIVO), { title: 'CambiosArchivo' });
export const Archivo = Closed(
  {
    ...answeredSchemas(ARCHIVO),
    creadoEn: Type.Unsafe<string>({ ...instant, [LABEL]: 'Creado' }),
    actualizadoEn: Type.Unsafe<string>({ ...instant, [LABEL]: 'Actualizado' }),
  },
  { title: 'Archivo', description: 'Una foto o un documento de una obra.' },
);

export const ArchivosQuery = Type.Object({
  todos: labelled(
    'También los que no son públicos',
    withEffects(
      only(
        'Con true, también los que no son públicos; sólo para quien captura el seguimiento de la obra.',
      ),
      { own: 'users' },
    ),
  ),
});

export const ContenidoQuery = Type.Object({
  tamano: Type.Optional(
    Type.Unsafe<'mini' | 'vista'>({
      [LABEL]: 'Tamaño',
      type: 'string',
      enum: ['mini', 'vista'],
      description:
        'De una foto: mini, de 400 píxeles a lo más, o vista, de 2048. Un documento sólo se descarga entero.',
    }),
  ),
});
