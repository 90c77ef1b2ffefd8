import { hasBlanks, withoutBlanks } from '../../../src/features/portal/contrasena.ts';
import { api, read, type Schema } from '../api.ts';
import { RegistryError } from '../errores.ts';
import { announce } from '../piezas/avisos.tsx';

/**
 * Asks the registry for a session with a password as it was typed, for blanks may be part of it. Where it is wrong, it is tried once
 * more without blanks at its ends, which is told where it is right.
 *
 * @returns the session, and the password that was right
 * @throws RegistryError as the registry refuses it: 401 where both are wrong
 */
export async function logIn(
  email: string,
  password: string,
): Promise<{ sesion: Schema<'Sesion'>; tomada: string }> {
  const send = async (tomada: string) => ({
    sesion: await read(
      api.POST('/auth/login', { body: { email: email.trim(), password: tomada } }),
    ),
    tomada,
  });
  try {
    return await send(password);
  } catch (error) {
    const isWrong = error instanceof RegistryError && error.status === 401;
    const meant = withoutBlanks(password);
    if (!isWrong || !hasBlanks(password) || meant === '') throw error;
    const answer = await send(meant);
    announce('La contraseña se tomó sin el espacio que traía al principio o al final.');
    return answer;
  }
}
