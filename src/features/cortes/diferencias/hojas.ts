import { momentOf } from '../../../core/base/time.ts';
import type { FilterInWords } from '../../../core/obras/filtros.ts';
import {
  BOM,
  csvRow,
  csvText,
  type Sheet,
  type SheetColumn,
  type TypedCell,
} from '../../../hojas/index.ts';
import { CAMPOS, type ValorComparado } from './campos.ts';
import {
  AGRUPACIONES,
  type Agrupacion,
  type CambioDeCampo,
  type Diferencia,
  type Totales,
} from './comparar.ts';
import { amountIn, gruposOf, isAlReves, type Lados, lastOf } from './resultado.ts';

// A comparison as CSV and as a workbook: a row for each changed field. The differences of the field `monto` sum to that of the cuts.

const TEXTS: Record<string, SheetColumn> = {
  tipo: { heading: 'Qué pasó', type: 'text', width: 14 },
  claveUnica: { heading: 'Clave única', type: 'text', width: 22 },
  nombre: { heading: 'Nombre de la obra', type: 'text', width: 50 },
  dependencia: { heading: 'Dependencia', type: 'text', width: 40 },
  municipio: { heading: 'Municipio', type: 'text', width: 18 },
  estatus: { heading: 'Estatus', type: 'text', width: 14 },
};
/** The columns of a row, by their names in CSV. A value has its field's type. */
const SHEET_COLUMNS: Record<string, SheetColumn> = {
  obraId: { heading: 'Id en el registro', type: 'number', width: 9 },
  ...TEXTS,
  campo: { heading: 'Campo', type: 'text', width: 24 },
  antes: { heading: 'Antes', type: 'text', width: 24 },
  despues: { heading: 'Después', type: 'text', width: 24 },
  diferencia: { heading: 'Diferencia', type: 'number', width: 18 },
  porCiento: { heading: 'Diferencia (%)', type: 'percent', width: 14 },
};
const WORDS = { NUEVA: 'Nueva', DESAPARECIDA: 'Desaparecida', CAMBIADA: 'Cambiada' };

/** The number of rows that a comparison has. */
export const rowsNeeded = ({ nuevas, desaparecidas, campos }: Totales): number =>
  [...campos.values()].reduce((sum, obras) => sum + obras, nuevas.obras + desaparecidas.obras);

function textsOf(difference: Diferencia): string[] {
  const { obra } = lastOf(difference);
  const { claveUnica, nombre, dependencia, municipio, estatusObra } = obra;
  return [claveUnica, nombre, dependencia.nombre, municipio.nombre, estatusObra.nombre];
}

const plain = (campo: string, value: ValorComparado): string => {
  if (value === null) return '';
  const { tipo } = CAMPOS[campo] as (typeof CAMPOS)[string];
  return tipo === 'importe' ? Number(value).toFixed(2) : csvText(String(value));
};

/** The text of a CSV file, with its headings, as the works come. */
export async function* csvOfDiferencias(
  batches: AsyncIterable<Diferencia[]>,
): AsyncGenerator<string> {
  let text = BOM + csvRow(Object.keys(SHEET_COLUMNS));
  for await (const batch of batches) {
    for (const difference of batch) {
      const { obraId, tipo, cambios } = difference;
      const head = [String(obraId), tipo, ...textsOf(difference).map(csvText)];
      for (const { campo, antes, despues, diferencia, porCiento } of cambios) {
        const isAmount = CAMPOS[campo]?.tipo === 'importe';
        text += csvRow([
          ...[...head, campo, plain(campo, antes), plain(campo, despues)],
          diferencia === null ? '' : isAmount ? diferencia.toFixed(2) : String(diferencia),
          porCiento === null ? '' : String(porCiento),
        ]);
      }
    }
    if (text) yield text;
    text = '';
  }
}

const CELL_TYPES = {
  importe: 'amount',
  porcentaje: 'percent',
  numero: 'number',
  fecha: 'date',
  texto: 'text',
} as const;

function typedCell(campo: string, value: ValorComparado): TypedCell | null {
  if (value === null) return null;
  const type = CELL_TYPES[(CAMPOS[campo] as (typeof CAMPOS)[string]).tipo];
  return { type, value: type === 'percent' ? fraction(Number(value)) : String(value) };
}
/** A per cent by its digits, so that no binary fraction appears. */
const fraction = (percent: number) => String(Number(`${percent}e-2`));

function changeCells({ campo, antes, despues, diferencia, porCiento }: CambioDeCampo) {
  const { nombre, tipo } = CAMPOS[campo] as (typeof CAMPOS)[string];
  return [
    ...[nombre, typedCell(campo, antes), typedCell(campo, despues)],
    diferencia === null
      ? null
      : ({
          type: tipo === 'importe' ? 'amount' : 'number',
          value: String(diferencia),
        } as TypedCell),
    porCiento === null ? null : fraction(porCiento),
  ];
}

const amountCell = (cents: bigint): TypedCell => ({ type: 'amount', value: amountIn(cents) });
const countCell = (obras: number): TypedCell => ({ type: 'number', value: String(obras) });

const SHEETS: Record<Agrupacion, [name: string, heading: string]> = {
  dependencia: ['Por dependencia', 'Dependencia'],
  municipio: ['Por municipio', 'Municipio'],
  estatus: ['Por estatus', 'Estatus'],
};

/**
 * The sheets of a workbook: the sums, those of each group, and the rows.
 *
 * @param totales of all works, complete
 * @param filters those that are set, in words
 */
export function sheetsOf(
  lados: Lados,
  totales: Totales,
  filters: FilterInWords[],
  publisher: string,
  read: Date,
  batches: AsyncIterable<Diferencia[]>,
): Sheet[] {
  const sideInWords = ({ clave, titulo, instante }: Lados['antes']) =>
    instante === null
      ? `Hoy, ${momentOf(read)} (hora de Mérida)`
      : `${clave}: ${titulo}, ${momentOf(new Date(instante))} (hora de Mérida)`;
  const { antes, despues, nuevas, desaparecidas, crecieron, bajaron } = totales;
  const sums = [
    ['Antes', antes],
    ['Nuevas', nuevas],
    ['Desaparecidas', desaparecidas],
    ['Crecieron', crecieron],
    ['Bajaron', bajaron],
    ['Después', despues],
  ] as const;
  const text = (heading: string, width: number): SheetColumn => ({ heading, type: 'text', width });
  const sumColumns = (heading: string): SheetColumn[] => [
    ...[text(heading, 40), text('Obras', 14), text('Suma de sus montos (MXN)', 24)],
  ];
  return [
    {
      name: 'Resumen',
      titles: [
        ['Publicado por', publisher],
        ['Antes', sideInWords(lados.antes)],
        ['Después', sideInWords(lados.despues)],
        ...(isAlReves(lados) ? [['Orden', 'De un corte más nuevo a uno más viejo']] : []),
        ...filters.map(({ label, value }) => [label, value]),
      ],
      columns: sumColumns('Obras'),
      rows: [
        [
          ...sums.map(([name, { obras, centavos }]) => [
            name,
            countCell(obras),
            amountCell(centavos),
          ]),
          ['Cambiadas en algo', countCell(totales.cambiadas)],
          ['Sin cambios', countCell(totales.sinCambios)],
        ],
      ],
    },
    ...(Object.keys(AGRUPACIONES) as Agrupacion[]).map((por): Sheet => {
      const [name, heading] = SHEETS[por];
      return {
        name,
        isFiltered: true,
        columns: [
          ...[text(`${heading} antes`, 40), text(`${heading} después`, 40)],
          ...[text('Obras antes', 12), text('Obras después', 12)],
          ...[text('Monto antes (MXN)', 20), text('Monto después (MXN)', 20)],
          text('Diferencia (MXN)', 20),
        ],
        rows: [
          gruposOf(totales, por).map(({ nombreAntes, nombreDespues, ...group }) => [
            ...[
              nombreAntes,
              nombreDespues,
              countCell(group.antes.obras),
              countCell(group.despues.obras),
            ],
            ...[amountCell(group.antes.centavos), amountCell(group.despues.centavos)],
            amountCell(group.despues.centavos - group.antes.centavos),
          ]),
        ],
      };
    }),
    {
      name: 'Diferencias',
      isFiltered: true,
      columns: Object.values(SHEET_COLUMNS),
      rows: rowsIn(batches),
    },
  ];
}

async function* rowsIn(batches: AsyncIterable<Diferencia[]>) {
  for await (const batch of batches)
    yield batch.flatMap((difference) =>
      difference.cambios.map((change) => [
        ...[String(difference.obraId), WORDS[difference.tipo], ...textsOf(difference)],
        ...changeCells(change),
      ]),
    );
}
