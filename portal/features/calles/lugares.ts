import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { ajustes } from '../../core/ajustes.ts';
import { api, read } from '../../core/api.ts';
import { folded } from '../../core/formato.ts';
import type { Posicion } from '../../core/geometria/trazo.ts';
import type { LugarBuscado, UseCalles } from '../../core/obras/lugar-buscado.ts';
import { announce } from '../../core/piezas/avisos.tsx';

/** Whether the registry knows streets by their names. */
const hasCalles = () => ajustes().mapaBase?.calles === true;
/** The pause in typing before streets are asked for, and until they are asked for again while they are read, in milliseconds. */
const PAUSE_IN_TYPING = 200;
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
export const useCalles: UseCalles = (text, cerca) => {
  const now = text.trim();
  const [q, setQ] = useState(now);
  useEffect(() => {
    const timer = setTimeout(() => setQ(now), PAUSE_IN_TYPING);
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
      ({ nombre, tipo, municipio, cercaDe, punto, bbox }, i): LugarBuscado => {
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
  return {
    hay: hasCalles(),
    lugares: q === now ? lugares : NO_PLACES,
    aviso,
    isAsking,
    sinCallesEn,
  };
};
const NO_PLACES: LugarBuscado[] = [];

/** A name with its typed words marked, whole or begun. Numbers have to be whole. */
function marked(nombre: string, q: string): LugarBuscado['marcado'] {
  const typed = folded(q).match(/[\p{L}\p{N}]+/gu) ?? [];
  const isTyped = (word: string) =>
    typed.some((one) => one === word || (/^\p{L}{2}/u.test(one) && word.startsWith(one)));
  return nombre
    .split(/([\p{L}\p{M}\p{N}]+)/u)
    .map((text) => ({ text, isMarked: text !== '' && isTyped(folded(text)) }));
}
