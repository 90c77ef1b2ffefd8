import '../../core/catalogos/constraints.ts';
import type { TSchema } from 'typebox';
import { admin, requireAdmin } from '../../core/auth/access.ts';
import { inactive, missing } from '../../core/base/constraints.ts';
import { badRequest, type HttpError, hasChanged } from '../../core/base/errors.ts';
import { Closed, IdParams, labelled, Reference, Whole } from '../../core/base/schemas.ts';
import { grouped, int4 } from '../../core/base/text.ts';
import type { Statement } from '../../core/db/db.ts';
import { requireState, statesOf } from '../../core/http/cache/conditional.ts';
import type { App } from '../../core/http/context.ts';

// Merges two entries of a catalog that are one: the second gets the obras of the first. A first one without obras is
// deactivated.

/** Obras that one request moves at most: its transaction renders the documents of all anew. */
const MOST_MOVED = 1_000;

const Body = Closed(
  { destinoId: labelled('Registro que queda', Reference('El registro activo que queda.', 2)) },
  { title: 'FusionDeCatalogo' },
);

interface Merged {
  path: string;
  tags: string[];
  /** The end of the operation's name, such as `Dependencia`. */
  name: string;
  /** The records in summaries: `dos dependencias`. */
  two: string;
  table: string;
  /** The query of the works that refer to $1, by their `id`. */
  works: string;
  /** The statement that has such works refer to $2. It returns a row for each. */
  move: (works: string) => string;
  /** The statement that moves other references from $1 to $2; it runs after each part. */
  others?: string;
  record: TSchema;
  unknown: (id: string) => HttpError;
  /** The statement that returns the JSON of the record $1. */
  find: string;
}

/** The same for a catalog that a column of obras refers to. */
export const ofColumn = (column: string): Pick<Merged, 'works' | 'move'> => ({
  works: `SELECT id FROM obras WHERE ${column} = $1`,
  move: (works) => `UPDATE obras SET ${column} = $2 WHERE id IN (${works}) RETURNING id`,
});

/** `POST <catalog>/:id/fusion`, for administrators. The ledger has a row for each moved obra. */
export function fusionRoute(app: App, merged: Merged): void {
  const { path, tags, name, two, table, works, others, record, unknown, find } = merged;
  const obras = Whole('Cuántas obras se pasaron.', 12);
  const restan = Whole('Cuántas faltan por pasar: se envía otra vez hasta que sean 0.', 0);
  // A registration of an obra with either record waits.
  const lock = `SELECT id, activo FROM ${table} WHERE id IN ($1, $2) ORDER BY id FOR UPDATE`;
  const move = merged.move(`${works} ORDER BY id LIMIT ${MOST_MOVED}`);
  const count = `SELECT count(*)::integer AS restan FROM (${works}) w`;
  // Those that were merged into it before go on in the same one, which goes on in none itself.
  const close = `
    UPDATE ${table} SET activo = activo AND id <> $1, fusionado_en = CASE WHEN id <> $2 THEN $2 END
    WHERE (id = $1 OR fusionado_en = $1 OR (id = $2 AND fusionado_en IS NOT NULL)) AND NOT EXISTS (${works})`;

  app.post(
    `${path}/:id/fusion`,
    {
      config: admin,
      schema: {
        tags,
        operationId: `merge${name}`,
        summary: `Fusiona ${two} que son la misma cosa: sus obras pasan a la que queda`,
        description: `La que se nombra en la dirección se desactiva. Pasan hasta ${grouped(MOST_MOVED)} obras cada vez; con más, restan dice cuántas faltan.`,
        params: IdParams,
        body: Body,
        response: {
          200: Closed({ obras, restan, destino: record }, { title: `Fusion${name}` }),
          404: unknown('99'),
          412: hasChanged(),
        },
      },
    },
    async (request) => {
      const { id } = request.params;
      const { destinoId } = request.body;
      const [key, target] = [int4(id), int4(String(destinoId))];
      if (key === destinoId) {
        throw badRequest([{ field: 'destinoId', text: 'debe ser otro registro.' }]);
      }
      const states = statesOf(request);
      const before: Statement[] = [
        ...requireAdmin(request),
        ...(states ? [requireState(find, key, states)] : []),
      ];
      return request.db.transaction(async (tx) => {
        const known = await tx.query<{ id: number; activo: boolean }>(lock, [key, target]);
        await tx.batch(before);
        if (known.every((each) => each.id !== key)) throw unknown(id);
        const destino = known.find((each) => each.id === target);
        if (!destino) throw badRequest([missing('destinoId', destinoId)]);
        if (!destino.activo) throw badRequest([inactive('destinoId', destinoId)]);
        const [moved, left, destination] = await tx.batch([
          [move, [key, target]],
          [count, [key]],
          [find, [target]],
          [close, [key, target]],
          ...(others ? [[others, [key, target]] as Statement] : []),
        ]);
        const [{ restan }] = left as [{ restan: number }];
        const [{ json }] = destination as [{ json: string }];
        return `{"obras":${moved?.length},"restan":${restan},"destino":${json}}`;
      });
    },
  );
}
