import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useContext, useEffect, useMemo, useState } from 'react';
import { ComboBox, ComboBoxStateContext, Input } from 'react-aria-components';
import { positionIn } from '../../../src/hojas/celdas/index.ts';
import { ajustes } from '../../core/ajustes.ts';
import { api, read } from '../../core/api.ts';
import { type Limites, useMunicipios, usePuntosDeLocalidades } from '../../core/catalogos.ts';
import { ended, folded } from '../../core/formato.ts';
import { inDegrees, NoEsLugar } from '../../core/geometria/coordenadas.ts';
import { ESTADO } from '../../core/geometria/estado.ts';
import { boxOf, whereIn } from '../../core/geometria/limites.ts';
import { coordinates } from '../../core/geometria/medidas.ts';
import type { Posicion } from '../../core/geometria/trazo.ts';
import { announce } from '../../core/piezas/avisos.tsx';
import { Below, named } from '../../core/piezas/campo-texto.tsx';
import { type Opcion, Opciones } from '../../core/piezas/campos.tsx';
import piezas from '../../core/piezas/piezas.module.css';

// A place that is looked for by its name or its coordinates, without asking anybody but the registry.

/** The target of a map: a point, or a rectangle of west, south, east and north, in degrees. */
export type Destino = { position: Posicion } | { bbox: number[] };

/** The most places on offer. A user who looks for another types more of its name. */
const MOST_OFFERED = 30;
/** Letters of the longest name or address that is looked for. */
const LONGEST = 1_000;

interface Lugar extends Opcion {
  /** Answers its target, or finds it out. */
  go: () => Destino | Promise<Destino>;
}

/** A field that finds municipios, localidades, streets where the registry has their names, and coordinates, and takes the map there. */
export function BuscadorLugar({
  limites,
  onGo,
  inicial = '',
  cerca,
  autoFocus = false,
}: {
  limites: Limites;
  /** The first words of the search. */
  inicial?: string;
  /** The map's view: streets near it come first. */
  cerca?: Shown;
  autoFocus?: boolean;
  /** @param nombre of the place, as it is told */
  onGo: (destino: Destino, nombre: string) => void;
}) {
  const [text, setText] = useState(inicial);
  /** The name that the page has put there: it opens no list. */
  const [chosen, setChosen] = useState('');
  const [error, setError] = useState<string>();
  const calles = useCalles(text, cerca);
  const { lugares, isReading } = useLugares(text, limites, calles.lugares);
  const choose = async (key: unknown) => {
    const lugar = lugares.find(({ id }) => id === key);
    if (!lugar) return;
    setText(lugar.nombre);
    setChosen(lugar.nombre);
    try {
      onGo(await lugar.go(), lugar.nombre);
      announce(ended(`El mapa muestra ${lugar.nombre}`));
    } catch (failure) {
      if (!(failure instanceof NoEsLugar)) throw failure;
      setError(failure.message);
    }
  };
  return (
    <ComboBox
      className={piezas.campo}
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
      <Entrada
        maxLength={LONGEST}
        autoComplete="off"
        spellCheck={false}
        onFirst={() => void choose(lugares[0]?.id)}
      />
      <Below
        ayuda={
          calles.aviso ??
          (hasCalles()
            ? 'Municipio, localidad, calle, cruce o coordenadas: Cholul, calle 60 x 61, 20.9674 -89.6237, o el enlace de un mapa.'
            : 'Municipio, localidad o coordenadas: Cholul, 20.9674 -89.6237, o el enlace de un mapa.')
        }
        error={error}
      />
      <Opciones
        vacio={
          calles.isAsking || isReading
            ? `Se buscan ${isReading ? 'lugares' : 'calles'}…`
            : calles.sinCallesEn !== null
              ? `${calles.sinCallesEn} no tiene una calle ni un cruce así en este mapa.`
              : `${hasCalles() ? 'Ningún municipio, localidad, calle ni cruce' : 'Ningún municipio ni localidad'} se llama así, ni son coordenadas que se entiendan. Escriba una parte del nombre, o 20.9674, -89.6237.`
        }
      />
    </ComboBox>
  );
}

/** The field itself. Enter takes the first place, unless one is chosen in the list, and leaves no list open over the map. */
function Entrada({ onFirst, ...input }: ComponentProps<typeof Input> & { onFirst: () => void }) {
  const list = useContext(ComboBoxStateContext);
  return (
    <Input
      {...input}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        // It stands within a form, which is not sent by it.
        event.preventDefault();
        if (event.currentTarget.getAttribute('aria-activedescendant')) return;
        onFirst();
        list?.close();
      }}
    />
  );
}

/** Whether the registry knows streets by their names. */
const hasCalles = () => ajustes().mapaBase?.calles === true;
/** The pause in typing before streets are asked for, and until they are asked for again while they are read, in milliseconds. */
const PAUSE = 200;
const AGAIN = 1_500;
/** The time without questions when the registry can't read streets, in milliseconds. */
const UNTIL_TRIED = 60_000;
/** Letters of the longest text that streets are looked for by. */
const LONGEST_STREET = 200;
const READING =
  'El registro está leyendo los nombres de las calles; aparecerán aquí en unos segundos.';
const UNREADABLE =
  'Las calles no se pueden buscar por ahora; se buscan municipios, localidades y coordenadas.';

/** The streets and crossings that a text may mean, or a notice that there are none to be had. */
function useCalles(text: string, shown: Shown) {
  const cerca = middleOf(shown);
  const now = text.trim();
  const [q, setQ] = useState(now);
  useEffect(() => {
    const timer = setTimeout(() => setQ(now), PAUSE);
    return () => clearTimeout(timer);
  }, [now]);
  const [aviso, setAviso] = useState<string>();
  const isMissing = aviso === UNREADABLE;
  const isSought = hasCalles() && !isMissing && now !== '' && now.length <= LONGEST_STREET;
  const query = { q, ...(cerca && { cerca: cerca.join() }) };
  const { data, error, isFetching } = useQuery({
    queryKey: ['calles', query],
    // Anybody may read streets. A refusal shows at once: a user who types does not wait for a minute.
    queryFn: ({ signal }) =>
      read(api.GET('/mapa/base/calles', { params: { query }, signal, fetch: (it) => fetch(it) })),
    enabled: isSought && q === now,
    refetchInterval: ({ state }) => state.data?.leyendo === true && AGAIN,
  });
  useEffect(() => {
    if (error) setAviso(UNREADABLE);
    else if (data) setAviso(data.leyendo ? READING : undefined);
  }, [data, error]);
  useEffect(() => {
    if (aviso) announce(aviso);
    if (aviso !== UNREADABLE) return;
    const timer = setTimeout(() => setAviso(undefined), UNTIL_TRIED);
    return () => clearTimeout(timer);
  }, [aviso]);
  const lugares = useMemo(() => {
    return (data?.calles ?? []).map(
      ({ nombre, tipo, municipio, cercaDe, punto, bbox }, i): Lugar => {
        const kind = tipo === 'cruce' ? 'Cruce' : 'Calle';
        return {
          id: `calle ${q} ${i}`,
          nombre,
          marcado: marked(nombre, q),
          detalle:
            cercaDe && cercaDe !== municipio
              ? `${kind} cerca de ${cercaDe}, ${municipio}`
              : `${kind} de ${municipio}`,
          go: () => (tipo === 'cruce' ? { position: punto as Posicion } : { bbox }),
        };
      },
    );
  }, [data, q]);
  // While the registry reads its streets, it has not looked yet.
  const isAsking = isSought && (q !== now || (isFetching && !data) || data?.leyendo === true);
  const sinCallesEn = (q === now && data?.sinCallesEn) || null;
  return { lugares: q === now ? lugares : NONE, aviso, isAsking, sinCallesEn };
}
const NONE: Lugar[] = [];

/** A name with its typed words marked, whole or begun. Numbers have to be whole. */
function marked(nombre: string, q: string): Lugar['marcado'] {
  const typed = folded(q).match(/[\p{L}\p{N}]+/gu) ?? [];
  const isTyped = (word: string) =>
    typed.some((one) => one === word || (/^\p{L}{2}/u.test(one) && word.startsWith(one)));
  return nombre
    .split(/([\p{L}\p{M}\p{N}]+)/u)
    .map((text) => ({ text, isMarked: text !== '' && isTyped(folded(text)) }));
}

/** Longitude, latitude and zoom, or west, south, east and north, as the page's address has it or as numbers. */
type Shown = string | null | readonly number[] | undefined;

/**
 * The middle of what a map shows; undefined where that is the whole state.
 */
function middleOf(lugar: Shown): [number, number] | undefined {
  const numbers = typeof lugar === 'string' ? lugar.split(',').map(Number) : (lugar ?? []);
  const [west = Number.NaN, south = Number.NaN, east, north] = numbers;
  if (numbers.join() === ESTADO.join()) return undefined;
  const isBox = east !== undefined && north !== undefined;
  const [x, y] = isBox ? [(west + east) / 2, (south + north) / 2] : [west, south];
  const isPlace = Math.abs(x) <= 180 && Math.abs(y) <= 90;
  // To some ten metres: answers are kept by the address that asks for them.
  return isPlace ? [Number(x.toFixed(4)), Number(y.toFixed(4))] : undefined;
}

/** The places that a text may mean, the likeliest first, and whether their names are still to come. */
function useLugares(text: string, limites: Limites, calles: Lugar[]) {
  const sought = folded(text.trim());
  const { data: municipios, isLoading: isFirst } = useMunicipios();
  const { data: puntos, isLoading: isSecond } = usePuntosDeLocalidades(sought !== '');
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
  const lugares = useMemo((): Lugar[] => {
    if (sought === '') return [];
    const place = inCoordinates(text, limites);
    // «60 61» is a crossing rather than a place in Asia, «21 89» may be either.
    if (place?.isCertain) return [place];
    if (place) return place.isOutside ? [...calles, place] : [place, ...calles];
    const rank = (letters: string) =>
      letters === sought
        ? 0
        : letters.startsWith(sought)
          ? 1
          : letters.includes(` ${sought}`)
            ? 2
            : 3;
    const named = all
      .filter(({ letters }) => letters.includes(sought))
      .sort((one, other) => rank(one.letters) - rank(other.letters))
      .slice(0, MOST_OFFERED);
    // Streets stand behind those that begin so, and ahead of those that have it somewhere.
    const begun = named.filter(({ letters }) => rank(letters) < 2);
    return [...begun, ...calles, ...named.slice(begun.length)];
  }, [all, sought, text, limites, calles]);
  return { lugares, isReading: isFirst || isSecond };
}

/** The place of a text's coordinates. If they lie outside the state by a slip, it is the one that was meant. */
function inCoordinates(
  text: string,
  limites: Limites,
): (Lugar & { isCertain: boolean; isOutside: boolean }) | undefined {
  const escrita = positionIn(text);
  if (!escrita) return undefined;
  if ('metres' in escrita) {
    const { metres, zone } = escrita;
    return {
      id: 'coordenadas',
      nombre: `UTM ${zone === undefined ? '' : `${zone}N `}${metres.join(', ')}`,
      detalle: zone === undefined ? 'Falta la zona' : 'Coordenadas',
      isCertain: true,
      isOutside: false,
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
    isCertain: where.area !== undefined,
    isOutside: !where.area && !meant,
    detalle: where.area
      ? 'Coordenadas'
      : meant
        ? 'Coordenadas, con el signo o el orden que falta'
        : 'Coordenadas fuera de Yucatán',
    go: () => ({ position }),
  };
}
