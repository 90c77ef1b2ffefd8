// Photos and documents of a registry in a process of its own: sent, read, and what of them is where.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { pdf } from '../pdf.ts';
import { run } from '../process.ts';
import { logIn, newRegistry, obraBody, type Registry, type Reply } from './registry.ts';

export const COMMAND = fileURLToPath(
  new URL('../../src/features/archivos/command/command.js', import.meta.url),
);

/** A document, unlike any other. */
export const document = (bytes = 20_000): Buffer => pdf(bytes);

/** Sends a document to a work, the first by default. Where the service ended meanwhile, the status is 0. */
export async function send(
  { service }: Pick<Registry, 'service'>,
  token: string,
  file: Buffer,
  obra = 1,
): Promise<Reply> {
  const form = new FormData();
  form.set('titulo', 'Contrato');
  form.set('clase', 'CONTRATO');
  form.set('archivo', new Blob([Uint8Array.from(file)]), 'contrato.pdf');
  const answer = await fetch(`${service.url}/obras/${obra}/archivos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  }).catch(() => undefined);
  const body = await answer?.json().catch(() => undefined);
  return { status: answer?.status ?? 0, body, headers: answer?.headers ?? new Headers() };
}

/** The bytes of a record, or the status where they are not answered. */
export async function read(
  { service }: Pick<Registry, 'service'>,
  token: string,
  { id }: { id: number },
): Promise<Buffer | number> {
  const answer = await fetch(`${service.url}/obras/1/archivos/${id}/contenido`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return answer.status === 200 ? bytes : answer.status;
}

/** A registry with one work, and a token of its administrator. */
export async function withWork(environment: Record<string, string>) {
  const registry = await newRegistry(environment);
  await registry.made('/obras', obraBody());
  return { registry, token: (await logIn(registry)).token };
}

/** Runs `npm run archivos`, which has to end well. */
export async function archivos(environment: Record<string, string>, ...args: string[]) {
  const { code, output } = await run(environment, args, COMMAND);
  assert.equal(code, 0, output);
  return output;
}
