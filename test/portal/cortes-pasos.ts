import { eventually } from './gestures.ts';
import { fetchJson, type Schema } from './portal-world.ts';

/** Seals a cut of the registry. */
export async function sellar(clave: string, titulo = `Corte ${clave}`): Promise<void> {
  const { id } = await fetchJson<Schema<'TrabajoDeCorte'>>('POST', '/cortes', { clave, titulo });
  const stateOf = async () =>
    (await fetchJson<Schema<'TrabajoDeCorte'>>('GET', `/cortes/trabajos/${id}`)).estado;
  await eventually(stateOf, 'sellado');
}
