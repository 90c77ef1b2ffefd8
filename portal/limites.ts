import { useQuery } from '@tanstack/react-query';
import file from '../sources/limites-municipales.geojson?url';
import type { Schema } from './api.ts';

/**
 * The limits of the 106 municipios, as `GET /municipios/limites` answers them. They come with the portal's own files: there
 * they are compressed once, as well as possible, and a browser keeps them until they change.
 */
export const useLimites = () =>
  useQuery({ queryKey: ['limites'], queryFn: readLimites, staleTime: Number.POSITIVE_INFINITY });

async function readLimites({ signal }: { signal: AbortSignal }): Promise<Schema<'Limites'>> {
  const answer = await fetch(file, { signal });
  if (!answer.ok) throw new Error(`the limits: ${answer.status}`);
  const limites = (await answer.json()) as Schema<'Limites'>;
  // In the file a municipio is known by INEGI's key alone: 31 for the state and three digits.
  for (const feature of limites.features) feature.id = Number(feature.properties.clave.slice(2));
  return limites;
}
