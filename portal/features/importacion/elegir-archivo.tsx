import { useState } from 'react';
import { DropZone, FileTrigger, isFileDropItem, Text } from 'react-aria-components';
import { useMutacion } from '../../core/mutacion.ts';
import { Aviso } from '../../core/piezas/avisos.tsx';
import { Boton } from '../../core/piezas/boton.tsx';
import { Falla } from '../../core/piezas/estados.tsx';
import { saveFile } from '../../core/piezas/guardar-archivo.ts';
import piezas from '../../core/piezas/piezas.module.css';
import { useClase } from './de-clase.tsx';
import { ACEPTADOS, type Archivo, MAYORES, unfit } from './eleccion.ts';
import { readPlantilla } from './envio.ts';
import css from './importar.module.css';

/** The first step: a file from the disk, by a button or dropped, and the template for users without one. */
export function ElegirArchivo({ onChoose }: { onChoose: (archivo: Archivo) => void }) {
  const clase = useClase();
  const [sentence, setSentence] = useState('');
  const template = useMutacion({
    mutationFn: () => readPlantilla(clase),
    onSuccess: (sheet) => saveFile(clase.plantilla, sheet),
  });
  const take = async (file: File | undefined) => {
    if (!file) return;
    const refusal = unfit(file);
    setSentence(refusal ?? '');
    if (refusal) return;
    try {
      onChoose({
        nombre: file.name,
        version: `${file.size} ${file.lastModified}`,
        contenido: new Blob([await file.arrayBuffer()]),
      });
    } catch {
      setSentence('No se pudo leer el archivo. Si está abierto en otro programa, ciérrelo ahí.');
    }
  };
  return (
    <>
      {sentence !== '' && <Aviso tono="error">{sentence}</Aviso>}
      <DropZone
        className={css.zonaArchivo}
        onDrop={async ({ items }) => {
          const item = items.find(isFileDropItem);
          void take(await item?.getFile());
        }}
      >
        <Text slot="label">Arrastre aquí su hoja de cálculo, o elíjala.</Text>
        <FileTrigger acceptedFileTypes={ACEPTADOS} onSelect={(files) => void take(files?.[0])}>
          <Boton tono="principal" icono="importar">
            Elegir archivo
          </Boton>
        </FileTrigger>
        <p className={piezas.ayuda}>
          .xlsx u .ods de hasta {MAYORES.libro} MB, o .csv de hasta {MAYORES.csv} MB; 200,000 filas
          a lo más.
        </p>
      </DropZone>
      <section className={`${piezas.tarjeta} ${piezas.apilada}`}>
        <h2>Qué hoja sirve</h2>
        <p>{clase.queSirve}</p>
        <p>{clase.sobrePlantilla}</p>
        {template.error && <Falla error={template.error} />}
        <Boton icono="descargar" onPress={() => template.mutate()}>
          Descargar la plantilla
        </Boton>
      </section>
    </>
  );
}
