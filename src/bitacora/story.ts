import { money } from '../base/pesos.ts';
import { CATALOG_FIELDS, type CatalogField, type Field, OBRA } from '../obras/campos.ts';
import { isOfPart, storyOfPart } from './parts.ts';
import type { Naming } from './queries.ts';
import type { Entry } from './schema.ts';

// Turns a change of an obra into a sentence.

const FIELDS: Record<string, Field> = OBRA;

/** The ids of the catalog records that the changes mention, by field. */
export function referencesIn(entries: Entry[]): Record<CatalogField, number[]> {
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

/**
 * The sentence about an act and its author.
 *
 * @param names the catalogs' names by `field/id`
 * @param namings the names of the follow-up's parts over time, as far as the entries go
 */
export function sentenceOf(
  entry: Entry,
  names: ReadonlyMap<string, string>,
  namings: Naming[] = [],
): string {
  const { usuarioEmail, programa, accion, cambios, archivo, fila } = entry;
  const source = archivo === null || fila === null ? '' : ` (fila ${fila} de ${quoted(archivo)})`;
  const who = usuarioEmail ?? `Alguien desde el programa ${programa || 'sin nombre'}`;
  if (isOfPart(entry)) return `${who} ${storyOfPart(entry, namings)}${source}.`;
  const value = (field: string, side: 'antes' | 'despues') =>
    cambios.find(({ campo }) => campo === field)?.[side];
  switch (accion) {
    case 'crear':
      return `${who} registró la obra ${quoted(value('nombre', 'despues'))}, ${valueInWords('claveUnica', value('claveUnica', 'despues'), names)}, por ${valueInWords('monto', value('monto', 'despues'), names)}${source}.`;
    case 'eliminar':
      return `${who} eliminó la obra ${quoted(value('nombre', 'antes'))}.`;
    default:
      return `${who} cambió ${cambios.map((change) => changeOf(change, names)).join('; ')}${source}.`;
  }
}

function changeOf(
  { campo, antes, despues }: Entry['cambios'][number],
  names: ReadonlyMap<string, string>,
): string {
  if (campo === 'ubicaciones') return placesOf(antes as WithId[], despues as WithId[]);
  // A description is too long for a sentence.
  if (campo === 'descripcion') return OBRA.descripcion.called;
  return `${FIELDS[campo]?.called ?? campo} de ${valueInWords(campo, antes, names)} a ${valueInWords(campo, despues, names)}`;
}

function valueInWords(field: string, value: unknown, names: ReadonlyMap<string, string>): string {
  if (value === null || value === undefined) {
    return FIELDS[field]?.called.startsWith('la') ? 'ninguna' : 'ninguno';
  }
  if (field === 'monto') return money(value as number);
  if (field.endsWith('Id')) return quoted(names.get(`${field}/${value}`) ?? `el número ${value}`);
  return typeof value === 'string' ? quoted(value) : String(value);
}

const quoted = (text: unknown) => `«${text}»`;

interface WithId {
  id: number;
}

/** The numbers of added, removed and changed ubicaciones. */
function placesOf(before: WithId[], after: WithId[]): string {
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
