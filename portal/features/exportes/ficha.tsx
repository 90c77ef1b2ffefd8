import type { EnFicha } from '../../core/obras/ficha/partes.ts';

export const ficha: EnFicha = {
  finales: { masPosiciones: '; la descarga en GeoJSON las trae todas' },
};
