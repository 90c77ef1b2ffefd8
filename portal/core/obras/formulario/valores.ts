import { Obra, Ubicacion } from '../../../generado/etiquetas.ts';
import type { Schema } from '../../api.ts';
import { newKey } from '../../azar.ts';
import { type Forma, formaOf, geometryOf, type Tipo, trazoOf } from '../../geometria/trazo.ts';
import type { Monto } from '../../monto.ts';
import { written } from '../../records/campo.ts';
import { SENCILLOS, type Sencillo } from './campos.ts';

// A work as it stands in the form, perhaps incomplete, and as it goes to the registry.

/** An ubicación as it stands in the form. */
export interface UbicacionEscrita extends Forma {
  /** Names it within the form; an ubicación that is not yet registered has no id. */
  clave: string;
  id?: number;
  /** Null where it is that of the work, whatever that becomes. */
  municipioId: number | null;
  direccion: string;
  localidadReferencia: string;
  referenciaLugar: string;
}

/** A work as it stands in the form. An amount that is none is sent as it was typed, so that the registry says what is wrong. */
export type Valores = {
  [One in Sencillo as One['nombre']]: One['tipo'] extends 'monto'
    ? Monto
    : One['tipo'] extends 'combo' | 'seleccion'
      ? number | null
      : string;
} & { ubicaciones: UbicacionEscrita[] };

export type Campo = keyof Valores;

/** The fields in the form's order. */
export const CAMPOS: Campo[] = [...SENCILLOS.map(({ nombre }) => nombre), 'ubicaciones'];
/** Their names for people. */
export const ETIQUETAS: Record<Campo, string> = Obra;
/** The names of the fields of an ubicación, in the form's order. */
const { tipoGeometria, geometriaJson, orden: _, ...others } = Ubicacion;
export const ETIQUETAS_UBICACION = { tipoGeometria, geometriaJson, ...others };

/** Fields by their names, but for the ubicaciones: those of a work, or empty. */
const sencillosOf = (obra?: Schema<'Obra'>) =>
  Object.fromEntries(
    SENCILLOS.map(({ nombre, tipo }) => [
      nombre,
      obra?.[nombre] ?? (['texto', 'largo'].includes(tipo) ? '' : null),
    ]),
  ) as Omit<Valores, 'ubicaciones'>;

export const SIN_VALORES: Valores = { ...sencillosOf(), ubicaciones: [] };

/** An ubicación of which nothing is known but its kind. */
export const newUbicacion = (tipoGeometria: Tipo): UbicacionEscrita => ({
  clave: newKey(),
  municipioId: null,
  direccion: '',
  localidadReferencia: '',
  referenciaLugar: '',
  tipoGeometria,
  trazo: [],
});

/** A registered work as the form shows it. */
export const valoresOf = (obra: Schema<'Obra'>): Valores => ({
  ...sencillosOf(obra),
  ubicaciones: obra.ubicaciones.map((ubicacion) => ({
    clave: `u${ubicacion.id}`,
    id: ubicacion.id,
    municipioId: ubicacion.municipioId === obra.municipioId ? null : ubicacion.municipioId,
    direccion: ubicacion.direccion,
    localidadReferencia: ubicacion.localidadReferencia ?? '',
    referenciaLugar: ubicacion.referenciaLugar ?? '',
    ...formaOf(ubicacion.geometriaJson),
  })),
});

/** The form's values, whose new ubicaciones have the ids that the registry gave to those that were sent. */
export function withIds(valores: Valores, sent: Valores, obra: Schema<'Obra'>): Valores {
  const ids = new Map(sent.ubicaciones.map(({ clave }, i) => [clave, obra.ubicaciones[i]?.id]));
  const ubicaciones = valores.ubicaciones.map((one) => {
    const id = one.id ?? ids.get(one.clave);
    return id === undefined ? one : { ...one, id };
  });
  return { ...valores, ubicaciones };
}

/** Text as the registry keeps it: blanks at its ends are no change. */
const normalized = (text: string) => text.normalize('NFC').trim();

/** Whether both have the same JSON. */
export const sameJson = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** An ubicación without the form's own fields: two with the same essence are alike. */
export const essence = (
  { direccion, localidadReferencia, referenciaLugar, tipoGeometria, ...rest }: UbicacionEscrita,
  { municipioId }: Pick<Valores, 'municipioId'>,
) => ({
  municipioId: rest.municipioId ?? municipioId,
  direccion: normalized(direccion),
  localidadReferencia: normalized(localidadReferencia),
  referenciaLugar: normalized(referenciaLugar),
  tipoGeometria,
  trazo: rest.trazo,
});

/** Whether a field says the same in both. */
export function isAlike(campo: Campo, one: Valores, other: Valores): boolean {
  if (campo === 'ubicaciones') {
    const all = (valores: Valores) =>
      valores.ubicaciones.map((each) => [each.id, essence(each, valores)]);
    return sameJson(all(one), all(other));
  }
  const [a, b] = [one[campo], other[campo]];
  return typeof a === 'string' && typeof b === 'string' ? normalized(a) === normalized(b) : a === b;
}

/** The same, but for the ids that the registry gives to new ubicaciones. */
export const saysTheSame = (campo: Campo, one: Valores, other: Valores): boolean =>
  campo === 'ubicaciones'
    ? sameJson(
        one.ubicaciones.map((each) => essence(each, one)),
        other.ubicaciones.map((each) => essence(each, other)),
      )
    : isAlike(campo, one, other);

/** The fields that say something else in the second. */
export const changedFields = (from: Valores, to: Valores): Campo[] =>
  CAMPOS.filter((campo) => !isAlike(campo, from, to));

/**
 * An ubicación for the registry. Missing values are left out, so that the registry says so in its own words.
 *
 * @param before the same ubicación as the registry has it: a drawing that was not touched goes back as it came
 */
function bodyOfUbicacion(
  ubicacion: UbicacionEscrita,
  valores: Valores,
  before: Schema<'Ubicacion'> | undefined,
) {
  const { direccion, localidadReferencia, referenciaLugar, tipoGeometria, trazo } = ubicacion;
  const municipioId = ubicacion.municipioId ?? valores.municipioId;
  const isUntouched =
    before?.tipoGeometria === tipoGeometria && sameJson(trazoOf(before.geometriaJson), trazo);
  const geometriaJson = isUntouched ? before.geometriaJson : geometryOf(tipoGeometria, trazo);
  return {
    ...(ubicacion.id !== undefined && { id: ubicacion.id }),
    ...(municipioId !== null && { municipioId }),
    direccion,
    localidadReferencia: normalized(localidadReferencia) || null,
    referenciaLugar: normalized(referenciaLugar) || null,
    tipoGeometria,
    ...(geometriaJson && { geometriaJson }),
  } as Schema<'UbicacionCambiada'>;
}

/** A field as the registry takes it. */
const sencillo = (campo: Sencillo, valores: Valores) =>
  written(campo, { [campo.nombre]: valores[campo.nombre] });

/** The body of `POST /obras`. Missing values are left out, so that the registry says so in its own words. */
export function bodyOfNew(valores: Valores): Schema<'NuevaObra'> {
  const filled = SENCILLOS.map((campo) => [campo.nombre, sencillo(campo, valores)]).filter(
    ([, value]) => value !== null,
  );
  return {
    ...Object.fromEntries(filled),
    ubicaciones: valores.ubicaciones.map((each) =>
      bodyOfUbicacion({ ...each, id: undefined as never }, valores, undefined),
    ),
  } as Schema<'NuevaObra'>;
}

/**
 * The body of `PATCH /obras/:id`: the changed fields alone. Ubicaciones go together, since one that is
 * left out is removed.
 */
export function bodyOfChanges(
  obra: Schema<'Obra'>,
  before: Valores,
  valores: Valores,
): Schema<'CambiosObra'> {
  const changed = changedFields(before, valores);
  const body = SENCILLOS.filter(({ nombre }) => changed.includes(nombre)).map((campo) => [
    campo.nombre,
    sencillo(campo, valores),
  ]);
  if (!changed.includes('ubicaciones')) return Object.fromEntries(body);
  const placeOf = (id: number | undefined) => obra.ubicaciones.find((one) => one.id === id);
  return {
    ...Object.fromEntries(body),
    ubicaciones: valores.ubicaciones.map((each) =>
      bodyOfUbicacion(each, valores, placeOf(each.id)),
    ),
  };
}
