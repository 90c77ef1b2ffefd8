// The key and the title that a new cut is proposed with.

const ORDINALES = ['Primer', 'Segundo', 'Tercer', 'Cuarto'];

/**
 * The quarter that a cut made on this day is of: the one that ended, for a month after its end, and then that of the day. A key that is
 * taken has a number behind it.
 *
 * @param hoy a day in Mérida: 2026-11-30
 * @param tomadas the keys of all cuts
 */
export function propuestaDe(
  hoy: string,
  tomadas: readonly string[],
): { clave: string; titulo: string } {
  const [year, month] = hoy.split('-').map(Number) as [number, number];
  // Months since the year 0, a month earlier: January is still of the last quarter.
  const before = year * 12 + month - 2;
  const [of, quarter] = [Math.floor(before / 12), Math.floor((before % 12) / 3)];
  const clave = `${of}-T${quarter + 1}`;
  const titulo = `${ORDINALES[quarter]} trimestre de ${of}`;
  if (!tomadas.includes(clave)) return { clave, titulo };
  let number = 2;
  while (tomadas.includes(`${clave}-${number}`)) number += 1;
  return { clave: `${clave}-${number}`, titulo: `${titulo}, corte ${number}` };
}

/** The key as it is kept: people type it in small letters and with blanks around it. */
export const claveIn = (text: string): string => text.trim().toUpperCase();
