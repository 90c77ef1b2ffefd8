import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wholeOf } from '../../portal/core/obras/formulario/borrador.ts';
import {
  bodyOfChanges,
  bodyOfNew,
  CAMPOS,
  changedFields,
  isAlike,
  newUbicacion,
  SIN_VALORES,
  saysTheSame,
  type Valores,
  valoresOf,
  withIds,
} from '../../portal/core/obras/formulario/valores.ts';
import { table } from '../table.ts';

const POINT = { type: 'Point', coordinates: [-89.6, 20.9] };
/** A registered work with one place, whose municipio is that of the work. */
const OBRA = {
  ...{ id: 7, nombre: 'Parque', claveUnica: 'SOP-1', descripcion: null, monto: 1000 },
  ...{
    municipioId: 50,
    ejercicioFiscalId: 1,
    dependenciaId: 2,
    tipoProyectoId: null,
    estatusObraId: 4,
  },
  ubicaciones: [
    {
      ...{ id: 70, municipioId: 50, direccion: 'Calle 60', localidadReferencia: null },
      ...{ referenciaLugar: 'Kiosco', tipoGeometria: 'PUNTO', geometriaJson: POINT, orden: 1 },
    },
  ],
} as unknown as Parameters<typeof valoresOf>[0];
/** The same work with another place. */
const obraWith = (place: object) =>
  ({ ...OBRA, ubicaciones: [{ ...OBRA.ubicaciones[0], ...place }] }) as typeof OBRA;
const OF_OBRA = valoresOf(OBRA);
const [PLACE] = OF_OBRA.ubicaciones as [Valores['ubicaciones'][number]];
const withPlace = (more: object): Valores => ({ ...OF_OBRA, ubicaciones: [{ ...PLACE, ...more }] });

test('a registered work stands in the form with empty texts, and a place follows the municipio of its work', () => {
  assert.equal(OF_OBRA.descripcion, '');
  assert.deepEqual([OF_OBRA.monto, OF_OBRA.tipoProyectoId], [1000, null]);
  assert.deepEqual(
    [PLACE.id, PLACE.clave, PLACE.municipioId, PLACE.localidadReferencia, PLACE.referenciaLugar],
    [70, 'u70', null, '', 'Kiosco'],
  );
  const elsewhere = valoresOf(obraWith({ municipioId: 41, referenciaLugar: null }));
  const [place] = elsewhere.ubicaciones;
  assert.deepEqual([place?.municipioId, place?.referenciaLugar], [41, '']);
});

test('a moved drawing goes as it is drawn', () => {
  const moved = bodyOfChanges(OBRA, OF_OBRA, withPlace({ trazo: [[[[-89.7, 20.9]]]] }));
  const geometry = { type: 'Point', coordinates: [-89.7, 20.9] };
  assert.deepEqual(moved.ubicaciones?.[0]?.geometriaJson, geometry);
});

test('an amount that can’t be read equals no other', () => {
  assert.equal(isAlike('monto', { ...OF_OBRA, monto: 'mil' }, OF_OBRA), false);
});

test('a new work is sent with its filled fields, its places with its municipio, and without ids', () => {
  assert.deepEqual(bodyOfNew({ ...SIN_VALORES, nombre: 'Parque' }), {
    ...{ nombre: 'Parque', claveUnica: '', descripcion: '', ubicaciones: [] },
  });
  const { ubicaciones, ...fields } = bodyOfNew(OF_OBRA);
  assert.deepEqual(fields, {
    ...{ nombre: 'Parque', claveUnica: 'SOP-1', descripcion: '', municipioId: 50, monto: 1000 },
    ...{ ejercicioFiscalId: 1, dependenciaId: 2, estatusObraId: 4 },
  });
  const { id: _, orden: __, ...place } = OBRA.ubicaciones[0] as { id: number; orden: number };
  assert.deepEqual(ubicaciones, [place]);
});

test('a place without a drawing or a municipio is sent without, for the registry to refuse', () => {
  const { ubicaciones } = bodyOfNew({ ...SIN_VALORES, ubicaciones: [newUbicacion('RUTA')] });
  assert.deepEqual(ubicaciones, [
    { direccion: '', localidadReferencia: null, referenciaLugar: null, tipoGeometria: 'RUTA' },
  ]);
});

// The body of a correction of the work above.
const CORRECTIONS = table`
  # changes of fields                | body
  {}                                 | {}
  {"nombre": " Parque "}             | {}
  {"nombre": "Jardín"}               | {"nombre": "Jardín"}
  {"monto": 2000.5}                  | {"monto": 2000.5}
  {"monto": "mucho"}                 | {"monto": "mucho"}
  {"monto": null}                    | {"monto": null}
  {"descripcion": "  "}              | {}
  {"descripcion": "Con juegos"}      | {"descripcion": "Con juegos"}
  {"tipoProyectoId": 3}              | {"tipoProyectoId": 3}
  {"estatusObraId": 6, "monto": 1}   | {"monto": 1, "estatusObraId": 6}`;
for (const [changes = '', body = ''] of CORRECTIONS) {
  test(`a correction ${changes} sends ${body}`, () => {
    const now = { ...OF_OBRA, ...JSON.parse(changes) };
    assert.deepEqual(bodyOfChanges(OBRA, OF_OBRA, now), JSON.parse(body));
    assert.deepEqual(
      changedFields(OF_OBRA, now),
      CAMPOS.filter((campo) => campo in JSON.parse(body)),
    );
  });
}

test('places are sent together: one that is left out is removed, and an untouched drawing goes back as it came', () => {
  const altitude = { type: 'Point', coordinates: [-89.6, 20.9, 8] };
  const obra = obraWith({ geometriaJson: altitude });
  const before = valoresOf(obra);
  const changed = { ...(before.ubicaciones[0] as object), direccion: 'Calle 62' };
  const now = { ...before, ubicaciones: [changed] } as Valores;
  const { ubicaciones } = bodyOfChanges(obra, before, now);
  const { orden: _, ...place } = obra.ubicaciones[0] as { orden: number };
  assert.deepEqual(ubicaciones, [{ ...place, direccion: 'Calle 62' }]);
  assert.deepEqual(bodyOfChanges(obra, before, { ...before, ubicaciones: [] }).ubicaciones, []);
  const other = { ...obra.ubicaciones[0], id: 71, geometriaJson: POINT };
  const two = { ...obra, ubicaciones: [other, ...obra.ubicaciones] } as typeof OBRA;
  const [, second] =
    bodyOfChanges(two, valoresOf(two), { ...valoresOf(two), municipioId: 41 }).ubicaciones ?? [];
  assert.deepEqual([second?.id, second?.geometriaJson], [70, altitude]);
});

const PLACES = table`
  # change of the place             | alike | says the same
  {}                                | yes   | yes
  {"direccion": "Calle 60 "}        | yes   | yes
  {"direccion": "Calle 62"}         | no    | no
  {"localidadReferencia": "Caucel"} | no    | no
  {"referenciaLugar": ""}           | no    | no
  {"municipioId": 50}               | yes   | yes
  {"municipioId": 41}               | no    | no
  {"tipoGeometria": "RUTA"}         | no    | no
  {"clave": "otra"}                 | yes   | yes
  {"id": 71}                        | no    | yes`;
for (const [change = '', alike, same] of PLACES) {
  test(`a place with ${change} is alike: ${alike}, says the same: ${same}`, () => {
    const now = withPlace(JSON.parse(change));
    assert.equal(isAlike('ubicaciones', OF_OBRA, now), alike === 'yes');
    assert.equal(saysTheSame('ubicaciones', OF_OBRA, now), same === 'yes');
  });
}

test('text is alike in whichever way its letters are composed', () => {
  const one = { ...OF_OBRA, nombre: 'Jard\u00edn' };
  const other = { ...OF_OBRA, nombre: 'Jardi\u0301n' };
  assert.equal(isAlike('nombre', one, other), true);
  assert.equal(saysTheSame('nombre', one, { ...other, nombre: 'Patio' }), false);
});

test('new places get the ids of the answer by what was sent, and places added since get no id', () => {
  const [fresh, later] = [newUbicacion('PUNTO'), newUbicacion('PUNTO')];
  const sent = { ...OF_OBRA, ubicaciones: [PLACE, fresh] };
  const answer = { ubicaciones: [{ id: 70 }, { id: 71 }] } as never;
  const { ubicaciones } = withIds({ ...OF_OBRA, ubicaciones: [later, fresh, PLACE] }, sent, answer);
  assert.deepEqual(
    ubicaciones.map(({ id }) => id),
    [undefined, 71, 70],
  );
});

test('a draft of an earlier portal has the fields that it lacks as the work has them, or empty', () => {
  const draft = (valores: object, leida?: object) => wholeOf({ valores, leida } as never)?.valores;
  assert.equal(draft({ nombre: 'x' }), undefined);
  assert.equal(wholeOf(undefined), undefined);
  const place = { id: 70, clave: 'u70', tipoGeometria: 'PUNTO', direccion: 'Aquí' };
  const old = { nombre: 'Jardín', ubicaciones: [place] };
  const corrected = draft(old, { obra: OBRA });
  assert.deepEqual(
    [corrected?.nombre, corrected?.claveUnica, corrected?.monto],
    ['Jardín', 'SOP-1', 1000],
  );
  assert.deepEqual(
    [corrected?.ubicaciones[0]?.direccion, corrected?.ubicaciones[0]?.referenciaLugar],
    ['Aquí', 'Kiosco'],
  );
  assert.deepEqual([draft(old)?.claveUnica, draft(old)?.ubicaciones[0]?.referenciaLugar], ['', '']);
});
