import { clerk } from '../../../core/auth/access.ts';
import { fileAnswer } from '../../../core/base/schemas.ts';
import type { Db } from '../../../core/db/db.ts';
import { attached } from '../../../core/http/attached.ts';
import type { App, Context } from '../../../core/http/context.ts';
import { begin } from '../../../core/http/flow.ts';
import { headingOf } from '../../../core/obras/columns.ts';
import { lettersOf, type Sheet, writeXlsx, XLSX_TYPE } from '../../../hojas/index.ts';
import { COLUMNAS, JOINS } from '../hojas.ts';
import { MODALIDADES } from '../opciones.ts';
import { PAIRS } from './columnas.ts';

// The sheet by which agencies say whose money their works are built with, filled with the registered data.

const WORKS_PER_STEP = 500;
/** What is worked out of the others is left to the registry's own files. */
const TO_FILL = COLUMNAS.filter(({ name }) => !['montoFuentes', 'diferencia'].includes(name));
const CELLS = TO_FILL.map(({ name, sql }) => `(${sql})::text AS "${name}"`).join(', ');
const NAMES: Record<string, string> = MODALIDADES;

type Fila = Record<string, string | null> & { id: number };

/** The unfinished works that a user writes, with their records; all of them for an administrator. */
async function* streamRows(db: Db, usuario: string | null): AsyncGenerator<(string | null)[][]> {
  for (let after = 0; ; ) {
    const rows = await db.query<Fila>(
      `SELECT o.id, ${CELLS} FROM (
         SELECT o.* FROM obras o JOIN estatus_obra e ON e.id = o.estatus_obra_id
         WHERE o.id > $1::integer AND e.estado_oc4ids NOT IN ('completion', 'cancelled')
           AND ($2::uuid IS NULL OR o.dependencia_id IN (SELECT dependencia_id FROM capturistas WHERE user_id = $2))
         ORDER BY o.id LIMIT ${WORKS_PER_STEP}) o ${JOINS} ORDER BY o.id, b.bloque`,
      [after, usuario],
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map((row) =>
      TO_FILL.map(({ name, words }) => {
        const value = row[name] ?? null;
        return words && value ? (NAMES[value] ?? value) : value;
      }),
    );
    after = last.id;
  }
}

const CHOICES = 'Fondos';

/** The sheet to fill in, and one with the funds and the modalities that it chooses from. */
function sheets(rows: Sheet['rows'], fondos: { nombre: string; siglas: string | null }[]): Sheet[] {
  const modalidades = Object.values(MODALIDADES);
  const among = (column: number, many: number) =>
    many === 0
      ? undefined
      : `'${CHOICES}'!$${lettersOf(column)}$2:$${lettersOf(column)}$${many + 1}`;
  const choices: Record<string, string | undefined> = {
    modalidad: among(2, modalidades.length),
    ...Object.fromEntries(PAIRS.map((n) => [`fondo${n}`, among(0, fondos.length)])),
  };
  return [
    {
      name: 'Expedientes',
      columns: TO_FILL.map((column) => ({
        heading: headingOf(column),
        type: column.type,
        width: column.width,
        choices: choices[column.name],
      })),
      rows,
    },
    {
      name: CHOICES,
      columns: [
        { heading: 'Fondo', type: 'text', width: 60 },
        { heading: 'Siglas', type: 'text', width: 14 },
        { heading: 'Modalidad', type: 'text', width: 28 },
      ],
      rows: [
        Array.from({ length: Math.max(fondos.length, modalidades.length) }, (_, i) => [
          fondos[i]?.nombre ?? null,
          fondos[i]?.siglas ?? null,
          modalidades[i] ?? null,
        ]),
      ],
    },
  ];
}

/** The sheet to be filled in: `GET /expedientes/plantilla.xlsx`. */
export function plantillaDeExpedientes(app: App, { heavyReads }: Context): void {
  app.get(
    '/expedientes/plantilla.xlsx',
    {
      // Without a tag: it differs by caller.
      config: clerk,
      schema: {
        tags: ['Expediente'],
        operationId: 'downloadPlantillaDeExpedientes',
        summary: 'Hoja de Excel para capturar expedientes de obras e importarlos',
        description:
          'Un renglón por obra sin terminar de las dependencias de quien la pide, de todas si es administrador, con lo que ya está registrado; más renglones donde tiene más de tres fondos. Los fondos y la modalidad se eligen de una lista. Las filas que no se llenan no cambian nada.',
        response: { 200: fileAnswer(XLSX_TYPE, 'PK…') },
      },
    },
    async (request, reply) => {
      const { caller } = request;
      const db = await heavyReads.stream(request, reply);
      const usuario = caller?.roles === 'admin' ? null : (caller?.id ?? null);
      const fondos = await db.query<{ nombre: string; siglas: string | null }>(
        'SELECT nombre, siglas FROM fondos WHERE activo ORDER BY nombre_orden, id',
      );
      const rows = await begin(streamRows(db, usuario));
      reply.header('cache-control', 'no-store');
      const file = writeXlsx(sheets(rows, fondos));
      return attached(reply, XLSX_TYPE, 'plantilla-expedientes.xlsx').send(file);
    },
  );
}
