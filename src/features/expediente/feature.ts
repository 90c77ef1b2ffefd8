import type { Feature } from '../../core/feature.ts';
import { EN_BITACORA } from './bitacora.ts';
import { contacto } from './contacto.ts';
import { ENTONCES, expediente } from './expediente.ts';
import { CAMPOS, FILTROS, GRUPOS } from './filtros.ts';
import { fondos } from './fondos.ts';
import { expedientes } from './hojas.ts';
import { EXPEDIENTES, UNDO } from './importacion/kind.ts';
import { plantillaDeExpedientes } from './importacion/plantilla.ts';
import { FUENTES_DIFFER } from './opciones.ts';

const REGLAS = {
  diferenciaFuentes: {
    nombre: 'Fuentes que no suman el monto',
    descripcion: `Los fondos que se dicen de ellas suman más de ${FUENTES_DIFFER} % por encima o por debajo de su monto.`,
    filtros: { diferenciaFuentes: String(FUENTES_DIFFER) },
  },
};

/** Whose money works are built with, what for and for whom. */
export const feature: Feature = {
  routes(api, context) {
    expediente(api, context);
    fondos(api, context);
    contacto(api, context);
    expedientes(api, context);
  },
  ledger: EN_BITACORA,
  filters: FILTROS,
  fields: CAMPOS,
  groups: GRUPOS,
  rules: REGLAS,
  pastOf: { expediente: ENTONCES },
  sheets: [{ kind: EXPEDIENTES, template: plantillaDeExpedientes, undo: UNDO }],
  ties: [
    {
      ...{ recurso: 'obras', called: 'un expediente', isCreated: true },
      is: 'EXISTS (SELECT FROM expedientes WHERE obra_id = g.obra)',
    },
  ],
  tag: {
    name: 'Expediente',
    description: 'De quién es el dinero de cada obra, para qué y para quién; los fondos.',
    after: 'Seguimiento',
  },
};
