import type { FastifyRequest } from 'fastify';
import sql, { raw, join as sqlJoin } from 'sql-template-tag';
import { Type } from 'typebox';
import { admin } from '../../core/auth/access.ts';
import { Closed, Decimal, nullable, Whole } from '../../core/base/schemas.ts';
import { dayOf } from '../../core/base/time.ts';
import type { Db } from '../../core/db/db.ts';
import type { Feature, FeatureContext, QualityRule } from '../../core/feature.ts';
import type { App } from '../../core/http/context.ts';
import {
  conditions,
  type Filtros,
  parametersOf,
  resolveFilters,
} from '../../core/obras/filtros.ts';
import {
  ABIERTAS,
  AMOUNT_MOVED,
  CONTRACTS_GROWN,
  EN_PROCESO,
  LONG_GONE,
  PAID_AHEAD,
  SIN_INICIAR,
} from '../../core/obras/reglas.ts';
import { FILTROS } from './filtros.ts';

// Rules of auditors, each with the number of works that it finds. A rule is a set of filters of GET /obras, so the list has the
// same number.

// Rules -------------------------------------------------------------------------------------------

/** The percentage of a changed amount comes with the request. */
const rulesOf = (variacionMonto: string, features: Feature[]): Record<string, QualityRule> => ({
  sinUbicacion: {
    nombre: 'Sin ubicación',
    descripcion: 'No tienen ninguna ubicación: no están en el mapa.',
    filtros: { sinUbicacion: 'true' },
  },
  fueraDeMunicipio: {
    nombre: 'Fuera de su municipio',
    descripcion:
      'Una de sus ubicaciones está a más de 1 km del municipio que se indica en ella, según los límites de INEGI.',
    filtros: { fueraDeMunicipio: 'true' },
  },
  sinMonto: {
    nombre: 'Con monto 0',
    descripcion: 'Su monto es de 0 pesos.',
    filtros: { montoMax: '0' },
  },
  posibleDuplicada: {
    nombre: 'Posibles duplicadas',
    descripcion:
      'Otra obra de la misma dependencia y el mismo ejercicio tiene un nombre parecido, con los mismos números, y el mismo monto o está a menos de 100 m.',
    filtros: { posibleDuplicada: 'true' },
  },
  variacionMonto: {
    nombre: 'El monto cambió mucho',
    descripcion:
      'Su monto creció o bajó más de ese porcentaje desde que se registraron, según la bitácora.',
    filtros: { variacionMonto },
  },
  rezagada: {
    nombre: 'En proceso desde hace años',
    descripcion: `Siguen «En proceso» y su ejercicio fiscal es de hace ${LONG_GONE} años o más.`,
    filtros: {
      estatusObraId: String(EN_PROCESO),
      anioMax: String(Number(dayOf(new Date()).slice(0, 4)) - LONG_GONE),
    },
  },
  atrasada: {
    nombre: 'Atrasadas',
    descripcion: 'Pasaron de su fecha de término vigente y nadie ha dicho que terminaron.',
    filtros: { atrasadas: 'true' },
  },
  pagoAdelantado: {
    nombre: 'Pagadas por delante de lo construido',
    descripcion: `No han terminado y lo pagado, en por ciento de sus contratos vigentes o, sin ellos, de su monto, rebasa al avance físico en más de ${PAID_AHEAD} puntos. Los contratos que terminaron antes de tiempo cuentan por su monto final.`,
    filtros: { pagoAdelantado: String(PAID_AHEAD) },
  },
  crecimientoContratos: {
    nombre: 'Contratos que crecieron por convenio',
    descripcion: `Sus contratos de obra suman, con sus convenios, más de ${CONTRACTS_GROWN} % por encima de lo que se firmó.`,
    filtros: { crecimientoContratos: String(CONTRACTS_GROWN) },
  },
  sinMontoFinal: {
    nombre: 'Contratos sin monto final',
    descripcion:
      'Un contrato suyo terminó antes de tiempo, por acuerdo o por rescisión, y nadie ha dicho su monto final: mientras tanto no cuenta en lo que se compara con lo pagado.',
    filtros: { sinMontoFinal: 'true' },
  },
  porConfirmar: {
    nombre: 'Estatus por confirmar',
    descripcion: 'Se reportó que están al 100 %, y su estatus dice que siguen.',
    filtros: { avanceMin: '100', estatusObraId: ABIERTAS.join(',') },
  },
  sinIniciar: {
    nombre: 'Con avance antes de empezar',
    descripcion:
      'Se ha reportado algo construido o pagado de ellas, y su estatus es «Planeada» o «En licitación».',
    filtros: { conAvance: 'true', estatusObraId: SIN_INICIAR.join(',') },
  },
  ...Object.assign({}, ...features.map(({ rules }) => rules)),
});

// Schemas -----------------------------------------------------------------------------------------

const CalidadQuery = Type.Object({
  variacionMonto: Type.Unsafe<string | number>({
    ...parametersOf(FILTROS).variacionMonto,
    default: AMOUNT_MOVED,
    description: `Desde qué porcentaje se cuenta que un monto cambió mucho; ${AMOUNT_MOVED} si no se indica.`,
  }),
});

const calidadOf = (reglas: string[]) =>
  Type.Array(
    Closed(
      {
        regla: Type.String({ enum: reglas, examples: ['sinUbicacion'] }),
        nombre: Type.String({ examples: ['Sin ubicación'] }),
        descripcion: Type.String({ examples: ['No tienen ninguna ubicación.'] }),
        filtros: Type.Object(
          {},
          {
            additionalProperties: { type: 'string' },
            description: 'Los filtros de GET /obras que encuentran esas obras.',
            examples: [{ sinUbicacion: 'true' }],
          },
        ),
        obras: nullable(Whole('Cuántas obras; null si no se sabe: sin umbral registrado.', 12)),
        monto: nullable(Decimal('Suma de sus montos (MXN), exacta; null igual.', 18450000.5)),
        sinUmbral: Type.Optional(
          Type.Array(Type.Integer({ examples: [2026] }), {
            description:
              'Sólo de las reglas que comparan con un umbral: los años de sus contratos que no lo tienen registrado, que no cuentan en obras.',
          }),
        ),
      },
      { title: 'ReglaDeCalidad' },
    ),
  );

// SQL ---------------------------------------------------------------------------------------------

/** The works of a rule and the sum of their amounts, as the database writes it. */
interface Counted {
  obras: string;
  monto: string;
}

/**
 * The numbers of the rules that are counted together, by the rule: a statement for each join, which reads each work once. It has no
 * values, so a connection plans it once: that takes a third of its time.
 */
async function countTogether(
  db: Db,
  rules: Record<string, QualityRule>,
): Promise<Map<string, Counted>> {
  const together = Object.entries(rules).flatMap(([regla, { juntas }]) =>
    juntas ? [{ regla, ...juntas }] : [],
  );
  const counted = new Map<string, Counted>();
  for (const join of new Set(together.map((each) => each.join))) {
    const ofJoin = together.filter((each) => each.join === join);
    const rows = await db.query<Counted & { regla: string }>(
      sql`SELECT r.* FROM (
         SELECT ${sqlJoin(
           ofJoin.map(
             ({ is }, i) => sql`count(*) FILTER (WHERE ${is}) AS ${raw(`n${i}`)},
               coalesce(sum(o.monto) FILTER (WHERE ${is}), 0.00) AS ${raw(`m${i}`)}`,
           ),
         )}
         FROM obras o ${join}
       ) t CROSS JOIN LATERAL (VALUES ${sqlJoin(
         ofJoin.map(
           ({ regla }, i) =>
             sql`(${raw(`'${regla}'`)}, ${raw(`n${i}`)}::text, ${raw(`m${i}`)}::text)`,
         ),
       )}) r (regla, obras, monto)`,
    );
    for (const { regla, ...each } of rows) counted.set(regla, each);
  }
  return counted;
}

/** The JSON of the rules and their numbers. Each that is not counted together has its own statement, so that none takes long. */
async function countRules(
  db: Db,
  all: Filtros,
  request: Pick<FastifyRequest, 'caller'>,
  rules: Record<string, QualityRule>,
): Promise<string> {
  const together = await countTogether(db, rules);
  const countAlone = async (filtros: QualityRule['filtros']): Promise<Counted> => {
    const { where, planEachTime } = conditions(
      await resolveFilters(all, filtros, request, db),
      all,
    );
    const counted = await db.one<Counted>(
      sql`SELECT count(*)::text AS obras, coalesce(sum(o.monto), 0.00)::text AS monto FROM obras o WHERE true ${where}`,
      { planEachTime },
    );
    return counted as Counted;
  };
  const listed: string[] = [];
  for (const [regla, { nombre, descripcion, filtros }] of Object.entries(rules)) {
    const sinUmbral = Object.keys(filtros).flatMap((name) => all[name]?.sinUmbral ?? [])[0];
    const umbrales =
      sinUmbral &&
      (await db.one<{ anios: number[]; conocido: boolean }>(
        sql`SELECT ARRAY(SELECT DISTINCT anio FROM (${sinUmbral.faltan}) f ORDER BY anio) AS anios, ${sinUmbral.conocido} AS conocido`,
      ));
    const isUnknown = umbrales?.conocido === false;
    const { obras, monto } = isUnknown
      ? { obras: null, monto: null }
      : (together.get(regla) ?? (await countAlone(filtros)));
    const words = JSON.stringify({ regla, nombre, descripcion, filtros }).slice(0, -1);
    const more = umbrales ? `,"sinUmbral":${JSON.stringify(umbrales.anios)}` : '';
    listed.push(`${words},"obras":${obras},"monto":${monto}${more}}`);
  }
  return `[${listed.join(',\n')}]`;
}

// Route -------------------------------------------------------------------------------------------

export function calidad(app: App, { heavyReads, listas, features }: FeatureContext): void {
  app.get(
    '/calidad',
    {
      config: admin,
      schema: {
        tags: ['Obras'],
        operationId: 'listCalidad',
        summary: 'Lo que conviene revisar del registro: cuántas obras encuentra cada regla',
        description:
          'Con los filtros de cada regla, GET /obras, las descargas, los resúmenes y el mapa traen esas obras.',
        querystring: CalidadQuery,
        response: { 200: calidadOf(Object.keys(rulesOf('', features))) },
      },
    },
    async (request, reply) =>
      // There are many statements. Only the first is refused where too many requests wait.
      countRules(
        await heavyReads.stream(request, reply),
        listas.filtros,
        request,
        rulesOf(String(request.query.variacionMonto), features),
      ),
  );
}
