import { counted, grouped, money } from '../../core/formato.ts';
import type { Clase } from './clase.ts';
import type { Confirmable, Grupo, Informe, Nombres, Opciones, Unidad } from './eleccion.ts';

// What mends an error or a note of a file: the next step, and the choices.

/** The next step, unless the sentence says it. */
export const PASOS: Partial<Record<Grupo['codigo'], string>> = {
  valorDesconocido: 'Elija qué es cada uno: vale para todas las filas.',
  unidadMonto: 'Elija en qué unidad están.',
  unidadDicha: 'Si no es así, elija su unidad.',
  otraMoneda:
    'Si ya son pesos, confírmelo aquí; si no, elija otra vez su archivo cuando los haya convertido.',
  unidadAvance: 'Elija qué son.',
  ocultas: 'Si sobran, déjelas fuera.',
  yaExiste: 'Si lo que vale es el archivo, actívelo aquí.',
  montoCambia: 'Abajo está lo que hay y lo que quedaría.',
  estatusTermina: 'Abajo está lo que hay y lo que quedaría.',
  nombrePierde: 'Abajo está lo que hay y lo que quedaría.',
};

/** The questions about large changes: their group, and the words of a yes. */
const CONFIRMACIONES: Record<
  'montoCambia' | 'estatusTermina' | 'nombrePierde',
  { grupo: Confirmable; nombre: string }
> = {
  montoCambia: { grupo: 'montos', nombre: 'Sí, esos montos cambian así' },
  estatusTermina: { grupo: 'estatus', nombre: 'Sí, esos estatus cambian así' },
  nombrePierde: { grupo: 'nombres', nombre: 'Sí, esos nombres cambian así' },
};

/** Catalogs that an import may add to. */
export const GROWING = ['dependencia', 'tipoProyecto', 'ejercicioFiscal'];

/** The pages of those whose records can be merged. */
export const CATALOGOS: Record<string, string> = {
  dependencia: 'dependencias',
  tipoProyecto: 'tipos',
};

/** The choice for a name in the file; blank where there is none. */
export function choiceFor({ valores }: Opciones, campo: string, valor: string): string | null {
  const choices = valores[campo] ?? {};
  return Object.hasOwn(choices, valor) ? (choices[valor] as string | null) : '';
}

/** The choices with the record that a name in the file stands for. */
export const withName = (
  opciones: Opciones,
  campo: string,
  valor: string,
  nombre: string | null,
): Opciones => ({
  ...opciones,
  valores: { ...opciones.valores, [campo]: { ...opciones.valores[campo], [valor]: nombre } },
});

export const UNIDADES: [Unidad, string][] = [
  ['pesos', 'Pesos'],
  ['miles', 'Miles de pesos'],
  ['millones', 'Millones de pesos'],
];

export const UNIDADES_DE_AVANCE: [Exclude<Opciones['unidadAvance'], ''>, string][] = [
  ['porciento', 'Por cientos: 0.45 es 0.45 %'],
  ['fraccion', 'Fracciones: 0.45 es 45 %'],
];

/** Rows are numbered in each file anew: by such keys works of one file would be taken for those of another. */
export const CLAVE_DE_CADA_OBRA =
  'Elija la que identifica a cada obra: un número de renglón se repite en otros archivos y confundiría sus obras.';

/** The choices with the report's nearly certain suggestions for names that have no choice yet. */
export function withProposals(opciones: Opciones, { grupos }: Informe): Opciones {
  const valores = { ...opciones.valores };
  for (const { codigo, campo, valores: desconocidos } of grupos) {
    if (campo === null || codigo !== 'valorDesconocido') continue;
    const certain = desconocidos.flatMap(({ valor, sugerencia, esSegura }) =>
      esSegura && sugerencia !== null ? [[valor, sugerencia] as const] : [],
    );
    if (certain.length > 0) valores[campo] = { ...Object.fromEntries(certain), ...valores[campo] };
  }
  return { ...opciones, valores };
}

/** The choices as they were reviewed. Names that were proposed since then are left as they are, and not proposed again. */
export function withoutProposals(reviewed: Opciones, { valores }: Opciones): Opciones {
  const left = Object.entries(valores).map(([campo, names]) => [
    campo,
    {
      ...Object.fromEntries(Object.keys(names).map((valor) => [valor, ''])),
      ...reviewed.valores[campo],
    },
  ]);
  return { ...reviewed, valores: Object.fromEntries(left) };
}

/** The records that catalogs get by the import. */
export const addedIn = ({ grupos }: Informe) =>
  grupos.flatMap(({ codigo, campo, valores }) =>
    codigo === 'seAgrega' && campo !== null ? valores.map((each) => ({ ...each, campo })) : [],
  );

/** A value as people read it: a misread amount shows here, before it is written. */
export const shown = (
  { montos, opciones }: Clase,
  campo: string,
  valor: string | undefined | null,
): string => {
  if (valor === undefined || valor === null || valor === '') return '—';
  if (montos.includes(campo) && Number.isFinite(Number(valor))) return money(Number(valor));
  const words = opciones[campo] ?? {};
  return (Object.hasOwn(words, valor) && words[valor]) || valor;
};

/** What mends a group of errors or notes; undefined where nothing is to be chosen. */
export type Remedio =
  | { de: 'nombres' | 'unidad' | 'unidad de avance' | 'columna' }
  /** A box to be ticked, and the choices once it is, or is not. */
  | { de: 'casilla'; nombre: string; isOn: boolean; con(isOn: boolean): Opciones };

/** @param clase the kind of sheet: its words for updating what is registered */
export function remedioOf(
  { actualizar }: Pick<Clase, 'actualizar'>,
  { codigo }: Pick<Grupo, 'codigo'>,
  opciones: Opciones,
): Remedio | undefined {
  const casilla = (
    nombre: string,
    isOn: boolean,
    con: (isOn: boolean) => Partial<Opciones>,
  ): Remedio => ({ de: 'casilla', nombre, isOn, con: (next) => ({ ...opciones, ...con(next) }) });
  switch (codigo) {
    case 'valorDesconocido':
      return { de: 'nombres' };
    case 'unidadMonto':
    case 'unidadDicha':
      return { de: 'unidad' };
    case 'unidadAvance':
      return { de: 'unidad de avance' };
    case 'faltaColumna':
    case 'faltaDato':
      return { de: 'columna' };
    case 'otraMoneda':
      return casilla(
        'Los montos ya están en pesos mexicanos',
        opciones.unidadMonto === 'pesos',
        (isOn) => ({ unidadMonto: isOn ? 'pesos' : '' }),
      );
    case 'ocultas':
      return casilla('No leer las filas y columnas ocultas', opciones.sinOcultas, (sinOcultas) => ({
        sinOcultas,
      }));
    case 'partes':
      return casilla('Dicen lo mismo: cuentan una vez', opciones.unaVez, (unaVez) => ({ unaVez }));
    case 'yaExiste':
      return casilla(actualizar.aqui, opciones.actualizar, (actualizar) => ({ actualizar }));
    case 'montoCambia':
    case 'estatusTermina':
    case 'nombrePierde': {
      const { grupo, nombre } = CONFIRMACIONES[codigo];
      const others = opciones.confirmar.filter((each) => each !== grupo);
      return casilla(nombre, opciones.confirmar.includes(grupo), (isOn) => ({
        confirmar: isOn ? [...others, grupo] : others,
      }));
    }
    default:
      return undefined;
  }
}

/** The column of a field that is missing: those that are not read, the chosen and the likeliest; undefined with none to choose. */
export function missingColumn({ campo, valores }: Grupo, informe: Informe, { columnas }: Opciones) {
  const unread = informe.columnas.filter((each) => each.campo === null);
  if (campo === null || unread.length === 0) return undefined;
  const chosen = Object.keys(columnas).find((heading) => columnas[heading] === campo) ?? '';
  const { [chosen]: _, ...others } = columnas;
  return {
    campo,
    unread: unread.map(({ columna }) => columna),
    chosen,
    likeliest: valores[0]?.sugerencia ?? null,
    /** The choices with this column for the field, or with none. */
    with: (heading: string) => (heading ? { ...others, [heading]: campo } : others),
  };
}

/** The values that a group is about, each once: «Mérida» (3), «Merida». */
export const valuesInWords = (valores: Grupo['valores']): string =>
  valores
    .map(({ valor, cuantas }) =>
      cuantas > 1 && valores.length > 1 ? `«${valor}» (${grouped(cuantas)})` : `«${valor}»`,
    )
    .join(', ');

/** «2 errores y 1 aviso», under what there is to do about them. */
export function titleOfGroups(grupos: Grupo[]): string {
  const errors = grupos.filter(({ gravedad }) => gravedad === 'error').length;
  const notes = grupos.length - errors;
  const both = [
    errors > 0 && counted(errors, 'error', 'errores'),
    notes > 0 && counted(notes, 'aviso', 'avisos'),
  ].filter(Boolean);
  return `${errors > 0 ? 'Qué hay que resolver' : 'Qué conviene revisar'}: ${both.join(' y ')}`;
}

/** The names of a file that were taken for records, but for those that catalogs get. */
export function taken(dichas: Nombres, informe: Informe): { campo: string; valor: string }[] {
  const added = addedIn(informe);
  return Object.entries(dichas).flatMap(([campo, names]) =>
    Object.entries(names)
      .filter(([, nombre]) => nombre !== '')
      .map(([valor]) => ({ campo, valor }))
      .filter((one) => !added.some((each) => each.campo === one.campo && each.valor === one.valor)),
  );
}
