import { remark } from '../../core/base/errors.ts';
import {
  bigrams,
  type Cell,
  diceCoefficient,
  findMojibake,
  fold,
  foldName,
  isBrief,
  quoted,
  readPercent,
  readYear,
  tidied,
} from '../../hojas/celdas/index.ts';
import type { Row } from '../../hojas/index.ts';
import {
  type CatalogRecord,
  chooseRecord,
  createFinder,
  createNewNames,
  INACTIVE,
  likeOther,
  type NameCell,
  type NameMatch,
  type NewName,
  refuseName,
} from '../../hojas-de-obras/nombres.ts';
import { OTHER_ESTATUS } from './catalogs.ts';
import type { CampoDeObras, Mapped } from './columnas.ts';
import type { Draft, ObrasRequest } from './stated.ts';

// The records of catalogs that a row names.

/**
 * The least similarity of a suggested status. It is low, since there are few statuses, and people check the suggestion
 * (`LEAST_SIMILARITY`).
 */
const LEAST_SIMILARITY_OF_ESTATUS = 0.4;

/** Longest names of the catalogs that rows may add to. */
const LONGEST_DEPENDENCIA = 255;
const LONGEST_SIGLAS = 50;
const LONGEST_TIPO = 150;

/** Returns a function that reads the catalog records of a row, without its municipio. */
export function createReferenceReader({
  catalogs,
  equivalents,
  creates,
}: ObrasRequest): (draft: Draft) => void {
  const findDependencia = createFinder(catalogs.dependencias, {}, equivalents.get('dependencia'));
  const findTipo = createFinder(catalogs.tiposProyecto, {}, equivalents.get('tipoProyecto'));
  const meantEstatus = equivalents.get('estatus');
  const findEstatus = createFinder(
    catalogs.estatus,
    OTHER_ESTATUS,
    meantEstatus,
    LEAST_SIMILARITY_OF_ESTATUS,
  );
  const newDependencia = createNewNames();
  const newTipo = createNewNames();
  const anios = new Map(catalogs.ejercicios.map((each) => [each.anio, each]));
  const meantYears = new Map(
    [...(equivalents.get('ejercicioFiscal') ?? [])].map(([text, id]) => [
      text,
      catalogs.ejercicios.find((each) => each.id === id)?.anio,
    ]),
  );
  /** True where the import adds a missing name to the catalog. */
  const isMade = (campo: Mapped, name: string) =>
    creates || equivalents.get(campo)?.get(foldName(name)) === null;
  const statuses = catalogs.estatus.map(({ nombre }) => nombre).join(', ');

  const readAnio = ({ row, stated }: Draft) => {
    const meant = ({ text }: Cell) => meantYears.get(foldName(text));
    const anio = row.read(
      'ejercicioFiscal',
      (cell) => {
        const value = meant(cell);
        return value === undefined ? readYear(cell) : { value };
      },
      { isBlank: (cell) => fold(cell.text) === 'total' && meant(cell) === undefined },
    );
    if (!anio) return;
    const record = anios.get(anio.value);
    if (record) {
      stated.ejercicioFiscalId = record.id;
      const finding = remark('ejercicioFiscal', `el año ${anio.value} ${INACTIVE}`);
      if (!record.activo) row.refuse(anio, { ...finding, general: INACTIVE }, 'ejercicioFiscalId');
    } else if (isMade('ejercicioFiscal', anio.text)) {
      stated.ejercicioFiscalId = null;
      stated.anio = anio.value;
      addRecord(row, 'ejercicioFiscal', { nombre: String(anio.value) }, anio);
    } else {
      refuseName(row, 'ejercicioFiscal', anio, {
        text: `el año ${anio.value} no está en el catálogo.`,
        general: 'no está en el catálogo.',
      });
    }
  };

  /** Returns a function from a name to its meaning: the id of its record, or the folded name. */
  const createMeaning = (find: (name: string) => NameMatch) => (name: string) =>
    find(name.trim()).record?.id ?? fold(name);

  const readDependencia = ({ row, stated }: Draft) => {
    const siglas = row.text('siglas');
    const named = row.text('dependencia', createMeaning(findDependencia)) ?? siglas;
    if (!named) return;
    const match = chooseBySiglas(findDependencia(named.value.trim()), siglas?.value);
    if (!match.record && !match.several && isMade('dependencia', named.value)) {
      const name = tidied(named.value);
      stated.dependenciaId = null;
      if (siglas && siglas !== named) stated.siglas = tidied(siglas.value).toUpperCase();
      if (isShort(row, 'dependencia', name, LONGEST_DEPENDENCIA, named)) {
        const made = newDependencia(name, row.fila);
        made.siglas ??= stated.siglas ?? null;
        stated.siglas = made.siglas;
        stated.dependencia = made.nombre;
        addRecord(row, 'dependencia', made, named, match.nearest);
      }
      if (stated.siglas) isShort(row, 'siglas', stated.siglas, LONGEST_SIGLAS, siglas ?? named);
      return;
    }
    const record = chooseRecord(
      row,
      'dependencia',
      'dependenciaId',
      'la dependencia',
      besideOthers(match, named.value, row.fila, newDependencia),
      named,
    );
    if (record) stated.dependenciaId = record.id;
    const isMeant = equivalents.get('dependencia')?.get(foldName(named.value)) != null;
    const own = [record, match.merged].map((each) => fold(each?.siglas ?? ''));
    const isOther = record && siglas && !own.includes(fold(siglas.value));
    if (isOther && siglas !== named && !isMeant) {
      const text = `${quoted(siglas.text)} no son las de ${quoted(record.nombre)}${record.siglas ? ` (${record.siglas})` : ''}.`;
      const general = 'no son las de la dependencia que dice la fila; corrija una de las dos.';
      row.refuse(siglas, { ...remark('siglas', text), general });
    }
  };

  const readTipo = ({ row, stated }: Draft) => {
    const tipo = row.text('tipoProyecto', createMeaning(findTipo));
    if (!tipo) return;
    const match = findTipo(tipo.value.trim());
    if (!match.record && !match.several && isMade('tipoProyecto', tipo.value)) {
      stated.tipoProyectoId = null;
      const name = tidied(tipo.value);
      if (isShort(row, 'tipoProyecto', name, LONGEST_TIPO, tipo)) {
        const made = newTipo(name, row.fila);
        stated.tipoProyecto = made.nombre;
        addRecord(row, 'tipoProyecto', made, tipo, match.nearest);
      }
      return;
    }
    const what = 'el tipo de proyecto';
    const nearest = besideOthers(match, tipo.value, row.fila, newTipo);
    const record = chooseRecord(row, 'tipoProyecto', 'tipoProyectoId', what, nearest, tipo);
    if (record) stated.tipoProyectoId = record.id;
  };

  const readEstatus = ({ row, stated, fallback }: Draft) => {
    const estatus = row.text('estatus', createMeaning(findEstatus));
    if (estatus) {
      const { record, nearest, isCertain } = findEstatus(estatus.value.trim());
      if (record) stated.estatusObraId = record.id;
      else {
        const general = `no es un estatus; son: ${statuses}.`;
        const text = `${quoted(estatus.text)} ${general}`;
        refuseName(row, 'estatus', estatus, { text, general, sugerencia: nearest, isCertain });
      }
      return;
    }
    const avance = row.read('avanceFisico', (cell) => ({ value: estatusBy(cell) }));
    if (!avance) return;
    if (typeof avance.value === 'string') {
      const finding = remark('avanceFisico', `${quoted(avance.text)} ${avance.value}`);
      row.refuse(avance, { ...finding, general: avance.value }, 'new');
    } else fallback.estatusObraId = avance.value;
  };

  return (draft) => {
    readAnio(draft);
    readDependencia(draft);
    readTipo(draft);
    readEstatus(draft);
  };
}

/** Of several records of a name, chooses the one with the row's siglas. */
function chooseBySiglas(match: NameMatch, siglas: string | undefined): NameMatch {
  if (!match.several || siglas === undefined) return match;
  const fitting = match.several.filter((each) => fold(each.siglas ?? '') === fold(siglas));
  return fitting.length === 1 ? { record: fitting[0] as CatalogRecord } : match;
}

/** The status that follows from a physical progress, or the end of a sentence with the reason that none follows. */
function estatusBy(cell: Cell): number | string {
  const read = readPercent(cell);
  const percent = 'value' in read ? read.value : Number.NaN;
  if (!(percent >= 0 && percent <= 100)) return 'no es un porcentaje entre 0 y 100.';
  // Any other fraction is between 0 and 100 %, in either unit.
  if (read.isBare && percent === 1) {
    return 'puede ser 1 % o 100 %; escriba el signo %, o el estatus de la obra.';
  }
  return percent === 0 ? 1 : percent < 100 ? 4 : 6;
}

const likeness = (one: string, other: string): number =>
  diceCoefficient(bigrams(foldName(one)), bigrams(foldName(other)));

/** An earlier name of the file that is more similar to a new one than the catalog's nearest. */
const likelierOf = (
  { nombre, like }: Pick<NewName, 'nombre'> & Partial<NewName>,
  nearest?: string,
) =>
  like && (!nearest || likeness(nombre, like.nombre) > likeness(nombre, nearest))
    ? like
    : undefined;

/** The match of a name that the catalog does not get, compared with earlier such names of the file. */
function besideOthers(
  match: NameMatch,
  name: string,
  fila: number,
  newName: ReturnType<typeof createNewNames>,
): NameMatch {
  if (match.record || match.several || match.isCertain || !isBrief(name)) return match;
  const other = likelierOf(newName(tidied(name), fila), match.nearest);
  return other ? { other } : match;
}

/** Warns that a catalog gets a record of this name. A name similar to another may be a mistake. */
function addRecord(
  row: Row<CampoDeObras>,
  campo: CampoDeObras,
  added: Pick<NewName, 'nombre'> & Partial<NewName>,
  source: NameCell<CampoDeObras>,
  nearest?: string,
): void {
  const { nombre } = added;
  // Of the cell as it is: letters that were mistaken for others may be unseen, and the name lacks them.
  const mojibake = findMojibake(source.text);
  if (mojibake) {
    const general = `no se agrega al catálogo: ${mojibake.why}`;
    row.refuse(source, { ...remark(campo, `${quoted(source.text)} ${general}`), general });
  }
  const other = likelierOf(added, nearest);
  const like = other
    ? likeOther(other)
    : nearest && `Se parece a ${quoted(nearest)}: si es la misma cosa`;
  const hint = like
    ? ` ${like}, corrija la fila antes de importarla; después, fusione los dos en el catálogo.`
    : '';
  row.warn(source, {
    ...remark(campo, `${quoted(nombre)} no está en el catálogo y se agrega.${hint}`),
    codigo: 'seAgrega',
    general: 'no está en el catálogo y se agrega.',
    sugerencia: other?.nombre ?? nearest,
    once: `${campo} ${nombre}`,
  });
}

/** Refuses the row for a name too long for its catalog. Returns true for a short one. */
function isShort(
  row: Row<CampoDeObras>,
  campo: CampoDeObras,
  name: string,
  most: number,
  source: NameCell<CampoDeObras>,
): boolean {
  if ([...name].length <= most) return true;
  row.refuse(source, { field: campo, text: `no debe tener más de ${most} caracteres.` });
  return false;
}
