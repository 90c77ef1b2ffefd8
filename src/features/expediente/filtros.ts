import sql from 'sql-template-tag';
import { Type } from 'typebox';
import { Ids, LABEL, nullable } from '../../core/base/schemas.ts';
import type { ListField } from '../../core/obras/fields.ts';
import { type Filtros, filterInWords, inView, isIn, percentage } from '../../core/obras/filtros.ts';
import type { Grupos } from '../../core/obras/grupos.ts';

/** The filters of obras by the funds of which they are paid. */
export const FILTROS = {
  fondoId: {
    after: 'tipoProyectoId',
    label: 'Fondo',
    schema: Type.Optional(Ids('Sólo las obras con dinero de estos fondos.')),
    catalog: { table: 'fondos', many: 'fondos' },
    dependsOn: ['expedientes'],
    words: (names) => filterInWords(names, names),
    where: (ids) => inView(sql`obras_fondos WHERE ${isIn(sql`fondo_id`, ids)}`),
  },
  diferenciaFuentes: {
    after: 'crecimientoContratos',
    label: 'Fuentes que no suman el monto',
    schema: percentage(
      'Sólo las obras cuyas fuentes suman más de este porcentaje por encima o por debajo de su monto; las que no tienen fuentes, no.',
    ),
    dependsOn: ['expedientes'],
    words: (percent) =>
      filterInWords(
        `${percent} %`,
        `fuentes distintas ${percent}`,
        'Las fuentes difieren del monto en más de',
      ),
    where: (percent) =>
      inView(sql`obras_fuentes WHERE abs(fuentes - monto) > monto * ${percent}::numeric / 100`),
  },
} satisfies Filtros;

/** The sum of a work's sources, by which that filter decides. */
export const CAMPOS: Record<string, ListField> = {
  montoFuentes: {
    schema: nullable(
      Type.Number({
        [LABEL]: 'Suma de las fuentes',
        description:
          'Sólo con campos=montoFuentes: cuánto suman los fondos de la obra (MXN); null sin fuentes.',
        examples: [1250000.5],
      }),
    ),
    from: '(SELECT monto_fuentes(obra_id) AS "montoFuentes") fuentes',
    dependsOn: ['expedientes'],
  },
};

/** Works by fund: one with two counts in each, with what the fund gives. Those without sources come last, with their amount. */
export const GRUPOS: Grupos = {
  fondo: {
    id: 'de_fondo.fondo_id',
    catalog: 'fondos',
    // Siglas that tell a fund from no other stand with its name. One that is closed is in the way of none in use.
    nombre: (alias) => `CASE WHEN EXISTS (
        SELECT FROM fondos otro
        WHERE otro.siglas = ${alias}.siglas AND otro.id <> ${alias}.id AND (otro.activo OR NOT ${alias}.activo))
      THEN ${alias}.siglas || ' (' || ${alias}.nombre || ')' ELSE coalesce(${alias}.siglas, ${alias}.nombre) END`,
    order: (alias) => `${alias}.nombre_orden, ${alias}.id`,
    many: {
      join: 'LEFT JOIN obras_fondos de_fondo ON de_fondo.obra_id = o.id',
      monto: 'coalesce(de_fondo.monto, o.monto)',
      count: '(SELECT count(*) FROM obras_fondos WHERE obra_id = o.id)',
      dependsOn: ['expedientes'],
    },
  },
};
