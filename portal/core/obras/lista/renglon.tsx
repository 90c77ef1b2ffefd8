import { type MouseEvent, memo } from 'react';
import { Link } from 'wouter';
import { type Piece, reasonOf, type Search } from '../../../../src/palabras/palabras.ts';
import { Estatus } from '../../estatus.tsx';
import { Icono } from '../../icons.tsx';
import { EnlaceBoton } from '../../piezas/boton.tsx';
import { ImporteBreve } from '../../piezas/importe.tsx';
import { Marcado } from '../../piezas/marcado.tsx';
import piezas from '../../piezas/piezas.module.css';
import { Estrella } from '../estrella.tsx';
import type { Fila } from '../filas.ts';
import css from './lista.module.css';
import { shortPlace } from './lugar-corto.ts';
import { type Columna, type DeFila, imagenOf, Linea, type Lista, Marca } from './partes.ts';
import { useIsHovered } from './senalada.ts';

/** Selects a row or takes it out; with Shift, selects all from the one before up to it. */
export type OnSelect = (obra: Fila, index: number, withShift: boolean) => void;

export interface RenglonProps extends DeFila, Pick<Lista, 'filtros' | 'orden'> {
  /** Its place in the whole list, from 0. */
  index: number;
  search: Search;
  /** Whether the map marks it. */
  isChosen: boolean;
  /** Undefined without a session. */
  isFavorita: boolean | undefined;
  isAdmin: boolean;
  /** Whether it is selected; undefined while the user is not selecting. */
  isSelected: boolean | undefined;
  /** Whether pressing the row anywhere chooses it for the map beside it. */
  isPressed: boolean;
  /** Undefined where there is no map. */
  onChoose: ((obraId: number, isNear?: boolean) => void) | undefined;
  onToggle: (obraId: number) => void;
  onSelect: OnSelect;
}

/** The attributes that a row has as a card and in the table: its marks, and what pressing it does. */
function useRow({
  obra,
  index,
  isChosen,
  isSelected,
  isPressed,
  onChoose,
  onSelect,
}: RenglonProps) {
  const isSelecting = isSelected !== undefined;
  const canPress = isSelecting || isPressed;
  const isSenalada = useIsHovered(obra.id);
  return {
    'data-obra': obra.id,
    'data-numero': index + 1,
    'aria-current': isChosen ? ('true' as const) : undefined,
    className:
      `${canPress ? css.seElige : ''} ${isSenalada ? css.senalada : ''}`.trim() || undefined,
    onClick: ({ target, shiftKey }: MouseEvent) => {
      if (!canPress || (target as HTMLElement).closest('a, button, label')) return;
      if (isSelecting) onSelect(obra, index, shiftKey);
      else onChoose?.(obra.id);
    },
    // Shift would mark the texts in between.
    onMouseDown: (event: MouseEvent) => {
      if (isSelecting && event.shiftKey) event.preventDefault();
    },
  };
}

/** A work as a card, beside the map and on a phone. */
export const Renglon = memo(function Renglon(props: RenglonProps) {
  const { obra, marcha } = props;
  return (
    <li {...useRow(props)}>
      <div>
        <Nombre {...props} />
        <p className={css.enQue}>
          <Marcas {...props} />
          <Linea obra={obra} marcha={marcha} />
          <ImporteBreve monto={obra.monto} />
        </p>
      </div>
      <Acciones {...props} />
    </li>
  );
});

/** A work as a row of the table. */
export const RenglonDeTabla = memo(function RenglonDeTabla({
  columnas,
  ...props
}: RenglonProps & { columnas: Columna[] }) {
  const { obra, marcha } = props;
  return (
    <tr {...useRow(props)}>
      <th scope="row" className={css.colNombre}>
        <Nombre {...props} />
      </th>
      {columnas.slice(1).map(({ id, clase, celda }) => (
        <td key={id} className={clase}>
          {id === 'estatus' ? <Marcas {...props} /> : celda(obra, marcha)}
        </td>
      ))}
      <td className={css.colAcciones}>
        <Acciones {...props} />
      </td>
    </tr>
  );
});

/** The picture, the name whole, what tells it from others of the same name, and why a search found it. */
function Nombre({ obra, search }: RenglonProps) {
  const { id, nombre, claveUnica, municipio, lugar } = obra;
  const imagen = imagenOf(obra);
  const reason = obra.textos && reasonOf(search, { ...obra, textos: obra.textos });
  return (
    <div className={imagen ? css.conFoto : undefined}>
      {imagen}
      <div>
        <Link href={`/obras/${id}`} className={css.nombre}>
          {nombre}
        </Link>
        <small className={css.donde} title={lugar ?? undefined}>
          {[municipio.nombre, ...shortPlace(lugar, municipio.nombre), claveUnica].join('\u00a0· ')}
        </small>
        {reason && <Razon pieces={reason} />}
      </div>
    </div>
  );
}

/** The reason of a search's match, where name and key don't show it. */
const Razon = ({ pieces }: { pieces: Piece[] }) => (
  <small className={css.razon}>
    <Marcado pieces={pieces} />
  </small>
);

/** The status, and beside it what features add to it. */
const Marcas = ({ obra, marcha, filtros, orden }: RenglonProps) => (
  <span className={css.marcas}>
    <Estatus {...obra.estatusObra} />
    <Marca {...{ obra, marcha, filtros, orden }} />
  </span>
);

/** The id of a row's «Ver en el mapa». */
export const idOfRow = (obraId: number): string => `ver-en-el-mapa-${obraId}`;

function Acciones({
  obra,
  index,
  isFavorita,
  isAdmin,
  isSelected,
  onChoose,
  onToggle,
  onSelect,
}: RenglonProps) {
  if (isSelected !== undefined) {
    return (
      <label className={css.selecciona}>
        <input
          type="checkbox"
          aria-label={`Seleccionar: ${obra.nombre}`}
          checked={isSelected}
          onChange={({ nativeEvent }) =>
            onSelect(obra, index, (nativeEvent as globalThis.MouseEvent).shiftKey)
          }
        />
      </label>
    );
  }
  return (
    <span className={css.deLaFila}>
      {isFavorita !== undefined && (
        <Estrella obra={obra} isFavorita={isFavorita} onToggle={onToggle} />
      )}
      {onChoose && (
        <button
          id={idOfRow(obra.id)}
          type="button"
          className={`${piezas.boton} ${piezas.discreto} ${piezas.soloIcono}`}
          aria-label={`Ver en el mapa: ${obra.nombre}`}
          onClick={() => onChoose(obra.id, true)}
        >
          <Icono nombre="punto" />
        </button>
      )}
      {isAdmin && (
        <EnlaceBoton href={`/obras/${obra.id}/editar`} tono="discreto" icono="editar" soloIcono>
          {`Editar: ${obra.nombre}`}
        </EnlaceBoton>
      )}
    </span>
  );
}
