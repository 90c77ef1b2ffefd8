import type { FollowUpColumn } from '../../core/obras/listas.ts';

// The columns of a firm, each over `f`, a row of the firms (consulta.ts).

const count = (called: string, sql: string, description: string): FollowUpColumn => ({
  called,
  schema: { type: 'integer', description, examples: [3] },
  sql,
  type: 'number',
  width: 12,
});
const amount = (called: string, sql: string, description: string): FollowUpColumn => ({
  called,
  schema: { type: 'number', description, examples: [18450000.5] },
  sql,
  type: 'amount',
  width: 18,
});
const percent = (called: string, sql: string, description: string): FollowUpColumn => ({
  called,
  schema: { type: ['number', 'null'], description, examples: [11.44] },
  sql,
  type: 'percent',
  width: 14,
});
const day = (called: string, sql: string, example: string): FollowUpColumn => ({
  called,
  schema: { type: 'string', format: 'date', examples: [example] },
  sql,
  type: 'date',
  width: 14,
});

/** A firm, in one row. */
export const CONTRATISTA: Record<string, FollowUpColumn> = {
  clave: {
    called: 'la clave',
    schema: {
      type: 'string',
      description:
        'La de su dirección y del filtro contratistaClave: el RFC de una empresa; de quien no lo tiene, una hecha de su nombre; de una persona, la de su contrato más antiguo, que no dice su RFC.',
      examples: ['CMA010203AB5'],
    },
    sql: 'firm_clave(f.firma)',
    type: 'text',
    width: 36,
  },
  nombre: {
    called: 'el nombre',
    schema: {
      type: 'string',
      description: 'Como lo dice su contrato más nuevo.',
      examples: ['Constructora del Mayab, S.A. de C.V.'],
    },
    sql: 'f.nombre',
    type: 'text',
    width: 40,
  },
  rfc: {
    called: 'el RFC',
    schema: {
      type: ['string', 'null'],
      description:
        'null de quien no tiene uno propio: sin él, con uno genérico o con uno que no tiene su forma.',
      examples: ['CMA010203AB5'],
    },
    sql: `CASE WHEN f.firma LIKE 'RFC %' THEN substr(f.firma, 5) END`,
    type: 'text',
    width: 16,
  },
  contratos: count('los contratos', 'f.contratos', 'Cuántos contratos, de cualquier naturaleza.'),
  obras: count('las obras', 'f.obras', 'De cuántas obras.'),
  dependencias: count('las dependencias', 'f.dependencias', 'Con cuántas dependencias.'),
  monto: amount('el monto firmado', 'f.monto', 'La suma de sus contratos, como se firmaron (MXN).'),
  montoVigente: {
    ...amount('el monto vigente', 'f.monto_vigente', ''),
    schema: {
      type: ['number', 'null'],
      description:
        'La suma de montoVigente de sus contratos en GET /contratos; los que no lo tienen no suman (MXN). Null donde ninguno lo tiene: falta su monto final.',
      examples: [18450000.5],
    },
  },
  sinMontoFinal: count(
    'los contratos sin monto final',
    'f.sin_monto_final',
    'Cuántos cuentan en monto y no en montoVigente: terminaron antes de tiempo y no se sabe por cuánto.',
  ),
  crecimiento: percent(
    'el crecimiento por convenios',
    'round((f.por_convenios / nullif(f.monto_comparado, 0) - 1) * 100, 2)',
    'Por ciento en que montoVigente rebasa a lo que se firmó. De un contrato que terminó antes de tiempo no se compara más que su monto final.',
  ),
  directos: count(
    'las adjudicaciones directas',
    'f.directos',
    'Cuántos de sus contratos fueron adjudicación directa.',
  ),
  porCientoDirectos: percent(
    'las adjudicaciones directas, por número',
    'round(100.0 * f.directos / nullif(f.con_procedimiento, 0), 2)',
    'Qué por ciento son de sus contratos cuyo procedimiento se sabe; null si de ninguno.',
  ),
  porCientoMontoDirecto: percent(
    'las adjudicaciones directas, por monto',
    'round(100 * f.monto_directo / nullif(f.monto_con_procedimiento, 0), 2)',
    'Qué por ciento suman de lo que se firmó en esos contratos.',
  ),
  obrasAtrasadas: count(
    'las obras atrasadas',
    'f.atrasadas',
    'Cuántas de las obras que construye encuentra el filtro atrasadas.',
  ),
  obrasPorRevisar: {
    called: 'las obras con motivo para revisar',
    schema: {
      type: ['integer', 'null'],
      description:
        'Cuántas de sus obras encuentra al menos uno de los ocho filtros que son motivo para revisar, no falta; el motivo puede ser de otro contratista de la misma obra. Null donde no se encuentra ninguna y a un contrato de ellas le falta el umbral de su año: sin umbral registrado.',
      examples: [3],
    },
    sql: 'f.por_revisar',
    type: 'number',
    width: 12,
  },
  primeraFirma: day('la primera firma', 'f.primera', '2024-01-20'),
  ultimaFirma: day('la última firma', 'f.ultima', '2026-01-20'),
};
