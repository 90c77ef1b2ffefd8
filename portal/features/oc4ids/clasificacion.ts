import { useQuery } from '@tanstack/react-query';
import { ETIQUETAS } from '../../../src/core/bitacora/recursos.ts';
import { SECTORES, TIPOS_OC4IDS } from '../../../src/core/catalogos/oc4ids.ts';
import { api, read, type Schema } from '../../core/api.ts';
import type { Clasificacion } from '../../core/catalogos/definiciones.ts';
import type { Opcion } from '../../core/piezas/campos.tsx';
import { camposOf, OPCIONAL } from '../../core/records/campo.ts';
import { recursoAt } from '../../core/records/resource.ts';

const optionsOf = (words: Record<string, string>): Opcion[] =>
  Object.entries(words).map(([id, nombre]) => ({ id, nombre, detalle: id }));

const de = camposOf(ETIQUETAS);

/** What a project type is in the words of OC4IDS. */
export const clasificacion: Clasificacion = {
  proposito: ', y cómo la llama el estándar OC4IDS',
  columna: 'Clasificación OC4IDS',
  accion: 'Clasificar en OC4IDS',
  ayuda: (nombre) =>
    `Qué es «${nombre}» en las palabras del estándar de datos abiertos de infraestructura. Con ellas se publican sus obras.`,
  usePalabras() {
    const { data } = useQuery({
      queryKey: ['catalogos', 'clasificaciones'],
      queryFn: ({ signal }) => read(api.GET('/catalogos/tipo-proyecto/oc4ids', { signal })),
    });
    return new Map(data?.map((each) => [each.id, classified(each)]));
  },
  campos: [
    de('sectorOc4ids', 'seleccion', { ...OPCIONAL, opciones: optionsOf(SECTORES) }),
    de('tipoOc4ids', 'seleccion', { ...OPCIONAL, opciones: optionsOf(TIPOS_OC4IDS) }),
  ],
  recursoAt: (id) => recursoAt('/catalogos/tipo-proyecto/{id}/oc4ids', { id: id ?? 0 }),
};

/** The sector, and then the type, as far as they are said. */
function classified({ sectorOc4ids, tipoOc4ids }: Schema<'Clasificacion'>): string {
  return [sectorOc4ids && SECTORES[sectorOc4ids], tipoOc4ids && TIPOS_OC4IDS[tipoOc4ids]]
    .filter(Boolean)
    .join('; ');
}
