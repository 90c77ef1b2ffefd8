import { money } from '../base/pesos.ts';
import type { Db } from '../db/db.ts';
import { CATALOG_FIELDS, type CatalogField, type Field, labelOf, OBRA } from '../obras/campos.ts';
import type { Ledger, LedgerEntry } from './ledger.ts';
import { passive, storyOfPart } from './parts.ts';
import { findNames, findNamings, type Naming } from './queries.ts';
import { CAMPOS, ELECCIONES } from './recursos.ts';

// Turns a row of the ledger into a sentence.

const WORK_FIELDS: Record<string, Field> = OBRA;

/**
 * The rows, each with its sentence.
 *
 * @param isPassive whether sentences are for everybody: without the author, and without an import's file and row («Se cambió …»)
 */
export async function withSentences(
  db: Db,
  entries: LedgerEntry[],
  ledger: Ledger,
  isPassive = false,
) {
  const names = await findNames(db, referencesIn(entries));
  const obras = entries
    .filter(({ recurso }) => ledger[recurso]?.part)
    .map(({ obraId }) => Number(obraId));
  const last = Math.max(...entries.map(({ id }) => id));
  const naming = Object.fromEntries(
    Object.entries(ledger).flatMap(([recurso, { part }]) => (part ? [[recurso, part.naming]] : [])),
  );
  const ofParts = obras.length > 0 ? await findNamings(db, [...new Set(obras)], last, naming) : [];
  const namings = [...(await namingsOfCatalogs(db, entries, ledger)), ...ofParts];
  return entries.map((entry) => ({
    ...entry,
    resumen: sentenceOf(entry, { names, namings, ledger, isPassive }),
  }));
}

/** The names of today of the records of features' catalogs that parts mention. */
async function namingsOfCatalogs(
  db: Db,
  entries: LedgerEntry[],
  ledger: Ledger,
): Promise<Naming[]> {
  const ids = new Map<string, Set<number>>();
  for (const { recurso, cambios } of entries) {
    const of = ledger[recurso]?.part?.catalog;
    if (!of) continue;
    const own = ids.get(of.recurso) ?? new Set();
    for (const { campo, antes, despues } of cambios)
      for (const id of [antes, despues].flatMap((value) => of.ids(campo, value))) own.add(id);
    ids.set(of.recurso, own);
  }
  const found = [...ids].map(async ([recurso, own]) => {
    if (own.size === 0) return [];
    const rows = await db.query<{ id: number; nombre: string }>(
      `SELECT id, coalesce(siglas, nombre) AS nombre FROM ${ledger[recurso]?.catalog} WHERE id = ANY ($1::integer[])`,
      [[...own]],
    );
    return rows.map(({ id, nombre }) => ({
      id: 0,
      parte: `${recurso}/${id}`,
      valores: { nombre },
    }));
  });
  return (await Promise.all(found)).flat();
}

interface Words {
  /** The catalogs' names by `field/id`. */
  names: ReadonlyMap<string, string>;
  /** The names of the works' parts over time, as far as the entries go. */
  namings: Naming[];
  ledger: Ledger;
  /** Whether the author is left out. */
  isPassive: boolean;
}

/** The ids of the catalog records that the changes mention, by field. */
export function referencesIn(entries: LedgerEntry[]): Record<CatalogField, number[]> {
  const ids = (field: CatalogField) =>
    entries
      .flatMap(({ cambios }) => cambios.filter(({ campo }) => campo === field))
      .flatMap(({ antes, despues }) => [antes, despues])
      .filter((id) => typeof id === 'number');
  return Object.fromEntries(CATALOG_FIELDS.map((field) => [field, ids(field)])) as Record<
    CatalogField,
    number[]
  >;
}

function sentenceOf(entry: LedgerEntry, words: Words): string {
  const { usuarioNombre, usuarioEmail, programa } = entry;
  const act = predicateOf(entry, words);
  if (words.isPassive) return `${passive(act)}.`;
  const who =
    usuarioNombre ?? usuarioEmail ?? `Alguien desde el programa ${programa || 'sin nombre'}`;
  return `${who} ${act}.`;
}

function predicateOf(entry: LedgerEntry, words: Words): string {
  const { accion, recurso, cambios, deshace } = entry;
  const { names, namings, ledger, isPassive } = words;
  const source = isPassive ? passiveSourceOf(entry) : sourceOf(entry);
  const { called = recurso, part, story } = ledger[recurso] ?? {};
  if (accion === 'vaciar') return `eliminó todos los registros de «${labelOf({ called })}»`;
  if (part) return `${storyOfPart(entry, namings, part, isPassive)}${source}`;
  if (story) return story(entry);
  if (recurso !== 'obras') {
    return `${storyOfRecord(entry, called, names)}${deshace ? source : ''}`;
  }
  const value = (field: string, side: 'antes' | 'despues') =>
    cambios.find(({ campo }) => campo === field)?.[side];
  switch (accion) {
    case 'crear':
      return `registró la obra ${inQuotes(value('nombre', 'despues'))}, ${valueInWords('claveUnica', value('claveUnica', 'despues'), names)}, por ${valueInWords('monto', value('monto', 'despues'), names)}${source}`;
    case 'eliminar':
      return `eliminó la obra ${inQuotes(value('nombre', 'antes'))}${source}`;
    default:
      return `cambió ${cambios.map((change) => changeSentence(change, names)).join('; ')}${source}`;
  }
}

/** The import behind a change: the row of its file, or that the change takes it back. */
function sourceOf({ archivo, fila, deshace }: LedgerEntry): string {
  if (archivo === null) return '';
  if (deshace) return ` al deshacer la importación de ${inQuotes(archivo)}`;
  return fila === null ? '' : ` (fila ${fila} de ${inQuotes(archivo)})`;
}

/** The same for everybody. */
const passiveSourceOf = ({ archivo, deshace }: LedgerEntry): string =>
  archivo === null ? '' : deshace ? ' al deshacer una carga' : ' en una carga';

/** The act on a record that is no part of an obra, as a predicate. */
function storyOfRecord(
  entry: LedgerEntry,
  called: string,
  names: ReadonlyMap<string, string>,
): string {
  const { recurso, accion, registro, obraId, usuarioId, nombre, cambios } = entry;
  const stateOf = (field: string) => {
    const change = cambios.find(({ campo }) => campo === field);
    return change?.antes ?? change?.despues;
  };
  const before = stateOf('nombre') ?? stateOf('nombreCompleto') ?? stateOf('anio') ?? nombre;
  // An id of a user says nothing to people.
  const number = /^\d{1,9}$/.exec(`${obraId ?? registro}`)?.[0] ?? '';
  const isYear = recurso === 'ejercicio-fiscal';
  const name = before === null ? number : isYear ? String(before) : inQuotes(before);
  const record = `${called} ${name}`.trim();
  // A person takes «a».
  const object = recurso === 'users' ? record.replace(/^el /, 'al ') : record;
  const isNew = accion === 'crear';
  switch (recurso) {
    case 'auth':
      return accion === 'entrar' ? 'entró' : 'intentó entrar y no pudo';
    case 'favorites': {
      const whose =
        stateOf('userId') === usuarioId ? 'sus favoritas' : 'las favoritas de otro usuario';
      return `${isNew ? 'agregó' : 'quitó'} la obra ${name} ${isNew ? 'a' : 'de'} ${whose}`;
    }
    case 'capturistas': {
      const agency = valueInWords('dependenciaId', stateOf('dependenciaId'), names);
      return `${isNew ? 'dio' : 'quitó'} a ${name || 'un usuario'} la captura de ${agency}`;
    }
  }
  if (isNew) return `registró ${object}`;
  if (accion === 'eliminar') return `eliminó ${object}`;
  if (accion === 'contraseña') {
    return usuarioId === registro ? 'cambió su contraseña' : `cambió la contraseña ${of(record)}`;
  }
  const active = cambios.find(({ campo }) => campo === 'activo' || campo === 'isActive');
  const others = cambios.filter(
    (change) => change !== active && Object.hasOwn(CALLED, change.campo),
  );
  const acts = [
    active && `${active.despues ? 'activó' : 'desactivó'} ${object}`,
    others.length > 0 &&
      `cambió ${of(record)} ${others.map((change) => changeSentence(change, names)).join('; ')}`,
  ].filter(Boolean);
  return acts.length > 0 ? acts.join(' y ') : `cambió ${record}`;
}

const of = (record: string) => `de ${record}`.replace(/^de el /, 'del ');

/** Names of fields within a sentence. */
const CALLED: Record<string, string | undefined> = {
  ...Object.fromEntries(Object.entries(WORK_FIELDS).map(([name, { called }]) => [name, called])),
  ...CAMPOS,
};

function changeSentence(
  { campo, antes, despues }: LedgerEntry['cambios'][number],
  names: ReadonlyMap<string, string>,
): string {
  if (campo === 'ubicaciones' && Array.isArray(antes) && Array.isArray(despues)) {
    return countsOfPlaces(antes, despues);
  }
  // Lists that are too large for an answer.
  if (campo === 'ubicaciones') return 'las ubicaciones';
  // A description is too long for a sentence.
  if (campo === 'descripcion') return OBRA.descripcion.called;
  return `${CALLED[campo] ?? campo} de ${valueInWords(campo, antes, names)} a ${valueInWords(campo, despues, names)}`;
}

function valueInWords(field: string, value: unknown, names: ReadonlyMap<string, string>): string {
  if (value === null || value === undefined) {
    return CALLED[field]?.startsWith('la') ? 'ninguna' : 'ninguno';
  }
  if (typeof value === 'boolean') return value ? 'sí' : 'no';
  if (field === 'monto') return money(value as number);
  if (field.endsWith('Id')) return inQuotes(names.get(`${field}/${value}`) ?? `el número ${value}`);
  return typeof value === 'string' ? inQuotes(ELECCIONES[field]?.[value] ?? value) : String(value);
}

const inQuotes = (text: unknown) => `«${text}»`;

interface WithId {
  id: number;
}

/** The numbers of added, removed and changed ubicaciones. */
function countsOfPlaces(before: WithId[], after: WithId[]): string {
  const known = new Map(before.map((place) => [place.id, JSON.stringify(place)]));
  const added = after.filter(({ id }) => !known.has(id)).length;
  const remaining = after.filter(({ id }) => known.has(id));
  const changed = remaining.filter((place) => known.get(place.id) !== JSON.stringify(place)).length;
  const removed = before.length - remaining.length;
  const parts = [
    added && `${added} ${added === 1 ? 'agregada' : 'agregadas'}`,
    changed && `${changed} ${changed === 1 ? 'modificada' : 'modificadas'}`,
    removed && `${removed} ${removed === 1 ? 'eliminada' : 'eliminadas'}`,
  ];
  return `las ubicaciones (${parts.filter(Boolean).join(', ')})`;
}
