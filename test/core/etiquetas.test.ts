import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { found } from '../../src/core/base/found.ts';
import type { LedgerEntry } from '../../src/core/bitacora/ledger.ts';
import { CAMPOS, ETIQUETAS } from '../../src/core/bitacora/recursos.ts';
import { withSentences } from '../../src/core/bitacora/story.ts';
import { type Field, labelOf, OBRA, UBICACION } from '../../src/core/obras/campos.ts';
import { COLUMNS } from '../../src/core/obras/columns.ts';
import { CONTACTO, EXPEDIENTE } from '../../src/features/expediente/campos.ts';
import {
  AVANCE,
  CONTRATO,
  CONVENIO,
  EJECUCION,
  FILA,
  FILA_CONTRATO,
  PROGRAMA,
} from '../../src/features/seguimiento/campos.ts';
import { OF_SEGUIMIENTO } from '../../src/features/seguimiento/importacion/columnas.ts';
import { LEDGER } from '../../src/features.ts';
import { hasFeature, isHere, isWhole } from '../features.ts';
import { resolved } from '../openapi-check.ts';
import { sheetCells, unzip } from '../spreadsheet.ts';
import { base, bytesOf, db, resetWithCatalog } from '../world.ts';

// A field is called alike wherever people meet it. The portal's forms and sheets are in test/portal/etiquetas.test.ts.

type Fields = Record<string, Field>;
const { ARCHIVO } = Object.assign({}, ...(await found<Record<string, Fields>>('campos')));
assert.equal(ARCHIVO !== undefined, hasFeature('archivos'));
/** Both of the goal are one member of the API. */
const { metaCantidad: _, metaUnidad: __, ...plainExpediente } = EXPEDIENTE;
/** The tables of fields, by the schema of their records and their resource in the ledger. */
const TABLES: [schema: string, fields: Fields, resource?: string][] = [
  ['Obra', OBRA, 'obras'],
  ['Ubicacion', UBICACION],
  ['Avance', AVANCE, 'avances'],
  ['Programa', PROGRAMA, 'programas'],
  ['Ejecucion', EJECUCION, 'ejecucion'],
  ['Expediente', plainExpediente, 'expediente'],
  ['Contacto', CONTACTO],
  ['Contrato', CONTRATO, 'contratos'],
  ['Convenio', CONVENIO, 'convenios'],
  ...(ARCHIVO ? [['Archivo', ARCHIVO, 'archivos'] as [string, Fields, string]] : []),
];
/** Bodies of users and catalogs. */
const OTHERS = ['Usuario', 'Dependencia', 'EjercicioFiscal', 'TipoProyecto', 'Localidad'].map(
  (name) => `Cambios${name}`,
);

/** Headings that differ from the field's label: other files call a work's key so, and a drawing is two numbers. */
const DRAWING = { longitud: 'Longitud', latitud: 'Latitud' };
const OWN: Record<string, string> = { id: 'Id en el registro', ...DRAWING };

interface Schema {
  properties?: Record<string, { 'x-etiqueta'?: string }>;
}
interface Parameter {
  $ref?: string;
  name: string;
  in: string;
}
/** A part of a body's schema. */
interface Part {
  properties?: Record<string, Part>;
  items?: Part;
  anyOf?: Part[];
}
interface Operation {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Part }> };
}
const { components, paths } = (await (await fetch(`${base}/openapi.json`)).json()) as {
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
  paths: Record<string, Record<string, Operation> & { get: { parameters: Parameter[] } }>;
};
const propertiesOf = (schema: string) => components.schemas[schema]?.properties ?? {};

/** A label, alone or with its record where a file has fields of two. */
const spellings = (label: string) => [
  label,
  `${label} de la obra`,
  `${label} del contrato`,
  `${label} de contrato`,
];

/** A row of the ledger that changes one field. */
const changeOf = (recurso: string, campo: string, despues: unknown) =>
  ({
    ...{ id: 1, instante: '2026-01-15T14:30:00.000Z', usuarioId: null, usuarioEmail: 'a@b.mx' },
    ...{ usuarioNombre: null, direccion: null, programa: '', accion: 'cambiar', recurso },
    ...{ registro: '1', obraId: 1, nombre: 'X', archivo: null, fila: null },
    ...{ importacion: null, deshace: false },
    cambios: [{ campo, antes: null, despues }],
  }) satisfies LedgerEntry;
const exampleOf = ({ schema }: Field) => schema.examples?.[0] ?? 1;

describe('the name of a field', () => {
  for (const [schema, fields, resource] of TABLES) {
    test(`is the same in the labels of screens and in the sentences of the ledger: ${schema}`, async () => {
      for (const [name, field] of Object.entries(fields)) {
        assert.equal(propertiesOf(schema)[name]?.['x-etiqueta'], labelOf(field), name);
        if (!resource || field.isAssigned || name === 'publico') continue;
        const entry = changeOf(resource, name, exampleOf(field));
        const [{ resumen } = { resumen: '' }] = await withSentences(db, [entry], LEDGER);
        assert.ok(resumen.includes(`${field.called}`), `${name}: ${resumen}`);
      }
    });
  }

  test('is the same in the ledger’s resources of the service and of the portal, which lists the same features', () => {
    const root = new URL('../../../', import.meta.url);
    const listed = readdirSync(new URL('portal/features', root), {
      recursive: true,
      encoding: 'utf8',
    })
      .filter((path) => /[\\/]historial\.tsx?$/.test(path))
      .flatMap((path) => [
        ...readFileSync(new URL(`portal/features/${path}`, root), 'utf8').matchAll(
          /features\/([\w-]+)\/recursos\.ts/g,
        ),
      ])
      .map(([, name]) => name);
    const features = readdirSync(new URL('src/features', root)).filter((name) =>
      existsSync(new URL(`src/features/${name}/bitacora.ts`, root)),
    );
    assert.deepEqual(listed.sort(), features);
  });

  test('has words in the portal for each filter of works', () => {
    const root = new URL('../../../portal/', import.meta.url);
    const words = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((path) => /[\\/]filtros([\\/]palabras)?\.ts$/.test(path))
      .map((path) => readFileSync(new URL(path, root), 'utf8'))
      .join('\n');
    const filters = (paths['/obras']?.get.parameters ?? [])
      .map((one) => components.parameters[one.$ref?.split('/').pop() ?? ''] ?? one)
      .filter((one) => one.in === 'query' && !/^(orden|campos|limit|page|cursor)$/.test(one.name))
      .map(({ name }) => name);
    assert.ok(filters.length > (isWhole() ? 20 : 10));
    const isThere = (name: string) => new RegExp(`^ +(${name}: \\{|'${name}',)`, 'm').test(words);
    assert.deepEqual(
      filters.filter((name) => !isThere(name)),
      [],
    );
  });

  test('stands in place of the API’s in all sentences that the portal shows', async () => {
    const pathsOf = ({ properties = {}, items, anyOf = [] }: Part, at = ''): string[] => [
      ...Object.entries(properties).flatMap(([name, part]) => {
        const path = at === '' ? name : `${at}.${name}`;
        return [path, ...pathsOf(part, path)];
      }),
      ...(items ? [`${at}[1]`, ...pathsOf(items, `${at}[1]`)] : []),
      ...anyOf.flatMap((part) => pathsOf(part, at)),
    ];
    const document = resolved({ components, paths });
    const operations = Object.values<Record<string, Operation>>(document.paths).flatMap((path) =>
      Object.values(path),
    );
    const fields = operations.flatMap(({ parameters = [], requestBody }) => [
      ...parameters.flatMap(({ name, in: where }) => (where === 'header' ? [] : [name])),
      ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => pathsOf(schema)),
    ]);
    assert.ok(fields.includes('montoMin') && fields.includes('ubicaciones[1].geometriaJson'));
    const rules = new URL('../../reglas/portal/core/campos.js', import.meta.url);
    const { inWords } = (await import(rules.href)) as { inWords: (sentence: string) => string };
    /** Names that no Spanish word is written like, outside of what a sentence quotes. */
    const apiNames = (text: string) =>
      text.replace(/«[^»]*»/g, '').match(/\b[a-z]\w*[a-z\d](?:[A-Z_]\w*)+|\w+\[\d+\]/g);
    for (const field of new Set(fields)) {
      for (const said of ['debe ser 7.', 'no existe el registro 7.']) {
        const words = inWords(`${field}: ${said}`);
        assert.match(words, /^\p{Lu}[^:]+: (?:debe ser|no existe el registro) 7\.$/u);
        assert.equal(apiNames(words), null, words);
      }
      const among = inWords(`Véase 7: no va con ${field}, sí con «${field}».`);
      assert.equal(apiNames(among), null, among);
      assert.ok(among.endsWith(`, sí con «${field}».`), among);
    }
  });

  test('is the same in the labels of users and catalogs and in the sentences of the ledger', async () => {
    for (const schema of OTHERS) {
      const names = Object.keys(propertiesOf(schema));
      assert.ok(names.length > 0, schema);
      for (const name of names.filter((name) => !/^(password|isActive|activo)$/.test(name))) {
        const called = (CAMPOS as Record<string, string>)[name] ?? (OBRA as Fields)[name]?.called;
        assert.ok(called, `${schema}.${name}`);
        const [entry] = await withSentences(db, [changeOf('users', name, 'X')], LEDGER);
        assert.ok(entry?.resumen.includes(called), `${name}: ${entry?.resumen}`);
      }
    }
    assert.equal(ETIQUETAS.email, 'Correo electrónico');
  });

  test('is the same in the headings of works', () => {
    for (const [name, field] of Object.entries({ ...OBRA, ...UBICACION } as Fields)) {
      const [column] = Object.keys(field.sheet ?? {});
      if (!column) continue;
      const heading = COLUMNS.find((one) => one.name === column)?.label.replace(/ en pesos$/, '');
      assert.ok(
        [...spellings(labelOf(field)), OWN[column]].includes(heading),
        `${name}: ${heading}`,
      );
    }
  });

  test('is the same in the headings of progress and contracts, read and written', () => {
    const written: [Record<string, { called: string }>, Fields[]][] = [
      [FILA, [AVANCE, OBRA]],
      [FILA_CONTRATO, [CONTRATO, OBRA]],
    ];
    for (const [columns, tables] of written) {
      for (const [name, column] of Object.entries(columns)) {
        const field = tables.find((table) => Object.hasOwn(table, name))?.[name];
        if (field) assert.ok(spellings(labelOf(field)).includes(labelOf(column)), name);
      }
    }
    for (const [name, label] of Object.entries(OF_SEGUIMIENTO.labels)) {
      const fields = [AVANCE, CONTRATO, OBRA].flatMap((table) => (table as Fields)[name] ?? []);
      const known = fields.flatMap((field) => spellings(labelOf(field)));
      if (fields.length > 0) assert.ok(known.includes(label as string), `${name}: ${label}`);
    }
  });

  test('is the same in the sheets to be filled in', async () => {
    await resetWithCatalog();
    const known = [OBRA, UBICACION, AVANCE]
      .flatMap((table) => Object.values(table as Fields))
      .flatMap((field) => spellings(labelOf(field)));
    for (const sheet of ['/obras/plantilla.xlsx', '/seguimiento/plantilla.xlsx'].filter(isHere)) {
      const parts = await unzip(await bytesOf(sheet));
      const headings = Object.entries(sheetCells(parts['xl/worksheets/sheet1.xml'] ?? ''))
        .filter(([place]) => /^[A-Z]+1$/.test(place))
        .map(([, { value }]) => String(value).replace(/ en pesos$| \([^)]*\)$/g, ''));
      assert.ok(headings.length > 8, sheet);
      const others = headings.filter((heading) => !known.includes(heading));
      // The last report, beside the one that is asked for.
      assert.deepEqual(
        others.filter((one) => !/^Último /.test(one) && !Object.values(OWN).includes(one)),
        [],
      );
    }
  });
});
