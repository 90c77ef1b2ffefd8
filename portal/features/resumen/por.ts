import type { Lista } from '../../core/obras/filtros/palabras.ts';

/** The ways to sum works up, each with the filter that narrows the list to one group, and its words. */
export const POR = [
  { por: 'municipio', filtro: 'municipioId', nombre: 'Municipio', orden: 'valor' },
  { por: 'dependencia', filtro: 'dependenciaId', nombre: 'Dependencia', orden: 'valor' },
  { por: 'ejercicioFiscal', filtro: 'ejercicioFiscalId', nombre: 'Año', orden: 'catálogo' },
  { por: 'estatus', filtro: 'estatusObraId', nombre: 'Estatus', orden: 'catálogo' },
  { por: 'tipoProyecto', filtro: 'tipoProyectoId', nombre: 'Tipo de proyecto', orden: 'valor' },
] as const satisfies {
  por: string;
  filtro: Lista;
  nombre: string;
  /** Years and statuses have an order of their own; others stand by size, the largest first. */
  orden: 'valor' | 'catálogo';
}[];
export type Por = (typeof POR)[number]['por'];

export const wayOf = (por: Por) => POR.find((one) => one.por === por) as (typeof POR)[number];

/** The name of a group without one: only works without a project type have none. */
export const SIN_TIPO = 'Sin tipo de proyecto';
