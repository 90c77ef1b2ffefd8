import type { Schema } from '../api.ts';
import type { Opcion } from '../piezas/campos.tsx';

// The words of OC4IDS in Spanish, by the codes that the registry keeps. The order is that of the standard's lists.

type Codes<Field extends keyof Schema<'Clasificacion'>> = NonNullable<
  Schema<'Clasificacion'>[Field]
>;

const SECTORES: Record<Codes<'sectorOc4ids'>, string> = {
  education: 'Educación',
  health: 'Salud',
  energy: 'Energía',
  'energy.solar': 'Energía: solar',
  'energy.wind': 'Energía: eólica',
  'energy.hydropower': 'Energía: hidroeléctrica',
  'energy.biomass': 'Energía: biomasa',
  'energy.geothermal': 'Energía: geotérmica',
  communications: 'Comunicaciones',
  waterAndWaste: 'Agua y residuos',
  governance: 'Gobierno',
  economy: 'Economía',
  cultureSportsAndRecreation: 'Cultura, deporte y recreación',
  transport: 'Transporte',
  'transport.air': 'Transporte: aéreo',
  'transport.water': 'Transporte: por agua',
  'transport.rail': 'Transporte: ferroviario',
  'transport.road': 'Transporte: carretero',
  'transport.urban': 'Transporte: urbano',
  'transport.lowCarbon': 'Transporte: bajo en carbono',
  socialHousing: 'Vivienda social',
  naturalResources: 'Recursos naturales',
  'naturalResources.floodProtection': 'Recursos naturales: protección contra inundaciones',
};

const TIPOS: Record<Codes<'tipoOc4ids'>, string> = {
  construction: 'Construcción',
  rehabilitation: 'Rehabilitación',
  replacement: 'Reemplazo',
  expansion: 'Ampliación',
  decommissioning: 'Desmantelamiento',
};

const optionsOf = (words: Record<string, string>): Opcion[] =>
  Object.entries(words).map(([id, nombre]) => ({ id, nombre, detalle: id }));

export const OPCIONES_SECTOR = optionsOf(SECTORES);
export const OPCIONES_TIPO = optionsOf(TIPOS);

/** «Transporte: carretero, construcción», as far as it is said. */
export function classified({
  sectorOc4ids,
  tipoOc4ids,
}: Pick<Schema<'Clasificacion'>, 'sectorOc4ids' | 'tipoOc4ids'>): string {
  return [sectorOc4ids && SECTORES[sectorOc4ids], tipoOc4ids && TIPOS[tipoOc4ids]]
    .filter(Boolean)
    .join('; ');
}
