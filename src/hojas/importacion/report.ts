import { sentence } from '../../core/base/errors.ts';
import type { Fields } from '../celdas/fields.ts';
import { type FieldChange, LargestChanges, questionAbout } from './changes.ts';
import type { Finding, Rejection, Warning } from './findings.ts';
import { Groups } from './groups.ts';
import type { Grupo, GrupoDeCambios, ImportReport, Observacion } from './schema.ts';

// The report of an import. Its sentences have people's names for the fields.

/** The most rows that a report shows as they were understood. */
const SAMPLE = 5;
/** The most errors, and the most warnings, that a report lists. */
const MOST_FINDINGS = 1_000;
/** At most this many findings that are listed once are remembered: a list is full long before. */
const MOST_KNOWN = 5_000;
/** The most characters of a value that a report shows. */
const LONGEST_VALUE = 200;

/** A value as a report shows it. */
const excerpt = (value: string) =>
  value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE).toWellFormed()}…` : value;

/** What a report says of a kind's fields. */
type Told = Pick<Fields<string>, 'names' | 'forAll' | 'words'>;

/** The outcome of an accepted row: the count of the report that has it. */
type AcceptedAs = 'creadas' | 'actualizadas' | 'sinCambio';

/** A finding as a report lists it. */
export const toSentence = (
  finding: Warning,
  labels: Record<string, string | undefined>,
  text = finding.text,
): string => sentence({ ...finding, text, field: labels[finding.field] ?? finding.field });

/** A report during the import. Its fields are those of the answer, in their order. */
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
  cambios: ImportReport['cambios'] = [];
  grupos: Grupo[] = [];
  errores: Observacion[] = [];
  erroresOmitidos = 0;
  avisos: Observacion[] = [];
  avisosOmitidos = 0;
  importacion: string | null = null;
  readonly #fields: Told;
  readonly #confirmed: readonly GrupoDeCambios[];
  readonly #groups = new Groups();
  readonly #changes = new LargestChanges();
  /** The outcomes of accepted rows. */
  readonly #outcomes: AcceptedAs[] = [];
  /** Keys of findings that were listed already. */
  readonly #known = new Set<string>();

  /**
   * @param options whether it is a trial, and the groups whose large changes the importer confirmed
   * @param fields of the kind of sheet
   */
  constructor(
    { simular, confirmar }: { simular: boolean; confirmar: readonly GrupoDeCambios[] },
    fields: Told,
  ) {
    this.simulacro = simular;
    this.#confirmed = confirmar;
    this.#fields = fields;
  }

  /** Counts a row as refused, and adds its findings. */
  reject(fila: number, rejections: Rejection[]): void {
    this.rechazadas += 1;
    for (const rejection of rejections) {
      this.#group(fila, 'error', rejection);
      if (this.#isKnown(rejection)) continue;
      if (this.errores.length < MOST_FINDINGS) this.errores.push(this.#observed(fila, rejection));
      else this.erroresOmitidos += 1;
    }
  }

  /** True where a row was refused with this code. */
  hasRejected(codigo: string): boolean {
    return this.#groups.list().some((each) => each.gravedad === 'error' && each.codigo === codigo);
  }

  /** Adds a warning about a row. */
  warn(fila: number, warning: Warning): void {
    this.#group(fila, 'aviso', warning);
    if (this.#isKnown(warning)) return;
    if (this.avisos.length < MOST_FINDINGS) this.avisos.push(this.#observed(fila, warning));
    else this.avisosOmitidos += 1;
  }

  /** Counts the outcome of an accepted row. */
  count(fila: number, outcome: AcceptedAs): void {
    this[outcome] += 1;
    this.#outcomes[fila] = outcome;
  }

  /** Refuses a row that was accepted. Returns false for one that was not. */
  withdraw(fila: number, rejections: Rejection[]): boolean {
    const outcome = this.#outcomes[fila];
    if (outcome === undefined) return false;
    this[outcome] -= 1;
    delete this.#outcomes[fila];
    this.#changes.drop(fila);
    this.reject(fila, rejections);
    return true;
  }

  /** Adds the fields that a row changes of what is registered. */
  change(row: { fila: number; clave: string }, changes: FieldChange[]): void {
    for (const change of changes) {
      this.#changes.add(row, change, this.#confirmed.includes(change.grupo));
    }
  }

  /**
   * Warns about large changes that the importer confirmed.
   *
   * @returns the questions about the others: the row is refused with them
   */
  askAbout(fila: number, changes: FieldChange[]): Rejection[] {
    return changes.flatMap((change) => {
      const finding = questionAbout(change);
      if (!finding) return [];
      const placed = { columna: this.columnOf(change.campo), valor: change.despues, ...finding };
      if (!this.#confirmed.includes(change.grupo)) return placed;
      this.warn(fila, placed);
      return [];
    });
  }

  /** Counts a row. The report shows the values of the first rows, by field. */
  addRow(fila: number, understood?: () => Record<string, unknown>): void {
    this.filas += 1;
    if (!understood || this.muestra.length === SAMPLE) return;
    const valores = Object.entries(understood()).flatMap(([campo, value]) =>
      value === undefined || value === null ? [] : [[campo, excerpt(String(value))]],
    );
    this.muestra.push({ fila, valores: Object.fromEntries(valores) });
  }

  /** The heading of a field's column, or the field where the file has no column for it. */
  columnOf(campo: string): string {
    return this.columnas.find((column) => column.campo === campo)?.columna ?? campo;
  }

  /** A finding about a value of a field, which its text names. */
  finding(campo: string, valor: string | null, finding: Omit<Finding, 'field' | 'campo'>): Warning {
    return { columna: this.columnOf(campo), valor, field: '', campo, ...finding };
  }

  /** The answer: the report with all groups of findings. */
  finished(): ImportReport {
    const headings = new Set(this.columnas.map(({ columna }) => columna));
    const grupos = this.#groups.list().map((group) => ({
      ...group,
      columna: headings.has(group.columna ?? '') ? group.columna : null,
      filas: this.#fields.words.codes[group.codigo]?.isOfFile ? '' : group.filas,
    }));
    return { ...this, cambios: this.#changes.list(), grupos };
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
      mensaje: toSentence(finding, this.#fields.names, finding.general),
      remedio: this.#remedyOf(codigo, fieldOf(finding)),
    };
    const valor = finding.valor === null ? null : excerpt(finding.valor);
    this.#groups.add(fila, common, valor, { sugerencia, esSegura: isCertain });
  }

  /** The parameters of the request that remedy a finding; null where none does. */
  #remedyOf(codigo: string, campo: string | null): string | null {
    const { words, forAll } = this.#fields;
    const { remedio = null } = words.codes[codigo] ?? {};
    if (codigo !== 'faltaDato' && codigo !== 'faltaColumna') return remedio;
    const parameter = forAll[campo ?? ''];
    if (parameter === undefined) return remedio;
    return [remedio ?? [], `Con ${parameter} se indica para todas las filas.`].flat().join(' ');
  }

  #observed(fila: number, finding: Warning): Observacion {
    return {
      fila,
      columna: finding.columna,
      campo: fieldOf(finding),
      valor: finding.valor === null ? null : excerpt(finding.valor),
      mensaje: toSentence(finding, this.#fields.names),
    };
  }
}

const fieldOf = ({ campo, field }: Warning) => campo ?? (field === '' ? null : field);
