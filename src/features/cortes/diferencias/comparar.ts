import { CAMPOS, isSameValue, type ObraEnCorte, type ValorComparado } from './campos.ts';

// Two cuts compared: two streams of works by ascending id are merged, in constant memory.

/** A number of works and the sum of their amounts, in cents of MXN. */
export interface Suma {
  obras: number;
  centavos: bigint;
}
const none = (): Suma => ({ obras: 0, centavos: 0n });
const addTo = (to: Suma, centavos: number) => {
  to.obras += 1;
  to.centavos += BigInt(centavos);
};

/** A group of works: a record of a catalog with its names of then and of later, null where it had no work. */
export interface Grupo {
  id: number;
  nombreAntes: string | null;
  nombreDespues: string | null;
  antes: Suma;
  despues: Suma;
}

/** The groups of the sums, each by the record that a work refers to. */
export const AGRUPACIONES = {
  dependencia: ['dependenciaId', 'dependencia'],
  municipio: ['municipioId', 'municipio'],
  estatus: ['estatusObraId', 'estatusObra'],
} as const;
export type Agrupacion = keyof typeof AGRUPACIONES;

/**
 * The sums of a comparison. `crecieron` and `bajaron` have the differences of amounts, so that
 * antes + nuevas − desaparecidas + crecieron + bajaron = despues, in the whole and to the cent.
 */
export interface Totales {
  antes: Suma;
  despues: Suma;
  nuevas: Suma;
  desaparecidas: Suma;
  crecieron: Suma;
  bajaron: Suma;
  cambiadas: number;
  sinCambios: number;
  /** The number of works in which a field changed, by its name. */
  campos: Map<string, number>;
  grupos: Record<Agrupacion, Map<number, Grupo>>;
}

export const newTotales = (): Totales => ({
  antes: none(),
  despues: none(),
  nuevas: none(),
  desaparecidas: none(),
  crecieron: none(),
  bajaron: none(),
  cambiadas: 0,
  sinCambios: 0,
  campos: new Map(),
  grupos: { dependencia: new Map(), municipio: new Map(), estatus: new Map() },
});

/** A changed field. */
export interface CambioDeCampo {
  campo: string;
  antes: ValorComparado;
  despues: ValorComparado;
  /** By how much: MXN, points of a per cent, or days; null where that can't be said. */
  diferencia: number | null;
  /** The difference of an amount in per cent of the first one, with two decimals; null where that is 0 or missing. */
  porCiento: number | null;
}

export const TIPOS_DE_DIFERENCIA = ['NUEVA', 'DESAPARECIDA', 'CAMBIADA'] as const;

/** A work that is not the same in both cuts. */
export interface Diferencia {
  obraId: number;
  tipo: (typeof TIPOS_DE_DIFERENCIA)[number];
  /** As it stood; null for a new one. */
  antes: ObraEnCorte | null;
  /** As it stands in the later cut; null for one that is gone. */
  despues: ObraEnCorte | null;
  /** In the order of a work's sheet. Of a new work, and of one that is gone, the amount alone. */
  cambios: CambioDeCampo[];
}

/** Works that are compared between two batches, so that others have their turn. */
const PER_STEP = 100;

/**
 * The works that differ, by ascending id, in batches of those among the next hundred or so; a batch may be empty. The totals are
 * complete at the end.
 *
 * @param isWanted whether a work counts as it stands on one side: it is compared where it does on either
 * @throws Error where a stream is not in ascending order
 */
export async function* compararObras(
  before: AsyncIterable<ObraEnCorte>,
  after: AsyncIterable<ObraEnCorte>,
  totales: Totales,
  isWanted: (one: ObraEnCorte) => boolean = () => true,
): AsyncGenerator<Diferencia[]> {
  const [one, other] = [ascending(before), ascending(after)];
  try {
    let [antes, despues] = [await nextWork(one), await nextWork(other)];
    let batch: Diferencia[] = [];
    for (let seen = 1; antes || despues; seen++) {
      const obraId = Math.min(idOf(antes), idOf(despues));
      const pair = {
        antes: idOf(antes) === obraId ? (antes as ObraEnCorte) : null,
        despues: idOf(despues) === obraId ? (despues as ObraEnCorte) : null,
      };
      if ((pair.antes && isWanted(pair.antes)) || (pair.despues && isWanted(pair.despues))) {
        const difference = compare(obraId, pair);
        tally(totales, pair, difference);
        if (difference) batch.push(difference);
      }
      if (seen % PER_STEP === 0) {
        yield batch;
        batch = [];
      }
      if (pair.antes) antes = await nextWork(one);
      if (pair.despues) despues = await nextWork(other);
    }
    yield batch;
  } finally {
    await Promise.all([one.return(undefined), other.return(undefined)]);
  }
}

async function* ascending(works: AsyncIterable<ObraEnCorte>): AsyncGenerator<ObraEnCorte> {
  let last = 0;
  for await (const work of works) {
    const id = idOf(work);
    if (id <= last) throw new Error(`work ${id} of a cut comes after ${last}`);
    last = id;
    yield work;
  }
}

const nextWork = async (works: AsyncGenerator<ObraEnCorte>): Promise<ObraEnCorte | null> =>
  (await works.next()).value ?? null;

/** The id of a work; beyond all others where there is none. */
const idOf = (one: ObraEnCorte | null): number => (one ? one.obra.id : Infinity);

interface Pair {
  antes: ObraEnCorte | null;
  despues: ObraEnCorte | null;
}

function compare(obraId: number, { antes, despues }: Pair): Diferencia | undefined {
  if (!antes || !despues) {
    const cambios = [compareField('monto', antes, despues)];
    return { obraId, tipo: antes ? 'DESAPARECIDA' : 'NUEVA', antes, despues, cambios };
  }
  const cambios = Object.entries(CAMPOS)
    .filter(([, { valor, compara = valor }]) => !isSameValue(compara(antes), compara(despues)))
    .map(([campo]) => compareField(campo, antes, despues));
  return cambios.length > 0 ? { obraId, tipo: 'CAMBIADA', antes, despues, cambios } : undefined;
}

const cents = (amount: number) => Math.round(amount * 100);
const DAY = 86_400_000;

function compareField(campo: string, before: Pair['antes'], after: Pair['despues']): CambioDeCampo {
  const { tipo, valor } = CAMPOS[campo] as (typeof CAMPOS)[string];
  const [antes, despues] = [before, after].map((one) => one && (valor(one) ?? null)) as [
    ValorComparado,
    ValorComparado,
  ];
  const change = { campo, antes, despues, diferencia: null, porCiento: null };
  if (tipo === 'fecha' && antes && despues)
    return { ...change, diferencia: (Date.parse(`${despues}`) - Date.parse(`${antes}`)) / DAY };
  if (tipo === 'porcentaje' && antes !== null && despues !== null)
    return { ...change, diferencia: (cents(Number(despues)) - cents(Number(antes))) / 100 };
  // A missing amount of a work is unknown, that of a missing work is none.
  const isUnknown = (before && antes === null) || (after && despues === null);
  if (tipo !== 'importe' || isUnknown) return change;
  const [old, now] = [cents(Number(antes ?? 0)), cents(Number(despues ?? 0))];
  return {
    ...change,
    diferencia: (now - old) / 100,
    porCiento: old === 0 ? null : Math.round(((now - old) / old) * 10_000) / 100,
  };
}

function tally(totales: Totales, { antes, despues }: Pair, difference: Diferencia | undefined) {
  const [old, now] = [antes, despues].map((one) => (one ? cents(one.obra.monto) : 0)) as [
    number,
    number,
  ];
  if (antes) addTo(totales.antes, old);
  if (despues) addTo(totales.despues, now);
  if (!antes) addTo(totales.nuevas, now);
  else if (!despues) addTo(totales.desaparecidas, old);
  else if (now !== old) addTo(now > old ? totales.crecieron : totales.bajaron, now - old);
  if (!difference) totales.sinCambios += 1;
  else if (difference.tipo === 'CAMBIADA') {
    totales.cambiadas += 1;
    for (const { campo } of difference.cambios)
      totales.campos.set(campo, (totales.campos.get(campo) ?? 0) + 1);
  }
  for (const por of Object.keys(AGRUPACIONES) as Agrupacion[]) {
    if (antes) addTo(groupOf(totales, por, antes, 'nombreAntes').antes, old);
    if (despues) addTo(groupOf(totales, por, despues, 'nombreDespues').despues, now);
  }
}

/** The group of a work, with its name on that side. */
function groupOf(
  { grupos }: Totales,
  por: Agrupacion,
  { obra }: ObraEnCorte,
  side: 'nombreAntes' | 'nombreDespues',
): Grupo {
  const [reference, record] = AGRUPACIONES[por];
  const id = obra[reference];
  let group = grupos[por].get(id);
  if (!group) {
    group = { id, nombreAntes: null, nombreDespues: null, antes: none(), despues: none() };
    grupos[por].set(id, group);
  }
  group[side] ??= obra[record].nombre;
  return group;
}
