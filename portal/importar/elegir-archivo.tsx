import { useState } from 'react';
import { DropZone, FileTrigger, isFileDropItem, Text } from 'react-aria-components';
import { api, read } from '../api.ts';
import { Aviso } from '../piezas/avisos.tsx';
import { Boton } from '../piezas/boton.tsx';
import { Falla } from '../piezas/estados.tsx';
import { saveFile } from '../piezas/guardar-archivo.ts';
import { type Archivo, MAYORES, TIPOS_DE_ARCHIVO, unfit } from './envio.ts';

/** The first step: a file from the disk, by a button or dropped, and the template for who has none yet. */
export function ElegirArchivo({ onChoose }: { onChoose: (archivo: Archivo) => void }) {
  const [sentence, setSentence] = useState('');
  const [error, setError] = useState<unknown>(null);
  const take = async (file: File | undefined) => {
    if (!file) return;
    const refusal = unfit(file);
    setSentence(refusal ?? '');
    if (refusal) return;
    try {
      onChoose({ nombre: file.name, contenido: new Blob([await file.arrayBuffer()]) });
    } catch {
      setSentence('No se pudo leer el archivo. Si está abierto en otro programa, ciérrelo ahí.');
    }
  };
  const template = async () => {
    setError(null);
    try {
      const blob = await read(api.GET('/obras/plantilla.xlsx', { parseAs: 'blob' }));
      saveFile('plantilla-obras.xlsx', blob as Blob);
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <>
      {sentence !== '' && <Aviso tono="error">{sentence}</Aviso>}
      <DropZone
        className="zona-archivo"
        onDrop={async ({ items }) => {
          const item = items.find(isFileDropItem);
          void take(await item?.getFile());
        }}
      >
        <Text slot="label">Arrastre aquí su hoja de cálculo, o elíjala.</Text>
        <FileTrigger
          acceptedFileTypes={TIPOS_DE_ARCHIVO}
          onSelect={(files) => void take(files?.[0])}
        >
          <Boton tono="principal" icono="importar">
            Elegir archivo
          </Boton>
        </FileTrigger>
        <p className="ayuda">
          .xlsx u .ods de hasta {MAYORES.libro} MB, o .csv de hasta {MAYORES.csv} MB; 200,000 filas
          a lo más.
        </p>
      </DropZone>
      <section className="tarjeta apilada">
        <h2>Qué hoja sirve</h2>
        <p>
          La que ya tiene su dependencia: las columnas se reconocen por sus encabezados, en
          cualquier orden. Cada fila es una obra y la clave única la distingue. Primero se revisa y
          no se escribe nada; usted ve qué pasaría y después decide.
        </p>
        <p>¿Empieza de cero? La plantilla trae los encabezados y los catálogos para elegir.</p>
        {error !== null && <Falla error={error} />}
        <Boton icono="descargar" onPress={() => void template()}>
          Descargar la plantilla
        </Boton>
      </section>
    </>
  );
}
