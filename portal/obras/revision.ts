import type { Limites } from '../catalogos.ts';
import { ESTADO, municipioAt } from '../mapa/limites.ts';
import { crossingOf, isComplete, isEmpty, type Posicion, swapAxes, TIPOS } from '../mapa/trazo.ts';
import { coordinates } from './medidas.ts';
import type { UbicacionEscrita, Valores } from './valores.ts';

// What can be noticed before sending. The registry decides; these are hints, each with a way to put it right.

export interface Observacion {
  texto: string;
  /**
   * `falta`: something is not there yet, and `error`: something is wrong; the registry would refuse both. A `duda` may be
   * right as it is.
   */
  clase: 'falta' | 'error' | 'duda';
  remedios: { nombre: string; cambios: Cambios }[];
}

/** What a remedy changes: something of the ubicación, or of the work. */
export interface Cambios {
  ubicacion?: Partial<UbicacionEscrita>;
  obra?: Partial<Valores>;
}

const isInState = ([x = 0, y = 0]: Posicion): boolean => {
  const [west, south, east, north] = ESTADO;
  return x >= west && x <= east && y >= south && y <= north;
};

/**
 * What is doubtful about an ubicación.
 *
 * @param municipioId that of the work
 * @param limites where they have been read: without them nothing is said of the municipio
 */
export function review(
  ubicacion: UbicacionEscrita,
  municipioId: number | null,
  limites: Limites | undefined,
  nameOf: (municipioId: number) => string,
): Observacion[] {
  const { tipoGeometria: tipo, trazo } = ubicacion;
  const { articulo, least } = TIPOS[tipo];
  const found: Observacion[] = [];
  const note = (
    clase: Observacion['clase'],
    texto: string,
    remedios: Observacion['remedios'] = [],
  ) => found.push({ clase, texto, remedios });

  if (ubicacion.direccion.trim() === '') note('falta', 'Falta la dirección.');
  if (isEmpty(trazo)) {
    note('falta', `Falta dibujar ${articulo}.`);
    return found;
  }
  if (!isComplete(tipo, trazo)) {
    note('falta', `Faltan vértices: ${articulo} necesita al menos ${least}.`);
  }
  const positions = trazo.flat(2);
  const outside = positions.filter((position) => !isInState(position));
  const areSwapped =
    outside.length === positions.length && positions.every(([x = 0, y = 0]) => isInState([y, x]));
  if (areSwapped) {
    note('duda', 'La latitud y la longitud parecen estar al revés.', [
      { nombre: 'Intercambiar', cambios: { ubicacion: { trazo: swapAxes(trazo) } } },
    ]);
    return found;
  }
  if (outside[0]) {
    const many = outside.length > 1 ? ` y ${outside.length - 1} más` : '';
    note('duda', `Queda fuera de Yucatán: ${coordinates(outside[0])}${many}.`);
  }
  const crossing = crossingOf(tipo, trazo);
  if (crossing && tipo === 'POLIGONO') {
    note('error', `Los lados del polígono se cruzan cerca de ${coordinates(crossing)}.`);
  } else if (crossing) {
    note('duda', `La ruta se cruza consigo misma cerca de ${coordinates(crossing)}.`);
  }
  if (limites && outside.length === 0) {
    found.push(...reviewMunicipio(ubicacion, municipioId, positions, limites, nameOf));
  }
  return found;
}

/** The limits are simplified, so that near them one can't be sure: this is said as a doubt. */
function reviewMunicipio(
  ubicacion: UbicacionEscrita,
  ofTheWork: number | null,
  positions: Posicion[],
  limites: Limites,
  nameOf: (municipioId: number) => string,
): Observacion[] {
  const chosen = ubicacion.municipioId ?? ofTheWork;
  // A long drawing is judged by some of its positions.
  const step = Math.ceil(positions.length / 200);
  const some = positions.filter((_, i) => i % step === 0);
  const crossed = new Set(some.map((position) => municipioAt(position, limites)));
  const [first] = [...crossed].filter((id) => id !== undefined);
  if (first === undefined || (chosen !== null && crossed.has(chosen))) return [];
  const name = nameOf(first);
  if (chosen === null) {
    return [
      {
        texto: `Según los límites de INEGI queda en ${name}.`,
        clase: 'duda',
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
