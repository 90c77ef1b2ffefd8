import type { FastifyReply, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { type TObject, type TSchema, Type } from 'typebox';
import type { HttpError } from '../base/errors.ts';
import type { Db } from '../db/db.ts';
import type { Context } from '../http/context.ts';
import type { Field } from './campos.ts';
import { COLUMNS, type Column } from './columns.ts';
import { FIELDS, type ListField } from './fields.ts';
import { FILTROS, type Filtros, type ResolvedFilters } from './filtros.ts';
import { GRUPOS, type Grupos } from './grupos.ts';
import type { Source } from './listado.ts';
import { ORDENES, type Ordenes } from './orden.ts';
import { querySchemas } from './schema.ts';

// The lists of obras: what the core knows of them, and what features add. All of it is merged once, when the service is built.

/** What a feature adds to the lists of obras, to their files and to their layers of maps. */
export interface ListParts {
  filters?: Filtros;
  orders?: Ordenes;
  /** Further groupings of summaries. */
  groups?: Grupos;
  /** Further values of `campos`. */
  fields?: Record<string, ListField>;
  columns?: MoreColumns;
  properties?: MoreProperties;
  /** Columns of the follow-up of all obras, after its own. */
  followUp?: MoreRows;
  /** Documents of works in packages of the Open Contracting standard. */
  documents?: Documents;
  /** Feeds of what changes in the obras of a list. */
  feeds?: Feed[];
  /** Finds the picture that stands for the obras which pass the filters, where a page is shown elsewhere by its head. */
  findPicture?(db: Db, filters: ResolvedFilters, filtros: Filtros): Promise<Picture | undefined>;
  /** Answers about one obra as it stood earlier. */
  past?: Past;
  /** Its own answers under an obra that can be given so, by the end of their address: `seguimiento`. */
  pastOf?: Record<string, PastReading>;
}

/** What an expression of a column or a property reads: a join to follow `FROM obras o`, and the tables in it, for the cache. */
interface Joined {
  join: string;
  dependsOn: readonly string[];
}
/** Columns of files after the core's. */
export interface MoreColumns extends Joined {
  columns: Column[];
  /** A sentence on them. */
  note: string;
}
/** Properties of the elements of map layers after the core's. */
export interface MoreProperties extends Joined {
  properties: Record<string, Property>;
  /** True where they are others on the next day. */
  dated?: true;
}
/** Columns of the follow-up of all obras. */
export interface MoreRows extends Joined {
  columns: Record<string, FollowUpColumn>;
}

/** A column of a list over all obras. */
export interface FollowUpColumn {
  /** Its name within a sentence. */
  called: string;
  schema: Field['schema'];
  /** Its SQL expression over `obras o`, `obras_seguimiento s`, `estatus_obra e`, `dependencias dep`, `municipios m`, and a join's own. */
  sql: string;
  /** Its type and width in a file. A column without a width is in no file. Percentages are of 100: 45.5. */
  type?: 'text' | 'number' | 'amount' | 'percent' | 'date';
  width?: number;
  /** The unit of its numbers, in a workbook's heading after the label. Amounts have theirs by themselves. */
  unit?: string;
  /** People's words for its codes. A workbook has them in place of the codes. */
  words?: Record<string, string>;
}

export interface Property {
  /** People's name for it. */
  title: string;
  description: string;
  type: string | readonly string[];
  /** Its JSON Schema format, where it has one. */
  format?: string;
  examples: readonly unknown[];
  /** An expression over `o` (obras), `u` (ubicaciones), `dep`, `m`, `raiz` (the beginning of links), and what `join` names. */
  sql: string;
}

/** Documents of projects, as SQL. */
export interface Documents {
  /** Queries for those of obra `o` and of contract `k`: `lugar`, `dia` and `id`, by which they are ordered, and `documento`. */
  ofObra: string;
  ofContract: string;
  /** Their approximate bytes, of obra `page.id`. */
  bytes: string;
  /** Whether entry `b` of the ledger is about no other document than a public one. */
  isPublic: string;
  dependsOn: readonly string[];
}

/** A feed, which takes the filters that mean the same for everybody, and `obraId` for one obra's changes. */
export interface Feed {
  path: string;
  /** Its media type. */
  type: string;
}

/** Answers about one obra as it stood at an earlier instant, where the query of `GET /obras/:id` or an address under it names one. */
export interface Past {
  /** The parameters by which a query names it. */
  parameters: Record<string, TSchema>;
  headers: Record<string, TSchema>;
  refusals: Record<number, HttpError>;
  /**
   * The answer of then; undefined where the query asks for today's.
   *
   * @param part the answer under the obra; without it the obra itself
   */
  read(
    context: Pick<Context, 'db' | 'heavyReads'>,
    request: FastifyRequest,
    reply: FastifyReply,
    part?: [path: string, PastReading],
  ): Promise<string> | undefined;
}

/** An answer that can be made of the records of then: its statement finds them under the tables' own names. */
export interface PastReading {
  /** The statement for the `json` of obra $1. `day` is an expression: the day in place of today. */
  statement(day: string): string;
  /** The tables of parts that it reads, each with its resource in the ledger, and the column that the ledger knows its rows by. */
  tables: Record<string, { recurso: string; registro: string }>;
  /** Fields that the ledger lacks because each change moves them: null where a later change moved them. */
  moved: string[];
  /** Views over these tables in the order in which they stand on each other, by the names that the statement has for them. */
  views: Record<string, string>;
}

/** A photo of one of many obras, and that obra's name. */
export interface Picture {
  obraId: number;
  nombre: string;
  archivoId: number;
  titulo: string | null;
}

/** The lists of obras with everything that features add to them. */
export function mergeListas(features: ListParts[]) {
  const of = <K extends keyof ListParts>(part: K) =>
    features.flatMap((feature) => (feature[part] ? [feature[part]] : [])) as NonNullable<
      ListParts[K]
    >[];
  const filtros = inPlace(FILTROS as Filtros, of('filters'));
  const ordenes: Ordenes = Object.assign({}, ORDENES, ...of('orders'));
  const fields = inPlace(FIELDS, of('fields'));
  const columns = of('columns');
  const followUp = of('followUp');
  const source: Source = {
    ...{ table: sql`obras o`, id: sql`o.id` },
    ...{ filtros, ordenes, isSearched: true },
  };
  return {
    filtros,
    ordenes,
    grupos: Object.assign({}, GRUPOS, ...of('groups')) as Grupos,
    fields,
    columns: {
      all: [...COLUMNS, ...columns.flatMap(({ columns }) => columns)],
      joins: columns.map(({ join }) => join),
      notes: columns.map(({ note }) => note),
      dependsOn: columns.flatMap(({ dependsOn }) => dependsOn),
    },
    followUp: {
      columns: Object.assign({}, ...followUp.map(({ columns }) => columns)) as MoreRows['columns'],
      joins: followUp.map(({ join }) => join),
      dependsOn: followUp.flatMap(({ dependsOn }) => dependsOn),
    },
    properties: of('properties'),
    documents: of('documents'),
    feeds: of('feeds').flat(),
    findPicture: of('findPicture')[0],
    past: of('past')[0],
    pastOf: Object.assign({}, ...of('pastOf')) as Record<string, PastReading>,
    /** The obras themselves, as they are listed. */
    source,
    ...querySchemas({ filtros, ordenes, fields }),
  };
}

export type Listas = ReturnType<typeof mergeListas>;

/** The query of an answer about one obra, with the parameters by which it can be asked for as it stood. */
export const withPast = <Of extends TObject>(past: Past | undefined, query: Of): Of =>
  past ? (Type.Object({ ...query.properties, ...past.parameters }) as unknown as Of) : query;

/** The context of resources that list obras. */
export interface ListContext extends Context {
  listas: Listas;
}

/**
 * Puts entries of several tables in one order: each behind the one that it names (`after`), else behind the one before it in its
 * own table. Those that name none that is there are last.
 */
function inPlace<T extends { after?: string; schema: TSchema }>(
  own: Record<string, T>,
  others: Record<string, T>[],
): Record<string, T> {
  const all: Record<string, T> = Object.assign({}, own, ...others);
  const behind = others.flatMap((table) =>
    Object.entries(table).map(([name, { after }], i, entries) => ({
      name,
      after: after ?? entries[i - 1]?.[0],
    })),
  );
  const withFollowers = (name: string): string[] => [
    name,
    ...behind.filter(({ after }) => after === name).flatMap((each) => withFollowers(each.name)),
  ];
  const first = behind.filter(({ after }) => after === undefined || !(after in all));
  const names = [...Object.keys(own), ...first.map(({ name }) => name)].flatMap(withFollowers);
  return Object.fromEntries(names.map((name) => [name, all[name] as T]));
}
