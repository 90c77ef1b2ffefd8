import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'wouter';
import { api, readWhole } from '../../api.ts';
import { RegistryError } from '../../errores.ts';
import { counted } from '../../formato.ts';
import { CampoSeleccion } from '../../piezas/campos.tsx';
import { nextOf } from '../../piezas/direccion.ts';
import { Esqueleto, Falla, Vacio } from '../../piezas/estados.tsx';
import { Pagina } from '../../piezas/pagina.tsx';
import piezas from '../../piezas/piezas.module.css';
import { VerMas } from '../../piezas/ver-mas.tsx';
import css from './historial.module.css';
import { Movimientos } from './movimientos.tsx';
import { CAMPOS_DE_OBRA } from './palabras.ts';
import { isOfObra, nameIn } from './renglones.ts';

/** Changes that are read at a time. */
const PAGE = 100;
const TODOS = 'todos';

/** The story of a work, in the registry's sentences, by day; also of one that was deleted. For administrators. */
export default function Historial() {
  const { id = '' } = useParams();
  const lista = useHistorial(id);
  const { data, error, refetch, fetchNextPage, hasNextPage } = lista;
  const [campo, setCampo] = useState(TODOS);
  const [isNewestFirst, setNewestFirst] = useState(false);
  const renglones = data?.pages.flatMap((page) => page.renglones) ?? [];
  const nombre = nameIn(renglones);
  const isDeleted = renglones.findLast(isOfObra)?.accion === 'eliminar';

  const order = async (newestFirst: boolean) => {
    // The newest come last, so they are there when all have been read.
    let hasMore = newestFirst && hasNextPage;
    while (hasMore) {
      const { hasNextPage, isError } = await fetchNextPage({ cancelRefetch: false });
      // The failure stands below the list, with the way to try again.
      if (isError) return;
      hasMore = hasNextPage;
    }
    setNewestFirst(newestFirst);
  };

  const back = (
    <Link href={isDeleted || !nombre ? '/obras' : `/obras/${id}`}>
      {isDeleted || !nombre ? 'Volver a las obras' : 'Volver a la obra'}
    </Link>
  );
  if (error && !data) {
    const isUnknown = error instanceof RegistryError && error.status === 404;
    return (
      <Pagina titulo="Historial" antetitulo={back} ancho="texto">
        {isUnknown ? (
          <Vacio titulo={error.message}>
            <p>Nunca hubo una obra con esta dirección, o está mal escrita.</p>
          </Vacio>
        ) : (
          <Falla error={error} onRetry={() => void refetch()} />
        )}
      </Pagina>
    );
  }
  const shown = renglones.filter(
    (renglon) =>
      campo === TODOS ||
      renglon.accion !== 'cambiar' ||
      (isOfObra(renglon) && renglon.cambios.some((cambio) => cambio.campo === campo)),
  );
  return (
    <Pagina titulo={nombre ? `Historial de «${nombre}»` : 'Historial'} antetitulo={back}>
      {!data ? (
        <Esqueleto renglones={8} />
      ) : renglones.length === 0 ? (
        <Vacio titulo="No hay cambios anotados.">
          <p>La obra se registró antes de que hubiera bitácora.</p>
        </Vacio>
      ) : (
        <div className={`${piezas.pila} ${css.historial}`}>
          <div className={`${piezas.enFila} ${css.mandos}`}>
            <CampoSeleccion
              etiqueta="Qué cambió"
              opciones={[
                { id: TODOS, nombre: 'Cualquier campo' },
                ...Object.entries(CAMPOS_DE_OBRA).map(([id, nombre]) => ({ id, nombre })),
              ]}
              value={campo}
              onChange={(key) => setCampo(String(key))}
            />
            <CampoSeleccion
              etiqueta="Orden"
              opciones={[
                { id: 'antiguo', nombre: 'Primero lo más antiguo' },
                { id: 'reciente', nombre: 'Primero lo más reciente' },
              ]}
              value={isNewestFirst ? 'reciente' : 'antiguo'}
              onChange={(key) => void order(key === 'reciente')}
            />
          </div>
          <p role="status">
            {campo === TODOS
              ? counted(shown.length, 'movimiento', 'movimientos')
              : counted(
                  shown.filter(({ accion }) => accion === 'cambiar').length,
                  'cambio de este campo',
                  'cambios de este campo',
                )}
            {hasNextPage ? `, entre los ${renglones.length} primeros` : ''}
          </p>
          <Movimientos
            renglones={isNewestFirst ? shown.toReversed() : shown}
            campo={campo === TODOS ? undefined : campo}
          />
          <VerMas lista={lista} />
        </div>
      )}
    </Pagina>
  );
}

const useHistorial = (id: string) =>
  useInfiniteQuery({
    queryKey: ['obra', id, 'historial'],
    queryFn: async ({ pageParam, signal }) => {
      const { data, headers } = await readWhole(
        api.GET('/obras/{id}/historial', {
          params: {
            // The id goes as the address has it. The registry refuses one that is no number.
            path: { id: id as unknown as number },
            query: { limit: PAGE, ...(pageParam && { cursor: pageParam }) },
          },
          signal,
        }),
      );
      return { renglones: data, next: nextOf(headers)?.get('cursor') };
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
