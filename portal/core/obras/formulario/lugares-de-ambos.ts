import type { Choque, Partes } from '../../records/merge3.ts';
import { essence, sameJson, type UbicacionEscrita, type Valores } from './valores.ts';

/** An ubicación that both people changed. One that one of them removed is null there. */
export type ChoqueDeLugar = Choque<'ubicaciones', UbicacionEscrita | null>;

/** Compares the ubicaciones of a work that two people changed, each taken as a whole; new ones of both stay. */
export function comparePlaces(
  antes: Valores,
  otra: Valores,
  mia: Valores,
): Partes<UbicacionEscrita[]> {
  const find = ({ ubicaciones }: Valores, id: number | undefined) =>
    ubicaciones.find((each) => each.id !== undefined && each.id === id) ?? null;
  const equal = (
    [one, of]: [UbicacionEscrita | null, Valores],
    [other, and]: [UbicacionEscrita | null, Valores],
  ) => sameJson(one && essence(one, of), other && essence(other, and));

  const choques: ChoqueDeLugar[] = [];
  const theirsAlone = new Map<number, UbicacionEscrita | null>();
  for (const before of antes.ubicaciones) {
    const id = before.id as number;
    const [theirs, mine] = [find(otra, id), find(mia, id)];
    const isTheirs = !equal([before, antes], [theirs, otra]);
    const isMine = !equal([before, antes], [mine, mia]);
    if (isTheirs && isMine && !equal([theirs, otra], [mine, mia])) {
      const parte = { antes: before, otra: theirs, mia: mine };
      choques.push({ clave: `u${id}`, campo: 'ubicaciones', parte });
    } else if (isTheirs && !isMine) {
      theirsAlone.set(id, theirs);
    }
  }
  const added = otra.ubicaciones.filter(({ id }) => find(antes, id) === null);

  return {
    choques,
    isTaken: theirsAlone.size + added.length > 0,
    merge(otras: ReadonlySet<string>): UbicacionEscrita[] {
      const chosen = new Map(theirsAlone);
      for (const { clave, parte } of choques) {
        const { otra: theirs, mia: mine } = parte as NonNullable<typeof parte>;
        const id = Number(clave.slice(1));
        if (otras.has(clave)) chosen.set(id, theirs);
        // One that they removed and that is to stay is registered anew: its old id is gone.
        else chosen.set(id, mine && !theirs ? without(mine) : mine);
      }
      const remaining = mia.ubicaciones.flatMap((each) => {
        // One's own new one, which came through although its answer was lost, is there already.
        if (each.id === undefined && added.some((one) => equal([one, otra], [each, mia])))
          return [];
        if (each.id === undefined || !chosen.has(each.id)) return [each];
        return chosen.get(each.id) ?? [];
      });
      // The ubicaciones that one had removed oneself and that are to be there after all.
      const back = [...chosen].flatMap(([id, each]) => (each && !find(mia, id) ? [each] : []));
      return [...remaining, ...back, ...added];
    },
  };
}

function without({ id: _, ...rest }: UbicacionEscrita): UbicacionEscrita {
  return rest;
}
