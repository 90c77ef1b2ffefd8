import { eventually } from './gestures.ts';
import { fetchJson } from './portal-world.ts';

/** Seals a cut of the registry. The feature may be away, and its schemas with it. */
export async function sellar(clave: string, titulo = `Corte ${clave}`): Promise<void> {
  const { id } = await fetchJson<{ id: string }>('POST', '/cortes', { clave, titulo });
  const stateOf = async () =>
    (await fetchJson<{ estado: string }>('GET', `/cortes/trabajos/${id}`)).estado;
  await eventually(stateOf, 'sellado');
}
