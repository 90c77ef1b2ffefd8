import { lazy, type PointerEvent, Suspense, useEffect, useRef, useState } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { Boton } from '../../piezas/boton.tsx';
import piezas from '../../piezas/piezas.module.css';
import { useSeguimiento } from '../../seguimiento/consultas.ts';
import { dayInWords, percent } from '../../seguimiento/palabras.ts';
import { contenidoOf, dayOfFoto, isOpen } from './consultas.ts';
import type { Archivo } from './enviar.ts';
import { Imagen } from './imagen.tsx';
import { fotoFor } from './palabras.ts';
import css from './visor.module.css';

const CorregirArchivo = lazy(() => import('./corregir.tsx'));

interface Props {
  obraId: number;
  fotos: Archivo[];
  /** The place among them of the one that is shown. */
  at: number;
  captura: boolean;
  onMove: (to: number) => void;
  onClose: () => void;
}

/** One photo in the whole window: arrows, Home and End, a finger or buttons lead on to the others, Escape back to the page. */
export default function Visor({ obraId, fotos, at, captura, onMove, onClose }: Props) {
  const [isChanging, setChanging] = useState(false);
  const many = fotos.length;
  const foto = fotos[at] as Archivo;
  const step = (by: number) => onMove((at + by + many) % many);

  useEffect(() => {
    if (isChanging) return;
    const steps: Record<string, () => void> = {
      ArrowLeft: () => step(-1),
      ArrowRight: () => step(1),
      Home: () => onMove(0),
      End: () => onMove(many - 1),
    };
    const follow = (event: KeyboardEvent) => {
      const go = steps[event.key];
      if (!go || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      go();
    };
    document.addEventListener('keydown', follow);
    return () => document.removeEventListener('keydown', follow);
  });
  useEffect(() => {
    for (const next of [fotos[at + 1], fotos[at - 1]]) {
      if (next && isOpen(next)) new Image().src = contenidoOf(obraId, next.id, 'vista');
    }
  }, [obraId, fotos, at]);
  const swipe = useSwipe(step);

  return (
    <>
      <ModalOverlay
        className={css.velo}
        isOpen
        onOpenChange={(open) => !open && onClose()}
        isDismissable
      >
        <Modal className={css.ventana}>
          <Dialog className={css.visor} aria-label={`Foto ${at + 1} de ${many}`}>
            <header>
              <span aria-hidden="true">
                {at + 1} de {many}
              </span>
              {captura && (
                <Boton icono="editar" onPress={() => setChanging(true)}>
                  Corregir
                </Boton>
              )}
              <Boton icono="cerrar" onPress={onClose}>
                Cerrar
              </Boton>
            </header>
            <div className={css.lamina} {...swipe}>
              <Imagen key={foto.id} obraId={obraId} foto={foto} tamano="vista" />
            </div>
            {many > 1 && (
              <nav aria-label="Fotos">
                <Boton icono="anterior" soloIcono onPress={() => step(-1)}>
                  Foto anterior
                </Boton>
                <Boton icono="siguiente" soloIcono onPress={() => step(1)}>
                  Foto siguiente
                </Boton>
              </nav>
            )}
            <div className={css.pie} aria-live="polite">
              <p>
                <span className={piezas.soloOido}>
                  Foto {at + 1} de {many}:{' '}
                </span>
                <strong>{foto.titulo}</strong>
              </p>
              <p>
                {dayInWords(dayOfFoto(foto))}
                <DelAvance obraId={obraId} avanceId={foto.avanceId} />
              </p>
              {captura && <p>{fotoFor(foto.publico)}</p>}
            </div>
          </Dialog>
        </Modal>
      </ModalOverlay>
      {isChanging && (
        <Suspense>
          <CorregirArchivo
            obraId={obraId}
            archivo={foto}
            onClose={() => setChanging(false)}
            // The next one takes its place; after the last one the page is shown.
            onDeleted={() => (many === 1 ? onClose() : onMove(at === many - 1 ? at - 1 : at + 1))}
          />
        </Suspense>
      )}
    </>
  );
}

/** The report that a photo belongs to. */
function DelAvance({ obraId, avanceId }: { obraId: number; avanceId: number | null }) {
  const { data } = useSeguimiento(avanceId === null ? undefined : obraId);
  const avance = data?.avances.find(({ id }) => id === avanceId);
  if (!avance) return null;
  return ` · Avance al ${dayInWords(avance.fechaCorte)}: ${percent(avance.avanceFisico)}`;
}

/** The least way of a finger that leads on, in pixels. */
const FAR = 48;

/** What a finger does on a photo: to the left is on, to the right back. Two fingers enlarge, as everywhere. */
function useSwipe(step: (by: number) => void) {
  const from = useRef<{ id: number; x: number; y: number }>(null);
  return {
    onPointerDown({ pointerId, isPrimary, clientX, clientY }: PointerEvent) {
      const isEnlarged = (visualViewport?.scale ?? 1) > 1.01;
      from.current = isPrimary && !isEnlarged ? { id: pointerId, x: clientX, y: clientY } : null;
    },
    onPointerUp({ pointerId, clientX, clientY }: PointerEvent) {
      const start = from.current;
      from.current = null;
      if (start?.id !== pointerId) return;
      const [x, y] = [clientX - start.x, clientY - start.y];
      if (Math.abs(x) > FAR && Math.abs(x) > 2 * Math.abs(y)) step(x < 0 ? 1 : -1);
    },
    onPointerCancel() {
      from.current = null;
    },
  };
}
