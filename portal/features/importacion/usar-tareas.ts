import { useQuery } from '@tanstack/react-query';
import { useClase } from './de-clase.tsx';
import { listTareas } from './tarea.ts';

/** The reviews and imports of large files since yesterday, and undos, the latest first, kept up to date. */
export function useTareas() {
  const clase = useClase();
  return useQuery({
    queryKey: ['importaciones', clase.id],
    queryFn: ({ signal }) => listTareas(clase, signal),
    staleTime: 0,
  });
}
