import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Boton } from './boton.tsx';
import { Falla } from './estados.tsx';
import piezas from './piezas.module.css';

type Lista = Pick<
  UseInfiniteQueryResult,
  | 'error'
  | 'fetchNextPage'
  | 'hasNextPage'
  | 'isFetchNextPageError'
  | 'isFetchingNextPage'
  | 'refetch'
>;

/** The way to the next page of a list that stands above it. A page that could not be read is told, and can be asked for again. */
export function VerMas({ lista, children = 'Ver más' }: { lista: Lista; children?: string }) {
  const { error, fetchNextPage, hasNextPage, isFetchNextPageError, isFetchingNextPage } = lista;
  if (error) {
    const again = isFetchNextPageError ? fetchNextPage : lista.refetch;
    return <Falla error={error} onRetry={() => void again()} />;
  }
  if (!hasNextPage) return null;
  return (
    <p className={piezas.verMas}>
      <Boton onPress={() => void fetchNextPage()} isPending={isFetchingNextPage}>
        {children}
      </Boton>
    </p>
  );
}
