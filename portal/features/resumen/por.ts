import type { Filtro } from '../../core/obras/filtros/palabras.ts';

/** The ways to sum works up, each with the filter that narrows the list to one group, and its words. */
export const POR = [
  { por: 'municipio', filtro: 'municipioId', nombre: 'Municipio', orden: 'valor' },
  { por: 'dependencia', filtro: 'dependenciaId', nombre: 'Dependencia', orden: 'valor' },
  { por: 'ejercicioFiscal', filtro: 'ejercicioFiscalId', nombre: 'Año', orden: 'catálogo' },
  { por: 'estatus', filtro: 'estatusObraId', nombre: 'Estatus', orden: 'catálogo' },
  { por: 'tipoProyecto', filtro: 'tipoProyectoId', nombre: 'Tipo de proyecto', orden: 'valor' },
  { por: 'fondo', filtro: 'fondoId', nombre: 'Fondo', orden: 'valor' },
] as const satisfies {
  por: string;
  filtro: Filtro;
  nombre: string;
  /** Years and statuses have an order of their own; others stand by size, the largest first. */
  orden: 'valor' | 'catálogo';
}[];
export type Por = (typeof POR)[number]['por'];

export const wayOf = (por: Por) => POR.find((one) => one.por === por) as (typeof POR)[number];

/** The name of a group without one: works without a project type, and those of which no fund is said. */
export const sinNombreOf = (por: Por): string =>
  por === 'fondo' ? 'Sin fuentes registradas' : 'Sin tipo de proyecto';
