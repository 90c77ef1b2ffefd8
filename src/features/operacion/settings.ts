import { type Added, StartError, type ValuesOf } from '../../core/base/settings.ts';

export const after = 'SHUTDOWN_DELAY';

export const settings = {
  METRICS_TOKEN: {
    words:
      'Token that /metrics asks for (Authorization: Bearer …), 16 characters or more. Empty: the figures are open to whoever reaches the service; they name routes and amounts, no records and no people.',
    read: metricsToken,
  },
} satisfies Added['settings'];

declare module '../../core/base/config.ts' {
  interface Config extends ValuesOf<typeof settings> {}
}

function metricsToken(value: string | undefined): string | undefined {
  // The characters that a bearer token may have (RFC 6750 section 2.1).
  if (value !== undefined && !/^[A-Za-z0-9._~+/-]{16,}=*$/.test(value)) {
    throw new StartError(
      'METRICS_TOKEN debe tener 16 caracteres o más, sólo letras sin acento, cifras y ._~+/-.',
    );
  }
  return value;
}
