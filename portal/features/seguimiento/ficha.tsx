import { lazy, Suspense } from 'react';
import { Icono } from '../../core/icons.tsx';
import { useEntonces } from '../../core/obras/entonces.ts';
import { Cifra } from '../../core/obras/ficha/cifra.tsx';
import type { DeObra, EnFicha } from '../../core/obras/ficha/partes.ts';
import { Esqueleto, Falla } from '../../core/piezas/estados.tsx';
import { ErrorBoundary } from '../../core/piezas/pagina.tsx';
import piezas from '../../core/piezas/piezas.module.css';
import { Termino } from '../../core/piezas/termino.tsx';
import { Avance as ETIQUETAS } from '../../generado/etiquetas.ts';
import css from './barra.module.css';
import { useSeguimiento } from './consultas.ts';
import { plannedAt, plannedOf } from './curva.ts';
import { isClosed, isKnown } from './estado.ts';
import { asOf, CAUSAS, EN_EL_PLAZO_VIGENTE, percent, plazoOf, pointsApart } from './palabras.ts';
import { FraseDeRezago } from './rezago.tsx';

const SeccionSeguimiento = lazy(() => import('./seguimiento.tsx'));

const PLAZOS = {
  bien: `${piezas.conSenal} ${css.bien}`,
  tarde: `${piezas.conSenal} ${css.tarde}`,
  sin: piezas.conSenal,
};

/** The work's progress and term, and below each as of when it counts. */
function Cifras({ obra }: DeObra) {
  const { data } = useSeguimiento(obra.id);
  const dia = useEntonces()?.dia;
  const plazo = data && plazoOf(data, obra.estatusObraId, dia);
  const avance = data?.avance;
  const planned = avance && data.programa && plannedAt(plannedOf(data.programa), avance.fechaCorte);
  return (
    <>
      <Cifra nombre={<Termino de="avance-fisico">{ETIQUETAS.avanceFisico}</Termino>}>
        <strong>{avance ? percent(avance.avanceFisico) : data ? 'Sin dato' : '…'}</strong>
        {avance && <small>{asOf(avance.fechaCorte)}</small>}
        {avance && typeof planned === 'number' && (
          <small>
            Se había previsto {percent(planned)} {pointsApart(avance.avanceFisico - planned)}
          </small>
        )}
        {avance === null && <small>Nunca se ha reportado</small>}
      </Cifra>
      <Cifra nombre={<Termino de="atraso">Plazo</Termino>}>
        <strong className={PLAZOS[plazo?.estado ?? 'sin']}>
          {plazo && plazo.estado !== 'sin' && (
            <Icono nombre={plazo.estado === 'tarde' ? 'aviso' : 'listo'} />
          )}
          {plazo?.texto === EN_EL_PLAZO_VIGENTE ? (
            <Termino de="en-el-plazo-vigente">{plazo.texto}</Termino>
          ) : (
            (plazo?.texto ?? '…')
          )}
        </strong>
        <small>{plazo?.detalle}</small>
        {avance?.causaAtraso && (
          <small>
            {ETIQUETAS.causaAtraso} {asOf(avance.fechaCorte)}:{' '}
            {CAUSAS[avance.causaAtraso].toLowerCase()}
          </small>
        )}
      </Cifra>
    </>
  );
}

/** The work's follow-up, where there is any or the reader may report. */
function Avance({ obra, etag, captura }: DeObra) {
  const { data, error, refetch } = useSeguimiento(obra.id);
  if (error && !data) {
    return (
      <section>
        <h2>Avance</h2>
        <Falla error={error} onRetry={() => void refetch()} />
      </section>
    );
  }
  if (!data || !(captura || isKnown(data))) return null;
  return (
    <ErrorBoundary
      fallback={<p className={piezas.ayuda}>No se pudo cargar el avance de la obra.</p>}
    >
      <Suspense fallback={<Esqueleto renglones={3} />}>
        <SeccionSeguimiento obra={obra} etag={etag} seguimiento={data} captura={captura} />
      </Suspense>
    </ErrorBoundary>
  );
}

export const ficha: EnFicha = {
  cabeza: [{ place: 40, Parte: FraseDeRezago }],
  cifras: [{ place: 20, Parte: Cifras, pasado: true }],
  cuerpo: [{ place: 30, Parte: Avance, pasado: true }],
  tareas: ({ obra, captura }) =>
    captura
      ? [
          {
            id: 'reportar',
            nombre: 'Reportar avance',
            icono: 'agregar',
            href: `/obras/${obra.id}/reportar`,
            // A work that is over is hardly ever reported.
            place: isClosed(obra.estatusObraId) ? 40 : 20,
          },
        ]
      : [],
};
