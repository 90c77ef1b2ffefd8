import { createPrivateKey, type KeyObject } from 'node:crypto';
import { type Added, StartError, type ValuesOf } from '../../core/base/settings.ts';

export const after = 'JWT_SECRET';

export const settings = {
  CORTES_KEY: {
    words:
      'Private key that seals cuts of the registry (Ed25519): in PEM, its lines joined by \\n, or only the base64 between its first line and its last: openssl genpkey -algorithm ed25519. The same on every instance. Empty: a key is made with the first cut and kept in DATA_DIR, in cortes-llave.pem; keep a copy of it.',
    read: (value, name) => (value === undefined ? undefined : privateKey(value, name)),
  },
} satisfies Added['settings'];

declare module '../../core/base/config.ts' {
  interface Config extends ValuesOf<typeof settings> {}
}

/**
 * Reads a private key of PKCS #8.
 *
 * @throws StartError without the value, which is a secret
 */
export function privateKey(value: string, name: string): KeyObject {
  const base64 = value.replaceAll(/-----[A-Z ]+-----|\\n|\s/g, '');
  try {
    const key = createPrivateKey({
      key: Buffer.from(base64, 'base64'),
      format: 'der',
      type: 'pkcs8',
    });
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // The error may show a part of the key.
  }
  throw new StartError(
    `${name} debe ser una llave privada Ed25519 en PEM o en base64, como la que hace openssl genpkey -algorithm ed25519.`,
  );
}
