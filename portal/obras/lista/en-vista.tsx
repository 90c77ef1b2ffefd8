import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import { Estatus } from '../../estatus.tsx';
import { counted, grouped, moneyInWords } from '../../formato.ts';
import { Boton } from '../../piezas/boton.tsx';
import { Esqueleto, Falla } from '../../piezas/estados.tsx';
import piezas from '../../piezas/piezas.module.css';
import { type Fila, firstObras, MOST_NAMED, type Orden } from '../consultas.ts';
import type { Filtros } from '../filtros/filtros.ts';
import { nearObras } from './cercanas.ts';
import css from './explorar.module.css';
import { SENALA } from './senalada.ts';

interface Nombradas {
  /** The metres where they go by distance. */
  filas: (Fila & { metros?: number })[];
  total: number;
  /** Whether some that may belong to them were not looked at. */
  isPartial?: boolean;
}

/**
 * The works in a part of the map by name, in the order of the list: those in sight, or on one spot. It is the
 * map's way for people without a mouse.
 */
export default function ObrasEnVista({
  titulo,
  filtros,
  vista,
  desde,
  orden,
  elegida,
  onChoose,
  onList,
  onClose,
}: {
  titulo: string;
  filtros: Filtros;
  /** west, south, east, north in degrees */
  vista: number[];
  /** Only works near this position, the nearest first, wherever the map is: longitude and latitude in degrees. */
  desde?: [number, number] | undefined;
  orden: Orden;
  elegida: string | undefined;
  onChoose: (obraId: number) => void;
  /** All of them are to be seen in the list; undefined where that stands beside the map. */
  onList: (() => void) | undefined;
  onClose: () => void;
}) {
  const inView = useQuery({
    ...firstObras({ ...filtros, bbox: vista.join(',') }, orden, MOST_NAMED),
    enabled: !desde,
  });
  const near = useQuery({ ...nearObras(filtros, desde ?? [0, 0]), enabled: Boolean(desde) });
  const { error, refetch } = desde ? near : inView;
  const data: Nombradas | undefined = desde ? near.data : inView.data;
  // While the map moves, the works stay, so that the focus has something to stand on.
  const before = useRef<Nombradas | undefined>(undefined);
  if (data) before.current = data;
  const shown = data ?? before.current;
  return (
    <section className={`${css.sobreMapa} ${css.enVista}`} aria-label={titulo} {...SENALA}>
      <Boton tono="discreto" icono="cerrar" soloIcono className={css.cierra} onPress={onClose}>
        Cerrar la lista
      </Boton>
      <h2>{titulo}</h2>
      {error && <Falla error={error} onRetry={() => void refetch()} />}
      {!shown && !error && <Esqueleto renglones={4} alto={36} />}
      {shown && !error && (
        <>
          <p className={piezas.ayuda} role="status">
            {shown.total > shown.filas.length
              ? `Las primeras ${shown.filas.length} de ${grouped(shown.total)}; acérquese para ver menos.`
              : counted(shown.total, 'obra', 'obras')}
            {shown.isPartial &&
              ', y puede haber más: aquí son tantas que no se compararon todas. Ponga un filtro.'}
          </p>
          <ListBox
            aria-label={titulo}
            className={piezas.opciones}
            items={shown.filas}
            selectionMode="single"
            selectedKeys={elegida ? [Number(elegida)] : []}
            onSelectionChange={(keys) => {
              const [id] = keys === 'all' ? [] : keys;
              if (id !== undefined) onChoose(Number(id));
            }}
            disallowEmptySelection
            renderEmptyState={() => <p className={piezas.ayuda}>Aquí no hay obras.</p>}
          >
            {({ id, nombre, estatusObra, monto, metros }) => (
              <ListBoxItem textValue={nombre} className={piezas.opcion} data-obra={id}>
                <span>{nombre}</span>
                <small>
                  {metros !== undefined && `A ${grouped(Math.round(metros))} m · `}
                  <Estatus {...estatusObra} /> · {moneyInWords(monto)}
                </small>
              </ListBoxItem>
            )}
          </ListBox>
          {onList && shown.total > 0 && (
            <Boton icono="lista" onPress={onList}>
              Ver en la lista
            </Boton>
          )}
        </>
      )}
    </section>
  );
}
