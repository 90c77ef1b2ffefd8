import { useState } from 'react';
import { Boton } from '../../core/piezas/boton.tsx';
import { useDescarga } from '../../core/piezas/descarga.tsx';
import { useFocusAfter } from '../../core/piezas/foco.ts';
import { weightOf } from '../../core/piezas/peso.ts';
import piezas from '../../core/piezas/piezas.module.css';
import { dayInWords } from '../seguimiento/palabras.ts';
import { AgregarDocumento } from './agregar-documento.tsx';
import css from './archivos.module.css';
import { contenidoOf, isOpen } from './consultas.ts';
import CorregirArchivo from './corregir.tsx';
import type { Archivo } from './enviar.ts';
import { byClase } from './muestra.ts';
import { documentoFor } from './palabras.ts';

/** The documents of a work on its sheet: by class in the order of a file, the newest first. */
export default function Documentos({
  obraId,
  documentos,
  captura,
}: {
  obraId: number;
  documentos: Archivo[];
  /** Whether the caller writes them. */
  captura: boolean;
}) {
  const [tarea, setTarea] = useState<'agregar' | Archivo | null>(null);
  const heading = useFocusAfter<HTMLHeadingElement>(tarea !== null);
  const close = () => setTarea(null);
  return (
    <section
      id="documentos"
      className={documentos.length === 0 ? `${piezas.pila} ${piezas.noSeImprime}` : piezas.pila}
    >
      <h2 tabIndex={-1} ref={heading}>
        Documentos
      </h2>
      {byClase(documentos).map(([nombre, ofClase]) => (
        <div key={nombre} className={css.clase}>
          <h3>{nombre}</h3>
          <ul>
            {ofClase.map((one) => (
              <li key={one.id} className={one.publico ? undefined : piezas.noSeImprime}>
                <Documento obraId={obraId} documento={one} captura={captura} />
                {captura && (
                  <Boton
                    tono="discreto"
                    icono="editar"
                    aria-label={`Corregir «${one.titulo}»`}
                    onPress={() => setTarea(one)}
                  >
                    Corregir
                  </Boton>
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
      {captura && (
        <div className={piezas.acciones}>
          <Boton icono="agregar" onPress={() => setTarea('agregar')}>
            Agregar documento
          </Boton>
        </div>
      )}
      {tarea === 'agregar' && <AgregarDocumento obraId={obraId} onClose={close} />}
      {tarea !== null && tarea !== 'agregar' && (
        <CorregirArchivo obraId={obraId} archivo={tarea} onClose={close} />
      )}
    </section>
  );
}

/** The link that downloads a document. Where the registry asks for a session, the page fetches it. */
function Documento({
  obraId,
  documento,
  captura,
}: {
  obraId: number;
  documento: Archivo;
  captura: boolean;
}) {
  const { id, titulo, bytes, fecha, publico } = documento;
  const { download, descargando } = useDescarga();
  const href = contenidoOf(obraId, id);
  return (
    <div>
      <a
        href={href}
        download
        onClick={(event) => {
          if (isOpen(documento)) return;
          event.preventDefault();
          void download(href, `${titulo}.pdf`);
        }}
      >
        {titulo}
      </a>
      {descargando}
      <p className={piezas.ayuda}>
        {[fecha && dayInWords(fecha), `PDF, ${weightOf(bytes)}`].filter(Boolean).join(' · ')}
        {captura && <span>{documentoFor(publico)}</span>}
      </p>
    </div>
  );
}
