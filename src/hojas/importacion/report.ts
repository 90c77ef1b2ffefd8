import { sentence } from '../../base/errors.ts';
import type { Rejection, Warning } from './findings.ts';
import { Groups } from './groups.ts';
import { CODIGOS, type Codigo, type Grupo, type ImportReport, type Observacion } from './schema.ts';

// What a report says of rows. Its sentences call fields as people do.

/** How many errors, and how many notes, a report lists. */
const MOST_LISTED = 1_000;
/** How many remarks that are told once are known to have been told: a list is full long before. */
const MOST_KNOWN = 5_000;
/** What is said of the file, and not of its rows. */
const WHOLE: Codigo[] = ['faltaColumna', 'unidadMonto', 'otraMoneda'];
/** As much of a value as a report shows. */
const SHOWN = 200;

export const excerpt = (value: string) =>
  value.length > SHOWN ? `${value.slice(0, SHOWN).toWellFormed()}…` : value;

/** A finding as a report says it. */
export const toSentence = (
  note: Warning,
  labels: Record<string, string | undefined>,
  text = note.text,
): string => sentence({ ...note, text, field: labels[note.field] ?? note.field });

/** Lists the remarks of a report, row by row and in groups. */
export class Remarks {
  readonly #report: ImportReport;
  readonly #labels: Record<string, string | undefined>;
  readonly #forAll: Record<string, string>;
  readonly #groups = new Groups();
  /** Remarks that are told once, and have been. */
  readonly #known = new Set<string>();

  /**
   * @param labels people's names for the fields that the sheet says
   * @param forAll the parameters that say a field for all rows, by the field
   */
  constructor(
    report: ImportReport,
    labels: Record<string, string | undefined>,
    forAll: Record<string, string>,
  ) {
    this.#report = report;
    this.#labels = labels;
    this.#forAll = forAll;
  }

  /** A reason why a row is refused. */
  error(fila: number, fault: Rejection): void {
    const { errores } = this.#report;
    this.#group(fila, 'error', fault);
    if (this.#isKnown(fault)) return;
    if (errores.length < MOST_LISTED) errores.push(this.#observed(fila, fault));
    else this.#report.erroresOmitidos += 1;
  }

  /** Something worth a look about a row that is taken. */
  note(fila: number, note: Warning): void {
    const { avisos } = this.#report;
    this.#group(fila, 'aviso', note);
    if (this.#isKnown(note)) return;
    if (avisos.length < MOST_LISTED) avisos.push(this.#observed(fila, note));
    else this.#report.avisosOmitidos += 1;
  }

  /** All remarks so far, each said once. */
  groups(): Grupo[] {
    const headings = new Set(this.#report.columnas.map(({ columna }) => columna));
    return this.#groups.list().map((group) => ({
      ...group,
      columna: headings.has(group.columna ?? '') ? group.columna : null,
      filas: WHOLE.includes(group.codigo) ? '' : group.filas,
    }));
  }

  /** The heading of the column that says a field, or the field where the file has none. */
  columnOf(campo: string): string {
    return this.#report.columnas.find((column) => column.campo === campo)?.columna ?? campo;
  }

  #isKnown({ once }: Warning): boolean {
    if (once === undefined) return false;
    if (this.#known.has(once)) return true;
    if (this.#known.size < MOST_KNOWN) this.#known.add(once);
    return false;
  }

  #group(fila: number, gravedad: Grupo['gravedad'], note: Warning): void {
    const { codigo = 'otro', columna, sugerencia = null, isCertain = false } = note;
    const common = {
      gravedad,
      codigo,
      campo: fieldOf(note),
      columna,
      mensaje: toSentence(note, this.#labels, note.general),
      remedio: remedyOf(codigo, this.#forAll[fieldOf(note) ?? '']),
    };
    const valor = note.valor === null ? null : excerpt(note.valor);
    this.#groups.add(fila, common, valor, { sugerencia, esSegura: isCertain });
  }

  #observed(fila: number, note: Warning): Observacion {
    const valor = note.valor === null ? null : excerpt(note.valor);
    return {
      fila,
      columna: note.columna,
      campo: fieldOf(note),
      valor,
      mensaje: toSentence(note, this.#labels),
    };
  }
}

/**
 * Which parameters of the request mend what is said; null where none does.
 *
 * @param parameter the one that says the field for all rows, if there is one
 */
function remedyOf(codigo: Codigo, parameter: string | undefined): string | null {
  const { remedio } = CODIGOS[codigo];
  if (codigo !== 'faltaDato' && codigo !== 'faltaColumna') return remedio;
  if (parameter === undefined) return remedio;
  return [remedio ?? [], `Con ${parameter} se indica para todas las filas.`].flat().join(' ');
}

const fieldOf = ({ campo, field }: Warning) => campo ?? (field === '' ? null : field);
