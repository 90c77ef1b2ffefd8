import type { Campo, UbicacionEscrita, Valores } from './valores.ts';
import { CAMPOS, essence, isAlike, sameJson } from './valores.ts';

// Two people changed one work. Changes of one of them alone are taken over. Of those that differ, a person chooses.

/** One thing that both changed. An ubicación that one of them removed is null there. */
export type Choque =
  | { clave: string; campo: Exclude<Campo, 'ubicaciones'> }
  | {
      clave: string;
      campo: 'ubicaciones';
      antes: UbicacionEscrita | null;
      otra: UbicacionEscrita | null;
      mia: UbicacionEscrita | null;
    };

export interface Fusion {
  /** The fields that only the other person changed. */
  tomados: Campo[];
  choques: Choque[];
  /** Both people's changes; of what clashes, the other person's where its key is among those chosen, and else one's own. */
  merge: (otras: ReadonlySet<string>) => Valores;
}

/**
 * Compares the work that both people read with the changes of each.
 *
 * @param antes the work as both had read it
 * @param otra as the registry has it now
 * @param mia as it stands in the form
 */
export function compare(antes: Valores, otra: Valores, mia: Valores): Fusion {
  const theirs = (campo: Campo) => !isAlike(campo, antes, otra);
  const mine = (campo: Campo) => !isAlike(campo, antes, mia);
  const scalars = CAMPOS.filter((campo) => campo !== 'ubicaciones');
  const clashing = scalars.filter(
    (campo) => theirs(campo) && mine(campo) && !isAlike(campo, otra, mia),
  );
  const tomados: Campo[] = scalars.filter((campo) => theirs(campo) && !mine(campo));
  const places = comparePlaces(antes, otra, mia);
  if (places.isTaken) tomados.push('ubicaciones');
  return {
    tomados,
    choques: [...clashing.map((campo) => ({ clave: campo, campo })), ...places.choques],
    merge(otras) {
      const taken = [...tomados, ...clashing.filter((campo) => otras.has(campo))];
      const merged: Record<string, unknown> = { ...mia };
      for (const campo of taken) merged[campo] = otra[campo];
      return { ...(merged as unknown as Valores), ubicaciones: places.merge(otras) };
    },
  };
}

/** The same for the ubicaciones, each taken as a whole; new ones of both stay. */
function comparePlaces(antes: Valores, otra: Valores, mia: Valores) {
  const find = ({ ubicaciones }: Valores, id: number | undefined) =>
    ubicaciones.find((each) => each.id !== undefined && each.id === id) ?? null;
  const equal = (
    [one, of]: [UbicacionEscrita | null, Valores],
    [other, and]: [UbicacionEscrita | null, Valores],
  ) => sameJson(one && essence(one, of), other && essence(other, and));

  const choques: Extract<Choque, { campo: 'ubicaciones' }>[] = [];
  const theirsAlone = new Map<number, UbicacionEscrita | null>();
  for (const before of antes.ubicaciones) {
    const id = before.id as number;
    const [theirs, mine] = [find(otra, id), find(mia, id)];
    const isTheirs = !equal([before, antes], [theirs, otra]);
    const isMine = !equal([before, antes], [mine, mia]);
    if (isTheirs && isMine && !equal([theirs, otra], [mine, mia])) {
      choques.push({
        clave: `u${id}`,
        campo: 'ubicaciones',
        antes: before,
        otra: theirs,
        mia: mine,
      });
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
      for (const { clave, otra: theirs, mia: mine } of choques) {
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
