import { randomBytes } from 'node:crypto';
import { createCommand, runCommand } from '../consola/console.ts';
import { hashPassword } from '../core/auth/passwords.ts';
import { adminPassword, readDatabaseSettings, StartError } from '../core/base/config.ts';
import { type Db, nameProgram } from '../core/db/db.ts';
import { isReady } from '../core/db/embedded.ts';
import { withDatabase } from '../core/registry.ts';

const HELP = `Recuperación del acceso de un administrador

Uso: npm run admin:reset -- --email <correo>

Da a ese usuario una contraseña nueva, lo deja activo y como administrador, y termina sus sesiones abiertas. La
contraseña es la de ADMIN_PASSWORD o, si no está, una al azar que se muestra una sola vez. Conviene que la cambie
en seguida: el servicio no obliga a hacerlo.
La base de datos embebida es de un solo proceso: detenga antes el servicio. Con DATABASE_URL puede seguir en marcha.

  --email <correo>  el usuario, que debe existir
  --help            muestra esta ayuda

Los ajustes DATABASE_URL, DATA_DIR y ADMIN_PASSWORD se leen del entorno y del archivo .env.
`;

const UNDEFINED_TABLE = '42P01';

export const adminReset = createCommand(
  HELP,
  { options: { email: { type: 'string' }, help: { type: 'boolean', short: 'h' } } },
  async ({ values: { email } }, { environment, print }) => {
    if (!email) throw new StartError(`Indique --email.\n\n${HELP}`);
    const place = readDatabaseSettings(environment);
    const chosen = adminPassword(environment.ADMIN_PASSWORD || undefined);
    if (!place.DATABASE_URL && !isReady(place.DATA_DIR)) {
      throw new StartError(`No hay un registro en la carpeta de datos ${place.DATA_DIR}.`);
    }
    const password = chosen ?? randomBytes(12).toString('base64url');
    const account = await withDatabase(place, (db) => resetAdmin(db, email, password));
    if (!account) throw new StartError(`No existe un usuario con el correo ${email}.`);
    print(
      chosen === undefined
        ? `\nAdministrador (la contraseña no se volverá a mostrar):\n  correo:     ${account}\n  contraseña: ${password}\n`
        : `\nAdministrador: ${account}, con la contraseña de ADMIN_PASSWORD.\n`,
    );
  },
);

/** Returns the registered e-mail, or undefined where no user has it. */
async function resetAdmin(db: Db, email: string, password: string): Promise<string | undefined> {
  try {
    const hash = await hashPassword(password);
    const user = await db.transaction(async (tx) => {
      await nameProgram(tx, 'admin:reset');
      return tx.one<{ email: string }>(
        `UPDATE users SET password_hash = $2, roles = 'admin', is_active = true, must_change_password = true,
         tokens_valid_from = greatest(clock_timestamp(), tokens_valid_from + interval '1 microsecond'), token_kept = NULL
       WHERE lower(email COLLATE "C") = lower($1 COLLATE "C")
       RETURNING email`,
        [email, hash],
      );
    });
    return user?.email;
  } catch (cause) {
    if ((cause as { code?: string }).code !== UNDEFINED_TABLE) throw cause;
    throw new StartError('No hay un registro en la base de datos de DATABASE_URL.', { cause });
  }
}

runCommand(import.meta.url, adminReset);
