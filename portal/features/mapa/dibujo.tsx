import { type KeyboardEvent, useId, useRef } from 'react';
import { coordinates, measureOf } from '../../core/geometria/medidas.ts';
import { isComplete, isEmpty, TIPOS } from '../../core/geometria/trazo.ts';
import type { Icon } from '../../core/icons.tsx';
import { announceError } from '../../core/piezas/avisos.tsx';
import { Boton } from '../../core/piezas/boton.tsx';
import piezas from '../../core/piezas/piezas.module.css';
import { Acercar } from './acercar.tsx';
import cssBase from './base.module.css';
import css from './dibujo.module.css';
import { CLOSE, type Lienzo } from './lienzo.ts';
import { hintOf } from './sugerencias.ts';
import { type Props, useTrazado } from './trazado.ts';

// Drawing on the map. The positions live outside, in the form: the map shows them, and every gesture makes new ones. So the
// table of vertices, pasted text and the map never say different things.

/** The step of an arrow key, in pixels; with Shift, for the last bit. */
const STEP = 40;
const SMALL_STEP = 4;

const DESHACER: Icon = ['M8 5 4 9l4 4M4 9h10a5 5 0 0 1 0 10h-3'];

/** Browsers tell a position to pages alone that came by HTTPS, and to none without being asked. */
const canLocate = window.isSecureContext && 'geolocation' in navigator;

/** A map on which one geometry is drawn and corrected, with what to do next in words below it. */
export default function Dibujo(props: Props) {
  const { nombre, tipo, trazo, onUndo, canUndo, elegido, onElegir, bbox } = props;
  const target = useRef<HTMLDivElement>(null);
  const help = useId();
  const trazado = useTrazado(props, target);
  const { isDrawing, cross, lienzo, remove, next } = trazado;

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== target.current || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.shiftKey ? SMALL_STEP : STEP;
    const atCross = () => lienzo.current?.putAtCross();
    const acts: Record<string, () => void> = {
      ArrowLeft: () => lienzo.current?.pan(-step, 0),
      ArrowRight: () => lienzo.current?.pan(step, 0),
      ArrowUp: () => lienzo.current?.pan(0, step),
      ArrowDown: () => lienzo.current?.pan(0, -step),
      '+': () => lienzo.current?.zoom(1),
      '-': () => lienzo.current?.zoom(-1),
      Enter: atCross,
      ' ': atCross,
      Backspace: () => canUndo && onUndo(),
      Delete: remove,
      Escape: () => onElegir(null),
      n: next,
    };
    const act = acts[event.key];
    if (!act || (event.key === 'Escape' && !elegido)) return;
    event.preventDefault();
    act();
  };

  return (
    <div className={css.dibujo}>
      <div className={css.mapa}>
        <div
          ref={target}
          className={css.lienzo}
          role="application"
          aria-roledescription="mapa para dibujar"
          aria-label={nombre}
          aria-describedby={help}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys move the map and put vertices
          tabIndex={0}
          onKeyDown={onKeyDown}
        />
        <svg className={css.cruz} viewBox="0 0 40 40" aria-hidden="true">
          <path d="M20 2v14M20 24v14M2 20h14M24 20h14" className={css.fondo} />
          <path d="M20 2v14M20 24v14M2 20h14M24 20h14" />
        </svg>
        <div className={cssBase.esquina}>
          <Acercar onZoom={(steps) => lienzo.current?.zoom(steps)} />
          <Boton icono="mapa" soloIcono onPress={() => lienzo.current?.lookAt(trazo, bbox)}>
            Ver todo
          </Boton>
        </div>
      </div>
      <Botones {...props} {...trazado} />
      <p className={css.estado} role="status">
        <strong>
          {TIPOS[tipo].nombre}: {measureOf(tipo, trazo)}.
        </strong>{' '}
        {hintOf(props, isDrawing)}
      </p>
      <p className={piezas.ayuda} aria-live="polite">
        La cruz está en <span className={css.cruzEn}>{coordinates(cross)}</span>.
      </p>
      <p className={`${piezas.ayuda} ${piezas.soloAncho}`} id={help}>
        Con el teclado: flechas mueven el mapa bajo la cruz (con Mayús, poco), + y − acercan y
        alejan, Intro pone o mueve un vértice, N elige el siguiente, Supr lo borra, Retroceso
        deshace.
      </p>
    </div>
  );
}

function Botones({
  tipo,
  trazo,
  elegido,
  canUndo,
  ...does
}: Props & ReturnType<typeof useTrazado>) {
  const { isDrawing, lienzo, finish, begin, undo, next, remove, cancel } = does;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be one of the form's groups
    <div className={`${piezas.enFila} ${css.botones}`} role="group" aria-label="Dibujar">
      <Boton
        icono="punto"
        tono={isDrawing ? 'principal' : 'normal'}
        onPress={() => lienzo.current?.putAtCross()}
      >
        {elegido && !isDrawing ? 'Mover aquí' : tipo === 'PUNTO' ? 'Punto aquí' : 'Vértice aquí'}
      </Boton>
      {tipo !== 'PUNTO' &&
        (isDrawing ? (
          <Boton icono="listo" onPress={finish} isDisabled={!isComplete(tipo, trazo)}>
            Terminar
          </Boton>
        ) : (
          <Boton icono="editar" onPress={begin}>
            Seguir dibujando
          </Boton>
        ))}
      <Boton icono={DESHACER} onPress={undo} isDisabled={!canUndo}>
        Deshacer
      </Boton>
      {!isDrawing && tipo !== 'PUNTO' && (
        <Boton icono="poligono" onPress={next}>
          Vértice siguiente
        </Boton>
      )}
      <Boton icono="eliminar" onPress={remove} isDisabled={isEmpty(trazo)}>
        {tipo === 'PUNTO' ? 'Borrar punto' : elegido ? 'Borrar vértice' : 'Borrar el último'}
      </Boton>
      {canLocate && (
        <Boton icono="buscar" onPress={() => locate(lienzo.current)}>
          Ir a mi posición
        </Boton>
      )}
      {isDrawing && !isEmpty(trazo) && (
        <Boton icono="cerrar" onPress={cancel}>
          Cancelar
        </Boton>
      )}
    </div>
  );
}

/** A clerk who stands at the work begins there; putting the vertex is a step of its own. */
const locate = (lienzo: Lienzo | null) =>
  navigator.geolocation.getCurrentPosition(
    ({ coords: { longitude, latitude } }) => lienzo?.moveTo([longitude, latitude], CLOSE),
    () =>
      announceError(
        'El equipo no dio su posición. Revise que el navegador tenga permiso para verla.',
      ),
    { enableHighAccuracy: true, timeout: 15_000 },
  );
