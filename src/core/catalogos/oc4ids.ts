// The words of OC4IDS in Spanish, by the codes that the registry keeps. The order is that of the standard's lists
// (projectSector.csv, projectType.csv).

export const SECTORES = {
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

export const TIPOS_OC4IDS = {
  construction: 'Construcción',
  rehabilitation: 'Rehabilitación',
  replacement: 'Reemplazo',
  expansion: 'Ampliación',
  decommissioning: 'Desmantelamiento',
};
