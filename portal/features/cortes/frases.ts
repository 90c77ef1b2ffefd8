import { dayOf } from '../../../src/core/base/time.ts';
import type { Schema } from '../../core/api.ts';
import {
  capital,
  counted,
  day,
  ended,
  grouped,
  moment,
  moneyInWords,
  time,
} from '../../core/formato.ts';

// What a comparison comes to, in three sentences.

export type Comparacion = Schema<'Comparacion'>;
type LadoDeFrase = Comparacion['antes'];

/** The month in which each quarter ends. */
const FINES = ['marzo', 'junio', 'septiembre', 'diciembre'];

const DAY = 86_400_000;

/** The end of the quarter that a key names, of a cut made on its last day or later: an earlier one is of its own day. */
function finOf({ clave, instante }: LadoDeFrase): { mes: string; anio: string } | undefined {
  const [, anio, quarter] = /^(\d{4})-T([1-4])$/.exec(clave) ?? [];
  if (anio === undefined || instante === null) return undefined;
  const next = new Date(Date.UTC(Number(anio), Number(quarter) * 3)).toISOString().slice(0, 10);
  const isOver = dayOf(new Date(Date.parse(instante) + DAY)) >= next;
  return isOver ? { mes: FINES[Number(quarter) - 1] as string, anio } : undefined;
}

/** «entre junio y septiembre de 2026», «entre el 30 de junio de 2026 y hoy», «entre las 9:00 a.m. y la 1:30 p.m. del 30 de junio de 2026». */
export function entre({ antes, despues }: Pick<Comparacion, 'antes' | 'despues'>): string {
  const [from, to] = [finOf(antes), finOf(despues)];
  if (from && to && from.anio === to.anio) return `entre ${from.mes} y ${to.mes} de ${to.anio}`;
  const [one, other] = [antes.instante, despues.instante];
  if (!from && !to && one && other && dayOf(new Date(one)) === dayOf(new Date(other)))
    return `entre ${hour(one)} y ${hour(other)} del ${day(other)}`;
  const nameOf = ({ instante }: LadoDeFrase, fin: typeof from) => {
    if (instante === null) return 'hoy';
    return fin ? `${fin.mes} de ${fin.anio}` : `el ${day(instante)}`;
  };
  return `entre ${nameOf(antes, from)} y ${nameOf(despues, to)}`;
}
/** «las 9:00 a.m.», «la 1:30 p.m.» */
const hour = (instant: string) =>
  `${time(instant).startsWith('1:') ? 'la' : 'las'} ${time(instant)}`;

/** When each cut was sealed: the quarter that its key names may be long over then. */
export const sellosOf = ({ antes, despues }: Pick<Comparacion, 'antes' | 'despues'>): string =>
  ended(
    (antes.clave === despues.clave ? [antes] : [antes, despues])
      .flatMap(({ clave, instante }) =>
        instante === null ? [] : [`${clave} se selló el ${moment(instante)}`],
      )
      .join('; '),
  );

const all = new Intl.ListFormat('es-MX', { type: 'conjunction' });
const amountInWords = (monto: number) => moneyInWords(Math.abs(monto));
/** «41 obras por $18.2 millones», «ninguna obra»; without their name «41 por $18.2 millones», «ninguna». */
const sumInWords = ({ obras, monto }: Comparacion['total']['antes'], isNamed = true) => {
  const what = isNamed ? counted(obras, 'obra', 'obras') : grouped(obras);
  if (obras === 0) return isNamed ? 'ninguna obra' : 'ninguna';
  return `${what} por ${amountInWords(monto)}`;
};

/** Fields that the last sentence names. */
const MOST_FIELDS = 3;

/**
 * The three sentences: what came, went and grew; what the sums come to; what changed most.
 *
 * @param isFiltered whether filters left works out
 */
export function frasesOf(comparacion: Comparacion, isFiltered: boolean): string[] {
  const { antes, despues, alReves, total, campos } = comparacion;
  const { nuevas, desaparecidas, crecieron, bajaron } = total;
  const when = alReves ? `Hacia atrás, ${entre(comparacion)}` : `E${entre(comparacion).slice(1)}`;
  if (antes.clave === despues.clave)
    return ['Es el mismo corte en los dos lados: no hay nada que comparar.'];
  const differing = nuevas.obras + desaparecidas.obras + total.cambiadas;
  if (differing === 0) {
    const has = isFiltered ? 'hay' : 'tiene';
    const verb = total.despues.obras === 0 ? `no ${has}` : has;
    return [
      `${when}: nada cambió.`,
      `${isFiltered ? 'Con estos filtros' : 'El registro'} ${verb} ${sumInWords(total.despues)}.`,
    ];
  }
  const whole = isFiltered ? 'Las obras de estos filtros pasaron' : 'El registro pasó';
  const first = [
    nuevas.obras === 0 ? 'ninguna obra nueva' : counted(nuevas.obras, 'obra nueva', 'obras nuevas'),
    desaparecidas.obras === 0
      ? 'ninguna desapareció'
      : counted(desaparecidas.obras, 'desapareció', 'desaparecieron'),
    crecieron.obras === 0
      ? 'ninguna creció'
      : `${counted(crecieron.obras, 'creció', 'crecieron')} en ${amountInWords(crecieron.monto)}`,
  ];
  const difference = Math.round((total.despues.monto - total.antes.monto) * 100) / 100;
  const more = difference > 0 ? 'más' : 'menos';
  // The second number needs no «obras» behind the first.
  const later = sumInWords(total.despues, total.antes.obras === 0);
  const second = `${whole} de ${sumInWords(total.antes)} a ${later}: ${difference === 0 ? 'la misma suma' : `${amountInWords(difference)} ${more}`}.`;
  const most = campos
    .toSorted((one, other) => other.obras - one.obras)
    .slice(0, MOST_FIELDS)
    .map(
      ({ nombre, obras }) =>
        `${nombre.charAt(0).toLowerCase()}${nombre.slice(1)} (${counted(obras, 'obra', 'obras')})`,
    );
  const third = [
    ...(most.length > 0 ? [`Lo que más cambió: ${all.format(most)}`] : []),
    ...(bajaron.obras > 0
      ? [`${counted(bajaron.obras, 'bajó', 'bajaron')} de monto en ${amountInWords(bajaron.monto)}`]
      : []),
    total.sinCambios === 0
      ? 'ninguna sigue igual'
      : `${counted(total.sinCambios, 'sigue', 'siguen')} igual`,
  ].join('; ');
  return [`${when}: ${all.format(first)}.`, second, `${capital(third)}.`];
}
