import type { OpcionDeCatalogo, Referencia } from '../../core/catalogos/opciones.ts';
import { counted } from '../../core/formato.ts';
import type { Opcion } from '../../core/piezas/campos.tsx';
import type { Nombrado } from './campos.ts';
import type { Informe, Opciones } from './eleccion.ts';

// What becomes of the choices of an import when one of them changes, and what there is to choose from.

/** Catalogs of so few records that all of them are seen at once. */
export const isShort = (referencia: Nombrado): boolean =>
  referencia === 'estatusObraId' || referencia === 'ejercicioFiscalId';

/** The choices for another sheet of the workbook: it has other columns, and may have its figures in another unit. */
export const withSheet = (opciones: Opciones, hoja: string): Opciones => ({
  ...opciones,
  hoja,
  columnas: {},
  unidadMonto: '',
  unidadAvance: '',
  unaVez: false,
  confirmar: [],
});

/** The choices with other columns, which may have their figures in another unit. */
export const withColumns = (opciones: Opciones, columnas: Opciones['columnas']): Opciones => ({
  ...opciones,
  columnas,
  unidadMonto: '',
  unidadAvance: '',
});

/** The choices with the record that new works refer to whose row names none; with none where the key is of no record. */
export function withReference(opciones: Opciones, referencia: Referencia, key: unknown): Opciones {
  const { [referencia]: _, ...others } = opciones.porOmision;
  const id = Number(key);
  return { ...opciones, porOmision: id > 0 ? { ...others, [referencia]: id } : others };
}

/** No record has this name. */
const AGREGAR = ' ';

/**
 * What a name in the file may stand for: a record of the catalog, by its name, and what else is offered.
 *
 * @param value the choice; null where the catalog gets the name, and empty for none
 * @param crece whether the catalog may get it
 * @param ninguno the option for no record in a list that is short; without it one has to be chosen
 */
export function namesFor(
  registros: OpcionDeCatalogo[],
  { value, crece, ninguno }: { value: string | null; crece: boolean; ninguno?: string | undefined },
): Opcion[] {
  const named = registros.map(({ nombre, detalle }) => ({ id: nombre, nombre, detalle }));
  const isUnknown = value && !named.some(({ id }) => id === value);
  return [
    ...(ninguno === undefined ? [] : [{ id: '', nombre: ninguno }]),
    ...(crece ? [{ id: AGREGAR, nombre: 'Agregar al catálogo' }] : []),
    // A proposal shows before the catalog is there, since it counts already.
    ...(isUnknown ? [{ id: value, nombre: value }] : []),
    ...named,
  ];
}

/** The key of a choice among those, and the choice of a key. */
export const keyOfName = (value: string | null): string => value ?? AGREGAR;
export const nameOfKey = (key: unknown): string | null =>
  key === AGREGAR ? null : String(key ?? '');

/** The sheets of a workbook to choose from, with the one that is read where none was chosen. */
export const sheetsOf = (hojas: Informe['hojas'], hoja: string) => ({
  value: hoja || (hojas.find(({ leida }) => leida)?.nombre ?? null),
  opciones: hojas.map(({ nombre, filas }) => ({
    id: nombre,
    nombre,
    detalle: filas === null ? undefined : counted(filas, 'fila', 'filas'),
  })),
});
