import { lazy, Suspense } from 'react';
import { Cifra } from '../../core/obras/ficha/cifra.tsx';
import type { DeObra, EnFicha } from '../../core/obras/ficha/partes.ts';
import { Esqueleto, Falla } from '../../core/piezas/estados.tsx';
import { ErrorBoundary } from '../../core/piezas/pagina.tsx';
import piezas from '../../core/piezas/piezas.module.css';
import { useContacto, useExpediente } from './consultas.ts';
import { isEmpty } from './vacio.ts';

const Seccion = lazy(() => import('./seccion.tsx'));

/** The work's record, where it says anything or the reader may write it. */
function Expediente(props: DeObra) {
  const { data, error, refetch } = useExpediente(props.obra.id);
  if (error && !data) {
    return (
      <section>
        <h2>Expediente</h2>
        <Falla error={error} onRetry={() => void refetch()} />
      </section>
    );
  }
  if (!data || (isEmpty(data) && !props.captura)) return null;
  return (
    <ErrorBoundary fallback={<p className={piezas.ayuda}>No se pudo cargar el expediente.</p>}>
      <Suspense fallback={<Esqueleto renglones={3} />}>
        <Seccion {...props} expediente={data} />
      </Suspense>
    </ErrorBoundary>
  );
}

/** The public office that answers for the work. */
function Contacto({ obra: { dependencia } }: DeObra) {
  const { data } = useContacto(dependencia.id);
  if (!data || !(data.oficina || data.telefono || data.pagina)) return null;
  return (
    <Cifra nombre="Informes">
      {[data.oficina, data.telefono].filter(Boolean).join(', ')}
      {data.pagina && (
        <>
          {' '}
          <a href={data.pagina} rel="noreferrer">
            {new URL(data.pagina).hostname}
          </a>
        </>
      )}
    </Cifra>
  );
}

export const ficha: EnFicha = {
  datos: [{ place: 30, Parte: Contacto }],
  cuerpo: [{ place: 35, Parte: Expediente, pasado: true }],
};
