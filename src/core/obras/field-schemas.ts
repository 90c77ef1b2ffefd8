import { type TOptional, type TUnsafe, Type } from 'typebox';
import { LABEL } from '../base/schemas.ts';
import { type Field, labelOf, type ValueOf } from './campos.ts';

type FieldTable = Record<string, Field>;
type SchemaOf<F> = F extends { schema: infer S } ? TUnsafe<ValueOf<S>> : never;

/** The members of an answer's record, with people's names. */
export const answeredSchemas = <F extends FieldTable>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      Type.Unsafe({ ...field.schema, [LABEL]: labelOf(field) }),
    ]),
  ) as { [N in keyof F]: SchemaOf<F[N]> };

/** The members of a body that changes a record. */
export const changedSchemas = <F extends FieldTable>(fields: F) =>
  Object.fromEntries(
    writtenFields(fields).map(([name, { schema }]) => [name, Type.Unsafe(schema)]),
  ) as {
    [N in keyof F as F[N] extends { isAssigned: true } ? never : N]: SchemaOf<F[N]>;
  };

/** The members of a new record's body: first the required ones, then the optional ones. */
export function newSchemas<F extends FieldTable>(fields: F) {
  const required = writtenFields(fields).filter(([, { isOptional }]) => !isOptional);
  const optional = writtenFields(fields).filter(([, { isOptional }]) => isOptional);
  return {
    ...changedSchemas(Object.fromEntries(required)),
    ...Object.fromEntries(
      optional.map(([name, { schema, ifMissing }]) => {
        const fallback = ifMissing === undefined ? {} : { default: ifMissing };
        return [name, Type.Optional(Type.Unsafe({ ...schema, ...fallback }))];
      }),
    ),
  } as unknown as {
    [N in keyof F as F[N] extends { isAssigned: true } | { isOptional: true }
      ? never
      : N]: SchemaOf<F[N]>;
  } & {
    [N in keyof F as F[N] extends { isOptional: true } ? N : never]: TOptional<SchemaOf<F[N]>>;
  };
}

const writtenFields = (fields: FieldTable) =>
  Object.entries(fields).filter(([, { isAssigned }]) => !isAssigned);
