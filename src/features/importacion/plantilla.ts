import { reader } from '../../core/auth/access.ts';
import { fileAnswer } from '../../core/base/schemas.ts';
import type { Db } from '../../core/db/db.ts';
import { attached } from '../../core/http/attached.ts';
import type { App, Context } from '../../core/http/context.ts';
import { COLUMNS, type Column, headingOf } from '../../core/obras/columns.ts';
import { CATALOGS } from '../../core/obras/documents.ts';
import { lettersOf, type Sheet, writeXlsx, XLSX_TYPE } from '../../hojas/index.ts';

/** Names of the records that an obra may refer to, in the order of the catalogs. */
interface Catalogs {
  dependencia: string[];
  siglas: (string | null)[];
  ejercicioFiscal: string[];
  municipio: string[];
  tipoProyecto: string[];
  estatus: string[];
}

async function findCatalogs(db: Db): Promise<Catalogs> {
  return (await db.one<Catalogs>(
    `SELECT
       ARRAY(SELECT nombre FROM dependencias WHERE activo
         ORDER BY nombre_orden, nombre COLLATE "C", id) AS dependencia,
       ARRAY(SELECT siglas FROM dependencias WHERE activo
         ORDER BY nombre_orden, nombre COLLATE "C", id) AS siglas,
       ARRAY(SELECT anio::text FROM ejercicios_fiscales WHERE activo ORDER BY anio) AS "ejercicioFiscal",
       ARRAY(SELECT nombre FROM municipios WHERE activo ORDER BY nombre_orden, id) AS municipio,
       ARRAY(SELECT nombre FROM tipos_proyecto WHERE activo
         ORDER BY nombre_orden, nombre COLLATE "C", id) AS "tipoProyecto",
       ARRAY(SELECT nombre FROM estatus_obra ORDER BY id) AS estatus`,
  )) as Catalogs;
}

const CATALOGS_SHEET = 'Catálogos';

/** The template for imports: a sheet with known headings, and a sheet with the names to choose from. */
function sheets(catalogs: Catalogs): Sheet[] {
  const inTemplate = COLUMNS.filter(({ example }) => example !== undefined);
  /** Existing records, for the example row. */
  const present: Record<string, string | undefined> = {
    ejercicioFiscal: catalogs.ejercicioFiscal.at(-1),
    dependencia: catalogs.dependencia[0],
    tipoProyecto: catalogs.tipoProyecto[0],
  };
  const lists = Object.entries(catalogs) as [string, (string | null)[]][];
  /** The range of a column's names on the second sheet. */
  const choicesFor = (name: string) => {
    const at = lists.findIndex(([list]) => list === name);
    const many = lists[at]?.[1].length ?? 0;
    const letter = lettersOf(at);
    return many === 0 ? undefined : `'${CATALOGS_SHEET}'!$${letter}$2:$${letter}$${many + 1}`;
  };
  const longest = Math.max(...lists.map(([, names]) => names.length));
  return [
    {
      name: 'Obras',
      columns: inTemplate.map((column) => ({
        heading: headingOf(column),
        type: column.type,
        width: column.width,
        choices: choicesFor(column.name),
      })),
      rows: [[inTemplate.map(({ name, example = null }) => present[name] ?? example)]],
    },
    {
      name: CATALOGS_SHEET,
      columns: lists.map(([list]) => {
        const { label, type, width } = COLUMNS.find(({ name }) => name === list) as Column;
        return { heading: label, type, width };
      }),
      rows: [Array.from({ length: longest }, (_, i) => lists.map(([, names]) => names[i] ?? null))],
    },
  ];
}

export function plantilla(app: App, { db }: Context): void {
  app.get(
    '/obras/plantilla.xlsx',
    {
      config: { ...reader, streams: true, cacheTags: CATALOGS },
      schema: {
        tags: ['Obras'],
        operationId: 'downloadPlantilla',
        summary: 'Hoja de Excel para capturar obras e importarlas',
        description:
          'La primera hoja trae los encabezados y un renglón de ejemplo; la segunda, los nombres de los catálogos, que en la primera se eligen de una lista.',
        response: { 200: fileAnswer(XLSX_TYPE, 'PK…') },
      },
    },
    async (_request, reply) => {
      const catalogs = await findCatalogs(db);
      return attached(reply, XLSX_TYPE, 'plantilla-obras.xlsx').send(writeXlsx(sheets(catalogs)));
    },
  );
}
