import { useMemo, useState } from 'react';
import { ComboBox, Input } from 'react-aria-components';
import { positionIn } from '../../src/obras/importacion/positions.ts';
import { type Limites, useMunicipios, usePuntosDeLocalidades } from '../catalogos.ts';
import { folded } from '../formato.ts';
import { inDegrees, NoEsLugar } from '../mapa/coordenadas.ts';
import { boxOf, whereIn } from '../mapa/limites.ts';
import type { Posicion } from '../mapa/trazo.ts';
import { announce } from '../piezas/avisos.tsx';
import { Below, named } from '../piezas/campo-texto.tsx';
import { type Opcion, Opciones } from '../piezas/campos.tsx';
import { coordinates } from './medidas.ts';

// A place that is looked for by its name or its coordinates, without asking anybody but the registry.

/** Where a map goes: to a point, or to a rectangle of west, south, east and north; degrees. */
export type Destino = { position: Posicion } | { bbox: number[] };

/** So many are offered: who looks for another types more of its name. */
const MOST_OFFERED = 30;
/** Letters of the longest name or address that is looked for. */
const LONGEST = 1_000;

interface Lugar extends Opcion {
  /** Where it is, or how that is found out. */
  go: () => Destino | Promise<Destino>;
}

/** A field that finds municipios, localidades and coordinates, and takes the map there. */
export function BuscadorLugar({
  limites,
  onGo,
  inicial = '',
  autoFocus = false,
}: {
  limites: Limites;
  /** What is looked for before anybody types. */
  inicial?: string;
  autoFocus?: boolean;
  /** @param nombre of the place, as it is told */
  onGo: (destino: Destino, nombre: string) => void;
}) {
  const [text, setText] = useState(inicial);
  /** The name that was put there for somebody: it opens no list. */
  const [chosen, setChosen] = useState('');
  const [error, setError] = useState<string>();
  const lugares = useLugares(text, limites);
  const choose = async (key: unknown) => {
    const lugar = lugares.find(({ id }) => id === key);
    if (!lugar) return;
    setText(lugar.nombre);
    setChosen(lugar.nombre);
    try {
      onGo(await lugar.go(), lugar.nombre);
      announce(`El mapa muestra ${lugar.nombre}.`);
    } catch (failure) {
      if (!(failure instanceof NoEsLugar)) throw failure;
      setError(failure.message);
    }
  };
  return (
    <ComboBox
      className="campo buscador-lugar"
      items={lugares}
      inputValue={text}
      onInputChange={(next) => {
        setText(next);
        setError(undefined);
      }}
      selectedKey={null}
      onSelectionChange={(key) => void choose(key)}
      allowsCustomValue
      allowsEmptyCollection={text.trim() !== ''}
      autoFocus={autoFocus}
      menuTrigger={text === chosen ? 'manual' : inicial ? 'focus' : 'input'}
      validationBehavior="aria"
      isInvalid={error !== undefined}
    >
      {named('Buscar un lugar en el mapa', true)}
      <Input
        maxLength={LONGEST}
        autoComplete="off"
        spellCheck={false}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // It stands within a form, which is not sent by it.
          event.preventDefault();
          const isChosen = event.currentTarget.getAttribute('aria-activedescendant');
          if (!isChosen) void choose(lugares[0]?.id);
        }}
      />
      <Below
        ayuda="Municipio, localidad o coordenadas: Cholul, 20.9674 -89.6237, o el enlace de un mapa."
        error={error}
      />
      <Opciones vacio="Ningún municipio ni localidad se llama así, ni son coordenadas que se entiendan. Escriba una parte del nombre, o 20.9674, -89.6237." />
    </ComboBox>
  );
}

/** The places that a text may mean, the likeliest first. */
function useLugares(text: string, limites: Limites): Lugar[] {
  const sought = folded(text.trim());
  const municipios = useMunicipios().data;
  const puntos = usePuntosDeLocalidades(sought !== '').data;
  const all = useMemo(() => {
    const nameOf = new Map(municipios?.map(({ id, nombre }) => [id, nombre]));
    return [
      ...(municipios ?? []).map(({ id, nombre }) => ({
        id: `municipio ${id}`,
        nombre,
        detalle: 'Municipio',
        go: () => ({ bbox: boxOf(id, limites) }),
      })),
      ...(puntos?.features ?? []).map(({ id, properties, geometry }) => ({
        id: `localidad ${id}`,
        nombre: properties.nombre,
        detalle: `Localidad de ${nameOf.get(properties.municipioId) ?? 'Yucatán'}`,
        go: () => ({ position: geometry.coordinates }),
      })),
    ].map((lugar) => ({ ...lugar, letters: folded(lugar.nombre) }));
  }, [municipios, puntos, limites]);
  return useMemo(() => {
    if (sought === '') return [];
    const place = inCoordinates(text, limites);
    if (place) return [place];
    const rank = (letters: string) =>
      letters === sought
        ? 0
        : letters.startsWith(sought)
          ? 1
          : letters.includes(` ${sought}`)
            ? 2
            : 3;
    return all
      .filter(({ letters }) => letters.includes(sought))
      .sort((one, other) => rank(one.letters) - rank(other.letters))
      .slice(0, MOST_OFFERED);
  }, [all, sought, text, limites]);
}

/** The place whose coordinates a text is; where they lie outside the state by a slip, the one that was meant. */
function inCoordinates(text: string, limites: Limites): Lugar | undefined {
  const escrita = positionIn(text);
  if (!escrita) return undefined;
  if ('metres' in escrita) {
    const { metres, zone } = escrita;
    return {
      id: 'coordenadas',
      nombre: `UTM ${zone === undefined ? '' : `${zone}N `}${metres.join(', ')}`,
      detalle: zone === undefined ? 'Falta la zona' : 'Coordenadas',
      go: async () => ({ position: await inDegrees(escrita) }),
    };
  }
  const written = escrita.meant ?? escrita.written;
  const where = whereIn(written, limites);
  const meant = where.area ? undefined : where.meant;
  const position = meant?.position ?? written;
  // Beyond the poles there is no place.
  if (Math.abs(position[1]) > 85 || Math.abs(position[0]) > 180) return undefined;
  return {
    id: 'coordenadas',
    nombre: coordinates(position),
    detalle: where.area
      ? 'Coordenadas'
      : meant
        ? 'Coordenadas, con el signo o el orden que falta'
        : 'Coordenadas fuera de Yucatán',
    go: () => ({ position }),
  };
}
