import { serviceUnavailable } from '../base/errors.ts';
import type { Database } from './db.ts';

type What = 'login' | 'logout' | 'change';

/**
 * Refuses what writes while the disk of the embedded database is nearly full, or while the primary of a standby is away;
 * reading goes on.
 *
 * @throws HttpError 503
 */
export async function requireWritable(
  { hasSpace, watch }: Pick<Database, 'hasSpace' | 'watch'>,
  what: What,
): Promise<void> {
  if (watch?.isAway()) throw watch.isOnlyReading() ? onlyReading(what) : serviceUnavailable();
  if (!hasSpace || (await hasSpace(what === 'change' ? what : 'login'))) return;
  throw serviceUnavailable(
    'El disco del registro está lleno: por el momento sólo se puede consultar; intente de nuevo más tarde.',
    60,
  );
}

/** Seconds until who would write comes back: a primary that was lost is not there again within two. */
const RETRY_AFTER = 10;

const onlyReading = (what: What) => serviceUnavailable(ONLY_READING[what], RETRY_AFTER);
const ONLY_READING: Record<What, string> = {
  login:
    'Por el momento no se puede iniciar sesión: el servidor principal del registro no responde. Quien ya tiene una sesión puede seguir consultando; intente de nuevo en unos minutos.',
  logout:
    'Por el momento no se puede terminar la sesión: el servidor principal del registro no responde. El token sigue valiendo; intente de nuevo en unos minutos.',
  change:
    'Por el momento el registro sólo se puede consultar: su servidor principal no responde. No se guardó ningún cambio; intente de nuevo en unos minutos.',
};
