import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Added, StartError, type ValuesOf } from '../../core/base/settings.ts';

export const after = 'DATA_DIR';

export const settings = {
  FILES_URL: {
    words:
      'Where photos and documents of obras lie: a folder (/srv/registro/archivos), or a bucket of a service that speaks S3, s3://KEY:SECRET@host[:port]/bucket[/prefix]?region=…[&tls=false]. In key and secret, a colon, @, / or % is written as %3A, %40, %2F or %25. All instances of a registry have the same place. Empty: the folder archivos in DATA_DIR.',
    read: (value, name, others) =>
      filesPlace(value ?? join(others('DATA_DIR') as string, 'archivos'), name),
  },
} satisfies Added['settings'];

declare module '../../core/base/config.ts' {
  interface Config extends ValuesOf<typeof settings> {}
}

/** A bucket of a service that speaks S3, and its key. */
export interface S3Place {
  /** With its port, where that is not the usual one. */
  host: string;
  isTls: boolean;
  bucket: string;
  /** Without slashes at its ends; empty where objects lie in the bucket itself. */
  prefix: string;
  region: string;
  key: string;
  secret: string;
}
/** Where the bytes of photos and documents lie. */
export type FilesPlace = { folder: string } | S3Place;

/**
 * Reads FILES_URL, or a place in the same words.
 *
 * @throws StartError without the value, which has a secret
 */
export function filesPlace(value: string, name: string): FilesPlace {
  if (value.startsWith('s3:')) return s3Place(value, name);
  if (!value.startsWith('file:')) {
    // A misspelt scheme would make a folder of that name, with the secret in it.
    if (!/^[A-Za-z][\w+.-]+:\/\//.test(value)) return { folder: resolve(value) };
  } else if (URL.canParse(value) && new URL(value).host === '') {
    return { folder: fileURLToPath(value) };
  }
  throw new StartError(
    `${name} debe ser una carpeta, como /srv/registro/archivos, o una dirección como s3://CLAVE:SECRETO@servidor/contenedor?region=us-east-1.`,
  );
}

function s3Place(value: string, name: string): S3Place {
  // The secret may have slashes as they are: everything up to the last @ ahead of the bucket is key and secret.
  const [, key, secret, host, bucket, prefix = '', query = ''] =
    /^s3:\/\/([^:@/?#]+):([^?#]+)@([\w.-]+(?::\d{1,5})?|\[[0-9a-f:.]+\](?::\d{1,5})?)\/(\w[\w.-]*)((?:\/\w[\w.-]*)*)\/?(?:\?(.*))?$/i.exec(
      value,
    ) ?? [];
  const settings = new URLSearchParams(query);
  const { region = 'us-east-1', tls = 'true', ...others } = Object.fromEntries(settings);
  const isKnown = Object.keys(others).length === 0 && /^(true|false)$/.test(tls);
  if (!key || !secret || !host || !bucket || !isKnown || !/^[\w-]+$/.test(region)) {
    throw new StartError(
      `${name} debe tener la forma s3://CLAVE:SECRETO@servidor[:puerto]/contenedor[/prefijo]?region=…[&tls=false]; en la clave y el secreto, los signos : @ / % se escriben %3A %40 %2F %25.`,
    );
  }
  return {
    ...{ host, bucket, region, isTls: tls === 'true' },
    prefix: prefix.slice(1),
    key: percentDecoded(key),
    secret: percentDecoded(secret),
  };
}

/** A text without its escapes %xx. A text with another % stays as it is. */
function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
