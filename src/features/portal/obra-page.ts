import { reader } from '../../core/auth/access.ts';
import { moneyInWords } from '../../core/base/pesos.ts';
import { grouped, int4 } from '../../core/base/text.ts';
import type { App } from '../../core/http/context.ts';
import { linkRoot } from '../../core/http/links.ts';
import { CATALOGS, findFields } from '../../core/obras/documents.ts';
import type { ListContext } from '../../core/obras/listas.ts';
import { DAYS_LATE } from '../seguimiento/derivados.ts';
import { asPage, plainOnError, shellNamed } from './head.ts';
import { readShell } from './portal.ts';

/** The fields in the head. */
const FIELDS_OF_HEAD =
  'nombre,descripcion,monto,ejercicioFiscal,dependencia,municipio,estatusObra,foto';
interface ObraOfPage {
  nombre: string;
  descripcion: string;
  monto: number;
  ejercicioFiscal: { anio: number };
  dependencia: { nombre: string };
  municipio: { nombre: string };
  estatusObra: { nombre: string };
  foto?: { archivoId: number; titulo: string | null } | null;
}

/** The progress of an obra as its newest report says it, and its delay today. */
const FOLLOW_UP = `
  SELECT row_to_json(r) AS json FROM (
    SELECT s.avance_fisico AS "avanceFisico", to_char(s.fecha_corte, 'DD/MM/YYYY') AS corte, ${DAYS_LATE} AS "diasAtraso",
      e.estado_oc4ids IN ('completion', 'cancelled') AS "esPasado"
    FROM obras o JOIN estatus_obra e ON e.id = o.estatus_obra_id LEFT JOIN obras_seguimiento s ON s.obra_id = o.id
    WHERE o.id = $1
  ) r`;
interface FollowUp {
  avanceFisico: number | null;
  corte: string | null;
  diasAtraso: number | null;
  esPasado: boolean;
}

/**
 * `GET /portal/obras/:id` with PUBLIC_READ: the portal's shell, whose head names the work, how it goes, and its newest public
 * photo. Otherwise it is the plain shell, also for a work that does not exist or can't be read.
 */
export function obraPage(app: App, { config, db, listas }: ListContext): void {
  if (!config.PUBLIC_READ) return;
  const tiles = config.MAP_TILES_URL;

  app.get<{ Params: { id: string } }>(
    '/portal/obras/:id(^[0-9]+$)',
    {
      schema: { hide: true },
      config: {
        ...reader,
        isDated: true,
        // Without PUBLIC_URL the page's address follows the request's host, so the page is not cached.
        ...(config.PUBLIC_URL !== undefined && {
          cacheTags: ['obras/:id', 'seguimiento/:id', 'archivos/:id', ...CATALOGS],
        }),
      },
      errorHandler: plainOnError(tiles),
    },
    async (request, reply) => {
      const id = int4(request.params.id);
      const [json, followUp] =
        id === null
          ? []
          : await Promise.all([
              findFields(db, listas, id, FIELDS_OF_HEAD),
              db.jsonOrNothing(FOLLOW_UP, [id]),
            ]);
      asPage(reply, tiles);
      if (json === undefined || followUp === undefined) return readShell(request.url);
      const root = linkRoot(config, request, reply);
      const obra: ObraOfPage = JSON.parse(json);
      const { foto } = obra;
      return shellNamed(request.url, {
        title: obra.nombre,
        description: `${factsOf(obra, JSON.parse(followUp)).join(' · ')}. ${obra.descripcion}`,
        address: `${root}/portal/obras/${id}`,
        publisher: config.PUBLISHER,
        feeds: listas.feeds.map(({ path, type }) => ({
          address: `${root}${path}?obraId=${id}`,
          type,
        })),
        photo: foto
          ? {
              address: `${root}/obras/${id}/archivos/${foto.archivoId}/contenido`,
              title: foto.titulo ?? obra.nombre,
            }
          : undefined,
      });
    },
  );
}

const factsOf = (obra: ObraOfPage, followUp: FollowUp): (string | number)[] => [
  moneyInWords(obra.monto),
  obra.estatusObra.nombre,
  ...progressOf(followUp),
  obra.municipio.nombre,
  obra.dependencia.nombre,
  obra.ejercicioFiscal.anio,
];

function progressOf({ avanceFisico, corte, diasAtraso, esPasado }: FollowUp): string[] {
  const late = diasAtraso ?? 0;
  const days = `${grouped(late)} ${late === 1 ? 'día' : 'días'}`;
  return [
    ...(avanceFisico === null ? [] : [`avance físico de ${avanceFisico} % al ${corte}`]),
    ...(late > 0 ? [esPasado ? `terminó ${days} tarde` : `${days} de atraso`] : []),
  ];
}
