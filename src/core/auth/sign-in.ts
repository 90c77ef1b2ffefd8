import type { FastifyRequest } from 'fastify';
import { HttpError, tooManyRequests } from '../base/errors.ts';
import { EMAIL_LENGTH } from '../base/text.ts';
import type { Database, Db } from '../db/db.ts';
import { authorOf } from './access.ts';
import { verifyPassword } from './passwords.ts';
import { Blocked, createThrottle, networkOf } from './throttle.ts';

export const wrongCredentials = () => new HttpError(401, 'Credenciales inválidas');
export const blocked = (seconds: number) =>
  tooManyRequests('Demasiados intentos fallidos', seconds);

/** Failures in a minute that close one account to an address. */
export const ACCOUNT_FAILURES = 10;
/** Failures in a minute that close all accounts to an address. */
export const ADDRESS_FAILURES = 1_200;

/**
 * The user whose e-mail and password these are. The outcome stands in the ledger.
 *
 * @throws HttpError 401 where they are wrong or the account is inactive, 429 after too many failures
 */
export type SignIn = (request: FastifyRequest, email: string, password: string) => Promise<Opened>;

/** Returns the function that checks the password of every login. Its ways share one count of failures. */
export function createSignIn(db: Database): SignIn {
  const byAccount = createThrottle(ACCOUNT_FAILURES);
  const byAddress = createThrottle(ADDRESS_FAILURES);
  return async (request, email, password) => {
    const network = networkOf(request.ip);
    // A refusal by the account's throttle does not count for the address, so other people behind it are not shut out.
    const outcome = await byAddress.attempt(network, () =>
      byAccount.attempt(`${network} ${accountKey(email)}`, () =>
        openSession(db, db.as(authorOf(request)), network, email, password),
      ),
    );
    if (outcome instanceof Blocked) throw blocked(outcome.seconds);
    if (!outcome) throw wrongCredentials();
    return outcome;
  };
}

const accountKey = (email: string) => email.slice(0, EMAIL_LENGTH).toLowerCase();

/** The user of a session that is being opened. */
interface User {
  id: string;
  email: string;
  roles: string;
  mustChangePassword: boolean;
}
type Opened = User & { iat: number };

/**
 * The user with these credentials. Undefined for an unknown account, a wrong password or an inactive user, which all take the
 * same time. Each outcome stands in the ledger.
 */
async function openSession(
  db: Db,
  ledger: Db,
  network: string,
  email: string,
  password: string,
): Promise<Opened | undefined> {
  // The token's time is taken before the password is read, so that a change of password meanwhile ends the token too. Where
  // the clock was set back, it is the time of the last change, so that the login works.
  const find = () =>
    db.one<{ id: string; hash: string; isActive: boolean; iat: number }>(
      `SELECT id, password_hash AS hash, is_active AS "isActive",
         extract(epoch FROM greatest(clock_timestamp(), tokens_valid_from))::double precision AS iat
       FROM users WHERE lower(email COLLATE "C") = lower($1 COLLATE "C")`,
      [email],
    );
  const { account, fits } = await verifyPassword(network, find, password);
  const isRight = fits && account?.isActive;
  const user = await ledger.one<User>(
    `WITH signed_in AS MATERIALIZED (
       SELECT id, email, roles, must_change_password
       FROM users WHERE id = $1::uuid AND password_hash = $2 AND is_active FOR SHARE
     ), entry AS (
       INSERT INTO bitacora (usuario_id, usuario_email, direccion, solicitud, accion, recurso, registro)
       SELECT e.id, coalesce(e.email, left($3, 254)), autor ->> 'direccion', autor ->> 'solicitud',
         CASE WHEN e.id IS NULL THEN 'entrada fallida' ELSE 'entrar' END, 'auth', $1::uuid
       FROM ledger_author() AS autor LEFT JOIN signed_in e ON true
     )
     SELECT id, email, roles, must_change_password AS "mustChangePassword" FROM signed_in`,
    // A failed login names its account, where there is one.
    [account?.id, isRight ? account?.hash : null, email],
  );
  return user && { ...user, iat: (account as { iat: number }).iat };
}
