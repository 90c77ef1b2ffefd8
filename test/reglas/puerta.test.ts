import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Access } from '../../portal/core/feature.ts';
import { leadsHere, pasoOf } from '../../portal/core/puerta.ts';
import { table } from '../table.ts';

// The callers who reach a page, by its access. A provisional password has to be changed before anything else.
const DOORS = table`
  # visitor          | works are read by | access | address                   | what comes of it
  nobody             | accounts          | open   | /ayuda                    | page
  nobody             | accounts          | reader | /obras?municipioId=50     | /entrar?volver=%2Fobras%3FmunicipioId%3D50
  nobody             | everybody         | reader | /obras                    | page
  nobody             | everybody         | reader | /obras?favoritas=true     | /entrar?volver=%2Fobras%3Ffavoritas%3Dtrue
  nobody             | everybody         | token  | /cuenta                   | /entrar?volver=%2Fcuenta
  nobody             | everybody         | admin  | /usuarios                 | /entrar?volver=%2Fusuarios
  nobody             | accounts          | reader | /                         | /entrar
  nobody             | everybody         | reader | /                         | page
  user               | accounts          | reader | /                         | home
  user               | everybody         | reader | /                         | home
  user               | accounts          | reader | /obras?favoritas=true     | page
  user               | accounts          | token  | /cuenta                   | page
  user               | accounts          | admin  | /usuarios                 | refused
  user               | accounts          | admin  | /obras/1/editar           | refused
  admin              | accounts          | admin  | /obras/1/editar           | page
  user provisional   | accounts          | reader | /catalogos?a=b            | /cuenta?volver=%2Fcatalogos%3Fa%3Db
  user provisional   | accounts          | admin  | /usuarios                 | /cuenta?volver=%2Fusuarios
  user provisional   | accounts          | token  | /cuenta                   | page
  user provisional   | accounts          | open   | /entrar                   | page
  admin provisional  | everybody         | open   | /ayuda                    | /cuenta?volver=%2Fayuda`;
for (const [visitor = '', readers, access, here = '', paso] of DOORS) {
  test(`where ${readers} read works, ${visitor} who goes to ${here} (${access}) comes to ${paso}`, () => {
    const [roles = '', provisional] = visitor.split(' ');
    const account = { roles, mustChangePassword: provisional !== undefined };
    const [path = ''] = here.split('?');
    assert.equal(
      pasoOf({ access: access as Access, path }, roles === 'nobody' ? null : account, {
        here,
        isOwn: here.includes('favoritas'),
        isPublic: readers === 'everybody',
      }),
      paso,
    );
  });
}

const WAYS = [
  { href: '/obras', nombre: 'Obras' },
  { href: '/obras?favoritas=true', nombre: 'Favoritas' },
  { href: '/importar', nombre: 'Importar obras' },
  { href: '/importar/avances', nombre: 'Importar avances' },
];
const PLACES = table`
  # address                 | the way that leads there
  /obras                    | Obras
  /obras?q=calle            | Obras
  /obras/1                  | Obras
  /obras?favoritas=true     | Favoritas
  /obras/1?favoritas=true   | Obras
  /importar                 | Importar obras
  /importar/otra            | Importar obras
  /importar/avances         | Importar avances
  /importar/avances/1       | Importar avances
  /obrasx                   | -
  /ayuda                    | -`;
for (const [address = '', way] of PLACES) {
  test(`at ${address} the way ${way || 'of no page'} is marked`, () => {
    const [path = '', search = ''] = address.split('?');
    const marked = WAYS.filter((one) => leadsHere(one, WAYS, path, search));
    assert.deepEqual(
      marked.map(({ nombre }) => nombre),
      way ? [way] : [],
    );
  });
}
