// The order in which the portal shows the photos of a work.

interface Foto {
  fecha: string | null;
  publico: boolean;
  avanceId: number | null;
}
interface AvanceDeFoto {
  id: number;
  fechaCorte: string;
  avanceFisico: number;
}

/** A photo that stands for a report. */
export interface DeAvance<Of> {
  foto: Of;
  avance: AvanceDeFoto;
}

export interface Par<Of> {
  antes: DeAvance<Of>;
  despues: DeAvance<Of>;
}

/**
 * Before and after: of the public photos of the first report that has any the oldest, and of the last one the newest. A day alone
 * pairs nothing, since it may be a guess, and two photos of one report show one state of a work.
 *
 * @param fotos the newest first
 */
export function pairOf<Of extends Foto>(
  fotos: readonly Of[],
  avances: readonly AvanceDeFoto[],
): Par<Of> | undefined {
  const ofAvance = avances
    .toSorted((a, b) => (a.fechaCorte < b.fechaCorte ? -1 : 1))
    .map((avance) => ({
      avance,
      own: fotos.filter(({ avanceId, publico }) => publico && avanceId === avance.id),
    }))
    .filter(({ own }) => own.length > 0);
  const [first, last] = [ofAvance.at(0), ofAvance.at(-1)];
  const [antes, despues] = [first?.own.at(-1), last?.own.at(0)];
  if (!first || !last || first === last || !antes || !despues) return undefined;
  return {
    antes: { foto: antes, avance: first.avance },
    despues: { foto: despues, avance: last.avance },
  };
}

/** The photos as the sheet has them: before and after at the beginning, then the others in their order. */
export const withPairFirst = <Of extends Foto>(fotos: readonly Of[], par: Par<Of> | undefined) =>
  par
    ? [par.antes.foto, par.despues.foto].concat(
        fotos.filter((one) => one !== par.antes.foto && one !== par.despues.foto),
      )
    : [...fotos];

/** The photos by day, those without a day at the end. */
export function byDay<Of extends Foto>(fotos: readonly Of[]): [day: string | null, Of[]][] {
  const days = new Map<string | null, Of[]>();
  for (const foto of fotos) days.set(foto.fecha, [...(days.get(foto.fecha) ?? []), foto]);
  return [...days].sort(([a], [b]) => Number(a === null) - Number(b === null));
}
