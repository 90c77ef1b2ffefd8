import { lazy, Suspense, useId, useRef, useState } from 'react';
import { counted } from '../../formato.ts';
import { Boton } from '../../piezas/boton.tsx';
import { useFocusAfter } from '../../piezas/foco.ts';
import { useParametros } from '../../piezas/parametros.ts';
import piezas from '../../piezas/piezas.module.css';
import { dayInWords, shortDay } from '../../seguimiento/palabras.ts';
import css from './archivos.module.css';
import { dayOfFoto } from './consultas.ts';
import type { Archivo } from './enviar.ts';
import { Imagen } from './imagen.tsx';

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

/** The photos of a work on its sheet: before and after, then the newest first; all of them by date for who asks. */
export default function Galeria({ obraId, fotos, captura }: Props) {
  const id = useId();
  const [isWhole, setWhole] = useState(false);
  const { params, changeParams } = useParametros();
  // An address with a photo may have been opened itself: then there is nothing of the page to go back to.
  const isOpenedHere = useRef(false);
  // Files, lists and open data count those that everybody sees.
  const publicas = fotos.filter(({ publico }) => publico).length;
  const at = fotos.findIndex((one) => one.id === Number(params.get('foto')));
  // A deleted photo takes along its button.
  const heading = useFocusAfter<HTMLHeadingElement>(at >= 0);
  const open = (foto: Archivo) => {
    isOpenedHere.current = true;
    changeParams({ foto: String(foto.id) });
  };
  const close = () => {
    if (isOpenedHere.current) history.back();
    else changeParams({ foto: undefined }, { replace: true });
    isOpenedHere.current = false;
  };
  return (
    <section className={`${piezas.pilaJunta} ${css.galeria}`} aria-labelledby={id}>
      <div className={`${piezas.enFila} ${piezas.aLosLados}`}>
        <h2 id={id} tabIndex={-1} ref={heading}>
          {counted(fotos.length, 'foto', 'fotos')}
          {publicas < fotos.length && `, ${counted(publicas, 'pública', 'públicas')}`}
        </h2>
        {fotos.length > 2 && (
          <Boton tono="discreto" aria-expanded={isWhole} onPress={() => setWhole(!isWhole)}>
            {isWhole ? 'Ver menos' : 'Ver todas por fecha'}
          </Boton>
        )}
      </div>
      {isWhole ? (
        byDay(fotos).map(([day, ofDay]) => (
          <div key={day}>
            <h3>{dayInWords(day)}</h3>
            <ul className={css.todas}>
              {ofDay.map((foto) => (
                <Miniatura key={foto.id} obraId={obraId} foto={foto} onOpen={open} />
              ))}
            </ul>
          </div>
        ))
      ) : (
        <ul className={css.tira}>
          {inStrip(fotos).map(({ foto, cuando }) => (
            <Miniatura key={foto.id} obraId={obraId} foto={foto} cuando={cuando} onOpen={open} />
          ))}
        </ul>
      )}
      {at >= 0 && (
        <Suspense>
          <Visor
            obraId={obraId}
            fotos={fotos}
            at={at}
            captura={captura}
            onMove={(to) => changeParams({ foto: String(fotos[to]?.id) }, { replace: true })}
            onClose={close}
          />
        </Suspense>
      )}
    </section>
  );
}

/** The photos of the strip, the newest first; before them the first one, where another was taken on a later day. */
function inStrip(fotos: Archivo[]): { foto: Archivo; cuando: string }[] {
  const [newest, ...others] = fotos as [Archivo, ...Archivo[]];
  const first = others.at(-1);
  const named = (foto: Archivo) => ({ foto, cuando: shortDay(dayOfFoto(foto)) });
  if (!first || dayOfFoto(first) === dayOfFoto(newest)) return fotos.slice(0, IN_STRIP).map(named);
  return [
    { foto: first, cuando: `Antes: ${shortDay(dayOfFoto(first))}` },
    { foto: newest, cuando: `Después: ${shortDay(dayOfFoto(newest))}` },
    ...others.slice(0, Math.min(others.length - 1, IN_STRIP - 2)).map(named),
  ];
}

function byDay(fotos: Archivo[]): [string, Archivo[]][] {
  const days = new Map<string, Archivo[]>();
  for (const foto of fotos) {
    const day = dayOfFoto(foto);
    days.set(day, [...(days.get(day) ?? []), foto]);
  }
  return [...days];
}

/** A photo in little room, which opens it. */
const Miniatura = ({
  obraId,
  foto,
  cuando,
  onOpen,
}: {
  obraId: number;
  foto: Archivo;
  /** Its day, where no heading says it. */
  cuando?: string;
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
      <Imagen obraId={obraId} foto={foto} tamano="mini" />
      {cuando && <span>{cuando}</span>}
      {!foto.publico && <span>No es pública</span>}
    </a>
  </li>
);
