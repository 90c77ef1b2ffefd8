import type { Feature } from '../../core/feature.ts';
import type { Tie } from '../../hojas-de-obras/hojas.ts';
import { avances } from './avances.ts';
import { EN_BITACORA } from './bitacora.ts';
import { EN_CAPAS } from './capas.ts';
import { capturistas } from './capturistas.ts';
import { contratos } from './contratos.ts';
import { ejecucion } from './ejecucion.ts';
import { FILTROS } from './filtros.ts';
import { UNDO } from './importacion/deshacer.ts';
import { SEGUIMIENTO } from './importacion/kind.ts';
import { plantillaDeSeguimiento } from './importacion/plantilla.ts';
import { seguimiento } from './lista.ts';
import { contratosDeTodas } from './lista-contratos.ts';
import { ENTONCES, seguimientoDeObra } from './obra.ts';
import { ORDENES_DE_SEGUIMIENTO } from './orden.ts';
import { programas } from './programas.ts';

const tie = (recurso: string, called: string, rows: string): Tie => ({
  ...{ recurso, called, isCreated: true },
  is: `EXISTS (SELECT FROM ${rows})`,
});

/** The follow-up of works: reports of progress, programmes, execution, contracts. */
export const feature: Feature = {
  routes(api, context) {
    capturistas(api, context);
    seguimiento(api, context);
    contratosDeTodas(api, context);
    seguimientoDeObra(api, context);
    avances(api, context);
    programas(api, context);
    ejecucion(api, context);
    contratos(api, context);
  },
  ledger: EN_BITACORA,
  filters: FILTROS,
  orders: ORDENES_DE_SEGUIMIENTO,
  properties: EN_CAPAS,
  pastOf: { seguimiento: ENTONCES },
  sheets: [{ kind: SEGUIMIENTO, template: plantillaDeSeguimiento, undo: UNDO }],
  ties: [
    tie('obras', 'avances', 'avances WHERE obra_id = g.obra'),
    tie('obras', 'un programa', 'programas WHERE obra_id = g.obra'),
    tie('obras', 'fechas reales', 'ejecuciones WHERE obra_id = g.obra'),
    tie('obras', 'contratos', 'contratos WHERE obra_id = g.obra'),
    tie('contratos', 'convenios', 'convenios WHERE contrato_id = g.numero'),
  ],
  tag: {
    name: 'Seguimiento',
    description: 'Avances, programas, ejecución y contratos de cada obra.',
    after: 'Obras',
  },
};
