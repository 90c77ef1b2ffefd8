import { Type } from 'typebox';
import { reader } from '../auth/access.ts';
import { Closed } from '../base/schemas.ts';
import type { Db } from '../db/db.ts';
import type { App, Context } from '../http/context.ts';

export const EstatusObra = Closed(
  { id: Type.Integer({ examples: [4] }), nombre: Type.String({ examples: ['En proceso'] }) },
  { title: 'EstatusObra' },
);

/** The JSON of the seven statuses, by id. */
function listEstatusObra(db: Db): Promise<string> {
  return db.json(
    'SELECT json_agg(s) AS json FROM (SELECT id, nombre FROM estatus_obra ORDER BY id) s',
  );
}

export function estatusObra(app: App, { db }: Context): void {
  app.get(
    '/estatus-obra',
    {
      config: { ...reader, cacheTags: ['estatus_obra'] },
      schema: {
        tags: ['Catálogos'],
        operationId: 'listEstatusObra',
        summary: 'Estatus de las obras',
        response: { 200: Type.Array(EstatusObra) },
      },
    },
    async () => listEstatusObra(db),
  );
}
