import { ETIQUETAS } from '../../src/core/bitacora/recursos.ts';
import { NOMBRES as DEL_DOCUMENTO } from '../generado/nombres.ts';

// The labels of the API's fields and parameters, and the registry's sentences with the labels in them.

/** All names that the registry's sentences may have. */
const NOMBRES: Record<string, string> = {
  ...DEL_DOCUMENTO,
  ...ETIQUETAS,
  // The edges of a rectangle are no fields.
  minLon: 'longitud mínima',
  minLat: 'latitud mínima',
  maxLon: 'longitud máxima',
  maxLat: 'latitud máxima',
};
const nameOf = (name: string) => (Object.hasOwn(NOMBRES, name) ? NOMBRES[name] : undefined);

/** The one of a list that a path names. */
const ONE_OF: Record<string, string> = {
  ubicaciones: 'Ubicación',
  obras: 'Obra',
  curva: 'Punto de la curva',
  fuentes: 'Fuente',
};

/** A sentence about a field: the field's path, and the predicate. */
const SUBJECT = /^([a-z][\w-]*(?:\[\d+\]|\.\w+)*):? (.+)$/su;

/** Values stand in «», as they were typed. The others are names unlike any Spanish word. */
const NAMES = /«[^»]*»|\b[a-z]\w*\[\d+\](?:\.\w+)*|\b[a-z][a-z\d]*(?:[A-Z_][A-Za-z\d]*)+/gu;

/** A list of the values that a parameter takes: they are typed as they stand. */
const VALUES = /^debe ser (?:\S+, )*\S+ o \S+\.$/u;

/**
 * A field's path in words: `ubicaciones[0].geometriaJson.coordinates[2]` is «Ubicación 1, dibujo», since people draw, and
 * write no coordinates of GeoJSON. Nothing, where it is none of the API.
 */
export function pathInWords(path: string): string | undefined {
  const [drawing] = /^.*?geometriaJson/.exec(path) ?? [path];
  const parts = drawing.split('.').map((part) => {
    const [, name = '', index] = /^([\w-]+)(?:\[(\d+)\])?/.exec(part) ?? [];
    const isOneOf = index !== undefined && Object.hasOwn(ONE_OF, name);
    return isOneOf ? `${ONE_OF[name]} ${Number(index) + 1}` : nameOf(name);
  });
  if (parts.includes(undefined)) return undefined;
  return parts.map((part, index) => (index === 0 ? part : part?.toLowerCase())).join(', ');
}

/** A sentence of the registry as people read it: fields have their labels there in place of their names in the API. */
export function inWords(sentence: string): string {
  const [, path = '', predicate = ''] = SUBJECT.exec(sentence) ?? [];
  const subject = path && pathInWords(path);
  const said = subject ? predicate : sentence;
  const text = VALUES.test(said)
    ? said
    : said.replace(NAMES, (name) => pathInWords(name)?.toLowerCase() ?? name);
  return subject ? `${subject}: ${text}` : text;
}
