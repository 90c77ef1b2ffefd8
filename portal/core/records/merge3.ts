// Two people changed one record. Changes of one of them alone are taken over. Of those that differ, a person chooses.

/** One thing that both changed: a field, or a part of one. */
export interface Choque<Campo extends string = string, Parte = unknown> {
  clave: string;
  campo: Campo;
  /** The part before, with the other person and in the form; one that was removed is null there. */
  parte?: { antes: Parte; otra: Parte; mia: Parte };
}

/** The same for a field of several parts, each taken as a whole. */
export interface Partes<Value> {
  /** Whether there is something that only the other person changed. */
  isTaken: boolean;
  choques: Choque[];
  merge: (otras: ReadonlySet<string>) => Value;
}

/** How two states of a record are compared. */
export interface Comparison<Valores> {
  /** The fields in the form's order. */
  campos: readonly (keyof Valores & string)[];
  /** Whether a field says the same in both. */
  isAlike: (campo: keyof Valores & string, one: Valores, other: Valores) => boolean;
  /** The fields of several parts. */
  partes?: {
    [Campo in keyof Valores]?: (
      antes: Valores,
      otra: Valores,
      mia: Valores,
    ) => Partes<Valores[Campo]>;
  };
}

export interface Fusion<Valores> {
  /** The fields that only the other person changed. */
  tomados: (keyof Valores & string)[];
  choques: Choque<keyof Valores & string>[];
  /** Both people's changes; of what clashes, the other person's where its key is among those chosen, and else one's own. */
  merge: (otras: ReadonlySet<string>) => Valores;
}

/**
 * Compares the record that both people read with the changes of each.
 *
 * @param antes the record as both had read it
 * @param otra as the registry has it now
 * @param mia as it stands in the form
 */
export function merge3<Valores>(
  { campos, isAlike, partes = {} }: Comparison<Valores>,
  antes: Valores,
  otra: Valores,
  mia: Valores,
): Fusion<Valores> {
  type Campo = keyof Valores & string;
  const tomados: Campo[] = [];
  const choques: Choque<Campo>[] = [];
  const merges: ((otras: ReadonlySet<string>) => Partial<Valores>)[] = [];
  for (const campo of campos) {
    const whole = partes[campo]?.(antes, otra, mia);
    if (whole) {
      if (whole.isTaken) tomados.push(campo);
      choques.push(...(whole.choques as Choque<Campo>[]));
      merges.push((otras) => ({ [campo]: whole.merge(otras) }) as Partial<Valores>);
    } else if (!isAlike(campo, antes, otra)) {
      const theirs = { [campo]: otra[campo] } as Partial<Valores>;
      if (isAlike(campo, antes, mia)) {
        tomados.push(campo);
        merges.push(() => theirs);
      } else if (!isAlike(campo, otra, mia)) {
        choques.push({ clave: campo, campo });
        merges.push((otras) => (otras.has(campo) ? theirs : {}));
      }
    }
  }
  return {
    tomados,
    choques,
    merge: (otras) => Object.assign({}, mia, ...merges.map((merge) => merge(otras))),
  };
}

/** Ids of which each is there or not: so two changes never clash. */
export function mergeIds(antes: number[], otra: number[], mia: number[]): Partes<number[]> {
  const added = otra.filter((id) => !antes.includes(id) && !mia.includes(id));
  const removed = antes.filter((id) => !otra.includes(id) && mia.includes(id));
  return {
    isTaken: added.length + removed.length > 0,
    choques: [],
    merge: () => [...mia.filter((id) => !removed.includes(id)), ...added],
  };
}
