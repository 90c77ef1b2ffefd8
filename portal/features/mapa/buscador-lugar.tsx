import { type ComponentProps, useContext, useMemo, useState } from 'react';
import { ComboBox, ComboBoxStateContext, Input } from 'react-aria-components';
import { type Limites, useMunicipios, usePuntosDeLocalidades } from '../../core/catalogos.ts';
import { ofFeatures } from '../../core/feature.ts';
import { ended, folded } from '../../core/formato.ts';
import { NoEsLugar } from '../../core/geometria/coordenadas.ts';
import { boxOf } from '../../core/geometria/limites.ts';
import type { Destino, LugarBuscado, UseCalles } from '../../core/obras/lugar-buscado.ts';
import { announce } from '../../core/piezas/avisos.tsx';
import { Below, named } from '../../core/piezas/campo-texto.tsx';
import { Opciones } from '../../core/piezas/campos.tsx';
import piezas from '../../core/piezas/piezas.module.css';
import { inCoordinates, LONGEST_DESTINATION, middleOf, type Shown } from './destinos.ts';

// A place that is looked for by its name or its coordinates, without asking anybody but the registry.

/** The most places on offer. A user who looks for another types more of its name. */
const MOST_OFFERED = 30;

const SIN_CALLES = { hay: false, lugares: [], isAsking: false, sinCallesEn: null };
const [useCalles = (() => SIN_CALLES) as UseCalles] = ofFeatures(
  import.meta.glob<UseCalles>('/features/*/lugares.ts', { eager: true, import: 'useCalles' }),
);

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
  const calles = useCalles(text, middleOf(cerca));
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
        maxLength={LONGEST_DESTINATION}
        autoComplete="off"
        spellCheck={false}
        onFirst={() => void choose(lugares[0]?.id)}
      />
      <Below
        ayuda={
          calles.aviso ??
          (calles.hay
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
              : `${calles.hay ? 'Ningún municipio, localidad, calle ni cruce' : 'Ningún municipio ni localidad'} se llama así, ni son coordenadas que se entiendan. Escriba una parte del nombre, o 20.9674, -89.6237.`
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

/** The places that a text may mean, the likeliest first, and whether their names are still to come. */
function useLugares(text: string, limites: Limites, calles: LugarBuscado[]) {
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
  const lugares = useMemo((): LugarBuscado[] => {
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
