import { lazy, Suspense } from 'react';
import { counted } from '../../core/formato.ts';
import { Cifra } from '../../core/obras/ficha/cifra.tsx';
import type { DeObra, EnFicha } from '../../core/obras/ficha/partes.ts';
import { EnlaceBoton } from '../../core/piezas/boton.tsx';
import { Esqueleto, Falla } from '../../core/piezas/estados.tsx';
import { ErrorBoundary } from '../../core/piezas/pagina.tsx';
import piezas from '../../core/piezas/piezas.module.css';
import { isFoto, useArchivos } from './consultas.ts';

const Galeria = lazy(() => import('./galeria.tsx'));
const Documentos = lazy(() => import('./documentos.tsx'));

/** The photos of a work: one without any fetches nothing for them. */
function Fotos({ obra, captura }: DeObra) {
  const fotos = (useArchivos(obra.id, captura).data ?? []).filter(isFoto);
  if (fotos.length === 0) return null;
  return (
    <ErrorBoundary
      fallback={<p className={piezas.ayuda}>No se pudieron cargar las fotos de la obra.</p>}
    >
      <Suspense fallback={<Esqueleto renglones={1} alto={156} />}>
        <Galeria obraId={obra.id} fotos={fotos} captura={captura} />
      </Suspense>
    </ErrorBoundary>
  );
}

/** The documents of a work, where there are any or the reader may add some; what keeps them and the photos from being read, too. */
function DeArchivo({ obra, captura }: DeObra) {
  const { data, error, refetch } = useArchivos(obra.id, captura);
  if (error && !data) {
    return (
      <section>
        <h2>Fotos y documentos</h2>
        <Falla error={error} onRetry={() => void refetch()} />
      </section>
    );
  }
  const documentos = (data ?? []).filter((one) => !isFoto(one));
  if (!data || (documentos.length === 0 && !captura)) return null;
  return (
    <ErrorBoundary fallback={<p className={piezas.ayuda}>No se pudieron cargar los documentos.</p>}>
      <Suspense fallback={<Esqueleto renglones={2} />}>
        <Documentos obraId={obra.id} documentos={documentos} captura={captura} />
      </Suspense>
    </ErrorBoundary>
  );
}

/** The number of documents, which leads to them. */
function Cuantos({ obra, captura }: DeObra) {
  const { data = [] } = useArchivos(obra.id, captura);
  const documentos = data.filter((one) => !isFoto(one)).length;
  if (documentos === 0) return null;
  return (
    <Cifra nombre="Documentos">
      <a href="#documentos">{counted(documentos, 'documento', 'documentos')}</a>
    </Cifra>
  );
}

const AgregarFotos = ({ obra, captura }: DeObra) =>
  captura && (
    <EnlaceBoton href={`/obras/${obra.id}/fotos`} icono="foto">
      Agregar fotos
    </EnlaceBoton>
  );

export const ficha: EnFicha = {
  cabeza: [{ place: 20, Parte: Fotos }],
  datos: [{ place: 20, Parte: Cuantos }],
  cuerpo: [{ place: 40, Parte: DeArchivo }],
  botones: [{ place: 10, Parte: AgregarFotos }],
};
