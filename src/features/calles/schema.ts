import { type Static, Type } from 'typebox';
import type { Bounded } from '../../core/base/geo.ts';
import { Closed, LABEL, nullable, Text } from '../../core/base/schemas.ts';

export const CallesQuery = Type.Object({
  q: Type.Optional(
    Type.String({
      [LABEL]: 'Palabras',
      maxLength: 200,
      description:
        'Una calle o un cruce: «calle 60», «60 x 61», «calle 60 por 61 centro», «av. colón»; sin distinguir acentos ni mayúsculas. Un número se busca entero. Las demás palabras dicen el municipio, la localidad o la colonia.',
      examples: ['calle 60 x 61'],
    }),
  ),
  cerca: Type.Optional(
    Type.String({
      [LABEL]: 'Cerca de',
      format: 'posicion',
      description:
        'Longitud y latitud en grados (WGS 84): de las que se llaman igual van primero las más cercanas. Sin este parámetro, las más largas.',
      examples: ['-89.6237,20.9674'],
    }),
  ),
});

const degrees = <T extends number[]>(description: string, examples: T[], length: number) =>
  Type.Unsafe<T>(
    Type.Array(Type.Number(), { minItems: length, maxItems: length, description, examples }),
  );
const Calle = Closed(
  {
    nombre: Type.String({ examples: ['Calle 60 × Calle 61'] }),
    tipo: Type.Unsafe<'calle' | 'cruce'>({
      type: 'string',
      enum: ['calle', 'cruce'],
      examples: ['cruce'],
    }),
    municipio: Type.String({ examples: ['Mérida'] }),
    cercaDe: nullable(Text('La colonia o localidad más cercana que nombra el mapa.', 'Centro')),
    punto: degrees<[number, number]>(
      'Longitud y latitud: en la calle, o en el cruce.',
      [[-89.6237, 20.9674]],
      2,
    ),
    bbox: degrees<Bounded['bbox']>(
      'minLon, minLat, maxLon, maxLat: lo que un mapa muestra de ella.',
      [[-89.6252, 20.9661, -89.6222, 20.9687]],
      4,
    ),
  },
  { title: 'Calle' },
);
export const Calles = Closed(
  {
    leyendo: Type.Boolean({
      description:
        'Con true, el registro todavía lee las calles del archivo; pregunte de nuevo en unos segundos.',
      examples: [false],
    }),
    calles: Type.Array(Calle, {
      description: 'Hasta 10: primero las que mejor corresponden, luego las más cercanas.',
    }),
    sinCallesEn: nullable(
      Text(
        'El municipio o la localidad que nombra la búsqueda, si no tiene ninguna calle así aunque otros la tengan; entonces no viene ninguna.',
        'Tekax',
      ),
    ),
  },
  { title: 'Calles' },
);

export type Calle = Static<typeof Calle>;
export type Found = Omit<Static<typeof Calles>, 'leyendo'>;
