import { dayOf } from '../../src/base/time.ts';
import { Icono } from '../icons.tsx';

/** «En proceso», in the catalog of statuses, which is fixed (specification section 3). */
const EN_PROCESO = 4;
/** A work of this year may well go on in the next; from so many years on it is remarked on. */
const LONG_GONE = 2;

interface Work {
  estatusObra: { id: number };
  ejercicioFiscal: { anio: number };
}

/**
 * For how many years a work's fiscal year has been over, where that is long and the work is still «En proceso». Auditors
 * are given the same by `calidad_rezagadas` (sql/calidad.sql).
 */
export function yearsBehind({ estatusObra, ejercicioFiscal }: Work, now = new Date()) {
  const years = Number(dayOf(now).slice(0, 4)) - ejercicioFiscal.anio;
  return estatusObra.id === EN_PROCESO && years >= LONG_GONE ? years : undefined;
}

/** Says so beside the status, in the little room of a list. */
export function Rezago({ obra }: { obra: Work }) {
  const years = yearsBehind(obra);
  if (years === undefined) return null;
  return (
    <small className="rezago" title={inWords(obra, years)}>
      <Icono nombre="aviso" />
      <span className="solo-oido">Su ejercicio fiscal es de </span>hace {years} años
    </small>
  );
}

/** Says so in a sentence. */
export function FraseDeRezago({ obra }: { obra: Work }) {
  const years = yearsBehind(obra);
  if (years === undefined) return null;
  return (
    <small className="rezago">
      <Icono nombre="aviso" />
      {inWords(obra, years)}
    </small>
  );
}

const inWords = ({ ejercicioFiscal: { anio } }: Work, years: number) =>
  `Sigue en proceso, y su ejercicio fiscal, ${anio}, es de hace ${years} años.`;
