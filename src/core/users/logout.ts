import { Type } from 'typebox';
import { type Caller, token } from '../auth/access.ts';
import { endAllSessions, endSession, untilEndedEverywhere } from '../auth/sign-out.ts';
import { LABEL, Mensaje } from '../base/schemas.ts';
import type { App, Context } from '../http/context.ts';

const ENDED = 'Terminó esta sesión.';
const ALL_ENDED = 'Terminaron todas sus sesiones.';

export function logout(app: App, { db, config: { DATABASE_URL } }: Context): void {
  app.post(
    '/auth/logout',
    {
      config: { ...token, makesNothing: 'logout' },
      schema: {
        tags: ['Autenticación'],
        operationId: 'logout',
        summary: 'Termina la sesión',
        description:
          'Desde que responde, el token no vale en ninguna parte: tampoco una copia suya. Las demás sesiones del usuario siguen. Una importación que ya se recibió sigue hasta su fin.',
        querystring: Type.Object({
          todas: Type.Optional(
            Type.Unsafe<string>({
              [LABEL]: 'Todas las sesiones',
              type: 'string',
              enum: ['true', 'false'],
              description:
                'true: termina todas las sesiones del usuario, en todos sus equipos, y detiene su importación en curso.',
            }),
          ),
        }),
        response: { 200: Mensaje(ENDED) },
      },
    },
    async (request) => {
      const isAll = request.query.todas === 'true';
      await (isAll ? endAllSessions : endSession)(request.db, request.caller as Caller);
      await untilEndedEverywhere(db, DATABASE_URL !== undefined);
      return { message: isAll ? ALL_ENDED : ENDED };
    },
  );
}
