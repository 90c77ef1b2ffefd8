import { Type } from 'typebox';
import { Closed, Decimal, LABEL, nullable, Text, Whole } from '../../core/base/schemas.ts';
import { labelOf } from '../../core/obras/campos.ts';
import { CONTRATISTA } from './campos.ts';

const members = Object.fromEntries(
  Object.entries(CONTRATISTA).map(([name, column]) => [
    name,
    Type.Unsafe({ ...column.schema, [LABEL]: labelOf(column) }),
  ]),
);

export const FilaDeContratista = Closed(members, {
  title: 'FilaDeContratista',
  description: 'Una empresa o persona con todos sus contratos, en un renglón.',
});

const firma = 'Constructora del Mayab, S.A. de C.V.';

/** Other firms whose names are like those of this one. */
const otras = (label: string, description: string) =>
  Type.Array(
    Closed({
      clave: Text('Su clave.', 'CMA010203AB5'),
      nombre: Text('Su nombre.', firma),
      rfc: CONTRATISTA.rfc ? Type.Unsafe<string | null>(CONTRATISTA.rfc.schema) : Type.Null(),
      contratos: Whole('Cuántos contratos tiene con ese nombre.', 1),
    }),
    { [LABEL]: label, description },
  );

export const Contratista = Closed(
  {
    ...members,
    avisoRfc: nullable(
      Type.String({
        [LABEL]: 'Aviso del RFC',
        description: 'Como en un contrato.',
        examples: ['El RFC trae una fecha que no existe; revise si está bien escrito.'],
      }),
    ),
    integrantes: Type.Array(
      Closed({
        clave: nullable(
          Text(
            'Su clave, si tiene contratos propios; null si no, o si son de varios.',
            'CMA010203AB5',
          ),
        ),
        nombre: Text('Como lo dice el nombre del consorcio.', firma),
      }),
      {
        [LABEL]: 'Integrantes',
        description:
          'Las empresas que nombra, donde su nombre se lee como un consorcio: «A, S.A. y B, S.A.». Es una sola parte de sus contratos, cuyas sumas no se reparten.',
      },
    ),
    nombres: Type.Array(
      Closed({
        nombre: Text('Como lo escribe un contrato.', firma),
        contratos: Whole('En cuántos.', 3),
      }),
      { [LABEL]: 'Escrito como', description: 'Todos los nombres que le dan sus contratos.' },
    ),
    homonimos: otras(
      'Mismo nombre con otro RFC',
      'Los otros contratistas que tienen uno de sus nombres, con otro RFC o sin él. Sus contratos no cuentan aquí.',
    ),
    consorcios: otras(
      'En consorcio',
      'Los consorcios cuyo nombre dice uno de los suyos. Sus contratos no cuentan aquí.',
    ),
    alertas: Type.Array(
      Closed({
        filtro: Text('El filtro de GET /obras que las encuentra.', 'unSoloProponente'),
        nombre: Text('Su nombre.', 'Con un solo proponente'),
        obras: nullable(
          Whole(
            'Cuántas de sus obras; null donde no se encuentra ninguna y faltan umbrales: sin umbral registrado.',
            1,
          ),
        ),
        sinUmbral: Type.Optional(
          Type.Array(Type.Integer({ examples: [2026] }), {
            description:
              'Sólo de los motivos que comparan con un umbral: los años de los contratos de esas obras que no lo tienen registrado, que no cuentan en obras.',
          }),
        ),
      }),
      {
        [LABEL]: 'Motivos para revisar',
        description:
          'Los de sus obras, que pueden ser de otro contratista de la misma obra. Son motivos para revisar, no faltas.',
      },
    ),
    porDependencia: Type.Array(
      Closed({
        dependenciaId: Whole('La dependencia.', 1),
        nombre: Text('Su nombre.', 'Secretaría de Obras Públicas'),
        contratos: Whole('Cuántos contratos.', 3),
        monto: Decimal('La suma de lo que se firmó (MXN).', 18450000.5),
        montoVigente: nullable(
          Decimal('La suma de lo vigente (MXN); null si de ningún contrato se sabe.', 18450000.5),
        ),
      }),
      { [LABEL]: 'Por dependencia', description: 'De mayor a menor monto vigente.' },
    ),
  },
  { title: 'Contratista', description: 'Una empresa o persona, por todos sus contratos.' },
);

export const ContratistaParams = Type.Object({
  clave: Type.String({
    maxLength: 100,
    [LABEL]: 'Contratista',
    description:
      'Su clave, en mayúsculas o minúsculas; o c- y el id de cualquiera de sus contratos.',
    examples: ['c-1'],
  }),
});
