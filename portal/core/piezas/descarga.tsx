import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ask } from '../api.ts';
import { RegistryError, rethrowBody, sentencesOf } from '../errores.ts';
import { announce, announceError } from './avisos.tsx';
import { Boton } from './boton.tsx';
import { saveFile } from './guardar-archivo.ts';
import { weightOf } from './peso.ts';
import piezas from './piezas.module.css';

/**
 * Downloads a file of the registry, under the name that it gives, or else the one that the page has for it.
 *
 * @returns `descargando` stands behind the button meanwhile: how much has come, and a way to stop. The button stays, with the focus
 */
export function useDescarga(): {
  download: (href: string, nombre?: string) => Promise<void>;
  descargando: ReactNode;
} {
  const [progress, setProgress] = useState<{ name: string; bytes: number } | null>(null);
  const current = useRef<AbortController | null>(null);
  const status = useRef<HTMLSpanElement>(null);
  useEffect(() => () => current.current?.abort(), []);

  const download = async (
    href: string,
    known = href.replace(/^\/|\?.*$/g, '').replaceAll('/', '-'),
  ) => {
    const controller = new AbortController();
    current.current = controller;
    setProgress({ name: known, bytes: 0 });
    try {
      const { blob, name = known } = await fetchFile(href, {
        signal: controller.signal,
        onProgress: (bytes) => setProgress({ name: known, bytes }),
      }).catch(rethrowBody);
      saveFile(name, blob);
      announce(`Se descargó ${name}.`);
    } catch (error) {
      if (!controller.signal.aborted) announceError(sentencesOf(error).join(' '));
    } finally {
      // The focus of a user who has stopped it is at the button that goes.
      const isAtEnd = status.current?.contains(document.activeElement);
      if (isAtEnd) (status.current?.previousElementSibling as HTMLElement | null)?.focus();
      setProgress(null);
    }
  };

  const descargando = progress && (
    <span className={piezas.descargando} role="status" ref={status}>
      Descargando {progress.name}
      {progress.bytes > 0 && `: ${weightOf(progress.bytes)}`}
      <Boton tono="discreto" onPress={() => current.current?.abort()}>
        Cancelar
      </Boton>
    </span>
  );
  return { download, descargando };
}

async function fetchFile(
  href: string,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (bytes: number) => void },
): Promise<{ blob: Blob; name: string | undefined }> {
  const answer = await ask(new Request(new URL(href, location.origin), { signal }));
  if (!answer.ok) throw await RegistryError.of(answer, await answer.json().catch(() => null));
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = answer.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    chunks.push(part.value);
    bytes += part.value.length;
    onProgress(bytes);
  }
  const [, name] = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '') ?? [];
  return { blob: new Blob(chunks, { type: answer.headers.get('content-type') ?? '' }), name };
}
