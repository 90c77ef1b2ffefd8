import { Type } from 'typebox';
import { open } from '../auth/access.ts';
import { blocked, wrongCredentials } from '../auth/sign-in.ts';
import { Closed, LABEL } from '../base/schemas.ts';
import { EMAIL_LENGTH } from '../base/text.ts';
import type { App, Context } from '../http/context.ts';
import { MOST_CODE_POINTS } from '../http/input/keywords.ts';

// Neither the form of the e-mail nor the length of the password is checked here. A body that can't be right is merely wrong,
// and gets the same 401.
const Credentials = Closed(
  {
    email: Type.String({
      minLength: 1,
      [MOST_CODE_POINTS]: EMAIL_LENGTH,
      examples: ['admin@obras.local'],
    }),
    password: Type.String({ [LABEL]: 'Contraseña', minLength: 1, examples: ['una-contraseña'] }),
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

export function login(app: App, { tokens, signIn }: Context): void {
  app.post(
    '/auth/login',
    {
      // Its answer is a token.
      config: { ...open, makesNothing: 'login' },
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
      // RFC 6749 section 5.1, for answers with a token.
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
