import { lazy, type PointerEvent, Suspense, useEffect, useRef, useState } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { dayOfFoto } from '../../../src/features/archivos/fotos/dia-en-palabras.ts';
import type { DeAvance, Par } from '../../../src/features/archivos/fotos/orden.ts';
import { Boton } from '../../core/piezas/boton.tsx';
import piezas from '../../core/piezas/piezas.module.css';
import { useSeguimiento } from '../seguimiento/consultas.ts';
import { dayInWords, percent } from '../seguimiento/palabras.ts';
import { contenidoOf, isOpen } from './consultas.ts';
import type { Archivo } from './enviar.ts';
import { Imagen } from './imagen.tsx';
import { fotoFor } from './palabras.ts';
import { placeAfter, placeAfterDeletion, placeOfKey, stepOfSwipe } from './pasos.ts';
import css from './visor.module.css';

const CorregirArchivo = lazy(() => import('./corregir.tsx'));

interface Props {
  obraId: number;
  fotos: Archivo[];
  /** The place among them of the one that is shown. */
  at: number;
  /** Before and after, where there are both. */
  par: Par<Archivo> | undefined;
  /** Whether these two are shown side by side. */
  isPair: boolean;
  captura: boolean;
  onMove: (to: number, comparar?: '1') => void;
  onClose: () => void;
}

/**
 * One photo in the whole window, or before and after side by side: arrows, Home and End, a finger or buttons lead on to the others,
 * Escape back to the page.
 */
export default function Visor(props: Props) {
  const { obraId, fotos, at, par, isPair, captura, onMove, onClose } = props;
  const [isChanging, setChanging] = useState(false);
  const many = fotos.length;
  const foto = fotos[at] as Archivo;
  const juntas = isPair ? par : undefined;
  const step = (by: number) => onMove(placeAfter(at, by, many));

  useEffect(() => {
    if (isChanging) return;
    const follow = (event: KeyboardEvent) => {
      const place = placeOfKey(event, at, many);
      if (place === undefined) return;
      event.preventDefault();
      onMove(place);
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
          <Dialog
            className={css.visor}
            aria-label={juntas ? 'Antes y después' : `Foto ${at + 1} de ${many}`}
          >
            <header>
              <span aria-hidden="true">{juntas ? 'Antes y después' : `${at + 1} de ${many}`}</span>
              {par && (
                <Boton
                  aria-pressed={juntas !== undefined}
                  onPress={() => (juntas ? onMove(at) : onMove(fotos.indexOf(par.antes.foto), '1'))}
                >
                  Comparar antes y después
                </Boton>
              )}
              {captura && !juntas && (
                <Boton icono="editar" onPress={() => setChanging(true)}>
                  Corregir
                </Boton>
              )}
              <Boton icono="cerrar" onPress={onClose}>
                Cerrar
              </Boton>
            </header>
            {juntas ? (
              <div className={css.juntas} {...swipe}>
                <Lado obraId={obraId} cuando="Antes" lado={juntas.antes} />
                <Lado obraId={obraId} cuando="Después" lado={juntas.despues} />
              </div>
            ) : (
              <div className={css.lamina} {...swipe}>
                <Imagen key={foto.id} obraId={obraId} foto={foto} tamano="vista" />
              </div>
            )}
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
            {!juntas && (
              <div className={css.pie} aria-live="polite">
                <p>
                  <span className={piezas.soloOido}>
                    Foto {at + 1} de {many}:{' '}
                  </span>
                  <strong>{foto.titulo}</strong>
                </p>
                <p>
                  {dayOfFoto(foto)}
                  <DelAvance obraId={obraId} avanceId={foto.avanceId} />
                </p>
                {captura && <p>{fotoFor(foto.publico)}</p>}
              </div>
            )}
          </Dialog>
        </Modal>
      </ModalOverlay>
      {isChanging && (
        <Suspense>
          <CorregirArchivo
            obraId={obraId}
            archivo={foto}
            onClose={() => setChanging(false)}
            // Another one takes its place; after the last one the page is shown.
            onDeleted={() => {
              const place = placeAfterDeletion(at, many);
              if (place === undefined) onClose();
              else onMove(place);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** One of two photos side by side: the report that it stands for, and what is seen. */
const Lado = ({
  obraId,
  cuando,
  lado: { foto, avance },
}: {
  obraId: number;
  cuando: string;
  lado: DeAvance<Archivo>;
}) => (
  <figure>
    <Imagen obraId={obraId} foto={foto} tamano="vista" />
    <figcaption>
      <strong>
        {cuando}, al {dayInWords(avance.fechaCorte)}: {percent(avance.avanceFisico)}
      </strong>{' '}
      {foto.titulo}
    </figcaption>
  </figure>
);

/** The report that a photo belongs to. */
function DelAvance({ obraId, avanceId }: { obraId: number; avanceId: number | null }) {
  const { data } = useSeguimiento(avanceId === null ? undefined : obraId);
  const avance = data?.avances.find(({ id }) => id === avanceId);
  if (!avance) return null;
  return ` · Avance al ${dayInWords(avance.fechaCorte)}: ${percent(avance.avanceFisico)}`;
}

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
      const by = stepOfSwipe(clientX - start.x, clientY - start.y);
      if (by !== 0) step(by);
    },
    onPointerCancel() {
      from.current = null;
    },
  };
}
