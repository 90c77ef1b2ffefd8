import sql from 'sql-template-tag';
import type { Db } from '../../core/db/db.ts';
import {
  callerOf,
  day,
  type Filtros,
  filterInWords,
  inView,
  only,
  percentage,
} from '../../core/obras/filtros.ts';

/** The answer depends on the caller's record. It is cached until that record changes. */
const ADMINS = { own: 'users', forAdmins: true } as const;

/** The filters by what auditors look for, and by who registered a work, and when. */
export const FILTROS = {
  sinUbicacion: {
    after: 'anioMax',
    label: 'Sin ubicación',
    schema: only('Con true, sólo las obras sin ubicaciones.'),
    words: () => filterInWords('Sin ninguna', 'sin ubicacion', 'Ubicación'),
    where: () => inView(sql`calidad_sin_ubicacion`),
  },
  fueraDeMunicipio: {
    label: 'Fuera de su municipio',
    schema: only(
      'Con true, sólo las obras con una ubicación a más de 1 km del municipio que se indica en ella.',
    ),
    words: () =>
      filterInWords(
        'A más de 1 km del municipio que se indica en ella',
        'fuera de municipio',
        'Ubicación',
      ),
    where: () => inView(sql`calidad_fuera_de_municipio`),
  },
  registradaDesde: {
    after: 'conFotos',
    label: 'Registradas desde',
    schema: day(
      'Sólo las obras que se registraron ese día o después, según la bitácora: AAAA-MM-DD, hora de Mérida.',
    ),
    words: (day) => filterInWords(day, `desde ${day}`, 'Registradas desde el'),
    where: (day) =>
      inView(sql`obras_registro
      WHERE instante >= ${day}::date::timestamp AT TIME ZONE 'America/Merida'`),
  },
  registradaPorMi: {
    label: 'Registradas por mí',
    schema: only(
      'Con true, sólo las obras que registró quien pregunta, según su token y la bitácora; sin token, 401.',
    ),
    own: 'users',
    resolve: callerOf,
    words: () =>
      filterInWords('Quien descargó el archivo', 'registradas por mi', 'Registradas por'),
    where: ({ de }: { de: string }) => inView(sql`obras_registro WHERE usuario_id = ${de}::uuid`),
  },
  variacionMonto: {
    label: 'Cambio del monto',
    schema: percentage(
      'Sólo las obras cuyo monto creció o bajó más de este porcentaje desde que se registraron, según la bitácora. Sólo para administradores.',
    ),
    ...ADMINS,
    words: (percent) =>
      filterInWords(`${percent} %`, `variacion ${percent}`, 'El monto cambió más de'),
    where: (percent) =>
      inView(sql`calidad_variacion
      WHERE abs(monto - inicial) > inicial * ${percent}::numeric / 100`),
  },
  posibleDuplicada: {
    after: 'sinMontoFinal',
    label: 'Posibles duplicadas',
    schema: only(
      'Con true, sólo las obras que parecen estar registradas dos veces: de la misma dependencia y el mismo ejercicio, con nombres parecidos y los mismos números en ellos, y con el mismo monto o a menos de 100 m. Sólo para administradores.',
    ),
    ...ADMINS,
    resolve: async (_text, _request, db) => ({ entre: await findDuplicates(db) }),
    words: () =>
      filterInWords(
        'Las que parecen estar registradas dos veces',
        'posibles duplicadas',
        'Duplicadas',
      ),
    where: ({ entre }: { entre: number[] }) => sql`o.id = ANY (${entre}::integer[])`,
  },
} satisfies Filtros;

/** The ids of possible duplicates, year by year, so that each statement is short. */
async function findDuplicates(db: Db): Promise<number[]> {
  const years = await db.query<{ id: number }>('SELECT id FROM ejercicios_fiscales ORDER BY id');
  const duplicates: number[] = [];
  for (const { id } of years) {
    const row = await db.one<{ ids: number[] }>(
      'SELECT ARRAY(SELECT obra_id FROM calidad_duplicadas WHERE ejercicio_fiscal_id = $1) AS ids',
      [id],
    );
    duplicates.push(...(row?.ids ?? []));
  }
  return duplicates;
}
