// What a browser keeps of who has left it, for tabs that hear no message: they were on another page, asleep, or closed and opened
// again. All is told by the registry's clock, as tokens say it (`iat`), so the device's own clock does not matter.

/** The sessions of one account in this browser, in seconds since 1970. */
interface Salida {
  /** The time of its newest token. */
  entrada: number;
  /** Tokens up to this time were left. */
  salida: number;
  /** The time of the token that the registry was asked to end. */
  terminada: number;
}
export type Salidas = Record<string, Salida>;

const NEVER: Salida = { entrada: 0, salida: 0, terminada: 0 };

/** The accounts after somebody signed in as one of them, or has a newer token of it. */
export function afterEntry(all: Salidas, userId: string, iat: number): Salidas {
  const { entrada, salida, terminada } = all[userId] ?? NEVER;
  // A server's clock may have been set back: a session that begins now is none that was left.
  const left = iat > salida ? salida : 0;
  return { ...all, [userId]: { entrada: Math.max(entrada, iat), salida: left, terminada } };
}

/** The accounts after somebody left one of them with a token: its older and newer tokens in other tabs are left as well. */
export function afterExit(all: Salidas, userId: string, iat: number): Salidas {
  const { entrada } = all[userId] ?? NEVER;
  return { ...all, [userId]: { entrada, salida: Math.max(entrada, iat), terminada: iat } };
}

/** Whether the account was left since its token was issued. */
export const wasLeft = (all: Salidas, userId: string, iat: number): boolean =>
  iat <= (all[userId] ?? NEVER).salida;

/** Whether the registry was asked to end this very token. */
export const wasEnded = (all: Salidas, userId: string, iat: number): boolean =>
  iat === (all[userId] ?? NEVER).terminada;

/** Whether an account may have a session in some tab: somebody signed in and has not left. */
export const mayHaveSession = (all: Salidas): boolean =>
  Object.values(all).some(({ entrada, salida }) => entrada > salida);

/** What was kept as text; nothing where it can't be read. */
export function readSalidas(text: string | null): Salidas {
  try {
    return Object.fromEntries(
      Object.entries(JSON.parse(text ?? '{}') as Salidas).filter(
        ([, each]) => typeof each?.entrada === 'number' && typeof each.salida === 'number',
      ),
    );
  } catch {
    return {};
  }
}

/** The times of a JSON Web Token (RFC 7519), in seconds since 1970; none of what is no token. */
export function timesOf(token: string): { iat: number; exp: number } {
  try {
    const [, claims = ''] = token.split('.');
    return JSON.parse(atob(claims.replace(/-/g, '+').replace(/_/g, '/')));
  } catch {
    return { iat: Number.NaN, exp: Number.NaN };
  }
}
