import assert from 'node:assert/strict';
import { test } from 'node:test';
import { active, activeOf, namesOf, opcionesOf } from '../../portal/core/catalogos/opciones.ts';
import {
  consequence,
  kindsOf,
  nameOf,
  usage,
  within,
} from '../../portal/core/catalogos/palabras.ts';
import { capital } from '../../portal/core/formato.ts';
import { nameOfDuda, offeredTo } from '../../portal/core/obras/formulario/preguntas.ts';
import { table } from '../table.ts';

const read = (data?: object[], error: Error | null = null) =>
  ({ ...(data && { data }), error, refetch: () => {} }) as Parameters<typeof opcionesOf>[0][number];
const ids = (all: { id: unknown }[]) => all.map(({ id }) => id);
const LISTS = [
  read([{ id: 50, nombre: 'Mérida' }]),
  read([{ id: 1, nombre: 'Planeada' }]),
  read([
    { id: 1, anio: 2024, activo: false },
    { id: 3, anio: 2026, activo: true },
    { id: 2, anio: 2025, activo: true },
  ]),
  read([
    { id: 1, nombre: 'Obras', siglas: 'SOP', activo: true },
    { id: 2, nombre: 'Vieja', siglas: null, activo: false },
    { id: 4, nombre: 'Nueva', siglas: null, activo: true },
  ]),
  read(),
];

test('the years of the catalogs stand with the newest first, and dependencias with initials and only while active', () => {
  const { opciones, isPending, error } = opcionesOf(LISTS);
  assert.deepEqual(
    opciones.ejercicioFiscalId.map(({ nombre }) => nombre),
    ['2026', '2025', '2024'],
  );
  assert.deepEqual(opciones.dependenciaId, [
    { id: 1, nombre: 'Obras', detalle: 'SOP', activo: true },
    { id: 4, nombre: 'Nueva', detalle: undefined, activo: true },
  ]);
  assert.deepEqual(opciones.tipoProyectoId, []);
  assert.deepEqual([isPending, error], [true, undefined]);
  assert.equal(opcionesOf(LISTS.slice(0, 4)).isPending, false);
});

test('the first failure of the catalogs is theirs, and all are asked again', () => {
  let asked = 0;
  const failed = { ...read(undefined, new Error('no')), refetch: () => asked++ };
  const lists = [...LISTS.slice(0, 4), failed];
  assert.equal(opcionesOf(lists).error?.message, 'no');
  opcionesOf(lists).refetch();
  assert.equal(asked, 1);
});

test('names of catalogs are found by their field and id, inactive ones too', () => {
  assert.deepEqual(
    [...namesOf(LISTS)],
    [
      ['municipioId/50', 'Mérida'],
      ['estatusObraId/1', 'Planeada'],
      ['ejercicioFiscalId/1', '2024'],
      ['ejercicioFiscalId/3', '2026'],
      ['ejercicioFiscalId/2', '2025'],
      ['dependenciaId/1', 'Obras'],
      ['dependenciaId/2', 'Vieja'],
      ['dependenciaId/4', 'Nueva'],
    ],
  );
});

test('new works may refer to records that are active, or can’t be inactive', () => {
  const all = [
    { id: 1, nombre: 'a' },
    { id: 2, nombre: 'b', activo: false },
    { id: 3, nombre: 'c', activo: true },
  ];
  assert.deepEqual(ids(active(all)), [1, 3]);
  assert.deepEqual(activeOf([{ activo: false }, { activo: true }]), [{ activo: true }]);
});

test('a work is offered what is active, and the record that it has although that is no longer', () => {
  const { opciones } = opcionesOf(LISTS);
  const obra = {
    ejercicioFiscal: { id: 1, anio: 2024 },
    municipio: { id: 50, nombre: 'Mérida' },
    dependencia: { id: 2, nombre: 'Vieja' },
    tipoProyecto: null,
  };
  const offered = offeredTo(obra as never, opciones);
  assert.deepEqual(
    offered.ejercicioFiscalId.map(({ nombre, detalle }) => [nombre, detalle]),
    [
      ['2024', 'Ya no está activo'],
      ['2026', undefined],
      ['2025', undefined],
    ],
  );
  assert.deepEqual(ids(offered.dependenciaId), [2, 1, 4]);
  assert.deepEqual(ids(offered.municipioId), [50]);
  assert.deepEqual(offered.tipoProyectoId, []);
  assert.deepEqual(ids(offeredTo(undefined, opciones).ejercicioFiscalId), [3, 2]);
  assert.equal(offered.estatusObraId, opciones.estatusObraId);
});

const KINDS = table`
  # active | edited by             | tasks
  true     | -                     | desactivar
  false    | -                     | reactivar
  true     | fusiona               | fusionar,desactivar
  false    | clasificacion,seElimina | clasificar,reactivar,eliminar
  true     | clasificacion,fusiona,seElimina | clasificar,fusionar,desactivar,eliminar`;
for (const [isActive, by, tasks] of KINDS) {
  test(`a record that is active: ${isActive}, with ${by || 'no more'}, has the tasks ${tasks}`, () => {
    const edicion = Object.fromEntries((by ?? '').split(',').map((name) => [name, true]));
    assert.equal(kindsOf({ activo: isActive === 'true' } as never, edicion as never).join(), tasks);
  });
}

test('a task is called by its verb, or as the catalog says', () => {
  const edicion = { clasificacion: { accion: 'Clasificar en OC4IDS' } } as never;
  assert.deepEqual(
    [nameOf('clasificar', edicion), nameOf('clasificar', undefined), nameOf('fusionar', edicion)],
    ['Clasificar en OC4IDS', 'Clasificar', 'Fusionar con otro'],
  );
});

const CONSEQUENCES = table`
  # task     | works | words
  desactivar | 2     | Sus obras la siguen mostrando. Ya no podrá elegirse en otras, hasta que alguien la reactive.
  desactivar | 0     | Ya no podrá elegirse en otras, hasta que alguien la reactive.
  reactivar  | 2     | Podrá elegirse otra vez.
  eliminar   | 2     | Mientras haya obras así, el registro no permite eliminar; en su lugar puede desactivar.
  eliminar   | 0     | No puede deshacerse. Queda constancia en la bitácora.`;
for (const [task, works, words] of CONSEQUENCES) {
  test(`to ${task} a record of ${works} works says «${words}»`, () => {
    assert.equal(consequence(task as 'eliminar', Number(works), 'la'), words);
  });
}

const USAGES = table`
  # works | words              | link
  0       | Ninguna obra la usa. | -
  1       | La usa 1 obra.     | Ver esa obra
  3       | La usan 3 obras.   | Ver esas obras
  1250    | La usan 1,250 obras. | Ver esas obras`;
for (const [works, words, link] of USAGES) {
  test(`the use of a record by ${works} works is «${words}», with the link «${link}»`, () => {
    const { uso, enlace = '' } = usage(Number(works), 'la');
    assert.deepEqual([uso, enlace], [words, link]);
  });
}

test('a new localidad begins in the municipio that is shown, and is chosen from all', () => {
  const campos = [{ nombre: 'nombre' }, { nombre: 'municipioId' }];
  const edicion = within({ campos, inicial: { municipioId: null } } as never, 50, [
    { id: 50, nombre: 'Mérida' },
  ]);
  assert.deepEqual(edicion.inicial, { municipioId: 50 });
  assert.deepEqual(edicion.campos, [
    { nombre: 'nombre' },
    { nombre: 'municipioId', opciones: [{ id: 50, nombre: 'Mérida' }] },
  ]);
  assert.deepEqual(within({ campos: [], inicial: { nombre: '' } } as never, 50).inicial, {
    nombre: '',
  });
  assert.equal(capital('la obra'), 'La obra');
});

test('a doubt is named by its key and its text', () => {
  assert.equal(nameOfDuda({ clave: 'a', texto: 'b' } as never), 'a b');
});
