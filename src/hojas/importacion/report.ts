import { sentence } from '../../base/errors.ts';
import type { Rejection, Warning } from './findings.ts';
import { Groups } from './groups.ts';
import { CODIGOS, type Codigo, type Grupo, type ImportReport, type Observacion } from './schema.ts';

// The report of an import. Its sentences call fields as people do.

/** How many rows a report shows as they were understood. */
const SAMPLE = 5;
/** How many errors, and how many warnings, a report lists. */
const MOST_LISTED = 1_000;
/** At most this many findings that are listed once are remembered: a list is full long before. */
const MOST_KNOWN = 5_000;
/** What is about the file, and not about its rows. */
const WHOLE: Codigo[] = ['faltaColumna', 'unidadMonto', 'otraMoneda'];
/** As much of a value as a report shows. */
const SHOWN = 200;

/** A value as a report shows it. */
export const excerpt = (value: string) =>
  value.length > SHOWN ? `${value.slice(0, SHOWN).toWellFormed()}…` : value;

/** A finding as a report says it. */
export const toSentence = (
  finding: Warning,
  labels: Record<string, string | undefined>,
  text = finding.text,
): string => sentence({ ...finding, text, field: labels[finding.field] ?? finding.field });

/** A report while it is written; its fields are those of the answer, in their order. */
export class Report implements ImportReport {
  simulacro: boolean;
  aplicada = false;
  filas = 0;
  creadas = 0;
  actualizadas = 0;
  sinCambio = 0;
  rechazadas = 0;
  hojas: ImportReport['hojas'] = [];
  filaEncabezados = 0;
  columnas: ImportReport['columnas'] = [];
  muestra: ImportReport['muestra'] = [];
  grupos: Grupo[] = [];
  errores: Observacion[] = [];
  erroresOmitidos = 0;
  avisos: Observacion[] = [];
  avisosOmitidos = 0;
  readonly #labels: Record<string, string | undefined>;
  readonly #forAll: Record<string, string>;
  readonly #groups = new Groups();
  /** Findings that are listed once, and have been. */
  readonly #known = new Set<string>();

  /**
   * @param labels people's names for the fields that the sheet says
   * @param forAll the parameters that say a field for all rows, by the field
   */
  constructor(
    simulacro: boolean,
    labels: Record<string, string | undefined>,
    forAll: Record<string, string>,
  ) {
    this.simulacro = simulacro;
    this.#labels = labels;
    this.#forAll = forAll;
  }

  /** Counts a row as refused, and says why. */
  reject(fila: number, rejections: Rejection[]): void {
    this.rechazadas += 1;
    for (const rejection of rejections) {
      this.#group(fila, 'error', rejection);
      if (this.#isKnown(rejection)) continue;
      if (this.errores.length < MOST_LISTED) this.errores.push(this.#observed(fila, rejection));
      else this.erroresOmitidos += 1;
    }
  }

  /** Whether a row was refused with this code. */
  isAsked(codigo: Codigo): boolean {
    return this.#groups.list().some((each) => each.gravedad === 'error' && each.codigo === codigo);
  }

  /** Points out something about a row that is taken. */
  warn(fila: number, warning: Warning): void {
    this.#group(fila, 'aviso', warning);
    if (this.#isKnown(warning)) return;
    if (this.avisos.length < MOST_LISTED) this.avisos.push(this.#observed(fila, warning));
    else this.avisosOmitidos += 1;
  }

  /** Counts a row, and shows the first ones as they were understood: what they say, by the fields of the sheet. */
  addRow(fila: number, understood?: () => Record<string, unknown>): void {
    this.filas += 1;
    if (!understood || this.muestra.length === SAMPLE) return;
    const valores = Object.entries(understood()).flatMap(([campo, value]) =>
      value === undefined || value === null ? [] : [[campo, excerpt(String(value))]],
    );
    this.muestra.push({ fila, valores: Object.fromEntries(valores) });
  }

  /** The heading of the column that says a field, or the field where the file has none. */
  columnOf(campo: string): string {
    return this.columnas.find((column) => column.campo === campo)?.columna ?? campo;
  }

  /** The answer: the report with all findings, each said once. */
  finished(): ImportReport {
    const headings = new Set(this.columnas.map(({ columna }) => columna));
    const grupos = this.#groups.list().map((group) => ({
      ...group,
      columna: headings.has(group.columna ?? '') ? group.columna : null,
      filas: WHOLE.includes(group.codigo) ? '' : group.filas,
    }));
    return { ...this, grupos };
  }

  #isKnown({ once }: Warning): boolean {
    if (once === undefined) return false;
    if (this.#known.has(once)) return true;
    if (this.#known.size < MOST_KNOWN) this.#known.add(once);
    return false;
  }

  #group(fila: number, gravedad: Grupo['gravedad'], finding: Warning): void {
    const { codigo = 'otro', columna, sugerencia = null, isCertain = false } = finding;
    const common = {
      gravedad,
      codigo,
      campo: fieldOf(finding),
      columna,
      mensaje: toSentence(finding, this.#labels, finding.general),
      remedio: remedyOf(codigo, this.#forAll[fieldOf(finding) ?? '']),
    };
    const valor = finding.valor === null ? null : excerpt(finding.valor);
    this.#groups.add(fila, common, valor, { sugerencia, esSegura: isCertain });
  }

  #observed(fila: number, finding: Warning): Observacion {
    return {
      fila,
      columna: finding.columna,
      campo: fieldOf(finding),
      valor: finding.valor === null ? null : excerpt(finding.valor),
      mensaje: toSentence(finding, this.#labels),
    };
  }
}

/**
 * Which parameters of the request mend what was found; null where none does.
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
