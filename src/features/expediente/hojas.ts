import { Type } from 'typebox';
import { Closed, labelled } from '../../core/base/schemas.ts';
import type { Tag } from '../../core/db/changes.ts';
import type { App } from '../../core/http/context.ts';
import { labelOf, OBRA } from '../../core/obras/campos.ts';
import { CATALOGS } from '../../core/obras/documents.ts';
import type { ListContext } from '../../core/obras/listas.ts';
import {
  fileRoutes,
  type ListedColumn,
  MOST_ROWS_BELOW_HEADINGS,
} from '../../listados/listado-en-archivo.ts';
import { pageRoute } from '../seguimiento/hojas.ts';
import { EXPEDIENTE } from './campos.ts';
import { FUENTES, MIEMBROS } from './expediente.ts';
import { PAIRS } from './importacion/columnas.ts';
import { MODALIDADES } from './opciones.ts';
import { Expediente } from './schema.ts';

// The records of all works, as pages and as files. These have a row for each work, and further ones for those with more than three funds.

const PESOS = 'en pesos';
/** What a work's first row says alone, so that no amount counts twice. */
const inFirst = (sql: string) => `CASE WHEN b.bloque = 0 THEN ${sql} END`;

const WIDTHS = {
  proposito: ['text', 50],
  metaCantidad: ['number', 14],
  metaUnidad: ['text', 16],
  beneficiarios: ['number', 14],
  modalidad: ['text', 28],
  fechaAprobacion: ['date', 14],
} as const satisfies Record<keyof typeof EXPEDIENTE, [ListedColumn['type'], number]>;

/** The columns of a work's record, over `obras o`, `dependencias dep` and what `JOINS` names. */
export const COLUMNAS: ListedColumn[] = [
  {
    ...{ name: 'claveUnica', label: labelOf(OBRA.claveUnica), sql: 'o.clave_unica' },
    ...{ type: 'text', width: 22 },
  },
  { name: 'nombre', label: 'Nombre de la obra', sql: 'o.nombre', type: 'text', width: 50 },
  { name: 'dependencia', label: 'Dependencia', sql: 'dep.nombre', type: 'text', width: 40 },
  {
    ...{ name: 'monto', label: 'Monto de la obra', sql: inFirst('o.monto') },
    ...{ type: 'amount', width: 18, unit: PESOS },
  },
  ...(Object.keys(EXPEDIENTE) as (keyof typeof EXPEDIENTE)[]).map((name): ListedColumn => {
    const [type, width] = WIDTHS[name];
    const sql = inFirst(`x.${EXPEDIENTE[name].column}`);
    const words = name === 'modalidad' ? { words: MODALIDADES } : {};
    return { name, label: labelOf(EXPEDIENTE[name]), sql, type, width, ...words };
  }),
  ...PAIRS.flatMap((n): ListedColumn[] => {
    const at = `[b.bloque * ${PAIRS.length} + ${n}]`;
    return [
      { name: `fondo${n}`, label: `Fondo ${n}`, sql: `f.nombres${at}`, type: 'text', width: 40 },
      {
        ...{ name: `monto${n}`, label: `Monto ${n}`, sql: `f.montos${at}` },
        ...{ type: 'amount', width: 18, unit: PESOS },
      },
    ];
  }),
  {
    ...{ name: 'montoFuentes', label: 'Suma de los fondos', sql: inFirst('f.suma') },
    ...{ type: 'amount', width: 18, unit: PESOS },
  },
  {
    ...{ name: 'diferencia', label: 'Diferencia con el monto', sql: inFirst('f.suma - o.monto') },
    ...{ type: 'amount', width: 18, unit: PESOS },
  },
];

/** The joins that make those rows, to follow `obras o`: a block of three funds each. */
export const JOINS = `
  JOIN dependencias dep ON dep.id = o.dependencia_id
  LEFT JOIN expedientes x ON x.obra_id = o.id
  CROSS JOIN LATERAL (
    SELECT array_agg(fondo.nombre ORDER BY lugar) AS nombres, sum(monto) AS suma, array_agg(monto ORDER BY lugar) AS montos
    FROM (
      SELECT lugar, (fuente ->> 'fondoId')::integer AS id, (fuente ->> 'monto')::numeric(15, 2) AS monto
      FROM jsonb_array_elements(x.fuentes) WITH ORDINALITY AS e (fuente, lugar)) s
    JOIN fondos fondo USING (id)) f
  CROSS JOIN LATERAL generate_series(0, greatest(coalesce(cardinality(f.nombres), 0) - 1, 0) / ${PAIRS.length}) AS b (bloque)`;

const FilaDeExpediente = Closed(
  {
    obraId: labelled('Obra', Type.Integer({ examples: [1] })),
    claveUnica: labelled('Clave única', Type.String({ examples: ['SOP-2026-0001'] })),
    nombre: labelled('Nombre', Type.String({ examples: ['Pavimentación de la calle 60'] })),
    monto: labelled('Monto', Type.Number({ examples: [1250000.5] })),
    ...Expediente.properties,
  },
  { title: 'FilaDeExpediente', description: 'Una obra con su expediente, que puede estar vacío.' },
);

/** The records of all works: `GET /expedientes` as pages, and as files. */
export function expedientes(app: App, context: ListContext): void {
  const { filtros, ordenes, ExportQuery, source } = context.listas;
  const lista = { ...source, filtros, ordenes, name: 'expedientes' as const };
  const cacheTags: Tag[] = ['expedientes', 'fondos', 'obras', ...CATALOGS];
  const tags = ['Expediente'];
  const same = 'Los mismos filtros y órdenes que GET /obras.';
  pageRoute(app, context, {
    ...{ ...lista, cacheTags, Fila: FilaDeExpediente, json: 'row_to_json(f)', query: ExportQuery },
    columns: `o.id AS "obraId", o.clave_unica AS "claveUnica", o.nombre, o.monto, ${MIEMBROS}`,
    joins: `JOIN obras o ON o.id = p.id LEFT JOIN expedientes t ON t.obra_id = o.id ${FUENTES}`,
    docs: {
      ...{ tags, same, operationId: 'listExpedientes', many: 'cuántas' },
      summary: 'De quién es el dinero de cada obra, para qué y para quién, por páginas',
      limit: 'Obras por página.',
      total: 'Cuántas obras cumplen los filtros.',
    },
  });
  fileRoutes(app, context, {
    ...{ ...lista, cacheTags },
    sheet: 'Expedientes',
    of: 'Obras',
    columns: COLUMNAS,
    joins: `JOIN obras o ON o.id = p.id ${JOINS}`,
    within: 'b.bloque',
    sums: { monto: 'Suma de sus montos en pesos', montoFuentes: 'Suma de sus fondos en pesos' },
    query: ExportQuery,
    docs: {
      tags,
      what: 'De quién es el dinero de cada obra, para qué y para quién,',
      same: `${same} Un renglón por obra; las de más de tres fondos tienen otros, que sólo dicen los demás.`,
      csv: 'UTF-8 con BOM, comas y CRLF.',
      example: 'claveUnica,nombre,dependencia,monto,proposito…',
      xlsx: `Hasta ${MOST_ROWS_BELOW_HEADINGS} obras; la segunda hoja dice qué se descargó. La importación conoce los encabezados.`,
    },
  });
}
