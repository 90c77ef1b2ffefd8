import type { Db } from '../../../core/db/db.ts';
import { type CatalogField, OBRA } from '../../../core/obras/campos.ts';
import {
  type Broken,
  findBrokenOf,
  isWritten,
  type PlaceRow,
  type Row,
  type Written,
  writeRows,
} from '../../../core/obras/escribir.ts';
import type { Touched, Undo } from '../../../hojas-de-obras/hojas.ts';
import { CATALOGS } from './queries.ts';

/** How an import of works is taken back: those that it registered go, and the others have their values again. */
export const UNDO: Undo = {
  recursos: ['obras', ...Object.keys(CATALOGS)],
  tablas: { obras: { tabla: 'obras', llave: 'id' } },
  ofWorks: `recurso = 'obras' AND registro = ANY ($2::text[])`,
  it: 'la',
  async take(db: Db, records, isTrial) {
    const rows = records.flatMap((record, i) => (record.creado ? [] : [rowBefore(record, i)]));
    const places = records.flatMap(placesOf);
    const gone = records.flatMap(({ creado, obra }) => (creado ? obra : []));
    if (isTrial) return whyKept(rows.length > 0 ? await findBrokenOf(db, rows, places) : []);
    const answers = await db.batch([
      ...(gone.length > 0 ? [[DELETE, [gone]] as [string, number[][]]] : []),
      ...(rows.length > 0 ? [writeRows(rows, places)] : []),
    ]);
    if (rows.length === 0) return new Map();
    const written = answers.at(-1) as Written[];
    return whyKept(written.filter((each) => !isWritten(each)) as Broken[]);
  },
};

const DELETE = 'DELETE FROM obras WHERE id = ANY ($1::integer[]) RETURNING id';

/** The work's values before the import, as a row that changes it. Its numeroObra is assigned anew where it moves to another year. */
function rowBefore({ obra, antes }: Touched, fila: number): Row {
  const { id: _, numeroObra: __, ubicaciones, ...values } = antes ?? {};
  const nulos = Object.keys(values).filter((name) => values[name] === null);
  return { ...values, fila, id: obra, nulos, reemplaza: ubicaciones !== undefined };
}

type PlaceBefore = PlaceRow & { id: number };

/** The ubicaciones before the import. A geometry that it left as it was is left alone: as it was sent, to the letter. */
function placesOf({ obra, creado, antes, despues }: Touched, fila: number): PlaceRow[] {
  if (creado || antes?.ubicaciones === undefined) return [];
  const now = new Map((despues.ubicaciones as PlaceBefore[]).map((place) => [place.id, place]));
  return (antes.ubicaciones as PlaceBefore[]).map((place, lugar) => {
    const { tipoGeometria, geometriaJson, ...texts } = place;
    const present = now.get(place.id);
    const isMoved = JSON.stringify(present?.geometriaJson) !== JSON.stringify(geometriaJson);
    return { ...texts, ...(isMoved && { tipoGeometria, geometriaJson }), fila, lugar, obra };
  });
}

/** Which reference of each work can't be set again. */
const whyKept = (broken: Broken[]): Map<number, string> =>
  new Map(
    broken.map(({ fila, campo, activo }) => {
      const called = OBRA[campo as CatalogField]?.called ?? 'la ubicación';
      const why = activo === null ? 'ya no existe' : 'se desactivó';
      return [fila, `No puede volver a ${called} de antes: ${why}.`.replace(' a el ', ' al ')];
    }),
  );
