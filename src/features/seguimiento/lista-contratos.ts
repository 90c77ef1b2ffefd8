import type { FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { Type } from 'typebox';
import type { Config } from '../../core/base/config.ts';
import { isDay } from '../../core/base/time.ts';
import type { App } from '../../core/http/context.ts';
import { labelOf } from '../../core/obras/campos.ts';
import {
  type FilterParameters,
  type Filtros,
  filterInWords,
  parametersOf,
  text,
} from '../../core/obras/filtros.ts';
import type { ListContext } from '../../core/obras/listas.ts';
import { byExpression, byId, isAmount, type Ordenes, type Rows } from '../../core/obras/orden.ts';
import { ordenOf } from '../../core/obras/schema.ts';
import { likeAll } from '../../palabras/contiene.ts';
import { CONTRATO, FILA_CONTRATO } from './campos.ts';
import { FILTROS, type Firma } from './filtros.ts';
import { listRoutes } from './hojas.ts';
import { PROCEDIMIENTOS } from './opciones.ts';
import { hidingOf, isPersonal, MOST_RFC, tidyRfc } from './rfc.ts';

// The contracts of all obras. The filters are those of obras. But the contractor's filter looks at the contract itself.

/** An RFC that is asked for, and whether its caller may not know that it is there. */
export interface Asked {
  rfc: string;
  isHidden: boolean;
}

/** Resolves a text that may be an RFC: who reads no persons' RFCs finds none by them. */
export const askedRfc =
  (config: Config) =>
  (text: string, { caller }: Pick<FastifyRequest, 'caller'>): Asked => {
    const rfc = tidyRfc(text);
    const isHidden =
      hidingOf(config) !== undefined && caller === null && isPersonal(rfc.toUpperCase());
    return { rfc, isHidden };
  };

/** The filters of contracts by what is theirs, which take the place of those of obras. */
const FILTROS_DE_CONTRATOS = {
  contratista: {
    label: labelOf(CONTRATO.contratista),
    schema: text('Palabras que aparecen, todas, en el nombre del contratista.'),
    words: FILTROS.contratista.words,
    where: (words) => likeAll(sql`c.contratista`, words),
    planEachTime: true,
  },
  contratistaRfc: {
    label: labelOf(CONTRATO.contratistaRfc),
    schema: Type.Optional(
      Type.String({ maxLength: MOST_RFC, description: 'RFC del contratista, entero.' }),
    ),
    words: ({ rfc }: Asked) => filterInWords(rfc.toUpperCase(), rfc),
    where: ({ rfc, isHidden }: Asked) =>
      isHidden ? sql`false` : sql`c.contratista_rfc = ${rfc.toUpperCase()}`,
  },
  contratistaClave: {
    ...FILTROS.contratistaClave,
    schema: Type.Optional(
      Type.String({
        maxLength: 40,
        description:
          'Sólo los contratos de este contratista: su clave en GET /contratistas, cuyas sumas son las de éstos.',
      }),
    ),
    where: ({ firma }: Firma) => sql`c.firma = ${firma}::text`,
  },
  procedimiento: {
    label: labelOf(CONTRATO.procedimiento),
    schema: Type.Optional(
      Type.Unsafe<string>({
        type: 'string',
        enum: CONTRATO.procedimiento.schema.enum.filter((one) => one !== null),
        description: 'Cómo se adjudicó.',
      }),
    ),
    words: (code) => {
      const name = PROCEDIMIENTOS[code as keyof typeof PROCEDIMIENTOS];
      return filterInWords(name, name);
    },
    where: (procedimiento) => sql`c.procedimiento = ${procedimiento}`,
  },
} satisfies Filtros;

/** The filters of contracts: those of obras, and by what is the contract's. */
export const filtrosDeContratos = ({ config, listas }: ListContext): Filtros => {
  const { contratista: _, contratistaClave: __, ...ofObras } = listas.filtros;
  const { contratistaRfc } = FILTROS_DE_CONTRATOS;
  return {
    ...ofObras,
    ...FILTROS_DE_CONTRATOS,
    contratistaRfc: { ...contratistaRfc, resolve: askedRfc(config) },
  };
};

const ROWS: Rows = {
  table: 'contratos',
  alias: 'c',
  from: sql`contratos c JOIN obras o ON o.id = c.obra_id`,
};
const ORDENES: Ordenes = {
  id: byId(ROWS),
  fechaFirma: {
    ...byExpression((c) => `${c}.fecha_firma`, 'date', ROWS),
    isKey: isDay,
    words: 'fechaFirma',
  },
  monto: {
    ...byExpression((c) => `${c}.monto`, 'numeric', ROWS),
    isKey: isAmount,
    words: 'monto (el firmado)',
  },
};

export function contratosDeTodas(app: App, context: ListContext): void {
  const filtros = filtrosDeContratos(context);
  const query = Type.Object({
    ...(parametersOf(filtros) as FilterParameters),
    orden: ordenOf(ORDENES, 'del más nuevo al más antiguo'),
  });
  listRoutes(app, context, {
    name: 'contratos',
    sheet: 'Contratos',
    of: 'Contratos',
    hides: hidingOf(context.config),
    table: ROWS.from,
    id: sql`c.id`,
    filtros,
    ordenes: ORDENES,
    fila: FILA_CONTRATO,
    json: 'f',
    sums: {
      monto: 'Suma de sus montos, como se firmaron, en pesos',
      montoVigente: 'Suma de sus montos vigentes en pesos',
    },
    joins: `JOIN contratos c ON c.id = p.id JOIN obras o ON o.id = c.obra_id
      JOIN dependencias dep ON dep.id = o.dependencia_id JOIN contratos_vigentes v ON v.contrato_id = c.id`,
    query: { page: query, files: query },
    docs: {
      row: { title: 'FilaDeContrato', description: 'Un contrato y su obra, en un renglón.' },
      operationId: 'listContratosDeTodas',
      summary: 'Los contratos de todas las obras, por páginas',
      what: 'Los contratos de todas las obras,',
      same: 'Los mismos filtros que GET /obras; contratista es el del contrato.',
      limit: 'Contratos por página.',
      total: 'Cuántos contratos los cumplen.',
      many: 'cuántos',
      example: 'claveUnica,nombre,dependencia,numero…',
      option: 'Licitación pública',
    },
  });
}
