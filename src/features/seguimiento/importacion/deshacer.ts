import '../constraints.ts';
import { type Detail, violation } from '../../../core/base/constraints.ts';
import { HttpError } from '../../../core/base/errors.ts';
import type { Touched, Undo } from '../../../hojas-de-obras/hojas.ts';
import { AVANCE, CONTRATO } from '../campos.ts';

/** How an import of follow-up is taken back: by the database, which keeps what its rules need (`undo_seguimiento`). */
export const UNDO: Undo = {
  recursos: ['avances', 'contratos'],
  tablas: ['avances', 'contratos'],
  ofWorks: `recurso IN ('avances', 'contratos') AND obra_id = ANY ($2::text[]::integer[])`,
  it: 'lo',
  async take(db, records, isTrial) {
    const parts = records.map(({ recurso: tabla, registro, fila, antes }, i) => {
      const columns = antes && inColumns(tabla as keyof typeof COLUMNS_OF, antes);
      return { i, tabla, id: Number(registro), fila, antes: columns };
    });
    // What was registered last goes first.
    const values = [JSON.stringify(parts.reverse()), isTrial];
    const [kept = []] = await db.batch([
      ['SELECT i, regla, detalle FROM undo_seguimiento($1, $2)', values],
    ]);
    return new Map(
      (kept as Kept[]).map(({ i, regla, detalle }) => [
        i,
        ruleIn(records[i] as Touched, regla, detalle),
      ]),
    );
  },
};

/** The rule that keeps a record as it is. */
interface Kept {
  i: number;
  regla: string;
  detalle: string;
}

const COLUMNS_OF = { avances: AVANCE, contratos: CONTRATO };

const inColumns = (tabla: keyof typeof COLUMNS_OF, values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      (COLUMNS_OF[tabla] as Record<string, { column: string }>)[name]?.column ?? name,
      value,
    ]),
  );

/** The sentence of a rule that keeps a part as it is. */
function ruleIn({ antes }: Touched, regla: string, detalle: string): string {
  const detail = detalle.startsWith('{') ? (JSON.parse(detalle) as Detail) : undefined;
  const refusal = violation(regla, antes ?? {}, {}, detail);
  if (!(refusal instanceof HttpError)) throw new Error(`an undo runs into ${regla || 'nothing'}`);
  const text = [refusal.message].flat().join(' ');
  return `No puede volver a como estaba: ${text}`;
}
