import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { MOST_AT_ONCE } from '../../../../src/core/obras/reglas.ts';
import { readSearch } from '../../../../src/palabras/palabras.ts';
import { sentencesOf } from '../../errores.ts';
import { Icono } from '../../icons.tsx';
import { announceError } from '../../piezas/avisos.tsx';
import { Esqueleto, Falla } from '../../piezas/estados.tsx';
import { Pager } from '../../piezas/pager.tsx';
import piezas from '../../piezas/piezas.module.css';
import { useIsAdmin } from '../../usar.ts';
import { readFilas, usePagina } from '../consultas.ts';
import { useFavoritas } from '../favoritas.ts';
import { type Fila, type Orden, PAGE } from '../filas.ts';
import type { Filtros } from '../filtros/direccion.ts';
import { COLUMNAS } from './columnas.tsx';
import css from './lista.module.css';
import { type Columna, useMarcha } from './partes.ts';
import { type OnSelect, Renglon, RenglonDeTabla } from './renglon.tsx';
import { addSeleccionadas, toggleSeleccionada, useSeleccion } from './seleccion.ts';
import { SENALA } from './senalada.ts';

interface Props {
  filtros: Filtros;
  orden: Orden;
  /** The page of the address, from 1. */
  page: number;
  /** A table with all columns; cards beside the map, which a press anywhere marks there; or a phone's cards. */
  forma: 'tabla' | 'panel' | 'tarjetas';
  /** Rows in place of the page's, to be printed. */
  impresas?: Fila[] | undefined;
  /** The chosen work, which the map marks. */
  elegida: string | undefined;
  /** Called with a work to be marked on the map, or shown there from near; undefined where there is no map. */
  onChoose: ((obraId: number, isNear?: boolean) => void) | undefined;
  onSort: (orden: Orden) => void;
  hrefOf: (page: number) => string;
  /** Called where the list has no such page, with its last. */
  onBeyond: (last: number) => void;
  /** The notice where nothing passes the filters. */
  vacio: ReactNode;
}

/** The id of the list, once it is there. */
export const LISTA = 'lista-de-obras';

/** A page of the works that pass the filters, as cards or as a table, with the way to the other pages. */
export function Lista(props: Props) {
  const { filtros, orden, page, forma, impresas, elegida, onChoose, hrefOf, onBeyond } = props;
  const { data, error, isPlaceholderData, refetch } = usePagina(filtros, orden, page - 1);
  const filas = impresas ?? data?.filas ?? NO_ROWS;
  const pages = Math.ceil((data?.total ?? 0) / PAGE);
  const isBeyond = !isPlaceholderData && pages > 0 && page > pages;
  useEffect(() => {
    if (isBeyond) onBeyond(pages);
  });
  const marcha = useMarcha(filas);
  const isAdmin = useIsAdmin();
  const favoritas = useFavoritas();
  // The same functions for every row and at every time, so that rows are drawn anew only where they differ.
  const calls = useRef({ onChoose, favoritas });
  calls.current = { onChoose, favoritas };
  const choose = useCallback(
    (obraId: number, isNear?: boolean) => calls.current.onChoose?.(obraId, isNear),
    [],
  );
  const toggle = useCallback((obraId: number) => calls.current.favoritas?.toggle(obraId), []);
  const seleccion = useSeleccion();
  const select = useSelect(filtros, orden);
  const search = useMemo(() => readSearch(filtros.q ?? ''), [filtros.q]);

  if (error && !data) return <Falla error={error} onRetry={() => void refetch()} />;
  if (!data || isBeyond) return <Esqueleto renglones={10} alto={88} />;
  if (data.total === 0) return props.vacio;

  const rows = filas.map((obra, i) => ({
    obra,
    marcha: marcha[obra.id],
    index: impresas ? i : (page - 1) * PAGE + i,
    search,
    filtros,
    orden,
    isChosen: String(obra.id) === elegida,
    isFavorita: favoritas?.isFavorita(obra.id),
    isAdmin: isAdmin && forma !== 'panel',
    isSelected: seleccion?.has(obra.id),
    isPressed: forma === 'panel',
    onChoose: onChoose && choose,
    onToggle: toggle,
    onSelect: select,
  }));
  return (
    <>
      <section
        id={LISTA}
        className={css.lista}
        aria-label="Lista de obras"
        aria-busy={isPlaceholderData}
        {...SENALA}
      >
        {forma === 'tabla' || impresas ? (
          <Tabla {...props} rows={rows} isSelecting={seleccion !== null} />
        ) : (
          <ul className={css.renglones}>
            {rows.map((row) => (
              <Renglon key={row.obra.id} {...row} />
            ))}
          </ul>
        )}
      </section>
      <Pager page={page} pages={pages} hrefOf={hrefOf} />
    </>
  );
}
const NO_ROWS: Fila[] = [];

function Tabla({
  rows,
  orden,
  impresas,
  isSelecting,
  onSort,
}: Props & {
  rows: Parameters<typeof Renglon>[0][];
  isSelecting: boolean;
}) {
  const columnas = impresas ? COLUMNAS.filter((one) => !one.isOnScreenOnly) : COLUMNAS;
  return (
    <table className={css.tabla}>
      <caption className={piezas.soloOido}>Obras, una en cada renglón</caption>
      <thead>
        <tr>
          {columnas.map((columna) => (
            <Encabezado key={columna.id} columna={columna} orden={orden} onSort={onSort} />
          ))}
          <th scope="col" className={css.colAcciones}>
            <span className={piezas.soloOido}>{isSelecting ? 'Seleccionar' : 'Acciones'}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <RenglonDeTabla key={row.obra.id} {...row} columnas={columnas} />
        ))}
      </tbody>
    </table>
  );
}

/** Selects rows of this list one by one, or with Shift all from the one before, on whatever page that stands. */
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
  const { orden: by, titulo, clase } = columna;
  const isUp = by !== undefined && orden === by;
  const isDown = by !== undefined && orden === `-${by}`;
  return (
    <th
      scope="col"
      className={clase}
      aria-sort={isUp ? 'ascending' : isDown ? 'descending' : undefined}
    >
      {by ? (
        <>
          <button
            type="button"
            className={`${piezas.llano} ${css.ordena}`}
            onClick={() => onSort(isUp ? (`-${by}` as Orden) : by)}
          >
            {titulo}
            {(isUp || isDown) && (
              <span className={isUp ? `${css.flecha} ${css.sube}` : css.flecha}>
                <Icono nombre="abajo" />
              </span>
            )}
          </button>
          <span className={css.soloPapel} aria-hidden="true">
            {titulo}
          </span>
        </>
      ) : (
        titulo
      )}
    </th>
  );
}
