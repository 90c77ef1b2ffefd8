import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { add, pdf } from '../archivos.ts';
import { columnOf } from '../columns.ts';
import { hasFeature } from '../features.ts';
import {
  base,
  call,
  contratoBody,
  db,
  get,
  newObra,
  people,
  programaBody,
  resetWithCatalog,
  ubicacionBody,
} from '../world.ts';

// The ledger has each field that the interface shows of a record, and no other.

interface Resource {
  recurso: string;
  /** Its record in the OpenAPI document. */
  schema: string;
  /** The schemas of the bodies that change it: each of their fields is changed. */
  changed?: string[];
  /** Fields of those bodies that only another kind of it takes: a photo, where this is a document. */
  elsewhere?: string[];
  /** Fields of its record that the ledger lacks: records of others, what is made of other fields, times of writing. */
  apart?: string[];
  /** Fields of the ledger that its record has under another address. */
  more?: string[];
  /** Makes one, and returns its address or, where it has none, its id. */
  make(): Promise<string>;
  /** Bodies that change it, each by itself: a path beside them takes its own fields. */
  bodies?: [body: Record<string, unknown>, path?: string][];
  /** Changes of columns by hand, where no request changes them. */
  byHand?: string[];
  /** The record as it is answered; without it the address is read. */
  read?(at: string): Promise<Record<string, unknown>>;
  method?: string;
  remove?(at: string): Promise<unknown>;
}

const made = async (path: string, body?: object) => {
  const answer = await call('admin', 'POST', path, body);
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
};
/** Makes one, and returns its address. */
const madeAt = async (path: string, body: object) => `${path}/${(await made(path, body)).id}`;
/** Bodies with one each of these fields. */
const each = (...fields: Record<string, unknown>[]): [body: Record<string, unknown>][] =>
  fields.flatMap((some) =>
    Object.entries(some).map(([name, value]) => [{ [name]: value }] as [object]),
  ) as [Record<string, unknown>][];
const idOf = (at: string) => at.split('/').at(-1) as string;
const inList = (path: string) => async (at: string) =>
  (await get(path, 'admin')).body.find(({ id }: { id: number }) => String(id) === idOf(at));
/** A statement that removes a record which no request removes. */
const hand = (statement: string) => (at: string) => db.query(statement, [idOf(at)]);

const TIMES = ['creadoEn', 'actualizadoEn'];
const NAMES = ['ejercicioFiscal', 'dependencia', 'municipio', 'tipoProyecto', 'estatusObra'];
/** The work that the parts are of. */
const OBRA = '/obras/1';

const ALL: Resource[] = [
  {
    recurso: 'obras',
    schema: 'Obra',
    changed: ['CambiosObra'],
    apart: NAMES,
    make: async () => `/obras/${(await newObra()).id}`,
    bodies: each(
      { claveUnica: 'OTRA-CLAVE', nombre: 'Otro nombre', descripcion: 'Otra', monto: 12.34 },
      { ejercicioFiscalId: 2, dependenciaId: 2, municipioId: 1, tipoProyectoId: null },
      { estatusObraId: 6, ubicaciones: [ubicacionBody()] },
    ),
  },
  {
    recurso: 'users',
    schema: 'Usuario',
    changed: ['CambiosUsuario'],
    apart: ['updatedAt'],
    make: async () => {
      const body = { nombreCompleto: 'Ana Uc', email: 'ana@ejemplo.mx', password: 'secreto' };
      return madeAt('/users', body);
    },
    bodies: each(
      { nombreCompleto: 'Ana Pech', email: 'pech@ejemplo.mx', password: 'otro-secreto' },
      { roles: 'admin', isActive: false, mustChangePassword: true },
    ),
    remove: hand('DELETE FROM users WHERE id = $1'),
  },
  {
    recurso: 'favorites',
    schema: 'Favorita',
    make: async () =>
      String((await call('user', 'POST', `/users/${people.user.id}/favorites/1`)).body.id),
    read: async (at) => {
      const json = await db.json(
        `SELECT row_to_json(f) AS json FROM (
           SELECT id, user_id AS "userId", obra_id AS "obraId", created_at AS "createdAt" FROM favorites WHERE id = $1) f`,
        [at],
      );
      return JSON.parse(json);
    },
    remove: () => call('user', 'DELETE', `/users/${people.user.id}/favorites/1`),
  },
  {
    recurso: 'dependencias',
    schema: 'Dependencia',
    changed: ['CambiosDependencia'],
    make: () => madeAt('/dependencias', { nombre: 'Una' }),
    bodies: each({ nombre: 'Otra', siglas: 'O', activo: false }),
    remove: hand('DELETE FROM dependencias WHERE id = $1'),
  },
  {
    recurso: 'ejercicio-fiscal',
    schema: 'EjercicioFiscal',
    changed: ['CambiosEjercicioFiscal'],
    make: () => madeAt('/ejercicio-fiscal', { anio: 2090 }),
    bodies: each({ anio: 2091, activo: false }),
  },
  {
    recurso: 'tipo-proyecto',
    schema: 'TipoProyecto',
    changed: ['CambiosTipoProyecto', ...(hasFeature('oc4ids') ? ['CambiosClasificacion'] : [])],
    more: ['sectorOc4ids', 'tipoOc4ids'],
    make: () => madeAt('/catalogos/tipo-proyecto', { nombre: 'Uno' }),
    bodies: [
      ...each({ nombre: 'Otro', activo: false }),
      ...(hasFeature('oc4ids')
        ? each({ sectorOc4ids: 'transport.road', tipoOc4ids: 'construction' })
        : []
      ).map(([body]): [Record<string, unknown>, string] => [body, '/oc4ids']),
    ],
    read: async (at) => ({
      ...(await get(at, 'admin')).body,
      ...(hasFeature('oc4ids')
        ? (await get(`${at}/oc4ids`, 'admin')).body
        : { sectorOc4ids: null, tipoOc4ids: null }),
    }),
  },
  {
    recurso: 'localidad',
    schema: 'Localidad',
    changed: ['CambiosLocalidad'],
    apart: ['municipio'],
    // Of GET /localidad/puntos.
    more: ['ubicacion', 'poblacion'],
    make: () => madeAt('/localidad', { nombre: 'Una', municipioId: 50 }),
    bodies: each({ nombre: 'Otra', clave: '1', municipioId: 1, activo: false }),
    byHand: ['poblacion = 7'],
    read: async (at) => {
      const [more] = await db.query<object>(
        'SELECT ST_AsGeoJSON(ubicacion)::json AS ubicacion, poblacion FROM localidades WHERE id = $1',
        [idOf(at)],
      );
      return { ...(await get(at, 'admin')).body, ...more };
    },
  },
  {
    recurso: 'municipios',
    schema: 'Municipio',
    // Of GET /obras/resumen.
    more: ['poblacion'],
    make: async () => {
      await db.query(
        `INSERT INTO municipios (id, clave, nombre, ubicacion, poblacion)
         VALUES (107, '31107', 'Nuevo', ST_GeomFromText('POINT(-89 20.5)', 4326), 7)`,
      );
      return '/municipios/107';
    },
    byHand: [
      `clave = '31108'`,
      `nombre = 'Otro'`,
      `ubicacion = ST_GeomFromText('POINT(-89.5 21)', 4326)`,
      'poblacion = 8',
    ],
    read: async (at) => ({
      ...(await inList('/municipios')(at)),
      ...(await db.one<object>('SELECT poblacion FROM municipios WHERE id = 107')),
    }),
    remove: hand('DELETE FROM municipios WHERE id = $1'),
  },
  {
    recurso: 'estatus-obra',
    schema: 'EstatusObra',
    make: async () => {
      await db.query(`INSERT INTO estatus_obra (id, nombre) VALUES (8, 'Nuevo')`);
      return '/estatus-obra/8';
    },
    byHand: [`nombre = 'Otro'`],
    read: inList('/estatus-obra'),
    remove: hand('DELETE FROM estatus_obra WHERE id = $1'),
  },
  {
    recurso: 'avances',
    schema: 'Avance',
    changed: ['CambiosAvance'],
    apart: ['avanceFinanciero', ...TIMES],
    make: () => madeAt(`${OBRA}/avances`, { fechaCorte: '2026-05-31', avanceFisico: 40 }),
    bodies: each(
      { fechaCorte: '2026-06-30', avanceFisico: 45.5, montoPagado: 100, causaAtraso: 'CLIMA' },
      { observaciones: 'Se terminó la cimentación.' },
    ),
  },
  {
    recurso: 'programas',
    schema: 'Programa',
    apart: ['creadoEn'],
    make: async () => {
      const curva = [{ fecha: '2026-06-30', avanceFisico: 50 }];
      const { version } = await made(`${OBRA}/programas`, programaBody({ curva, motivo: 'Uno' }));
      return `${OBRA}/programas/${version}`;
    },
  },
  {
    recurso: 'ejecucion',
    schema: 'Ejecucion',
    changed: ['CambiosEjecucion'],
    make: async () => {
      const body = { fechaInicioReal: '2026-02-10' };
      const answer = await call('admin', 'PATCH', `${OBRA}/ejecucion`, body);
      assert.equal(answer.status, 200, answer.text);
      return `${OBRA}/ejecucion`;
    },
    bodies: each(
      { fechaInicioReal: '2026-02-11', fechaTerminoReal: '2026-06-11' },
      { fechaEntregaRecepcion: '2026-06-12', montoFinal: 7.5 },
      { alcanceFinal: 'Más', motivoVariacion: 'Lluvia' },
    ),
    remove: () => db.query('DELETE FROM ejecuciones WHERE obra_id = 1'),
  },
  {
    recurso: 'expediente',
    schema: 'Expediente',
    changed: ['CambiosExpediente'],
    apart: ['meta', 'montoFuentes'],
    more: ['metaCantidad', 'metaUnidad'],
    make: async () => {
      const answer = await call('admin', 'PATCH', `${OBRA}/expediente`, { beneficiarios: 7 });
      assert.equal(answer.status, 200, answer.text);
      return `${OBRA}/expediente`;
    },
    bodies: each(
      { proposito: 'Agua', meta: { cantidad: 1.5, unidad: 'km' }, beneficiarios: 8 },
      { modalidad: 'CONTRATO', fechaAprobacion: '2026-01-15' },
      { fuentes: [{ fondoId: 1, monto: 5.5 }] },
    ),
    // As the ledger has them: both of the goal, and the sources without the funds' names.
    read: async (at) => {
      const { meta, fuentes, ...record } = (await get(at, 'admin')).body;
      const plain = fuentes.map(({ fondoId, monto }: Record<string, number>) => ({
        ...{ monto, fondoId },
      }));
      return {
        ...record,
        metaCantidad: meta?.cantidad ?? null,
        metaUnidad: meta?.unidad ?? null,
        fuentes: plain,
      };
    },
    remove: () => db.query('DELETE FROM expedientes WHERE obra_id = 1'),
  },
  {
    recurso: 'fondos',
    schema: 'Fondo',
    changed: ['CambiosFondo'],
    make: () => madeAt('/fondos', { nombre: 'Uno', nivel: 'OTRO' }),
    bodies: each({ nombre: 'Otro', siglas: 'O', nivel: 'CREDITO', activo: false }),
    remove: hand('DELETE FROM fondos WHERE id = $1'),
  },
  {
    recurso: 'contacto',
    schema: 'Contacto',
    changed: ['CambiosContacto'],
    make: async () => {
      const at = '/dependencias/1/contacto';
      const answer = await call('admin', 'PATCH', at, { oficina: 'Transparencia' });
      assert.equal(answer.status, 200, answer.text);
      return at;
    },
    bodies: each({
      ...{ oficina: 'Obras', telefono: '999 930 3000', pagina: 'https://obras.ejemplo.gob.mx' },
    }),
    remove: () => db.query('DELETE FROM contactos WHERE dependencia_id = 1'),
  },
  {
    recurso: 'contratos',
    schema: 'Contrato',
    changed: ['CambiosContrato'],
    apart: [
      'avisoRfc',
      'montoVigente',
      'fechaTerminoVigente',
      'variacionMonto',
      'variacionPlazo',
      'convenios',
    ],
    make: () => madeAt(`${OBRA}/contratos`, contratoBody({ numero: 'C-1' })),
    bodies: [
      ...each(
        { numero: 'C-2', naturaleza: 'SUPERVISION', procedimiento: 'INVITACION' },
        { numeroProponentes: 3, objeto: 'Drenaje de la calle 60.', contratista: 'Otra, S.A.' },
        { contratistaRfc: 'CMA010203AB5', ocid: 'ocds-07smqs-1', url: 'https://ejemplo.mx/1' },
        { monto: 1000, anticipo: 10, fechaFirma: '2026-01-21', fechaInicio: '2026-02-02' },
        { presupuestoBase: 1100.5, fechaTermino: '2026-10-30' },
      ),
      [{ terminacion: 'RESCISION', fechaTerminacion: '2026-07-01', motivoTerminacion: 'Falta' }],
      ...each({ montoFinal: 900, fechaEntregaRecepcion: '2026-07-02' }),
    ],
  },
  {
    recurso: 'convenios',
    schema: 'Convenio',
    changed: ['CambiosConvenio'],
    more: ['contratoId'],
    make: async () => {
      const contrato = await made(`${OBRA}/contratos`, contratoBody({ numero: 'K-1' }));
      const at = `${OBRA}/contratos/${contrato.id}/convenios`;
      const body = { fecha: '2026-05-01', montoNuevo: 5, justificacion: 'Lluvia' };
      return `${at}/${(await made(at, body)).convenios[0].id}`;
    },
    bodies: each(
      { fecha: '2026-05-02', montoNuevo: 6, fechaTerminoNueva: '2026-11-30' },
      { alcance: 'Más', justificacion: 'Más lluvia' },
    ),
    read: async (at) => {
      const [, contrato = ''] = /contratos\/(\d+)/.exec(at) ?? [];
      const { convenios } = (await get(`${OBRA}/contratos/${contrato}`, 'admin')).body;
      return { ...convenios[0], contratoId: Number(contrato) };
    },
  },
  {
    recurso: 'archivos',
    schema: 'Archivo',
    changed: ['CambiosArchivo'],
    // In archivos.test.ts.
    elsewhere: ['fechaSegun'],
    apart: TIMES,
    make: async () => {
      const fields = { titulo: 'Contrato', clase: 'CONTRATO', publico: 'false' };
      return `${OBRA}/archivos/${(await add(pdf(), fields)).id}`;
    },
    bodies: each(
      { clase: 'OTRO', titulo: 'Otro', fecha: '2026-05-01', publico: true },
      { avanceId: 9001, contratoId: 9001, ubicacionId: 1 },
    ),
    read: inList(`${OBRA}/archivos?todos=true`),
  },
  {
    recurso: 'capturistas',
    schema: 'DependenciasDeUsuario',
    // One row for each of them.
    apart: ['dependenciaIds'],
    more: ['userId', 'dependenciaId'],
    make: async () => {
      const at = `/users/${people.other.id}/dependencias`;
      const answer = await call('admin', 'PATCH', at, { dependenciaIds: [1] });
      assert.equal(answer.status, 200, answer.text);
      return at;
    },
    read: async () => ({ userId: people.other.id, dependenciaId: 1 }),
    remove: (at) => call('admin', 'PATCH', at, { dependenciaIds: [] }),
  },
  {
    recurso: 'umbrales',
    schema: 'Umbral',
    make: async () => {
      const umbrales = [{ procedimiento: 'INVITACION', monto: 12.34 }];
      const answer = await call('admin', 'PUT', '/umbrales/2026', { umbrales });
      assert.equal(answer.status, 200, answer.text);
      return '/umbrales/2026';
    },
    read: async (at) => (await get(at)).body.umbrales[0],
    remove: (at) => call('admin', 'PUT', at, { umbrales: [] }),
  },
];
/** Those that the registry has; the table of a feature that went keeps its ledger. */
const isHere = ({ recurso }: { recurso: string }) =>
  !['archivos', 'umbrales'].includes(recurso) ||
  hasFeature(recurso === 'umbrales' ? 'alertas' : recurso);
const RESOURCES = ALL.filter(isHere);

interface Row {
  id: number;
  accion: string;
  recurso: string;
  cambios: { campo: string; antes: unknown; despues: unknown }[];
}

describe('the ledger, field by field', () => {
  let schemas: Record<string, { properties: object }>;
  before(async () => {
    await resetWithCatalog();
    await made('/dependencias', { nombre: 'Segunda' });
    await made('/ejercicio-fiscal', { anio: 2027 });
    await newObra({ ubicaciones: [ubicacionBody()] });
    // The records that a file may refer to.
    await db.query(
      `INSERT INTO avances (id, obra_id, fecha_corte, avance_fisico) OVERRIDING SYSTEM VALUE VALUES (9001, 1, '2026-01-01', 0)`,
    );
    await db.query(
      `INSERT INTO contratos (id, obra_id, numero, naturaleza, objeto, contratista, monto, fecha_firma, fecha_inicio, fecha_termino)
       OVERRIDING SYSTEM VALUE VALUES (9001, 1, 'Z', 'OBRA', 'Z', 'Z', 1, '2026-01-01', '2026-01-01', '2026-01-01')`,
    );
    const { components } = (await (await fetch(`${base}/openapi.json`)).json()) as {
      components: { schemas: typeof schemas };
    };
    schemas = components.schemas;
  });

  /** The rows that a resource's acts leave. */
  const rowsOf = async (recurso: string, act: () => Promise<unknown>): Promise<Row[]> => {
    const last = await db.one<{ id: string }>('SELECT coalesce(max(id), 0) AS id FROM bitacora');
    await act();
    const { body } = await get(`/bitacora?recurso=${recurso}&limit=10`, 'admin');
    return (body as Row[]).filter(({ id }) => id > Number(last?.id));
  };
  const rowOf = async (recurso: string, act: () => Promise<unknown>): Promise<Row> => {
    const rows = await rowsOf(recurso, act);
    assert.equal(rows.length, 1, JSON.stringify(rows));
    return rows[0] as Row;
  };
  const sideOf = ({ cambios }: Row, side: 'antes' | 'despues') =>
    Object.fromEntries(cambios.map((change) => [change.campo, change[side]]));

  test('each table with a ledger is tried here', async () => {
    const tables = await db.query<{ recurso: string }>(
      `SELECT DISTINCT split_part(encode(tgargs, 'escape'), '\\000', 1) AS recurso FROM pg_trigger
       WHERE tgname LIKE '%\\_ledger' AND tgrelid <> 'obras_documentos'::regclass`,
    );
    const noted = columnOf(tables.filter(isHere), 'recurso');
    assert.deepEqual(columnOf(RESOURCES, 'recurso').sort(), noted.sort());
  });

  for (const resource of RESOURCES) {
    const { recurso, schema, changed = [], elsewhere = [], apart = [] } = resource;
    const { more = [], bodies = [] } = resource;
    test(`an entry of ${recurso} has the fields of ${schema}: registered, changed and deleted`, async () => {
      const { make, byHand = [], remove } = resource;
      const fields = [
        ...Object.keys(schemas[schema]?.properties ?? {}).filter((name) => !apart.includes(name)),
        ...more,
      ].sort();
      const read = async (at: string): Promise<Record<string, unknown>> => {
        const record = await (resource.read?.(at) ?? get(at, 'admin').then(({ body }) => body));
        assert.ok(record, `${at} is not there`);
        if (recurso !== 'obras')
          return Object.fromEntries(fields.map((name) => [name, record[name]]));
        const { ubicaciones } = record as { ubicaciones: Record<string, unknown>[] };
        const own = ubicaciones.map(({ municipio: _, ...place }) => place);
        return Object.fromEntries(
          fields.map((name) => [name, name === 'ubicaciones' ? own : record[name]]),
        );
      };
      let at = '';
      const created = await rowOf(recurso, async () => {
        at = await make();
      });
      assert.equal(created.accion, 'crear');
      // Its times have microseconds, and answers milliseconds.
      const plain = (record: Record<string, unknown>) =>
        Object.fromEntries(
          Object.entries(record).map(([name, value]) => {
            if (name === 'createdAt') return [name, new Date(String(value)).toISOString()];
            // Geometries by hand have their system beside them.
            const { crs, ...bare } = Object(value) as Record<string, unknown>;
            return [name, crs ? bare : value];
          }),
        );
      assert.deepEqual(Object.keys(sideOf(created, 'despues')).sort(), fields);
      assert.deepEqual(plain(sideOf(created, 'despues')), plain(await read(at)));

      const touched = new Set<string>();
      const acts: [fields: string[], act: () => Promise<unknown>][] = [
        ...bodies.map(([body, path = '']): [string[], () => Promise<unknown>] => [
          Object.keys(body),
          async () => {
            const answer = await call('admin', 'PATCH', at + path, body);
            assert.equal(answer.status, 200, answer.text);
          },
        ]),
        ...byHand.map((set): [string[], () => Promise<unknown>] => [
          [],
          () =>
            db.query(`UPDATE ${{ localidad: 'localidades' }[recurso] ?? recurso.replace('-', '_')}
              SET ${set} WHERE id = ${idOf(at)}`),
        ]),
      ];
      for (const [names, act] of acts) {
        for (const name of names) touched.add(name);
        const earlier = await read(at);
        const row = await rowOf(recurso, act);
        const later = await read(at);
        const differing = fields.filter(
          (name) => JSON.stringify(earlier[name]) !== JSON.stringify(later[name]),
        );
        const expected = (of: Record<string, unknown>) =>
          Object.fromEntries(differing.map((name) => [name, of[name]]));
        assert.equal(row.accion, names.includes('password') ? 'contraseña' : 'cambiar');
        assert.deepEqual(plain(sideOf(row, 'antes')), expected(earlier), names.join());
        assert.deepEqual(plain(sideOf(row, 'despues')), expected(later), names.join());
      }
      const changeable = changed.flatMap((name) => Object.keys(schemas[name]?.properties ?? {}));
      assert.deepEqual([...touched, ...elsewhere].sort(), changeable.sort());

      const last = await read(at);
      const deleted = await rowOf(recurso, async () => {
        if (remove) await remove(at);
        else assert.equal((await call('admin', 'DELETE', at)).status, 200);
      });
      assert.equal(deleted.accion, 'eliminar');
      assert.deepEqual(plain(sideOf(deleted, 'antes')), plain(last));
    });
  }
});
