import { Ubicacion as ETIQUETAS } from '../../../generado/etiquetas.ts';
import { counted } from '../../formato.ts';
import {
  areaIn,
  geometryInWords,
  inMetres,
  inSquareMetres,
  lengthIn,
} from '../../geometria/medidas.ts';
import { trazoOf } from '../../geometria/trazo.ts';
import type { Ubicacion } from '../obra.ts';

// The changes of a work's places, in words.

/** An ubicación as the ledger keeps it: with ids only. */
export type Lugar = Omit<Ubicacion, 'municipio'>;

/** A place by its address and shape. */
export const placeIn = (lugar: Lugar) =>
  `«${lugar.direccion}» (${geometryInWords(lugar.geometriaJson)})`;

/** All places of a work, a line each below their number; nothing where there are none. */
export const placesInWords = (lugares: Lugar[]): string =>
  lugares.length === 0
    ? ''
    : `${counted(lugares.length, 'ubicación', 'ubicaciones')}:\n${lugares.map(placeIn).join('\n')}`;

const { tipoGeometria, geometriaJson, ...VALORES } = ETIQUETAS;

/** The changes of a place, a part of a sentence each. */
export function changesOf(before: Lugar, after: Lugar, tell: Tell): string[] {
  const values = Object.entries(VALORES).flatMap(([field, etiqueta]) => {
    const [old, now] = [before, after].map((lugar) => lugar[field as keyof Lugar]);
    if (old === now) return [];
    const quoted = (value: unknown) => (tell(field, value) ? `«${tell(field, value)}»` : 'nada');
    return [`${etiqueta.toLowerCase()}, de ${quoted(old)} a ${quoted(now)}`];
  });
  const isSame = JSON.stringify(before.geometriaJson) === JSON.stringify(after.geometriaJson);
  return isSame ? values : [...values, movedFrom(before, after)];
}

/** The change of a shape, in words and in what can be measured of it. */
function movedFrom(before: Lugar, after: Lugar): string {
  const { tipoGeometria: tipo } = after;
  const fromTo = (measure: (lugar: Lugar) => string) => `de ${measure(before)} a ${measure(after)}`;
  if (before.tipoGeometria !== tipo || tipo === 'PUNTO') {
    return fromTo(({ geometriaJson }) => geometryInWords(geometriaJson));
  }
  return tipo === 'RUTA'
    ? `la ruta se trazó de nuevo: ${fromTo(({ geometriaJson }) => inMetres(lengthIn(tipo, trazoOf(geometriaJson))))}`
    : `el polígono se trazó de nuevo: ${fromTo(({ geometriaJson }) => inSquareMetres(areaIn(trazoOf(geometriaJson))))}`;
}

/** A field's value in words; an empty text where there is none. */
export type Tell = (campo: string, valor: unknown) => string;
