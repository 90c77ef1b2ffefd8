import type { Db } from '../../core/db/db.ts';

/** The sectors of the demonstration's types of projects. Those that the federal works bring say no sector. */
const SECTORES: Record<string, string[]> = {
  education: ['Infraestructura educativa'],
  health: ['Salud'],
  waterAndWaste: ['Agua potable', 'Drenaje y saneamiento'],
  energy: ['Electrificación', 'Alumbrado público'],
  'transport.road': ['Carreteras', 'Caminos rurales'],
  'transport.urban': ['Pavimentación y calles', 'Movilidad'],
  'transport.water': ['Infraestructura portuaria y pesquera'],
  socialHousing: ['Vivienda'],
  cultureSportsAndRecreation: [
    'Parques y espacios públicos',
    'Infraestructura deportiva',
    'Cultura y patrimonio',
  ],
};

/** Classifies them. */
export async function change(tx: Db): Promise<void> {
  await tx.query(
    `UPDATE tipos_proyecto SET sector_oc4ids = key FROM jsonb_each($1) WHERE value ? nombre AND sector_oc4ids IS NULL`,
    [JSON.stringify(SECTORES)],
  );
}
