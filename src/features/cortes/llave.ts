import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, unusableFolder } from '../../core/base/config.ts';
import { privateKey } from './settings.ts';

/** The key that seals cuts. */
export interface Llave {
  /** Its public half in PEM. */
  publica: string;
  /** The SHA-256 of the public half in DER (SubjectPublicKeyInfo). */
  huella: string;
  /** The signature of a text in base64. */
  sign(text: string): string;
}

type Place = Pick<Config, 'CORTES_KEY' | 'DATA_DIR'>;

/**
 * The key of the setting, or the registry's own, which is made once beside its other secrets.
 *
 * @throws StartError where DATA_DIR can't be used, or the file there is no key
 */
export async function readLlave({ CORTES_KEY, DATA_DIR }: Place): Promise<Llave> {
  const key = CORTES_KEY ?? (await ownKey(DATA_DIR));
  const halves = createPublicKey(key);
  return {
    publica: halves.export({ type: 'spki', format: 'pem' }) as string,
    huella: fingerprint(halves),
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64'),
  };
}

/** The fingerprint of the key that the next cut would have; undefined where that has yet to be made. */
export async function findLlave({ CORTES_KEY, DATA_DIR }: Place): Promise<string | undefined> {
  const key = CORTES_KEY ?? (await keyIn(fileIn(DATA_DIR)));
  return key && fingerprint(createPublicKey(key));
}

/** The SHA-256 of a public key in DER. */
export const fingerprint = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex');

const fileIn = (dataDir: string) => join(dataDir, 'cortes-llave.pem');

async function keyIn(file: string): Promise<KeyObject | undefined> {
  const text = await readFile(file, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? undefined : privateKey(text, `El archivo ${file}`);
}

async function ownKey(dataDir: string): Promise<KeyObject> {
  const file = fileIn(dataDir);
  try {
    const there = await keyIn(file);
    if (there) return there;
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    // Written whole under another name and then linked: of two instances that share the folder one makes the key.
    const draft = `${file}.${process.pid}`;
    const { privateKey: made } = generateKeyPairSync('ed25519');
    await writeFile(draft, made.export({ type: 'pkcs8', format: 'pem' }), {
      mode: 0o600,
      flush: true,
    });
    try {
      await link(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      await unlink(draft);
    }
  } catch (cause) {
    throw (cause as NodeJS.ErrnoException).code ? unusableFolder(dataDir, cause) : cause;
  }
  return (await keyIn(file)) ?? privateKey('', `El archivo ${file}`);
}
