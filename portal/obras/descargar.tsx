import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ask, RegistryError, sentencesOf } from '../api.ts';
import { grouped } from '../formato.ts';
import { announce, announceError } from '../piezas/avisos.tsx';
import { Boton } from '../piezas/boton.tsx';
import { saveFile } from '../piezas/guardar-archivo.ts';
import { MenuAcciones } from '../piezas/menu.tsx';
import { hrefOf } from '../piezas/parametros.ts';
import { type Fila, firstObras, MOST_PRINTED, type Orden } from './consultas.ts';
import type { Filtros } from './filtros.ts';
import { ListaImpresa } from './lista-impresa.tsx';

/** The files of the works that the filters leave. */
const FORMATS = [
  {
    path: '/obras.xlsx',
    nombre: 'Hoja de Excel (XLSX)',
    detalle: 'Para abrirla en una hoja de cálculo',
  },
  { path: '/obras.csv', nombre: 'CSV', detalle: 'Texto separado por comas, una obra por renglón' },
  {
    path: '/obras.geojson',
    nombre: 'GeoJSON',
    detalle: 'Las ubicaciones, para un programa de mapas',
  },
  { path: '/obras.ndjson', nombre: 'NDJSON', detalle: 'Todos los campos, para programas' },
];

/** «Descargar»: the works of the filter as a file in each format, or as a list to print. */
export function Descargar({
  filtros,
  orden,
  total,
  titulo,
  soloIcono,
}: {
  filtros: Filtros;
  orden: Orden;
  /** How many works pass the filters, as far as it is known. */
  total: number | undefined;
  /** The title of the printed list. */
  titulo: string;
  /** In little room. */
  soloIcono: boolean;
}) {
  const queries = useQueryClient();
  const [progress, setProgress] = useState<{ name: string; bytes: number } | null>(null);
  const [printed, setPrinted] = useState<Fila[] | null>(null);
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);

  const download = async (path: string) => {
    const controller = new AbortController();
    current.current = controller;
    setProgress({ name: path.slice(1), bytes: 0 });
    try {
      const { blob, name } = await fetchFile(hrefOf(path, { ...filtros, orden }), {
        signal: controller.signal,
        onProgress: (bytes) => setProgress({ name: path.slice(1), bytes }),
      });
      saveFile(name ?? path.slice(1), blob);
      announce(`Se descargó ${name ?? path.slice(1)}.`);
    } catch (error) {
      if (!controller.signal.aborted) announceError(sentencesOf(error).join(' '));
    } finally {
      setProgress(null);
    }
  };

  const print = async () => {
    try {
      const { filas, total: found } = await queries.fetchQuery(
        firstObras(filtros, orden, MOST_PRINTED),
      );
      if (found > MOST_PRINTED) {
        announceError(
          `Son ${grouped(found)} obras. Se imprimen hasta ${grouped(MOST_PRINTED)}: use filtros, o descargue la hoja de Excel.`,
        );
        return;
      }
      // The list has to be drawn before the browser looks at it.
      flushSync(() => setPrinted(filas));
      window.print();
    } catch (error) {
      announceError(sentencesOf(error).join(' '));
    }
  };
  // The printed list would soon be old.
  useEffect(() => {
    const forget = () => setPrinted(null);
    window.addEventListener('afterprint', forget);
    return () => window.removeEventListener('afterprint', forget);
  }, []);

  if (progress) {
    return (
      <span className="descargando" role="status">
        Descargando {progress.name}
        {progress.bytes > 0 && `: ${inWords(progress.bytes)}`}
        <Boton tono="discreto" onPress={() => current.current?.abort()}>
          Cancelar
        </Boton>
      </span>
    );
  }
  return (
    <>
      <MenuAcciones
        boton={
          <Boton icono="descargar" isDisabled={total === 0} soloIcono={soloIcono}>
            Descargar
          </Boton>
        }
        acciones={[
          ...FORMATS.map(({ path, nombre, detalle }) => ({
            id: path,
            nombre,
            detalle,
            onAction: () => void download(path),
          })),
          {
            id: 'imprimir',
            nombre: 'Imprimir la lista',
            icono: 'imprimir' as const,
            detalle: `Hasta ${grouped(MOST_PRINTED)} obras`,
            onAction: () => void print(),
          },
        ]}
      />
      {printed && <ListaImpresa titulo={titulo} filtros={filtros} filas={printed} />}
    </>
  );
}

const inWords = (bytes: number) =>
  bytes < 1e6 ? `${grouped(Math.ceil(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

/** A file of the registry with the name that it gives. */
async function fetchFile(
  path: string,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (bytes: number) => void },
): Promise<{ blob: Blob; name: string | undefined }> {
  const answer = await ask(new Request(new URL(path, location.origin), { signal }));
  if (!answer.ok) throw new RegistryError(answer, await answer.json().catch(() => null));
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
