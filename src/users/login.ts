import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { open } from '../auth/access.ts';
import { verifyPassword } from '../auth/passwords.ts';
import { Blocked, createThrottle, networkOf } from '../auth/throttle.ts';
import { HttpError, tooManyRequests } from '../base/errors.ts';
import { Closed } from '../base/schemas.ts';
import { EMAIL_LENGTH } from '../base/text.ts';
import type { Db } from '../db/db.ts';
import type { App, Context } from '../http/context.ts';
import { LONGEST } from '../http/validate.ts';

// Neither the form of the e-mail nor the length of the password is checked here. What can't be right is merely wrong, and
// gets the same 401.
const Credentials = Closed(
  {
    email: Type.String({ minLength: 1, [LONGEST]: EMAIL_LENGTH, examples: ['admin@obras.local'] }),
    password: Type.String({ minLength: 1, examples: ['una-contraseña'] }),
  },
  { title: 'Credenciales' },
);

const Session = Closed(
  {
    access_token: Type.String({
      description: 'JWT (HS256) con sub, email, roles, iat y exp.',
      examples: ['eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiI2YjFm….firma'],
    }),
    user: Closed({
      id: Type.String({ format: 'uuid', examples: ['6b1f7a52-6a4e-4f0e-9a67-0f5a1c3d2e4b'] }),
      email: Type.String({ examples: ['admin@obras.local'] }),
      roles: Type.Unsafe<'admin' | 'user'>({ type: 'string', enum: ['admin', 'user'] }),
      mustChangePassword: Type.Boolean(),
    }),
  },
  { title: 'Sesion', description: 'Sesión abierta.' },
);

/** UTF-16 units of the longest password that can be set (128 code points): hashing more would only cost time. */
const LONGEST_PASSWORD = 256;

const wrongCredentials = () => new HttpError(401, 'Credenciales inválidas');
export const blocked = (seconds: number) =>
  tooManyRequests('Demasiados intentos fallidos', seconds);

/** Failures in a minute that close an account to an address, and everything to an address. */
export const ACCOUNT_FAILURES = 10;
export const ADDRESS_FAILURES = 1_200;

/**
 * The user whose e-mail and password these are. The outcome stands in the ledger.
 *
 * @throws HttpError 401 where they are wrong or the account is inactive, 429 after too many failures
 */
export type SignIn = (request: FastifyRequest, email: string, password: string) => Promise<Opened>;

/** What checks every password that comes in, by whichever way: failures are counted together. */
export function createSignIn(db: Db): SignIn {
  const byAccount = createThrottle(ACCOUNT_FAILURES);
  const byAddress = createThrottle(ADDRESS_FAILURES);
  return async (request, email, password) => {
    const network = networkOf(request.ip);
    // What the account's throttle refuses is no failure of the address': its neighbours are not shut out.
    const outcome = await byAddress.attempt(network, () =>
      byAccount.attempt(`${network} ${accountKey(email)}`, () =>
        openSession(db, request.db, network, email, password),
      ),
    );
    if (outcome instanceof Blocked) throw blocked(outcome.seconds);
    if (!outcome) throw wrongCredentials();
    return outcome;
  };
}

export function login(app: App, { tokens, signIn }: Context): void {
  app.post(
    '/auth/login',
    {
      // Its answer is a token.
      config: { ...open, makesNothing: true },
      schema: {
        tags: ['Autenticación'],
        operationId: 'login',
        summary: 'Abre una sesión',
        description:
          'Tras 10 intentos fallidos en un minuto con una cuenta desde una dirección, o 1,200 con cualesquiera, responde 429.',
        body: Credentials,
        response: { 200: Session, 401: wrongCredentials(), 429: blocked(30) },
      },
    },
    async (request, reply) => {
      // RFC 6749 section 5.1, of answers that carry a token.
      reply.header('cache-control', 'no-store');
      const { email, password } = request.body;
      const { iat, ...user } = await signIn(request, email, password);
      const access_token = await tokens.sign({
        sub: user.id,
        email: user.email,
        roles: user.roles,
        iat,
      });
      return { access_token, user };
    },
  );
}

const accountKey = (email: string) => email.slice(0, EMAIL_LENGTH).toLowerCase();

export type Opened = Static<typeof Session>['user'] & { iat: number };

/**
 * The user whose credentials these are, or undefined: unknown, wrong or inactive take the same time. Either outcome
 * stands in the ledger.
 */
async function openSession(
  db: Db,
  ledger: Db,
  network: string,
  email: string,
  password: string,
): Promise<Opened | undefined> {
  // The token's time is the one before the password was read: a password that changes meanwhile ends it too. Where the
  // clock was set back, it is the time of the last change: the next login works all the same.
  const find = () =>
    db.one<{ id: string; hash: string; isActive: boolean; iat: number }>(
      `SELECT id, password_hash AS hash, is_active AS "isActive",
         extract(epoch FROM greatest(clock_timestamp(), tokens_valid_from))::double precision AS iat
       FROM users WHERE lower(email COLLATE "C") = lower($1 COLLATE "C")`,
      [email],
    );
  const tried = password.length <= LONGEST_PASSWORD ? password : '';
  const { account: found, fits } = await verifyPassword(network, find, tried);
  const isRight = fits && found?.isActive;
  const user = await ledger.one<Static<typeof Session>['user']>(
    `WITH entra AS MATERIALIZED (
       SELECT id, email, roles, must_change_password
       FROM users WHERE id = $1::uuid AND password_hash = $2 AND is_active FOR SHARE
     ), anotada AS (
       INSERT INTO bitacora (usuario_id, usuario_email, direccion, solicitud, accion, recurso, registro)
       SELECT e.id, coalesce(e.email, left($3, 254)), autor ->> 'direccion', autor ->> 'solicitud',
         CASE WHEN e.id IS NULL THEN 'entrada fallida' ELSE 'entrar' END, 'auth', $1::uuid
       FROM ledger_author() AS autor LEFT JOIN entra e ON true
     )
     SELECT id, email, roles, must_change_password AS "mustChangePassword" FROM entra`,
    // A failed attempt names the account that it was for, where there is one.
    [found?.id, isRight ? found?.hash : null, email],
  );
  return user && { ...user, iat: (found as { iat: number }).iat };
}
