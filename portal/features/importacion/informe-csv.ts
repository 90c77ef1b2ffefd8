import { withHeading } from './campos.ts';
import type { Clase } from './clase.ts';
import type { Informe } from './eleccion.ts';

/** A report's errors and notes as a sheet that opens in Excel: one row each. */
export function reportCsv(clase: Clase, informe: Informe): Blob {
  const [errores, avisos] = [informe.errores, informe.avisos].map((list) =>
    list.map((each) => withHeading(clase, informe, each)),
  ) as [Informe['errores'], Informe['avisos']];
  const rows = [
    ['fila', 'tipo', 'columna', 'valor', 'mensaje'],
    ...errores.map((each) => rowOf('error', each)),
    ...avisos.map((each) => rowOf('aviso', each)),
  ];
  const text = rows.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');
  // Without this mark Excel takes UTF-8 for something else.
  return new Blob([`\ufeff${text}`], { type: 'text/csv' });
}

const rowOf = (tipo: string, { fila, columna, valor, mensaje }: Informe['errores'][number]) => [
  String(fila),
  tipo,
  columna,
  valor ?? '',
  mensaje,
];

/** A text that a spreadsheet would take for a formula has an apostrophe before it. */
const quoted = (text: string) =>
  `"${(/^[=+\-@\t\r\n'＝＋－＠]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** A whole report, as the registry answered it. */
export const reportJson = (informe: Informe): Blob =>
  new Blob([JSON.stringify(informe, null, 2)], { type: 'application/json' });
