import { useEffect, useId, useRef, useState } from 'react';
import { Radio, RadioGroup, TextArea } from 'react-aria-components';
import { flushSync } from 'react-dom';
import { NoEsLugar, type Pegado, readAngle, readPlaces } from '../../geometria/coordenadas.ts';
import {
  addVertex,
  beginHole,
  beginPart,
  convert,
  type Forma,
  type Geometria,
  isComplete,
  isPlace,
  type Lugar,
  moveVertex,
  type Posicion,
  removeVertex,
  shiftVertex,
  TIPOS,
  type Tipo,
  type Trazo,
} from '../../geometria/trazo.ts';
import { type Icon, Icono } from '../../icons.tsx';
import { announce } from '../../piezas/avisos.tsx';
import { Boton } from '../../piezas/boton.tsx';
import { Mover } from '../../piezas/mover.tsx';
import piezas from '../../piezas/piezas.module.css';
import cssFicha from '../ficha/ficha.module.css';
import css from './formulario-obra.module.css';
import { MAPA } from './mapa.ts';

// The place of an ubicación: drawn on the map, written into the table of its vertices, or pasted. All three show the same.

const ICONOS: Record<Tipo, Icon> = { PUNTO: 'punto', RUTA: 'ruta', POLIGONO: 'poligono' };

interface Props {
  /** The ubicación's name, for screen readers: «Ubicación 2». */
  nombre: string;
  /** The field's name in the registry's sentences. */
  campo: string;
  forma: Forma;
  onChange: (forma: Forma) => void;
  /** Further geometries of a pasted text, which become ubicaciones of their own. */
  onMore: (pegados: Pegado[]) => void;
  vecinas: Geometria[];
  bbox: number[];
  error: string | undefined;
}

/** The place of an ubicación: its kind, its map, its table of vertices, and a field to paste into. */
export function LugarUbicacion({ nombre, campo, forma, onChange, onMore, error, ...map }: Props) {
  const { tipoGeometria: tipo, trazo } = forma;
  const [past, setPast] = useState<Forma[]>([]);
  const [elegido, setElegido] = useState<Lugar | null>(null);
  const change = (next: Partial<Forma>) => {
    setPast([...past.slice(-99), forma]);
    onChange({ ...forma, ...next });
  };
  const undo = () => {
    const before = past.at(-1);
    if (!before) return;
    setElegido(null);
    setPast(past.slice(0, -1));
    onChange(before);
  };

  const texto = (
    <div className={css.lugarTexto} data-campo={campo}>
      <Vertices
        tipo={tipo}
        trazo={trazo}
        elegido={elegido}
        onElegir={setElegido}
        onChange={(next) => change({ trazo: next })}
      />
      <Pegar
        tipo={tipo}
        onRead={([first, ...more]) => {
          if (!first) return;
          setElegido(null);
          change({ tipoGeometria: first.tipoGeometria, trazo: first.trazo });
          if (more.length > 0) onMore(more);
        }}
      />
    </div>
  );
  return (
    <div className={css.lugar}>
      <RadioGroup
        className={piezas.enFila}
        aria-label={`Forma de la ${nombre.toLowerCase()}`}
        value={tipo}
        onChange={(to) => {
          setElegido(null);
          change({ tipoGeometria: to as Tipo, trazo: convert(trazo, tipo, to as Tipo) });
        }}
      >
        {(Object.keys(TIPOS) as Tipo[]).map((one) => (
          <Radio key={one} value={one} className={`${piezas.boton} ${cssFicha.forma}`}>
            <Icono nombre={ICONOS[one]} />
            {TIPOS[one].nombre}
          </Radio>
        ))}
      </RadioGroup>
      {error && <p className={piezas.error}>{error}</p>}
      {MAPA ? (
        <MAPA.Mapa
          {...map}
          nombre={`Mapa de la ${nombre.toLowerCase()}`}
          tipo={tipo}
          trazo={trazo}
          onChange={(next) => change({ trazo: next })}
          onUndo={undo}
          canUndo={past.length > 0}
          elegido={elegido}
          onElegir={setElegido}
        >
          {texto}
        </MAPA.Mapa>
      ) : (
        texto
      )}
    </div>
  );
}

/** A text that is read as places, and the sentence on why it is none. */
function useTexto(tipo: Tipo, onRead: (pegados: Pegado[]) => void) {
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState('');
  const readText = async () => {
    try {
      onRead(await readPlaces(text, tipo));
      setText('');
      setWrong('');
    } catch (failure) {
      if (!(failure instanceof NoEsLugar)) throw failure;
      setWrong(failure.message);
    }
  };
  return { text, setText, wrong, readText };
}

/** Rows shown at first: a long route has thousands of vertices. */
const VERTICES_SHOWN = 100;

interface VerticesProps {
  tipo: Tipo;
  trazo: Trazo;
  elegido: Lugar | null;
  onElegir: (lugar: Lugar | null) => void;
  onChange: (trazo: Trazo) => void;
}

/** The vertices as a table: the map's gestures, without the map. */
function Vertices({ tipo, trazo, elegido, onElegir, onChange }: VerticesProps) {
  const [shown, setShown] = useState(VERTICES_SHOWN);
  const table = useRef<HTMLDivElement>(null);
  const addedRef = useRef<HTMLInputElement>(null);
  const wrongId = useId();
  const what = tipo === 'PUNTO' ? 'punto' : 'vértice';
  const isMany = trazo.length > 1 || (trazo[0]?.length ?? 0) > 1;
  let left = shown;
  useEffect(() => {
    // Within the table alone: the page stays where it is under the pointer.
    const row = elegido && table.current?.querySelector<HTMLElement>(`.${css.elegida}`);
    if (!row || !table.current) return;
    const [box, own] = [table.current.getBoundingClientRect(), row.getBoundingClientRect()];
    if (own.top < box.top) table.current.scrollBy({ top: own.top - box.top });
    else if (own.bottom > box.bottom) table.current.scrollBy({ top: own.bottom - box.bottom });
  }, [elegido]);

  const { text, setText, wrong, readText } = useTexto('RUTA', ([read]) => {
    const positions = read?.trazo.flat(2) ?? [];
    flushSync(() => onChange(positions.reduce((sum, one) => addVertex(tipo, sum, one), trazo)));
    // The added vertex is the last row.
    table.current?.scrollTo({ top: table.current.scrollHeight });
    addedRef.current?.focus();
  });
  const begin = (begun: Trazo, what: string) => {
    onElegir(null);
    onChange(begun);
    announce(
      MAPA
        ? `Ponga ${what} en el mapa, o escriba sus coordenadas.`
        : `Escriba las coordenadas de ${what}.`,
    );
  };
  /** After a row has gone or moved, the focus stays among the rows. */
  const refocus = () => addedRef.current?.focus();

  return (
    <div className={css.vertices}>
      <div className={`${piezas.enFila} ${piezas.aLosLados}`}>
        <h4>{tipo === 'PUNTO' ? 'Coordenadas' : 'Vértices'}</h4>
        {isComplete(tipo, trazo) && (
          <div className={piezas.acciones}>
            {tipo === 'POLIGONO' && (
              <Boton
                icono="agregar"
                onPress={() =>
                  begin(
                    beginHole(trazo, elegido?.[0] ?? trazo.length - 1),
                    'las esquinas del hueco',
                  )
                }
              >
                Agregar hueco
              </Boton>
            )}
            <Boton
              icono="agregar"
              onPress={() =>
                begin(
                  beginPart(trazo),
                  tipo === 'PUNTO' ? 'el otro punto' : 'los vértices de la parte',
                )
              }
            >
              {tipo === 'PUNTO' ? 'Agregar otro punto' : 'Agregar parte'}
            </Boton>
          </div>
        )}
      </div>
      <div className={css.filasTodas} ref={table}>
        {trazo.map((lines, p) =>
          lines.map((line, l) => {
            const rows = line.slice(0, Math.max(0, left));
            left -= rows.length;
            const place = [p, l] as const;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name than their number
              <div key={`${p} ${l}`}>
                {isMany && (
                  <p className={piezas.ayuda}>
                    {l > 0 ? `Hueco ${l} de la parte ${p + 1}` : `Parte ${p + 1}`}
                    {line.length === 0 && ', aún sin vértices'}
                  </p>
                )}
                <ol className={css.filas}>
                  {rows.map((position, v) => (
                    <Vertice
                      // biome-ignore lint/suspicious/noArrayIndexKey: vertices have no other name than their number
                      key={v}
                      nombre={`${what} ${v + 1}${isMany ? `, parte ${p + 1}` : ''}`}
                      numero={v + 1}
                      position={position}
                      isChosen={isPlace(elegido, [...place, v])}
                      isFirst={v === 0}
                      isLast={v === line.length - 1}
                      canMove={tipo !== 'PUNTO'}
                      onFocus={() => onElegir([...place, v])}
                      onChange={(next) => onChange(moveVertex(trazo, [...place, v], next))}
                      onShift={(by) => {
                        onElegir([p, l, v + by]);
                        onChange(shiftVertex(trazo, [...place, v], by));
                      }}
                      onRemove={() => {
                        onElegir(null);
                        onChange(removeVertex(trazo, [...place, v]));
                        refocus();
                      }}
                    />
                  ))}
                </ol>
              </div>
            );
          }),
        )}
        {left <= 0 && trazo.flat(2).length > shown && (
          <Boton onPress={() => setShown(shown + VERTICES_SHOWN)}>
            Mostrar más de los {trazo.flat(2).length} vértices
          </Boton>
        )}
      </div>
      <div className={`${piezas.enFila} ${css.filaNueva}`}>
        <label>
          <span>{tipo === 'PUNTO' ? 'Latitud, longitud' : 'Otro vértice: latitud, longitud'}</span>
          <input
            ref={addedRef}
            className={piezas.suelto}
            value={text}
            placeholder="20.9674, -89.6237"
            aria-invalid={wrong !== ''}
            aria-describedby={wrong ? wrongId : undefined}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              void readText();
            }}
          />
        </label>
        <Boton icono="agregar" onPress={() => void readText()} isDisabled={text.trim() === ''}>
          {tipo === 'PUNTO' ? 'Poner punto' : 'Agregar vértice'}
        </Boton>
      </div>
      {wrong && (
        <p className={piezas.error} id={wrongId} role="alert">
          {wrong}
        </p>
      )}
    </div>
  );
}

interface VerticeProps {
  nombre: string;
  numero: number;
  position: Posicion;
  isChosen: boolean;
  isFirst: boolean;
  isLast: boolean;
  canMove: boolean;
  onFocus: () => void;
  onChange: (position: Posicion) => void;
  onShift: (by: -1 | 1) => void;
  onRemove: () => void;
}

function Vertice({ nombre, numero, position, isChosen, onChange, onFocus, ...row }: VerticeProps) {
  const [x = 0, y = 0] = position;
  return (
    <li className={isChosen ? `${css.fila} ${css.elegida}` : css.fila} onFocus={onFocus}>
      <span aria-hidden="true">{numero}</span>
      <Grados
        nombre={`Latitud del ${nombre}`}
        value={y}
        most={90}
        onChange={(next) => onChange([x, next])}
      />
      <Grados
        nombre={`Longitud del ${nombre}`}
        value={x}
        most={180}
        onChange={(next) => onChange([next, y])}
      />
      <div className={css.filaBotones}>
        {row.canMove && (
          <Mover
            nombre={`el ${nombre}`}
            isFirst={row.isFirst}
            isLast={row.isLast}
            onMove={row.onShift}
          />
        )}
        <Boton tono="discreto" icono="eliminar" soloIcono onPress={row.onRemove}>
          {`Borrar el ${nombre}`}
        </Boton>
      </div>
    </li>
  );
}

/**
 * An angle in degrees. It counts when one leaves the field or presses Enter. A text that is none stays as typed, beside a
 * sentence, and the vertex stays where it was.
 */
function Grados(props: {
  nombre: string;
  value: number;
  most: number;
  onChange: (value: number) => void;
}) {
  const { nombre, value, most, onChange } = props;
  const [typed, setTyped] = useState<{ text: string; over: number } | null>(null);
  const [isLeft, setLeft] = useState(false);
  const id = useId();
  // Text that was typed over a value is of no more use once that has changed, on the map or with its row.
  const text = typed?.over === value ? typed.text : null;
  const read = text === null ? value : readAngle(text);
  const isRead = read !== null && Math.abs(read) <= most;
  const isWrong = !isRead && isLeft;
  const commit = () => {
    setLeft(true);
    if (!isRead) return;
    if (read !== value) onChange(read);
    setTyped(null);
  };
  return (
    <div className={css.grados}>
      <input
        className={piezas.suelto}
        aria-label={nombre}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? id : undefined}
        inputMode="text"
        value={text ?? String(value)}
        onChange={({ target }) => {
          setTyped({ text: target.value, over: value });
          setLeft(false);
        }}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setTyped(null);
          if (event.key !== 'Enter') return;
          event.preventDefault();
          commit();
        }}
      />
      {isWrong && (
        <p className={piezas.error} id={id} role="alert">
          {read === null ? 'No se entiende' : `Va de -${most} a ${most}`}; sigue en {value}.
        </p>
      )}
    </div>
  );
}

function Pegar({ tipo, onRead }: { tipo: Tipo; onRead: (pegados: Pegado[]) => void }) {
  const id = useId();
  const { text, setText, wrong, readText } = useTexto(tipo, (read) => {
    onRead(read);
    announce(
      read.length > 1
        ? `Se leyeron ${read.length} geometrías: la primera aquí, y las demás como ubicaciones nuevas.`
        : 'Se leyó lo pegado.',
    );
  });
  return (
    <details className={css.pegar}>
      <summary>Pegar coordenadas o GeoJSON</summary>
      <div className={piezas.campo}>
        <label htmlFor={id}>Coordenadas o GeoJSON</label>
        <TextArea
          id={id}
          rows={5}
          value={text}
          aria-invalid={wrong !== ''}
          aria-describedby={`${id}-ayuda`}
          spellCheck={false}
          onChange={({ target }) => setText(target.value)}
        />
        <p className={piezas.ayuda} id={`${id}-ayuda`}>
          Una posición por renglón, latitud primero: 20.9674, -89.6237 o 20°58'02.6" N 89°37'25.3"
          O. También GeoJSON. Sustituye lo dibujado; «Deshacer» lo recupera.
        </p>
        {wrong && (
          <p className={piezas.error} role="alert">
            {wrong}
          </p>
        )}
        <div className={piezas.acciones}>
          <Boton onPress={() => void readText()} isDisabled={text.trim() === ''}>
            Leer lo pegado
          </Boton>
        </div>
      </div>
    </details>
  );
}
