import type { ReactNode } from 'react';
import { dayInWords, isDay } from '../../../src/core/base/time.ts';
import { money } from '../formato.ts';
import type { Opcion } from '../piezas/campos.tsx';
import { readPorciento } from '../piezas/porciento.ts';
import type { Choque, Comparison, Partes } from './merge3.ts';

// The fields of a record: how each is compared, sent and told. A record's form is a list of them.

/** A field's value, such as JSON has. */
export type Valor =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Valor[]
  | { readonly [name: string]: Valor };
/** A record's fields as the registry names and writes them. */
export type Valores = Record<string, Valor>;

/** What a field's own input gets. */
export interface Entry {
  value: Valor;
  /** As it was read, or at first. */
  antes?: Valor;
  /** The faults of all fields; one of a form that knows them by their names is not said again. */
  errores: Record<string, ReactNode>;
  onChange: (value: Valor) => void;
}

/** One thing that both changed: its name, and how it looks before, with the other person and in the form. */
export interface Parte {
  titulo: string;
  versiones: [ReactNode, ReactNode, ReactNode];
}

export interface Campo {
  /** As the registry calls it. */
  nombre: string;
  etiqueta: string;
  /**
   * `entero` is typed as digits and written as a number, as `porciento` and `monto` are; `largo` has several lines;
   * `seleccion` has few options, `combo` many. `texto` where nothing is said.
   */
  tipo?:
    | 'texto'
    | 'largo'
    | 'correo'
    | 'entero'
    | 'porciento'
    | 'monto'
    | 'fecha'
    | 'seleccion'
    | 'combo'
    | 'casilla';
  ayuda?: ReactNode;
  /** In place of the help, a doubt about a text, while it is typed. */
  duda?: (texto: string) => string | undefined;
  /** A note on an amount, beside its reading. */
  nota?: ReactNode;
  /** May be left empty, which is written as null, or as `vacio`. */
  esOpcional?: boolean;
  vacio?: '';
  opciones?: Opcion[];
  /** The notice where no option is called so, and the option for nothing. */
  ninguna?: string;
  /** The objection where it is left empty and has to be chosen, in words of its own. */
  falta?: string;
  nada?: string;
  /** A field with an input of its own, with its value for the registry and for people. */
  entrada?: (props: Entry) => ReactNode;
  escribe?: (value: Valor) => Valor;
  enPalabras?: (value: Valor) => string;
  /** The names of its parts, by those that the registry's sentences begin with. */
  partes?: (value: Valor) => Record<string, string>;
  /** Merges a value of several parts that two people changed. */
  merge?: (antes: Valor, otra: Valor, mia: Valor) => Partes<Valor>;
  /** Names a part that both changed, and tells how it looks before, with the other person and in the form. */
  parteOf?: (choque: Choque) => Parte;
}

/** Makes the fields of a record by its labels: by name, kind and what else there is to say. */
export const camposOf =
  <Nombre extends string>(etiquetas: Record<Nombre, string>) =>
  <One extends Nombre, Tipo extends Campo['tipo'] = 'texto'>(
    nombre: One,
    tipo: Tipo = 'texto' as Tipo,
    more: Omit<Partial<Campo>, 'nombre' | 'tipo'> = {},
  ): Campo & { nombre: One; tipo: Tipo } => ({
    nombre,
    etiqueta: etiquetas[nombre],
    tipo,
    ...more,
  });
export const OPCIONAL = { esOpcional: true } as const;

/** A field as the registry takes it; digits that are no number go as they are, and it says what is wrong with them. */
export function written(
  { nombre, tipo, esOpcional, vacio, escribe }: Campo,
  values: Valores,
): Valor {
  const value = values[nombre] ?? null;
  if (escribe) return escribe(value);
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (text === '' && esOpcional) return vacio ?? null;
  if (tipo === 'porciento') return readPorciento(value);
  return tipo === 'entero' && /^\d+$/.test(text) ? Number(text) : value;
}

/** A field as people read it. */
function inWords({ opciones, tipo, enPalabras }: Campo, value: Valor): string {
  if (enPalabras) return enPalabras(value);
  if (tipo === 'casilla') return value ? 'Sí' : 'No';
  if (value === null || value === undefined || value === '') return '(vacío)';
  if (tipo === 'monto' && typeof value === 'number') return money(value);
  if (tipo === 'porciento') return `${value} %`;
  if (tipo === 'fecha' && isDay(String(value))) return dayInWords(String(value));
  return opciones?.find(({ id }) => id === value)?.nombre ?? String(value);
}

const find = (campos: readonly Campo[], nombre: string) =>
  campos.find((one) => one.nombre === nombre) as Campo;

/** How the states of a record of these fields are compared: as they would be sent. */
export function comparisonOf(campos: readonly Campo[]): Comparison<Valores> {
  const json = (nombre: string, values: Valores) =>
    JSON.stringify(written(find(campos, nombre), values));
  return {
    campos: campos.map(({ nombre }) => nombre),
    isAlike: (nombre, one, other) => json(nombre, one) === json(nombre, other),
    partes: Object.fromEntries(
      campos.flatMap(({ nombre, merge }) =>
        merge
          ? [
              [
                nombre,
                (antes: Valores, otra: Valores, mia: Valores) =>
                  merge(antes[nombre], otra[nombre], mia[nombre]),
              ],
            ]
          : [],
      ),
    ),
  };
}

/** Of a new record the fields that say something, so that the registry says what is missing; else those that have changed. */
export const bodyOf = (
  campos: readonly Campo[],
  values: Valores,
  before: Valores | undefined,
): Valores =>
  Object.fromEntries(
    campos
      .map((campo) => [campo, written(campo, values)] as const)
      .filter(([campo, valor]) => {
        if (!before) return valor !== null && valor !== '';
        // A field that the record does not say is always written.
        if (!(campo.nombre in before)) return true;
        return JSON.stringify(valor) !== JSON.stringify(written(campo, before));
      })
      .map(([{ nombre }, valor]) => [nombre, valor]),
  );

/** A record's fields as people read them. */
export const wordsOf = (campos: readonly Campo[]) => (nombre: string, values: Valores) =>
  inWords(find(campos, nombre), written(find(campos, nombre), values));
