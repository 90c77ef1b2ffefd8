import { int4List } from '../../../core/base/text.ts';
import type { ObraEnCorte } from './campos.ts';

// Filters of the list as conditions on a work of a cut: those that its own JSON decides, as the list's condition would have then.

type Decision = (value: string) => (one: ObraEnCorte) => boolean;

const isIn =
  (field: keyof ObraEnCorte['obra']): Decision =>
  (ids) => {
    const wanted = new Set<unknown>(int4List(ids));
    return ({ obra }) => wanted.has(obra[field]);
  };
const progressOf = ({ seguimiento: { avance } }: ObraEnCorte) => avance?.avanceFisico;

/** The decidable filters by their names. */
export const DECIDIBLES: Record<string, Decision> = {
  municipioId: isIn('municipioId'),
  estatusObraId: isIn('estatusObraId'),
  ejercicioFiscalId: isIn('ejercicioFiscalId'),
  dependenciaId: isIn('dependenciaId'),
  tipoProyectoId: isIn('tipoProyectoId'),
  montoMin: (amount) => (one) => one.obra.monto >= Number(amount),
  montoMax: (amount) => (one) => one.obra.monto <= Number(amount),
  anioMax: (year) => (one) => one.obra.ejercicioFiscal.anio <= Number(year),
  sinUbicacion: () => (one) => one.obra.ubicaciones.length === 0,
  avanceMin: (percent) => (one) => (progressOf(one) ?? -1) >= Number(percent),
  avanceMax: (percent) => (one) => (progressOf(one) ?? 101) <= Number(percent),
  conAvance: () => (one) =>
    (progressOf(one) ?? 0) > 0 || (one.seguimiento.pagado?.montoPagado ?? 0) > 0,
  sinMontoFinal: () => (one) =>
    one.seguimiento.contratos.some(
      ({ terminacion, montoFinal }) =>
        (terminacion === 'ANTICIPADA' || terminacion === 'RESCISION') && montoFinal === null,
    ),
};

/** The condition of all filters that are set. */
export function wantedBy(filters: Record<string, string | undefined>) {
  const all = Object.entries(filters).flatMap(([name, value]) => {
    const decide = DECIDIBLES[name];
    return decide && value !== undefined ? [decide(value)] : [];
  });
  return (one: ObraEnCorte) => all.every((holds) => holds(one));
}
