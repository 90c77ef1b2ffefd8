import { useQueryClient } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type Dispatch,
  type SetStateAction,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { readSearch } from '../../../src/obras/palabras.ts';
import { MOST_AT_ONCE } from '../../../src/obras/reglas.ts';
import { sentencesOf } from '../../api.ts';
import { grouped } from '../../formato.ts';
import { Icono } from '../../icons.tsx';
import { useMinWidth, useRem } from '../../piezas/ancho.ts';
import { announceError } from '../../piezas/avisos.tsx';
import { Esqueleto, Falla } from '../../piezas/estados.tsx';
import piezas from '../../piezas/piezas.module.css';
import { useIsAdmin } from '../../sesion.ts';
import { type Fila, type Orden, PAGE, readFilas, useFilas, useMarcha } from '../consultas.ts';
import { useFavoritas } from '../favoritas.ts';
import type { Filtros } from '../filtros/filtros.ts';
import { type Columna, columnsWithCifra } from './columnas.tsx';
import css from './lista.module.css';
import { keepRow, markEntry, rowOf } from './lugar-en-lista.ts';
import { classOf, columnsOf, type Forma, type OnSelect, Renglon, roleIn } from './renglon.tsx';
import { addSeleccionadas, toggleSeleccionada, useSeleccion } from './seleccion.ts';
import { SENALA } from './senalada.ts';

const FORMAS: Record<Forma, string | undefined> = {
  tabla: css.deTabla,
  panel: css.dePanel,
  tarjetas: css.deTarjetas,
};

/** Heights of a row, in rem, as lista.module.css has them. */
const HEIGHT: Record<Forma, number> = { tabla: 4.25, panel: 4.5, tarjetas: 8.75 };
/** The height that a card adds in a search, for the reason of its match below a name of two lines. */
const REASON = 1.25;
/** From this width on all columns have room, in pixels. */
const ROOM = 1377;
/** Browsers draw no taller page than some 17 million pixels. */
const TALLEST = 15_000_000;
/** Rows that are drawn beyond those in sight, above and below. */
const SPARE = 8;

interface Props {
  filtros: Filtros;
  orden: Orden;
  forma: Forma;
  /** The chosen work, which the map marks. */
  elegida: string | undefined;
  /** Called with a work to be marked on the map, or shown there from near. */
  onChoose: (obraId: number, isNear?: boolean) => void;
  onSort: (orden: Orden) => void;
  /** The notice where nothing passes the filters. */
  vacio: React.ReactNode;
}

/**
 * The works that pass the filters, as a table of which only the rows in sight are drawn. It comes back to the row where
 * somebody left it.
 */
export function Lista({ filtros, orden, forma, elegida, onChoose, onSort, vacio }: Props) {
  const { q = '' } = filtros;
  const isSearched = forma === 'tarjetas' && q !== '';
  const height = (HEIGHT[forma] + (isSearched ? REASON : 0)) * useRem();
  const list = useMemo(() => JSON.stringify([filtros, orden]), [filtros, orden]);
  // The pages in sight decide which rows are read. The number of rows comes with them.
  const [pages, setPages] = useState(() => pagesAt(rowOf(list), 20));
  const results = useFilas(filtros, orden, pages);
  const marcha = useMarcha(results.map(({ data }) => data));
  const total = useTotal(filtros, results.find(({ data }) => data)?.data?.total);
  // A page that could not be read anew is still there as it was.
  const failed = results.filter(({ error, data }) => error && !data);
  const count = Math.min(total ?? 0, Math.floor(TALLEST / height));
  const { scroller, virtual, focused } = useDesplazamiento(list, height, count, setPages);
  const rows = virtual.getVirtualItems();
  const isAdmin = useIsAdmin();
  const favoritas = useFavoritas();
  // The same functions for every row and at every time, so that rows are drawn anew only where they differ.
  const calls = useRef({ onChoose, favoritas });
  calls.current = { onChoose, favoritas };
  const choose = useCallback(
    (obraId: number, isNear?: boolean) => calls.current.onChoose(obraId, isNear),
    [],
  );
  const toggle = useCallback((obraId: number) => calls.current.favoritas?.toggle(obraId), []);
  const seleccion = useSeleccion();
  const select = useSelect(filtros, orden);
  const isWide = useMinWidth(ROOM);
  const columns = useMemo(
    () => columnsWithCifra(columnsOf(forma, isWide), filtros, orden),
    [forma, isWide, filtros, orden],
  );
  const search = useMemo(() => readSearch(q), [q]);

  const falla = failed.length > 0 && (
    <Falla
      error={failed[0]?.error}
      onRetry={() => {
        for (const one of failed) void one.refetch();
      }}
    />
  );
  if (total === undefined) return falla || <Esqueleto renglones={10} alto={64} />;
  if (total === 0) return vacio;

  const filaAt = (index: number): Fila | undefined => {
    const place = pages.indexOf(Math.floor(index / PAGE));
    return results[place]?.data?.filas[index % PAGE];
  };
  const as = (role: string) => roleIn(forma, role);
  const above = rows[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (rows.at(-1)?.end ?? 0);
  const span = columns.length + 1;
  return (
    <>
      {falla}
      <section
        className={`${css.lista} ${FORMAS[forma]}${isSearched ? ` ${css.deBusqueda}` : ''}`}
        ref={scroller}
        {...SENALA}
        onFocus={(event) => {
          focused.current = event.target;
          SENALA.onFocus(event);
        }}
        onBlur={() => {
          focused.current = null;
          SENALA.onBlur();
        }}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
        tabIndex={0}
        aria-label="Lista de obras"
      >
        <table aria-rowcount={total + 1} role={as('table')}>
          <caption className={piezas.soloOido}>Obras, una en cada renglón</caption>
          <thead
            className={forma === 'tarjetas' ? piezas.soloOido : undefined}
            role={as('rowgroup')}
          >
            <tr aria-rowindex={1} role={as('row')}>
              {columns.map((columna) => (
                <Encabezado key={columna.id} columna={columna} orden={orden} onSort={onSort} />
              ))}
              <th scope="col" className={css.colAcciones}>
                <span className={piezas.soloOido}>{seleccion ? 'Seleccionar' : 'Acciones'}</span>
              </th>
            </tr>
          </thead>
          {above > 0 && <Hueco alto={above} span={span} />}
          <tbody role={as('rowgroup')}>
            {rows.map(({ index, key }) => {
              const fila = filaAt(index);
              if (!fila) return <Pendiente key={key} index={index} span={span} as={as} />;
              return (
                <Renglon
                  key={key}
                  obra={fila}
                  marcha={marcha[fila.id]}
                  index={index}
                  forma={forma}
                  columnas={columns}
                  search={search}
                  isChosen={String(fila.id) === elegida}
                  isFavorita={favoritas?.isFavorita(fila.id)}
                  isAdmin={isAdmin}
                  isSelected={seleccion?.has(fila.id)}
                  onChoose={choose}
                  onToggle={toggle}
                  onSelect={select}
                />
              );
            })}
          </tbody>
          {below > 0 && <Hueco alto={below} span={span} />}
        </table>
      </section>
      {count < total && (
        <p className={piezas.ayuda}>
          La lista llega hasta la obra {grouped(count)}. Use filtros para ver las demás, o descargue
          todas.
        </p>
      )}
    </>
  );
}

/** Selects rows of this list one by one, or with Shift all from the one before. */
function useSelect(filtros: Filtros, orden: Orden): OnSelect {
  const queries = useQueryClient();
  const last = useRef<{ filtros: Filtros; orden: Orden; index: number }>(null);
  return useCallback(
    (obra, index, withShift) => {
      const before = last.current;
      last.current = { filtros, orden, index };
      if (!withShift || before?.filtros !== filtros || before.orden !== orden) {
        toggleSeleccionada(obra);
        return;
      }
      const way = index - before.index;
      // Of more rows than may be selected, those next to the first one are taken.
      const end = before.index + Math.sign(way) * Math.min(Math.abs(way), MOST_AT_ONCE);
      readFilas(queries, filtros, orden, Math.min(before.index, end), Math.max(before.index, end))
        .then((filas) => addSeleccionadas(way < 0 ? filas.reverse() : filas))
        .catch((error) => announceError(sentencesOf(error).join(' ')));
    },
    [queries, filtros, orden],
  );
}

/**
 * Keeps the list at its row: the one that somebody left it at, also with rows of another height.
 *
 * @param list names the list's filters and order
 * @param height of a row, in pixels
 * @param setPages called with the pages in sight
 */
function useDesplazamiento(
  list: string,
  height: number,
  count: number,
  setPages: Dispatch<SetStateAction<number[]>>,
) {
  const scroller = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: SPARE,
    initialOffset: () => rowOf(list) * height,
  });
  const rows = virtual.getVirtualItems();
  const first = rows[0]?.index ?? 0;
  const last = rows.at(-1)?.index ?? first;

  const shown = useRef({ list, height });
  // Another list begins at its top, and one that is gone back to where it was left. Rows of another height keep the row.
  useLayoutEffect(() => {
    const before = shown.current;
    const isBack = markEntry(list);
    if (before.list === list && before.height === height) return;
    shown.current = { list, height };
    const row = before.list === list || isBack ? rowOf(list) : 0;
    if (row === 0) keepRow(list, 0);
    virtual.measure();
    setPages(pagesAt(row, 20));
    scroller.current?.scrollTo({ top: row * height });
  }, [list, height, virtual, setPages]);

  useEffect(() => {
    if (count > 0) setPages((now) => samePages(now, pagesAt(first, last - first)));
  }, [first, last, count, setPages]);

  // The place is restored once there is something to scroll.
  const isThere = count > 0;
  useLayoutEffect(() => {
    if (isThere) scroller.current?.scrollTo({ top: rowOf(shown.current.list) * height });
  }, [isThere, height]);

  useEffect(() => {
    const element = scroller.current;
    if (!isThere || !element) return;
    const keep = () => keepRow(shown.current.list, element.scrollTop / height);
    element.addEventListener('scroll', keep, { passive: true });
    return () => element.removeEventListener('scroll', keep);
  }, [isThere, height]);

  // A row that has the focus and is left behind gives it to the list, whose keys go on.
  const focused = useRef<Element>(null);
  useLayoutEffect(() => {
    if (focused.current?.isConnected === false) scroller.current?.focus({ preventScroll: true });
  });
  return { scroller, virtual, focused };
}

/**
 * The number of works that pass the filters. The last one holds while pages are on their way, in another order too. So the
 * list stays where it is when the user jumps to rows that nobody has read yet.
 */
function useTotal(filtros: Filtros, read: number | undefined): number | undefined {
  const latest = useRef<{ filtros: Filtros; total: number }>(null);
  if (read !== undefined) latest.current = { filtros, total: read };
  // One object stands for the filters as long as they are the same (`useFiltros`).
  return read ?? (latest.current?.filtros === filtros ? latest.current.total : undefined);
}

/** A column's name. Where the registry can sort by it, a button does so and turns the order around. */
function Encabezado({
  columna,
  orden,
  onSort,
}: {
  columna: Columna;
  orden: Orden;
  onSort: (orden: Orden) => void;
}) {
  const { orden: by, titulo } = columna;
  const isUp = by !== undefined && orden === by;
  const isDown = by !== undefined && orden === `-${by}`;
  return (
    <th
      scope="col"
      className={classOf(columna)}
      aria-sort={isUp ? 'ascending' : isDown ? 'descending' : undefined}
    >
      {by ? (
        <button
          type="button"
          className={`${piezas.llano} ${css.ordena}`}
          onClick={() => onSort(isUp ? `-${by}` : by)}
        >
          {titulo}
          {(isUp || isDown) && (
            <span className={isUp ? `${css.flecha} ${css.sube}` : css.flecha}>
              <Icono nombre="abajo" />
            </span>
          )}
        </button>
      ) : (
        titulo
      )}
    </th>
  );
}

/** The room of rows that are not drawn. */
const Hueco = ({ alto, span }: { alto: number; span: number }) => (
  <tbody aria-hidden="true" className={css.hueco}>
    <tr>
      <td colSpan={span} style={{ height: alto }} />
    </tr>
  </tbody>
);

/** A row that is on its way. */
const Pendiente = ({
  index,
  span,
  as,
}: {
  index: number;
  span: number;
  as: (role: string) => string | undefined;
}) => (
  <tr aria-rowindex={index + 2} aria-busy="true" className={css.pendiente} role={as('row')}>
    <td colSpan={span} role={as('cell')}>
      <span className={piezas.soloOido}>Cargando…</span>
    </td>
  </tr>
);

/** The pages that have these rows and the spare ones around them. */
function pagesAt(row: number, rows: number): number[] {
  const from = Math.max(0, Math.floor((row - SPARE) / PAGE));
  const to = Math.max(from, Math.floor((row + rows + SPARE) / PAGE));
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

const samePages = (now: number[], next: number[]) => (now.join() === next.join() ? now : next);
