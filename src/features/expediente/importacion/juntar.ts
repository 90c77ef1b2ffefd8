import { money } from '../../../core/base/pesos.ts';
import { quoted } from '../../../hojas/celdas/index.ts';
import type { Rejection, Run, Warning } from '../../../hojas/index.ts';
import { EXPEDIENTE } from '../campos.ts';
import { MOST_FUENTES } from '../opciones.ts';
import { DATOS } from './columnas.ts';
import type { ExpedienteRow, FuenteDicha } from './fila.ts';

// The rows of one work joined: each may say a part of its record. Where they contradict each other all of them are refused, since any
// of them may be the right one.

/** What all rows of a work say, and what is wrong with them, by row. */
export interface Joined {
  datos: ExpedienteRow['datos'];
  fuentes: FuenteDicha[];
  rejections: Map<number, Rejection[]>;
  warnings: [fila: number, Warning][];
}

/**
 * Joins the rows of one work, in the order of the file.
 *
 * @param unaVez whether the importer said that a source that stands twice, with the same amount, is one
 */
export function joinRows(
  report: Run['report'],
  rows: ExpedienteRow[],
  unaVez: boolean,
  nameOf: (fondoId: number) => string,
): Joined {
  const joined: Joined = {
    ...{ datos: {}, fuentes: [], warnings: [] },
    rejections: new Map(rows.map(({ fila, rejections }) => [fila, [...rejections]])),
  };
  const refuse = (fila: number, rejection: Rejection) =>
    joined.rejections.get(fila)?.push(rejection);
  const [first] = rows as [ExpedienteRow];
  // Rows that are alike in every column are one.
  const digests = new Map(rows.toReversed().map((row) => [row.digest, row]));
  const different = rows.filter((row) => digests.get(row.digest) === row);
  for (const campo of DATOS) {
    const said = different.filter(({ datos }) => datos[campo] !== undefined);
    const [one] = said;
    if (one) joined.datos[campo] = one.datos[campo] as string;
    const other = said.find(({ datos }) => datos[campo] !== one?.datos[campo]);
    if (!one || !other) continue;
    for (const row of said) {
      const fila = row.datos[campo] === one.datos[campo] ? other.fila : one.fila;
      const what = `en ${EXPEDIENTE[campo].called}`;
      refuse(
        row.fila,
        report.finding(campo, String(row.datos[campo]), {
          text: `La obra está también en la fila ${fila} de este archivo, que dice otra cosa ${what}.`,
          general: `Hay obras con varias filas que se contradicen ${what}.`,
        }),
      );
    }
  }
  /** By the fund that a row names. */
  const places = new Map<number, { fila: number; monto: number }>();
  for (const { fila, fuentes } of different) {
    for (const fuente of fuentes) {
      const { fondoId, dicho, monto, campo } = fuente;
      const earlier = places.get(dicho);
      if (!earlier) {
        places.set(dicho, { fila, monto });
        // Funds that have been merged since the sheet was made are summed, as the merge did with the work's.
        const merged = joined.fuentes.find((one) => one.fondoId === fondoId);
        if (merged) merged.monto = Math.round(100 * (merged.monto + monto)) / 100;
        else joined.fuentes.push({ ...fuente });
        continue;
      }
      const name = nameOf(dicho);
      const isAlike = earlier.monto === monto && earlier.fila !== fila;
      if (isAlike && unaVez) {
        joined.warnings.push([fila, report.finding(campo, name, ONCE)]);
        continue;
      }
      const own = [...new Set([fila, earlier.fila])];
      for (const [i, at] of own.entries()) {
        const finding = isAlike
          ? twice(name, own[1 - i] as number)
          : {
              text: `La obra tiene ${quoted(name)} con ${money(earlier.monto)} y con ${money(monto)}: ${ONE}`,
              general: `Hay obras con un mismo fondo y dos montos: ${ONE}`,
            };
        refuse(at, report.finding(campo, name, finding));
      }
    }
  }
  if (joined.fuentes.length > MOST_FUENTES) {
    refuse(
      first.fila,
      report.finding('fondo1', null, {
        text: `La obra tiene ${joined.fuentes.length} fondos, y caben ${MOST_FUENTES}.`,
        general: `Hay obras con más de ${MOST_FUENTES} fondos.`,
      }),
    );
  }
  return joined;
}

const ONE = 'escríbalo una sola vez, con todo lo que pone.';

/** The question about a source that stands in two rows with one amount. */
function twice(name: string, fila: number) {
  const ask = `¿Son partes? Si lo son, ${ONE} Si es la misma, confírmelo.`;
  return {
    text: `La obra tiene ${quoted(name)} también en la fila ${fila}, con el mismo monto. ${ask}`,
    general: `Hay obras con un mismo fondo y monto en dos filas. ${ask}`,
    codigo: 'partes',
  };
}
const ONCE = {
  text: 'Un fondo que está en dos filas de una obra con el mismo monto cuenta una vez, como se indicó.',
  codigo: 'partes',
  once: 'partes',
};

/** Refuses the other rows of a work of which one is refused: they are one record. */
export function refuseTogether(report: Run['report'], rejections: Joined['rejections']): void {
  const refused = [...rejections].find(([, why]) => why.length > 0)?.[0];
  if (refused === undefined) return;
  for (const why of rejections.values()) {
    if (why.length > 0) continue;
    why.push(
      report.finding('claveUnica', null, {
        text: `Otra fila de la misma obra se rechaza, la ${refused}: sus filas se importan juntas.`,
        general: 'Otra fila de la misma obra se rechaza: sus filas se importan juntas.',
      }),
    );
  }
}
