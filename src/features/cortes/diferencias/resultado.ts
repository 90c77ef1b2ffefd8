import { Type } from 'typebox';
import { Closed, Decimal, LABEL, nullable, Text, Whole } from '../../../core/base/schemas.ts';
import { CAMPOS, type ObraEnCorte, type ValorComparado } from './campos.ts';
import {
  AGRUPACIONES,
  type Agrupacion,
  type Diferencia,
  type Grupo,
  type Suma,
  TIPOS_DE_DIFERENCIA,
  type Totales,
} from './comparar.ts';

// The answer of a comparison: its sums, and a page of the works that differ.

/** Characters of a value at most. The whole text is in the cut, and in the work as it stood. */
const LONGEST_TEXT = 1_000;
/** Characters of the works of a page, after which it ends. */
const LARGEST_PAGE = 4_000_000;

// Schemas -----------------------------------------------------------------------------------------

const LadoComparado = Closed(
  {
    clave: Text('La del corte, u hoy.', '2026-T2'),
    titulo: nullable(Text('Su título; null de hoy.', 'Segundo trimestre de 2026')),
    instante: nullable(Text('De cuándo es (UTC); null de hoy.', '2026-07-01T06:00:00.000Z')),
  },
  { title: 'LadoDeComparacion' },
);
const suma = {
  obras: Whole('Cuántas obras.', 41),
  monto: Decimal('Suma de sus montos (MXN), exacta.', 18200000.5),
};
const SumaDeObras = Closed(suma, { title: 'SumaDeObras' });
const GrupoComparado = Closed(
  {
    id: Whole('Identificador en su catálogo.', 1),
    nombreAntes: nullable(Text('Como se llamaba; null si no tenía obras.', 'Obras Públicas')),
    nombreDespues: nullable(Text('Como se llama después; null si ya no tiene.', 'Obras Públicas')),
    antes: SumaDeObras,
    despues: SumaDeObras,
    diferencia: Decimal('Suma de después menos la de antes (MXN), exacta.', 18200000.5),
  },
  { title: 'GrupoComparado' },
);
const valor = (description: string, example: ValorComparado) =>
  Type.Unsafe<ValorComparado>({
    type: ['string', 'number', 'null'],
    description,
    examples: [example],
  });
const CambioDeObra = Closed(
  {
    campo: Text('Su nombre, como en campos.', 'monto'),
    antes: valor('null si no había.', 1000000),
    despues: valor('null si ya no hay.', 1250000),
    diferencia: nullable(
      Decimal('Cuánto cambió: pesos, puntos de por ciento o días; null en los demás.', 250000),
    ),
    porCiento: nullable(
      Decimal('De un importe, la diferencia en por ciento del de antes; null si era 0.', 25),
    ),
  },
  { title: 'CambioDeObra' },
);
const ObraComparada = Closed(
  {
    obraId: Whole('Identificador de la obra.', 1),
    tipo: Type.Unsafe<string>({
      type: 'string',
      enum: [...TIPOS_DE_DIFERENCIA],
      examples: ['CAMBIADA'],
    }),
    claveUnica: Text('Como la última vez que está, igual que lo siguiente.', 'SOP-2026-0001'),
    nombre: Text('Nombre de la obra.', 'Pavimentación de la calle 60'),
    dependencia: Text('Su dependencia.', 'Secretaría de Obras Públicas'),
    municipio: Text('Su municipio.', 'Mérida'),
    estatus: Text('Su estatus.', 'En proceso'),
    monto: Decimal('Su monto (MXN).', 1250000),
    cambios: Type.Array(CambioDeObra, {
      description: 'Los campos que cambiaron. De una nueva o desaparecida, sólo el monto.',
    }),
  },
  { title: 'ObraComparada' },
);

export const Comparacion = Closed(
  {
    antes: LadoComparado,
    despues: LadoComparado,
    alReves: Type.Boolean({
      description:
        'Si el corte de la dirección es más nuevo que el de con: se compara hacia atrás.',
      examples: [false],
    }),
    total: Closed(
      {
        antes: SumaDeObras,
        despues: SumaDeObras,
        nuevas: SumaDeObras,
        desaparecidas: SumaDeObras,
        crecieron: Closed(suma, {
          title: 'DiferenciaDeMontos',
          description: 'Las que están en los dos con más monto, y la suma de lo que creció.',
        }),
        bajaron: Closed(suma, { description: 'Lo mismo con menos monto; la suma es negativa.' }),
        cambiadas: Whole('Las que están en los dos y cambiaron en algo.', 60),
        sinCambios: Whole('Las que están en los dos y son iguales.', 1900),
      },
      {
        title: 'TotalesDeComparacion',
        description: 'antes + nuevas − desaparecidas + crecieron + bajaron = despues, al centavo.',
      },
    ),
    campos: Type.Array(
      Closed(
        {
          campo: Text('Su nombre.', 'monto'),
          nombre: Type.String({ [LABEL]: 'Campo', examples: ['Monto'] }),
          tipo: Type.Unsafe<string>({
            type: 'string',
            enum: ['importe', 'porcentaje', 'numero', 'fecha', 'texto'],
            examples: ['importe'],
          }),
          obras: Whole('En cuántas obras cambió, de las que están en los dos.', 41),
        },
        { title: 'CampoComparado' },
      ),
      { description: 'Los campos que cambiaron, en el orden de la ficha.' },
    ),
    grupos: Closed(
      Object.fromEntries(
        Object.keys(AGRUPACIONES).map((por) => [por, Type.Array(GrupoComparado)]),
      ) as Record<Agrupacion, ReturnType<typeof Type.Array<typeof GrupoComparado>>>,
      {
        title: 'GruposComparados',
        description: 'Las sumas por grupo. Una obra que cambió de grupo está en los dos.',
      },
    ),
    obras: Type.Array(ObraComparada, { description: 'Una página de las que difieren, por id.' }),
  },
  { title: 'Comparacion', description: 'Qué cambió entre dos cortes, o entre uno y hoy.' },
);

// Text --------------------------------------------------------------------------------------------

/** The sides of a comparison, as its answer names them. */
export interface Lados {
  antes: { clave: string; titulo: string | null; instante: string | null };
  despues: Lados['antes'];
}

/** Whether the first side is the later one. */
export const isAlReves = ({ antes, despues }: Lados): boolean =>
  despues.instante !== null && Date.parse(antes.instante as string) > Date.parse(despues.instante);

/** Cents of MXN as an amount with two decimals: -0.05. */
export function amountIn(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Sums have more digits than a JavaScript number: they stand in the text as they are, marked until then. */
const EXACT = '\0';
const withExact = (json: string) => json.replace(/"\\u0000(-?\d+\.\d\d)"/g, '$1');
const exact = (cents: bigint) => EXACT + amountIn(cents);

const sumaOf = ({ obras, centavos }: Suma) => ({ obras, monto: exact(centavos) });
const grupoOf = ({ antes, despues, ...names }: Grupo) => ({
  ...names,
  ...{ antes: sumaOf(antes), despues: sumaOf(despues) },
  diferencia: exact(despues.centavos - antes.centavos),
});

const inSpanish = new Intl.Collator('es');
/** The groups of one kind: statuses in the order of their catalog, others by their last names. */
export const gruposOf = ({ grupos }: Totales, por: Agrupacion): Grupo[] => {
  const nameOf = ({ nombreDespues, nombreAntes }: Grupo) => nombreDespues ?? nombreAntes ?? '';
  return [...grupos[por].values()].sort(
    (a, b) => (por === 'estatus' ? 0 : inSpanish.compare(nameOf(a), nameOf(b))) || a.id - b.id,
  );
};

const cutText = (value: ValorComparado) =>
  typeof value === 'string' && value.length > LONGEST_TEXT
    ? `${value.slice(0, LONGEST_TEXT - 1).replace(/[\ud800-\udbff]$/, '')}…`
    : value;

/** A work's state that a row names: the last one. */
export const lastOf = ({ antes, despues }: Diferencia) => (despues ?? antes) as ObraEnCorte;

/** A work that differs, as JSON. */
export function renderObra(difference: Diferencia): string {
  const { obraId, tipo, cambios } = difference;
  const { obra } = lastOf(difference);
  return JSON.stringify({
    ...{ obraId, tipo, claveUnica: obra.claveUnica, nombre: obra.nombre },
    ...{ dependencia: obra.dependencia.nombre, municipio: obra.municipio.nombre },
    ...{ estatus: obra.estatusObra.nombre, monto: obra.monto },
    cambios: cambios.map(({ antes, despues, ...rest }) => ({
      ...rest,
      antes: cutText(antes),
      despues: cutText(despues),
    })),
  });
}

/** The whole answer as JSON. */
export function renderComparacion(lados: Lados, totales: Totales, obras: string[]): string {
  const { antes, despues, nuevas, desaparecidas, crecieron, bajaron } = totales;
  const sums = { antes, despues, nuevas, desaparecidas, crecieron, bajaron };
  const { cambiadas, sinCambios, campos } = totales;
  const head = JSON.stringify({
    ...{ antes: lados.antes, despues: lados.despues, alReves: isAlReves(lados) },
    total: {
      ...Object.fromEntries(Object.entries(sums).map(([name, suma]) => [name, sumaOf(suma)])),
      ...{ cambiadas, sinCambios },
    },
    campos: Object.entries(CAMPOS).flatMap(([campo, { nombre, tipo }]) => {
      const obras = campos.get(campo);
      return obras === undefined ? [] : [{ campo, nombre, tipo, obras }];
    }),
    grupos: Object.fromEntries(
      (Object.keys(AGRUPACIONES) as Agrupacion[]).map((por) => [
        por,
        gruposOf(totales, por).map(grupoOf),
      ]),
    ),
  });
  return `${withExact(head).slice(0, -1)},"obras":[${obras.join(',\n')}]}`;
}

/** A page of works under way: `add` refuses those that have no room in it. */
export function createPage(limit: number) {
  const obras: string[] = [];
  let size = 0;
  let last: number | undefined;
  let isFull = false;
  return {
    obras,
    add(difference: Diferencia): void {
      if (isFull) return;
      isFull = obras.length >= limit || size > LARGEST_PAGE;
      if (isFull) return;
      const text = renderObra(difference);
      size += text.length;
      last = difference.obraId;
      obras.push(text);
    },
    /** The last work, where more follow it. */
    next: () => (isFull ? last : undefined),
  };
}
