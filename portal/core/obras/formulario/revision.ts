import { isWithinRing, type Meant, meantBy } from '../../../../src/core/base/geo.ts';
import type { Limites } from '../../catalogos.ts';
import { ESTADO } from '../../geometria/estado.ts';
import { whereIn } from '../../geometria/limites.ts';
import { coordinates, inMetres, lengthOf } from '../../geometria/medidas.ts';
import {
  crossingOf,
  isComplete,
  isEmpty,
  type Posicion,
  replaceVertices,
  TIPOS,
  type Trazo,
} from '../../geometria/trazo.ts';
import type { UbicacionEscrita, Valores } from './valores.ts';

// Remarks before sending. The registry decides; these are hints, each with a way to put it right. Of places
// they are those of the import.

export interface Observacion {
  texto: string;
  /**
   * `falta`: something is not there yet, and `error`: something is wrong; the registry would refuse both. A `duda` may be
   * right as it is, and is asked about before it is saved. A `nota` is said and no more.
   */
  clase: 'falta' | 'error' | 'duda' | 'nota';
  remedios: { nombre: string; cambios: Cambios }[];
}

/** The changes of a remedy: something of the ubicación, or of the work. */
export interface Cambios {
  ubicacion?: Partial<UbicacionEscrita>;
  obra?: Partial<Valores>;
}

/** The work with what a remedy changes of it and of one of its ubicaciones. */
export const changed = (
  valores: Valores,
  clave: string,
  { ubicacion, obra }: Cambios,
): Valores => ({
  ...valores,
  ...obra,
  ubicaciones: valores.ubicaciones.map((one) =>
    one.clave === clave ? { ...one, ...ubicacion } : one,
  ),
});

type NameOf = (municipioId: number) => string;

/**
 * The doubts and errors of an ubicación.
 *
 * @param municipioId that of the work
 * @param limites undefined until they have been read: without them nothing is said of the municipio
 */
export function review(
  ubicacion: UbicacionEscrita,
  municipioId: number | null,
  limites: Limites | undefined,
  nameOf: NameOf,
): Observacion[] {
  const { tipoGeometria: tipo, trazo } = ubicacion;
  const { articulo, least } = TIPOS[tipo];
  const observaciones: Observacion[] = [];
  const note = (clase: Observacion['clase'], texto: string) =>
    observaciones.push({ clase, texto, remedios: [] });

  if (ubicacion.direccion.trim() === '') note('falta', 'Falta la dirección.');
  if (isEmpty(trazo)) {
    note('falta', `Falta dibujar ${articulo}.`);
    return observaciones;
  }
  const isWhole = isComplete(tipo, trazo);
  if (!isWhole) {
    note('falta', `Faltan vértices: ${articulo} necesita al menos ${least}.`);
  }
  const aboutPlace = reviewPlace(ubicacion, municipioId, limites, nameOf);
  observaciones.push(...aboutPlace);
  // A vertex at the other end of the world makes sides cross that never will, and so does one that is missing.
  const mayCross = isWhole && !aboutPlace.some(({ slip }) => slip);
  const crossing = mayCross ? crossingOf(tipo, trazo) : null;
  if (crossing && tipo === 'POLIGONO') {
    note('error', `Los lados del polígono se cruzan cerca de ${coordinates(crossing)}.`);
  } else if (tipo === 'POLIGONO') {
    for (const [p, [outline = [], ...holes]] of trazo.entries()) {
      for (const [h, hole] of holes.entries()) {
        if (outline.length < least || hole.every((position) => isWithinRing(position, outline))) {
          continue;
        }
        const which = holes.length > 1 ? `El hueco ${h + 1}` : 'El hueco';
        note(
          'error',
          `${which} ${trazo.length > 1 ? `de la parte ${p + 1} ` : ''}queda fuera del polígono.`,
        );
      }
    }
  } else if (crossing) {
    note('nota', `La ruta se cruza consigo misma cerca de ${coordinates(crossing)}.`);
  }
  return observaciones;
}

/** The doubts about the place of an ubicación, as `review` lists them. */
export function reviewPlace(
  ubicacion: UbicacionEscrita,
  municipioId: number | null,
  limites: Limites | undefined,
  nameOf: NameOf,
): (Observacion & { slip?: Meant['slip'] })[] {
  const { trazo } = ubicacion;
  const juicios = trazo.flat(2).map((position) => judge(position, limites));
  const outside = juicios.filter((juicio) => typeof juicio === 'object');
  if (outside.length === 0) {
    const municipios = new Set(juicios.filter((juicio) => typeof juicio === 'number'));
    return [
      ...reviewJumps(ubicacion),
      ...reviewMunicipio(ubicacion, municipioId, [...municipios], nameOf),
    ];
  }
  const slips = (['intercambiadas', 'signo'] as const).flatMap((slip) => {
    const alike = outside.filter(({ meant }) => meant?.slip === slip);
    if (alike.length === 0) return [];
    const texto = slipInWords(slip, alike, ubicacion);
    return [{ clase: 'duda' as const, texto, remedios: [remedyOf(slip, alike, trazo)], slip }];
  });
  const [first, ...more] = outside.filter(({ meant }) => !meant);
  if (!first) return slips;
  const many = more.length > 0 ? ` y ${more.length} más` : '';
  const texto = `Queda fuera de Yucatán: ${coordinates(first.position)}${many}.`;
  return [...slips, { clase: 'duda', texto, remedios: [] }];
}

/** A vertex outside the state, with its likely meaning. */
interface Fuera {
  position: Posicion;
  meant: Meant | undefined;
}
/** The place of a vertex: in a municipio, at least in the state, or outside. */
type Juicio = number | 'dentro' | Fuera;

const NO_LIMITES = {};
const judged = new WeakMap<object, WeakMap<Posicion, Juicio>>();

/** Judges a vertex. Drawings have thousands of them, and the form is drawn again with every key: each is judged once. */
function judge(position: Posicion, limites: Limites | undefined): Juicio {
  const by = limites ?? NO_LIMITES;
  const known = judged.get(by) ?? new WeakMap<Posicion, Juicio>();
  judged.set(by, known);
  let juicio = known.get(position);
  if (juicio === undefined) {
    juicio = limites ? judgeBy(limites, position) : judgeByBox(position);
    known.set(position, juicio);
  }
  return juicio;
}

function judgeBy(limites: Limites, position: Posicion): Juicio {
  const where = whereIn(position, limites);
  if (!where.area) return { position, meant: where.meant };
  return where.isNear ? 'dentro' : where.area.id;
}

/** The same before the limits have been read. */
const judgeByBox = (position: Posicion): Juicio =>
  isInBox(position) ? 'dentro' : { position, meant: meantBy(position, isInBox) };

const isInBox = ([x = 0, y = 0]: Posicion): boolean => {
  const [west, south, east, north] = ESTADO;
  return x >= west && x <= east && y >= south && y <= north;
};

function slipInWords(slip: Meant['slip'], alike: Fuera[], ubicacion: UbicacionEscrita): string {
  const [total, where] = [ubicacion.trazo.flat(2).length, coordinates(alike[0]?.position ?? [])];
  const what = ubicacion.tipoGeometria === 'PUNTO' ? 'puntos' : 'vértices';
  const some = `${alike.length} de los ${total} ${what}`;
  const isAll = alike.length === total;
  if (slip === 'intercambiadas') {
    if (isAll) return 'La latitud y la longitud parecen estar al revés.';
    return `La latitud y la longitud parecen estar al revés en ${some}: ${where}.`;
  }
  return `Queda fuera de Yucatán; parece que falta o sobra un signo${isAll ? '' : ` en ${some}`}: ${where}.`;
}

const remedyOf = (slip: Meant['slip'], alike: Fuera[], trazo: Trazo) => {
  const meant = new Map(
    alike.map(({ position, meant }) => [position, meant?.position ?? position]),
  );
  return {
    nombre: slip === 'intercambiadas' ? 'Intercambiar' : 'Corregir el signo',
    cambios: { ubicacion: { trazo: replaceVertices(trazo, meant) } },
  };
};

/** Metres between two vertices that follow one another from which on one of them may be a slip. */
const JUMP = 100_000;

/** The first stretch of a route or of an area's outline that is longer than any road without a bend. */
function reviewJumps({ tipoGeometria, trazo }: UbicacionEscrita): Observacion[] {
  if (tipoGeometria === 'PUNTO') return [];
  for (const line of trazo.flat()) {
    for (const [i, position] of line.entries()) {
      const metres = lengthOf(line.slice(i, i + 2));
      if (metres <= JUMP) continue;
      const to = coordinates(line[i + 1] ?? []);
      const texto = `Entre dos vértices seguidos hay ${inMetres(metres)}: de ${coordinates(position)} a ${to}. Revise que estén bien escritos.`;
      return [{ clase: 'duda', texto, remedios: [] }];
    }
  }
  return [];
}

/**
 * The limits are simplified, so that near them one can't be sure: this is said as a doubt. A route or an area may reach into
 * other municipios than its own, and each point lies in one.
 */
function reviewMunicipio(
  ubicacion: UbicacionEscrita,
  ofTheWork: number | null,
  municipios: number[],
  nameOf: NameOf,
): Observacion[] {
  const chosen = ubicacion.municipioId ?? ofTheWork;
  const others = municipios.filter((id) => id !== chosen);
  const [first] = others;
  if (first === undefined) return [];
  if (ubicacion.tipoGeometria !== 'PUNTO' && others.length < municipios.length) return [];
  const name = nameOf(first);
  if (chosen === null) {
    return [
      {
        texto: `Según los límites de INEGI queda en ${name}.`,
        clase: 'nota',
        remedios: [
          {
            nombre: `Poner ${name} como municipio de la obra`,
            cambios: { obra: { municipioId: first } },
          },
        ],
      },
    ];
  }
  const ofWork = {
    nombre: `Cambiar el municipio de la obra a ${name}`,
    cambios: { obra: { municipioId: first } },
  };
  const ofPlace = {
    nombre: `Cambiar sólo esta ubicación a ${name}`,
    cambios: { ubicacion: { municipioId: first === ofTheWork ? null : first } },
  };
  return [
    {
      texto: `¿Es ${nameOf(chosen)}? Según los límites de INEGI, simplificados hasta 550 m, queda en ${name}.`,
      clase: 'duda',
      remedios: ubicacion.municipioId === null ? [ofWork, ofPlace] : [ofPlace],
    },
  ];
}
