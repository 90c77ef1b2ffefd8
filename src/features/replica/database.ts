import type { Config } from '../../core/base/config.ts';
import type { Database, InFrontNeeds } from '../../core/db/db.ts';

/** Adds the standby of DATABASE_READ_URL, where there is one. */
export async function inFront(
  primary: Database,
  { settings, server, open, onFailure }: InFrontNeeds,
): Promise<Database> {
  const { DATABASE_READ_URL } = settings as Partial<Config>;
  if (!DATABASE_READ_URL) return primary;
  const { withStandby } = await import('./standby.ts');
  const standby = { ...server, connectionString: DATABASE_READ_URL };
  return withStandby(primary, open(standby), { primary: server, standby }, onFailure);
}
