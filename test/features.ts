import { readdirSync } from 'node:fs';

/** The features that the registry has: `npm run check:features` takes one away, and all tests of others pass without it. */
const HERE = new Set(readdirSync(new URL('../src/features/', import.meta.url)));

/** The addresses of features that can be taken away. */
const ADDRESSES: [feature: string, addresses: RegExp][] = [
  ['alertas', /^\/umbrales\b/],
  ['archivos', /\/archivos\b/],
  ['calidad', /^\/calidad\b/],
  ['cambios', /^\/cambios\b/],
  ['contratistas', /^\/contratistas\b/],
  ['cortes', /^\/cortes\b/],
  ['calles', /^\/mapa\/base\/calles\b/],
  ['cambios', /^\/obras\/[^/]+\/version/],
  ['exportes', /^\/obras\.\w+/],
  ['importacion', /^\/(obras|seguimiento|expedientes)\/(importacion|plantilla)\b/],
  ['mapa', /^\/mapa\/[\d{]/],
  ['oc4ids', /\/oc4ids\b/],
  ['ogc', /^\/ogc\b/],
  ['resumen', /^\/obras\/resumen\b/],
];

/** Whether the registry has all that can be taken away. */
export const isWhole = (): boolean => ADDRESSES.every(([feature]) => HERE.has(feature));

export const hasFeature = (name: string): boolean => HERE.has(name);

/** Whether the registry has the feature that an address is of; its method may stand before. Of the core's it always has. */
export function isHere(address: string): boolean {
  const path = address.replace(/^[A-Z]+ /, '');
  return ADDRESSES.every(([feature, addresses]) => !addresses.test(path) || hasFeature(feature));
}
