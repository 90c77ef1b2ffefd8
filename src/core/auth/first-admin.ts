import { randomBytes } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { Config } from '../base/config.ts';
import { hashPassword } from './passwords.ts';

interface FirstAdmin {
  email: string;
  /** Only where it was generated here. */
  password?: string;
}

/** Makes the first administrator where no user exists, inside the transaction that prepares the database. */
export async function createFirstAdmin(
  client: ClientBase,
  { ADMIN_EMAIL, ADMIN_PASSWORD }: Pick<Config, 'ADMIN_EMAIL' | 'ADMIN_PASSWORD'>,
): Promise<FirstAdmin | undefined> {
  const { rows } = await client.query('SELECT FROM users LIMIT 1');
  if (rows.length > 0) return undefined;
  const password = ADMIN_PASSWORD ?? randomBytes(12).toString('base64url');
  await client.query(
    `INSERT INTO users (email, nombre_completo, password_hash, roles)
     VALUES ($1, 'Administrador', $2, 'admin')`,
    [ADMIN_EMAIL, await hashPassword(password)],
  );
  return ADMIN_PASSWORD === undefined ? { email: ADMIN_EMAIL, password } : { email: ADMIN_EMAIL };
}

/** The console's words on a new administrator: the only time that a password made up here is shown. */
export function firstAdminNotice({ email, password }: FirstAdmin): string {
  return password
    ? `\nPrimer administrador (la contraseña no se volverá a mostrar):\n  correo:     ${email}\n  contraseña: ${password}\n`
    : `\nPrimer administrador: ${email}, con la contraseña de ADMIN_PASSWORD.\n`;
}
