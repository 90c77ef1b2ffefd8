import type { MoreProperties, Property } from '../../core/obras/listas.ts';

const dayProperty = (title: string, description: string, column: string): Property => ({
  title,
  description,
  type: ['string', 'null'],
  format: 'date',
  examples: ['2026-06-30'],
  sql: `s.${column}`,
});

/**
 * The progress of an obra; null without a report. These properties are last, so that maps that read columns by position keep
 * working. The percentage has two decimals in the text, since some programs read 45 as an integer column.
 */
export const EN_CAPAS: MoreProperties = {
  join: 'LEFT JOIN obras_seguimiento s ON s.obra_id = o.id',
  dependsOn: ['seguimiento'],
  properties: {
    avanceFisico: {
      title: 'Avance físico',
      description: 'Por ciento construido, según el avance más nuevo: 45.5 es 45.5 %.',
      type: ['number', 'null'],
      examples: [45.5],
      sql: 's.avance_fisico',
    },
    fechaCorte: dayProperty('Fecha de corte', 'Día hasta el que cuenta ese avance.', 'fecha_corte'),
    fechaTerminoBase: dayProperty(
      'Término original',
      'El del primer programa de la obra.',
      'fecha_termino_base',
    ),
    fechaTerminoVigente: dayProperty(
      'Término vigente',
      'El de los contratos que la construyen, con sus convenios; sin ellos, el del último programa.',
      'fecha_termino_vigente',
    ),
  },
};
