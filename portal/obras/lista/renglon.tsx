import { memo } from 'react';
import { type Piece, reasonOf, type Search } from '../../../src/obras/palabras.ts';
import { Icono } from '../../icons.tsx';
import { EnlaceBoton } from '../../piezas/boton.tsx';
import { Marcado } from '../../piezas/marcado.tsx';
import piezas from '../../piezas/piezas.module.css';
import type { Fila, Marcha } from '../consultas.ts';
import { Estrella } from '../estrella.tsx';
import { COLUMNAS, type Columna } from './columnas.tsx';
import css from './lista.module.css';
import { useIsSenalada } from './senalada.ts';

/** A table with all columns, the narrow one beside the map, or a phone's cards. */
export type Forma = 'tabla' | 'panel' | 'tarjetas';

const IN_PANEL = COLUMNAS.filter(({ isInPanel }) => isInPanel);
const IN_LITTLE_ROOM = COLUMNAS.filter(({ isForWide }) => !isForWide);

/** The columns that a form of the list shows. A hidden one would leave its room in cells that span all of them. */
export const columnsOf = (forma: Forma, isWide: boolean): Columna[] =>
  forma === 'panel' ? IN_PANEL : isWide ? COLUMNAS : IN_LITTLE_ROOM;

const COLUMNS: Record<string, string | undefined> = {
  nombre: css.colNombre,
  municipio: css.colMunicipio,
  dependencia: css.colDependencia,
  anio: css.colAnio,
  tipo: css.colTipo,
  estatus: css.colEstatus,
  avance: css.colAvance,
  monto: css.colMonto,
};

/** The class that gives a column its width. */
export const classOf = ({ id, isNumber }: Columna) =>
  `${COLUMNS[id]}${isNumber ? ` ${piezas.numero}` : ''}`;

/** The roles of a table: a list that is no table to the eye loses them for screen readers otherwise. */
export const roleIn = (forma: Forma, role: string) => (forma === 'tarjetas' ? role : undefined);

/** Selects a row or takes it out; with Shift, selects all from the one before up to it. */
export type OnSelect = (obra: Fila, index: number, withShift: boolean) => void;

interface Props {
  obra: Fila;
  marcha: Marcha | undefined;
  /** From 0. */
  index: number;
  forma: Forma;
  columnas: Columna[];
  search: Search;
  /** Whether the map marks it. */
  isChosen: boolean;
  /** Undefined without a session. */
  isFavorita: boolean | undefined;
  isAdmin: boolean;
  /** Whether it is selected; undefined while nobody selects. */
  isSelected: boolean | undefined;
  onChoose: (obraId: number, isNear?: boolean) => void;
  onToggle: (obraId: number) => void;
  onSelect: OnSelect;
}

/** A work's row. While somebody scrolls, those that stay are not drawn again. */
export const Renglon = memo(function Renglon({
  obra,
  marcha,
  index,
  forma,
  columnas,
  search,
  isChosen,
  isFavorita,
  isAdmin,
  isSelected,
  onChoose,
  onToggle,
  onSelect,
}: Props) {
  const isSelecting = isSelected !== undefined;
  const canPress = isSelecting || forma === 'panel';
  const isSenalada = useIsSenalada(obra.id);
  const reason = obra.textos && reasonOf(search, { ...obra, textos: obra.textos });
  return (
    <tr
      role={roleIn(forma, 'row')}
      aria-rowindex={index + 2}
      data-obra={obra.id}
      aria-current={isChosen ? 'true' : undefined}
      className={
        `${canPress ? css.seElige : ''} ${isSenalada ? css.senalada : ''}`.trim() || undefined
      }
      onClick={(event) => {
        const target = event.target as HTMLElement;
        if (!canPress || target.closest('a, button, label')) return;
        if (isSelecting) onSelect(obra, index, event.shiftKey);
        else onChoose(obra.id);
      }}
      // Shift would mark the texts in between.
      onMouseDown={(event) => isSelecting && event.shiftKey && event.preventDefault()}
    >
      {columnas.map((columna, place) => {
        const Celda = place === 0 ? 'th' : 'td';
        return (
          <Celda
            key={columna.id}
            scope={place === 0 ? 'row' : undefined}
            role={roleIn(forma, place === 0 ? 'rowheader' : 'cell')}
            className={`${classOf(columna)}${place === 0 && reason ? ` ${css.conRazon}` : ''}`}
          >
            {columna.celda(obra, marcha)}
            {place === 0 && reason && <Razon pieces={reason} />}
          </Celda>
        );
      })}
      <td className={css.colAcciones} role={roleIn(forma, 'cell')}>
        {isSelecting ? (
          <label className={css.selecciona}>
            <input
              type="checkbox"
              aria-label={`Seleccionar: ${obra.nombre}`}
              checked={isSelected}
              onChange={({ nativeEvent }) =>
                onSelect(obra, index, (nativeEvent as MouseEvent).shiftKey)
              }
            />
          </label>
        ) : (
          <span className={css.deLaFila}>
            {isFavorita !== undefined && (
              <Estrella obra={obra} isFavorita={isFavorita} onToggle={onToggle} />
            )}
            <button
              type="button"
              className={`${piezas.boton} ${piezas.discreto} ${piezas.soloIcono}`}
              aria-label={`Ver en el mapa: ${obra.nombre}`}
              onClick={() => onChoose(obra.id, true)}
            >
              <Icono nombre="punto" />
            </button>
            {isAdmin && forma !== 'panel' && (
              <EnlaceBoton
                href={`/obras/${obra.id}/editar`}
                tono="discreto"
                icono="editar"
                soloIcono
              >
                {`Editar: ${obra.nombre}`}
              </EnlaceBoton>
            )}
          </span>
        )}
      </td>
    </tr>
  );
});

/** The reason of a search's match, where name and key don't show it. */
function Razon({ pieces }: { pieces: Piece[] }) {
  return (
    <small className={css.razon} title={pieces.map(({ text }) => text).join('')}>
      <Marcado pieces={pieces} />
    </small>
  );
}
