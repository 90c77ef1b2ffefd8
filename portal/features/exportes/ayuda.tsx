import type { EnAyuda } from '../../core/ayuda.ts';

export const ayuda: EnAyuda = {
  uso: (
    <li>
      <strong>Descargar.</strong> La lista se descarga tal como la filtró, en Excel, CSV y GeoJSON.
      La hoja de Excel dice también qué filtros tenía y cuánto suma.
    </li>
  ),
  programas: (
    <li>
      /obras.csv, /obras.xlsx, /obras.geojson y /obras.ndjson: archivos con los filtros de la lista.
    </li>
  ),
};
