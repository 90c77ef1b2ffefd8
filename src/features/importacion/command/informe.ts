import type { Terminal } from '../../../consola/console.ts';
import { money } from '../../../core/base/pesos.ts';
import { counted, grouped } from '../../../core/base/text.ts';
import type { Grupo, GrupoDeCambios, ImportReport } from '../../../hojas/index.ts';
import type { Codigo } from '../../../hojas-de-obras/palabras.ts';
import { type Mapped, OBRA_LABELS } from '../columnas.ts';
import { GROWING } from '../schema.ts';

// The report of an import, in the words of the command's options.

/** Options that name a record for all rows without one, with their fields and catalogs. */
export const RECORDS = {
  ejercicio: ['ejercicioFiscal', '/ejercicio-fiscal/activos'],
  dependencia: ['dependencia', '/dependencias'],
  municipio: ['municipio', '/municipios'],
  tipo: ['tipoProyecto', '/catalogos/tipo-proyecto'],
  estatus: ['estatus', '/estatus-obra'],
} as const satisfies Record<string, [Mapped, string]>;
export const RECORD_OPTIONS = Object.keys(RECORDS) as (keyof typeof RECORDS)[];
/** How many errors and notes are shown, and how many values of each. */
const MOST_PRINTED = 20;
const VALUES = 5;

/** The reader's next step after a finding, in the words of this command. */
const REMEDIES: Partial<Record<Codigo, string>> = {
  valorDesconocido: 'Corríjalo, o diga qué registro es con --valor "campo:texto=nombre".',
  seAgrega: 'Si alguno es otro nombre de un registro, dígalo con --valor "campo:texto=nombre".',
  faltaColumna: 'Diga cuál es con --columna "encabezado=campo".',
  unidadMonto: 'Confirme en qué están con --unidad pesos, miles o millones.',
  ocultas: 'Para no leerlas agregue --sin-ocultas.',
  unidadDicha: 'Si no es así, corrija --unidad.',
  otraMoneda: 'Si ya son pesos, confírmelo con --unidad pesos.',
  yaExiste: 'Para cambiarlas agregue --actualizar.',
  montoCambia: 'Si es así, confírmelo con --confirmar montos.',
  estatusTermina: 'Si es así, confírmelo con --confirmar estatus.',
  nombrePierde: 'Si es así, confírmelo con --confirmar nombres.',
};

function remedyOf({ codigo, campo, valores: [first] }: Grupo, creates: boolean): string {
  const suggested = first?.sugerencia ?? null;
  if (codigo === 'faltaColumna' && suggested !== null) {
    return `Si lo es, agregue --columna "${suggested}=${campo}".`;
  }
  const option = RECORD_OPTIONS.find((one) => RECORDS[one][0] === campo);
  const isMade = !creates && codigo === 'valorDesconocido' && GROWING.includes(campo ?? '');
  return [
    REMEDIES[codigo as Codigo],
    codigo.startsWith('falta') && option && `Con --${option} se indica para todas las filas.`,
    isMade && 'Con --valor "campo:texto=" se registra uno, y con --crear-catalogos todos.',
  ]
    .filter(Boolean)
    .join(' ');
}

/** Prints each finding once, with its rows and values. */
function list(title: string, groups: Grupo[], creates: boolean, print: Terminal['print']): void {
  if (groups.length > 0) print(`\n${title}:`);
  for (const group of groups.slice(0, MOST_PRINTED)) {
    const { mensaje, cuantas, filas } = group;
    const valores = group.valores.filter(({ valor }) => valor !== '');
    const where = filas && ` (${cuantas === 1 ? 'fila' : `${grouped(cuantas)} filas:`} ${filas})`;
    print(`  ${`${mensaje} ${remedyOf(group, creates)}`.trim()}${where}`);
    for (const { valor, cuantas: times, sugerencia } of valores.slice(0, VALUES)) {
      const like = sugerencia === null ? '' : `. ¿Quiso decir «${sugerencia}»?`;
      print(`      «${valor}»${times > 1 ? `, ${grouped(times)} filas` : ''}${like}`);
    }
    const others = valores.length - VALUES;
    if (others > 0) print(`      y ${counted(others, 'valor', 'valores')} más.`);
  }
  if (groups.length > MOST_PRINTED)
    print(`  y ${counted(groups.length - MOST_PRINTED, 'cosa', 'cosas')} más.`);
}

const GROUPS: Record<GrupoDeCambios, string> = {
  montos: 'Montos',
  estatus: 'Estatus',
  nombres: 'Nombres',
  lugares: 'Lugares',
  otros: 'Lo demás',
};
/** How many changes of each group are shown. */
const CHANGES = 10;

/** Prints the fields that change, with what stands now and what would stand. */
function listChanges({ cambios }: ImportReport, print: Terminal['print']): void {
  if (cambios.length > 0) print('\nQué cambia de lo que ya está, de lo que hay a lo que quedaría:');
  const shown = (value: string | null, campo: string) =>
    value === null ? '(nada)' : campo === 'monto' ? money(Number(value)) : value;
  for (const { grupo, cuantos, cambios: all } of cambios) {
    print(`  ${GROUPS[grupo]}: ${counted(cuantos, 'cambio', 'cambios')}`);
    for (const { fila, claveUnica, campo, antes, despues, porConfirmar } of all.slice(0, CHANGES)) {
      const asked = porConfirmar ? ' (por confirmar)' : '';
      print(
        `      fila ${fila}, ${claveUnica}, ${OBRA_LABELS[campo] ?? campo}: ${shown(antes, campo)} → ${shown(despues, campo)}${asked}`,
      );
    }
    if (cuantos > CHANGES) print(`      y ${counted(cuantos - CHANGES, 'cambio', 'cambios')} más.`);
  }
}

/** Prints a report. `refused` says where its refused rows are. */
export function show(
  report: ImportReport,
  creates: boolean,
  refused: string | undefined,
  print: Terminal['print'],
): void {
  const { filas, creadas, actualizadas, sinCambio, rechazadas, simulacro, aplicada } = report;
  print(
    `\n${counted(filas, 'fila', 'filas')}: ${counted(creadas, 'obra nueva', 'obras nuevas')}, ${counted(actualizadas, 'actualizada', 'actualizadas')}, ${grouped(sinCambio)} sin cambio, ${counted(rechazadas, 'rechazada', 'rechazadas')}.`,
  );
  const sheets = report.hojas.filter(({ leida }) => !leida).map(({ nombre }) => `«${nombre}»`);
  if (sheets.length > 0) print(`Hojas que no se leyeron (--hoja): ${sheets.join(', ')}.`);
  const unused = report.columnas.flatMap(({ columna, campo }) => (campo === null ? columna : []));
  if (unused.length > 0) print(`Columnas que no se usan: ${unused.join(', ')}.`);
  listChanges(report, print);
  const of = (gravedad: string) => report.grupos.filter((group) => group.gravedad === gravedad);
  list('Qué hay que resolver', of('error'), creates, print);
  list('Qué conviene revisar', of('aviso'), creates, print);
  if (refused) print(`\n${refused}`);
  const nothing = simulacro
    ? 'Es un simulacro: en el registro no se escribió nada.'
    : 'En el registro no se escribió nada: corrija las filas rechazadas en su archivo, o importe antes las demás con --parcial.';
  print(`\n${aplicada ? 'Importación terminada.' : nothing}`);
}
