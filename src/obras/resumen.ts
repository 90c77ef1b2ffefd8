import { Type } from 'typebox';
import { reader } from '../auth/access.ts';
import { Closed, nullable } from '../base/schemas.ts';
import type { Db } from '../db/db.ts';
import type { App, Context } from '../http/context.ts';
import { CATALOGS } from './documents.ts';
import { conditions, type Narrowing, narrowing } from './filters.ts';
import { ObraFilters } from './schema.ts';

// Schemas -----------------------------------------------------------------------------------------

const POR = ['municipio', 'dependencia', 'ejercicioFiscal', 'estatus', 'tipoProyecto'] as const;
type Por = (typeof POR)[number];

const Query = Type.Object({
  por: Type.Unsafe<Por>({
    type: 'string',
    enum: [...POR],
    description: 'Qué se agrupa.',
    examples: ['municipio'],
  }),
  ...ObraFilters.properties,
});

const sums = {
  obras: Type.Integer({ description: 'Cuántas obras.', examples: [12] }),
  monto: Type.Number({
    description: 'Suma de sus montos (MXN), exacta.',
    examples: [18450000.5],
  }),
};

const Resumen = Closed(
  {
    por: Type.String({ examples: ['municipio'] }),
    total: Closed(sums),
    grupos: Type.Array(
      Closed({
        id: nullable(Type.Integer({ examples: [50] })),
        nombre: nullable(
          Type.String({
            description:
              'Del ejercicio fiscal, su año. Nulo, como id, en obras sin tipo de proyecto.',
            examples: ['Mérida'],
          }),
        ),
        ...sums,
      }),
      {
        description:
          'Los que tienen obras, en el orden de su catálogo; al final las obras sin tipo.',
      },
    ),
  },
  { title: 'Resumen' },
);

// SQL ---------------------------------------------------------------------------------------------

/** The groups of each summary: the column of obras, its catalog, a group's name, and the catalog's own order. */
const GROUPS: Record<Por, { column: string; catalog: string; nombre: string; order: string }> = {
  municipio: {
    column: 'municipio_id',
    catalog: 'municipios',
    nombre: 'c.nombre',
    order: 'c.nombre_orden, c.id',
  },
  dependencia: {
    column: 'dependencia_id',
    catalog: 'dependencias',
    nombre: 'c.nombre',
    order: 'c.nombre_orden, c.nombre COLLATE "C", c.id',
  },
  ejercicioFiscal: {
    column: 'ejercicio_fiscal_id',
    catalog: 'ejercicios_fiscales',
    nombre: 'c.anio::text',
    order: 'c.anio',
  },
  estatus: {
    column: 'estatus_obra_id',
    catalog: 'estatus_obra',
    nombre: 'c.nombre',
    order: 'c.id',
  },
  tipoProyecto: {
    column: 'tipo_proyecto_id',
    catalog: 'tipos_proyecto',
    nombre: 'c.nombre',
    order: 'c.nombre_orden, c.nombre COLLATE "C", c.id',
  },
};

/** The JSON of how many obras pass the filters and what they amount to, in all and by group. */
function summarize(db: Db, por: Por, filters: Narrowing): Promise<string> {
  const { column, catalog, nombre, order } = GROUPS[por];
  const { where, values } = conditions(filters);
  return db.json(
    `WITH grupos AS (
       SELECT o.${column} AS id, count(*) AS obras, sum(o.monto) AS monto
       FROM obras o WHERE true ${where} GROUP BY o.${column}
     )
     SELECT row_to_json(r) AS json FROM (
       SELECT $${values.push(por)}::text AS por,
         (SELECT row_to_json(t) FROM (
            SELECT coalesce(sum(obras), 0) AS obras, coalesce(sum(monto), 0.00) AS monto FROM grupos) t
         ) AS total,
         (SELECT coalesce(json_agg(g), '[]') FROM (
            SELECT g.id, ${nombre} AS nombre, g.obras, g.monto
            FROM grupos g LEFT JOIN ${catalog} c ON c.id = g.id
            ORDER BY g.id IS NULL, ${order}) g
         ) AS grupos
     ) r`,
    values,
  );
}

// Route -------------------------------------------------------------------------------------------

export function resumen(app: App, { slow }: Context): void {
  app.get(
    '/obras/resumen',
    {
      config: { ...reader, cacheTags: ['obras', ...CATALOGS] },
      schema: {
        tags: ['Obras'],
        operationId: 'summarizeObras',
        summary: 'Cuántas obras hay y cuánto suman, en total y por grupo',
        description: 'Los mismos filtros que GET /obras.',
        querystring: Query,
        response: { 200: Resumen },
      },
    },
    async (request, reply) => {
      const { por, ...filters } = request.query;
      return summarize(await slow.answer(request, reply), por, narrowing(filters, request));
    },
  );
}
