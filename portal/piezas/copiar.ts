import { announce, announceError } from './avisos.tsx';

/** Copies an address, and says that it did; where the browser does not let it, the address itself is said. */
export async function copyAddress(address: string, done: string): Promise<void> {
  try {
    await copy(address);
    announce(done);
  } catch {
    announceError(`El navegador no permitió copiar el enlace: ${address}`);
  }
}

async function copy(text: string): Promise<void> {
  // Where the registry is reached without TLS, browsers offer only the old way.
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  const isDone = document.execCommand('copy');
  field.remove();
  if (!isDone) throw new Error('the browser did not copy');
}
