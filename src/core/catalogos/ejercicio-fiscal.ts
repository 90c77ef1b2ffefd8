import './constraints.ts';
import { Type } from 'typebox';
import { admin, reader, token } from '../auth/access.ts';
import { inUse, violation } from '../base/constraints.ts';
import { notFound } from '../base/errors.ts';
import { Closed, OptionalMembers } from '../base/schemas.ts';
import type { App, Context } from '../http/context.ts';
import { YEAR } from '../http/input/keywords.ts';
import { recordRoutes, statementsOf } from './records.ts';

// Schemas -----------------------------------------------------------------------------------------

const tags = ['Ejercicios fiscales'];

const ejercicioFields = {
  anio: Type.Integer({
    minimum: 2000,
    maximum: 2100,
    [YEAR]: true,
    description: 'Año, único.',
    examples: [2026],
  }),
  activo: Type.Boolean({ examples: [true] }),
};

const NewEjercicioFiscal = Closed(
  { anio: ejercicioFields.anio, activo: Type.Optional(Type.Boolean({ default: true })) },
  { title: 'NuevoEjercicioFiscal' },
);

const ChangedEjercicioFiscal = OptionalMembers(ejercicioFields, {
  title: 'CambiosEjercicioFiscal',
});

export const EjercicioFiscal = Closed(
  { id: Type.Integer({ examples: [1] }), ...ejercicioFields },
  { title: 'EjercicioFiscal', description: 'Ejercicio fiscal.' },
);

const { find, list, create, update } = statementsOf('ejercicios_fiscales', ejercicioFields, 'anio');

// Routes ------------------------------------------------------------------------------------------

export function ejercicioFiscal(app: App, { db, config }: Context): void {
  app.get(
    '/ejercicio-fiscal',
    {
      config: { ...reader, cacheTags: ['ejercicios_fiscales'] },
      schema: {
        tags,
        operationId: 'listEjerciciosFiscales',
        summary: 'Ejercicios fiscales, por año',
        response: { 200: Type.Array(EjercicioFiscal) },
      },
    },
    () => list(db, true),
  );

  app.get(
    '/ejercicio-fiscal/activos',
    {
      config: { ...reader, cacheTags: ['ejercicios_fiscales'] },
      schema: {
        tags,
        operationId: 'listActiveEjerciciosFiscales',
        summary: 'Ejercicios fiscales activos, por año',
        response: { 200: Type.Array(EjercicioFiscal) },
      },
    },
    () => list(db, false),
  );

  recordRoutes(app, db, {
    path: '/ejercicio-fiscal',
    tags,
    name: 'EjercicioFiscal',
    one: 'un ejercicio fiscal',
    read: reader,
    write: config.STRICT_ACCESS ? admin : token,
    tables: ['ejercicios_fiscales'],
    schemas: {
      record: EjercicioFiscal,
      created: NewEjercicioFiscal,
      changed: ChangedEjercicioFiscal,
    },
    unknown: () => notFound('Fiscal year not found'),
    taken: violation('ejercicios_fiscales_anio_key', { anio: 2026 }),
    ...{ find, create, update },
    deletion: {
      summary: 'Elimina un ejercicio fiscal que ninguna obra usa',
      message: 'El ejercicio fiscal se eliminó.',
      inUse: inUse(),
    },
  });
}
