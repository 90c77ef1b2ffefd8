import '../constraints.ts';
import { type Detail, violation } from '../../../core/base/constraints.ts';
import { HttpError } from '../../../core/base/errors.ts';
import type { Touched, Undo } from '../../../hojas-de-obras/hojas.ts';
import { AVANCE, CONTRATO } from '../campos.ts';

/** Records that imports write: their table, the column that the ledger knows them by, and the columns of their fields. */
interface Written {
  tabla: string;
  llave: string;
  columns: Record<string, { column: string }>;
}

/**
 * How an import of records under works is taken back: by the database, which keeps what its rules need (`undo_seguimiento`).
 *
 * @param records what imports of this kind alone write, by their resources
 */
export const undoOf = (records: Record<string, Written>): Undo => ({
  recursos: Object.keys(records),
  tablas: records,
  ofWorks: `recurso IN ('${Object.keys(records).join("', '")}') AND obra_id = ANY ($2::text[]::integer[])`,
  it: 'lo',
  async take(db, touched, isTrial) {
    const parts = touched.map(({ recurso, registro, fila, antes }, i) => {
      const { tabla, llave, columns } = records[recurso] as Written;
      return { i, tabla, llave, id: Number(registro), fila, antes: antes && named(columns, antes) };
    });
    // What was registered last goes first.
    const values = [JSON.stringify(parts.reverse()), isTrial];
    const [kept = []] = await db.batch([
      ['SELECT i, regla, detalle FROM undo_seguimiento($1, $2)', values],
    ]);
    return new Map(
      (kept as Kept[]).map(({ i, regla, detalle }) => [
        i,
        ruleIn(touched[i] as Touched, regla, detalle),
      ]),
    );
  },
});

export const UNDO = undoOf({
  avances: { tabla: 'avances', llave: 'id', columns: AVANCE },
  contratos: { tabla: 'contratos', llave: 'id', columns: CONTRATO },
});

/** The rule that keeps a record as it is. */
interface Kept {
  i: number;
  regla: string;
  detalle: string;
}

const named = (columns: Written['columns'], values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [columns[name]?.column ?? name, value]),
  );

/** The sentence of a rule that keeps a part as it is. */
function ruleIn({ antes }: Touched, regla: string, detalle: string): string {
  const detail = detalle.startsWith('{') ? (JSON.parse(detalle) as Detail) : undefined;
  const refusal = violation(regla, antes ?? {}, {}, detail);
  if (!(refusal instanceof HttpError)) throw new Error(`an undo runs into ${regla || 'nothing'}`);
  const text = [refusal.message].flat().join(' ');
  return `No puede volver a como estaba: ${text}`;
}
