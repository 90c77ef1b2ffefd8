import { announce, announceError } from './avisos.tsx';

/** Copies an address and announces it. A browser that refuses has the address itself announced. */
export async function copyAddress(address: string, done: string): Promise<void> {
  try {
    await copy(address);
    announce(done);
  } catch {
    announceError(`El navegador no permitió copiar el enlace: ${address}`);
  }
}

async function copy(text: string): Promise<void> {
  // Without TLS, browsers offer only the old way.
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  const isDone = document.execCommand('copy');
  field.remove();
  if (!isDone) throw new Error('the browser did not copy');
}
