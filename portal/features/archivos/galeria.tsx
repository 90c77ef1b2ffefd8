import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { dayOfFoto } from '../../../src/features/archivos/fotos/dia-en-palabras.ts';
import { byDay, pairOf, withPairFirst } from '../../../src/features/archivos/fotos/orden.ts';
import { counted } from '../../core/formato.ts';
import { useMinWidth } from '../../core/piezas/ancho.ts';
import { Boton } from '../../core/piezas/boton.tsx';
import { useFocusAfter } from '../../core/piezas/foco.ts';
import { useParametros } from '../../core/piezas/parametros.ts';
import piezas from '../../core/piezas/piezas.module.css';
import { useSeguimiento } from '../seguimiento/consultas.ts';
import css from './archivos.module.css';
import type { Archivo } from './enviar.ts';
import { Imagen } from './imagen.tsx';
import { cuandoOf } from './muestra.ts';

const Visor = lazy(() => import('./visor.tsx'));

/** Photos of the strip: the others are seen by date. */
const IN_STRIP = 12;

interface Props {
  obraId: number;
  /** The newest first; one at least. */
  fotos: Archivo[];
  /** Whether the caller may change them. */
  captura: boolean;
}

/** The photos of a work on its sheet: before and after, then the newest first; all of them by day for who asks. */
export default function Galeria({ obraId, fotos, captura }: Props) {
  const id = useId();
  const [isWhole, setWhole] = useState(false);
  const { params, changeParams } = useParametros();
  // An address with a photo may have been opened itself: then there is nothing of the page to go back to.
  const isOpenedHere = useRef(false);
  // Files, lists and open data count those that everybody sees.
  const publicas = fotos.filter(({ publico }) => publico).length;
  const hasTime = useHasTime();
  const { data: seguimiento } = useSeguimiento(obraId);
  const par = pairOf(fotos, seguimiento?.avances ?? []);
  const days = byDay(fotos);
  // The first one that is seen is the first of all that follow each other.
  const inOrder = isWhole ? days.flatMap(([, ofDay]) => ofDay) : withPairFirst(fotos, par);
  const at = inOrder.findIndex((one) => one.id === Number(params.get('foto')));
  // A deleted photo takes along its button.
  const heading = useFocusAfter<HTMLHeadingElement>(at >= 0);
  const open = (foto: Archivo, comparar?: '1') => {
    isOpenedHere.current = true;
    changeParams({ foto: String(foto.id), comparar });
  };
  const close = () => {
    if (isOpenedHere.current) history.back();
    else changeParams({ foto: undefined, comparar: undefined }, { replace: true });
    isOpenedHere.current = false;
  };
  return (
    <section className={`${piezas.pilaJunta} ${css.galeria}`} aria-labelledby={id}>
      <div className={`${piezas.enFila} ${piezas.aLosLados}`}>
        <h2 id={id} tabIndex={-1} ref={heading}>
          {counted(fotos.length, 'foto', 'fotos')}
          {publicas < fotos.length && `, ${counted(publicas, 'pública', 'públicas')}`}
        </h2>
        <div className={piezas.enFila}>
          {par && (
            <Boton tono="discreto" onPress={() => open(par.antes.foto, '1')}>
              Comparar antes y después
            </Boton>
          )}
          {fotos.length > 2 && (
            <Boton tono="discreto" aria-expanded={isWhole} onPress={() => setWhole(!isWhole)}>
              {isWhole ? 'Ver menos' : 'Ver todas por fecha'}
            </Boton>
          )}
        </div>
      </div>
      {isWhole ? (
        <div className={css.dias}>
          {days.map(([day, ofDay]) => (
            <div key={day}>
              <h3>{dayOfFoto({ fecha: day })}</h3>
              <ul className={css.todas}>
                {ofDay.map((foto) => (
                  <Miniatura
                    key={foto.id}
                    obraId={obraId}
                    foto={foto}
                    cuando={foto.fechaSegun === 'NOMBRE' ? 'Según su nombre' : undefined}
                    onOpen={open}
                  />
                ))}
              </ul>
            </div>
          ))}
        </div>
      ) : (
        <ul className={css.tira}>
          {inOrder.slice(0, IN_STRIP).map((foto) => (
            <Miniatura
              key={foto.id}
              obraId={obraId}
              foto={foto}
              cuando={cuandoOf(foto, par)}
              pronto={hasTime}
              onOpen={open}
            />
          ))}
        </ul>
      )}
      {at >= 0 && (
        <Suspense>
          <Visor
            obraId={obraId}
            fotos={inOrder}
            at={at}
            par={par}
            isPair={params.has('comparar')}
            captura={captura}
            onMove={(to, comparar) =>
              changeParams({ foto: String(inOrder[to]?.id), comparar }, { replace: true })
            }
            onClose={close}
          />
        </Suspense>
      )}
    </section>
  );
}

/** The least width of a screen whose sheets may be printed by the browser's own menu, and the milliseconds after which it has time. */
const DESK = 801;
const CALM = 1_500;

/** Whether such a page has done all else. */
function useHasTime(): boolean {
  const isDesk = useMinWidth(DESK);
  const [hasTime, setTime] = useState(false);
  useEffect(() => {
    if (!isDesk) return;
    const timer = setTimeout(() => setTime(true), CALM);
    return () => clearTimeout(timer);
  }, [isDesk]);
  return hasTime;
}

/** A photo in little room, which opens it. */
const Miniatura = ({
  obraId,
  foto,
  cuando,
  pronto = false,
  onOpen,
}: {
  obraId: number;
  foto: Archivo;
  /** What no heading says of its day. */
  cuando: string | undefined;
  pronto?: boolean;
  onOpen: (foto: Archivo) => void;
}) => (
  <li className={foto.publico ? undefined : piezas.noSeImprime}>
    <a
      href={`?foto=${foto.id}`}
      className={css.miniatura}
      onClick={(event) => {
        // Another tab opens it by its address.
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onOpen(foto);
      }}
    >
      <Imagen obraId={obraId} foto={foto} tamano="mini" pronto={pronto} />
      {cuando && <span>{cuando}</span>}
      {!foto.publico && <span>No es pública</span>}
    </a>
  </li>
);
