import { join } from 'node:path';
import type { Config } from '../../base/config.ts';
import type { Database } from '../../db/db.ts';
import type { Almacen } from './almacen.ts';
import { openCarpeta } from './carpeta.ts';

/** Opens the store: a folder beside the database. */
export async function openAlmacen(
  { DATA_DIR }: Pick<Config, 'DATA_DIR'>,
  _db: Database,
): Promise<Almacen> {
  return openCarpeta(join(DATA_DIR, 'archivos'));
}
