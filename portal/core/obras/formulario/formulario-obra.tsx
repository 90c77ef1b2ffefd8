import {
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'wouter';
import { MAX_POSITIONS, MAX_UBICACIONES } from '../../../../src/core/base/geo.ts';
import type { Schema } from '../../api.ts';
import type { Referencia } from '../../catalogos/opciones.ts';
import { useOpciones } from '../../catalogos.ts';
import type { Pegado } from '../../geometria/coordenadas.ts';
import {
  countVertices,
  type Geometria,
  geometryOf,
  isComplete,
  TIPOS,
  type Tipo,
} from '../../geometria/trazo.ts';
import { Aviso } from '../../piezas/avisos.tsx';
import { Boton } from '../../piezas/boton.tsx';
import type { Opcion } from '../../piezas/campos.tsx';
import { Esqueleto, Falla } from '../../piezas/estados.tsx';
import { NO_FAILURES } from '../../piezas/fallas.ts';
import { Formulario } from '../../piezas/formulario.tsx';
import piezas from '../../piezas/piezas.module.css';
import { Entrada } from '../../records/field.tsx';
import { GRUPOS } from './campos.ts';
import css from './formulario-obra.module.css';
import { MAPA } from './mapa.ts';
import { offeredTo } from './preguntas.ts';
import { namesOf, type Rechazo } from './rechazo.ts';
import { changed } from './revision.ts';
import { Ubicacion } from './ubicacion.tsx';
import { newUbicacion, type UbicacionEscrita, type Valores } from './valores.ts';

interface Props {
  valores: Valores;
  onChange: (change: (valores: Valores) => Valores) => void;
  /** The work as the registry has it, where it is corrected: its catalog records are offered even if they are inactive. */
  obra?: Schema<'Obra'> | undefined;
  rechazo: Rechazo | null;
  onSubmit: () => void;
  /** Notices above the fields. */
  avisos?: ReactNode;
  /** The buttons. */
  children: ReactNode;
}

/** The props that the groups of fields have in common. */
interface Campos extends Pick<Props, 'valores' | 'rechazo'> {
  set: (cambios: Partial<Valores>) => void;
  /** The choices of each reference, with the work's own, even if new works may no longer have it. */
  opciones: Record<Referencia, Opcion[]>;
}

/** All fields of a work, in three groups. */
export function FormularioObra({ valores, onChange, obra, rechazo, onSubmit, ...around }: Props) {
  const catalogos = useOpciones();
  const [abierta, setAbierta] = useState<string | null>(() =>
    valores.ubicaciones.length === 1 ? (valores.ubicaciones[0]?.clave ?? null) : null,
  );
  useEffect(() => {
    // The map is fetched before a network may be gone.
    MAPA?.fetch().catch(() => {});
  }, []);
  const opciones = useMemo(() => offeredTo(obra, catalogos.opciones), [obra, catalogos.opciones]);
  if (catalogos.error) return <Falla error={catalogos.error} onRetry={catalogos.refetch} />;
  if (catalogos.isPending) return <Esqueleto renglones={10} />;

  const set = (cambios: Partial<Valores>) => onChange((now) => ({ ...now, ...cambios }));
  const campos = { valores, rechazo, set, opciones };
  const sent = rechazo?.valores.ubicaciones ?? valores.ubicaciones;
  return (
    <Formulario
      fallas={rechazo?.fallas ?? NO_FAILURES}
      etiquetas={namesOf(rechazo?.valores ?? valores)}
      onSubmit={onSubmit}
      onLead={(name) => {
        const at = /^ubicaciones\[(\d+)\]/.exec(name)?.[1];
        if (at !== undefined) setAbierta(sent[Number(at)]?.clave ?? null);
      }}
    >
      {around.avisos}
      {!obra && <LoQueFalta opciones={opciones} />}
      <Sencillos {...campos} />
      <Ubicaciones {...campos} onChange={onChange} abierta={abierta} setAbierta={setAbierta} />
      {around.children}
    </Formulario>
  );
}

function Sencillos({ valores, rechazo, set, opciones }: Campos) {
  const isTaken =
    rechazo?.claveOcupada !== undefined && valores.claveUnica === rechazo.claveOcupada;
  const errores = isTaken && {
    claveUnica: (
      <>
        {rechazo.fallas.fields.claveUnica}{' '}
        <Link href={`/obras?q=${encodeURIComponent(valores.claveUnica)}`}>
          Buscar la obra con esa clave
        </Link>
      </>
    ),
  };
  return GRUPOS.map(({ titulo, campos }) => (
    <fieldset key={titulo} className={`${css.grupo} ${css.deTexto}`}>
      <legend>
        <h2>{titulo}</h2>
      </legend>
      {campos.map((campo) => (
        <Entrada
          key={campo.nombre}
          campo={{ ...campo, opciones: opciones[campo.nombre as Referencia] ?? [] }}
          value={valores[campo.nombre]}
          errores={errores || {}}
          onChange={(value) => set({ [campo.nombre]: value })}
        />
      ))}
    </fieldset>
  ));
}

function Ubicaciones({
  valores,
  rechazo,
  opciones,
  onChange,
  abierta,
  setAbierta,
}: Campos &
  Pick<Props, 'onChange'> & {
    /** The key of the one whose fields are seen. */
    abierta: string | null;
    setAbierta: Dispatch<SetStateAction<string | null>>;
  }) {
  const agregar = useRef<HTMLDivElement>(null);
  const { ubicaciones } = valores;
  const isFull = ubicaciones.length >= MAX_UBICACIONES;
  const sent = rechazo?.valores.ubicaciones ?? ubicaciones;
  const setPlaces = (change: (now: UbicacionEscrita[]) => UbicacionEscrita[]) =>
    onChange((now) => ({ ...now, ubicaciones: change(now.ubicaciones) }));
  const add = (tipo: Tipo) => {
    const added = newUbicacion(tipo);
    flushSync(() => {
      setPlaces((now) => [...now, added]);
      setAbierta(added.clave);
    });
    const card = document.getElementById(added.clave);
    card?.scrollIntoView({ block: 'start' });
    card?.querySelector<HTMLElement>(`.${css.ubicacionAbre}`)?.focus({ preventScroll: true });
  };
  const addPasted = (after: string, pegados: Pegado[]) => {
    const added = pegados.map((pegado) => ({ ...newUbicacion(pegado.tipoGeometria), ...pegado }));
    setPlaces((now) => {
      const at = now.findIndex(({ clave }) => clave === after) + 1;
      return now.toSpliced(at, 0, ...added);
    });
  };
  const move = (clave: string, by: -1 | 1) =>
    setPlaces((now) => {
      const at = now.findIndex((one) => one.clave === clave);
      const moved = now[at];
      return moved ? now.toSpliced(at, 1).toSpliced(at + by, 0, moved) : now;
    });

  const remove = (removed: string) => {
    setPlaces((now) => now.filter(({ clave }) => clave !== removed));
    // The button that had the focus is gone, once the question is.
    setTimeout(() => agregar.current?.querySelector('button')?.focus());
  };
  const vecinasOf = (ubicacion: UbicacionEscrita) =>
    ubicaciones
      .filter((one) => one !== ubicacion && isComplete(one.tipoGeometria, one.trazo))
      .map((one) => geometryOf(one.tipoGeometria, one.trazo))
      .filter((one) => one !== null);
  return (
    <fieldset className={css.grupo} data-campo="ubicaciones">
      <legend>
        <h2>Ubicaciones</h2>
      </legend>
      {ubicaciones.length > 0 && (
        <ol className={css.ubicaciones}>
          {ubicaciones.map((ubicacion, i) => {
            const { clave } = ubicacion;
            // The registry's name for it in the refusal; a later one has a name that no sentence has.
            const at = sent.findIndex((one) => one.clave === clave);
            const campo = `ubicaciones[${at < 0 ? clave : at}]`;
            return (
              <Ubicacion
                key={clave}
                ubicacion={ubicacion}
                numero={i + 1}
                campo={campo}
                total={ubicaciones.length}
                municipioId={valores.municipioId}
                vecinas={abierta === clave ? vecinasOf(ubicacion) : NINGUNA}
                municipios={opciones.municipioId}
                isOpen={abierta === clave}
                errorDibujo={
                  sent[at]?.trazo === ubicacion.trazo
                    ? rechazo?.fallas.fields[`${campo}.geometriaJson`]
                    : undefined
                }
                onToggle={() => setAbierta((now) => (now === clave ? null : clave))}
                onChange={(cambios) => onChange((now) => changed(now, clave, cambios))}
                onMove={(by) => move(clave, by)}
                onRemove={() => remove(clave)}
                onMore={(pegados) => addPasted(clave, pegados)}
              />
            );
          })}
        </ol>
      )}
      <Demasiadas ubicaciones={ubicaciones} />
      <div className={piezas.acciones} ref={agregar}>
        {(Object.keys(TIPOS) as Tipo[]).map((tipo) => (
          <Boton key={tipo} icono={ICONOS[tipo]} onPress={() => add(tipo)} isDisabled={isFull}>
            Agregar {TIPOS[tipo].nombre.toLowerCase()}
          </Boton>
        ))}
      </div>
      {isFull && (
        <p className={piezas.ayuda}>Una obra tiene hasta {MAX_UBICACIONES} ubicaciones.</p>
      )}
    </fieldset>
  );
}

function Demasiadas({ ubicaciones }: Pick<Valores, 'ubicaciones'>) {
  const positions = ubicaciones.reduce((sum, { trazo }) => sum + countVertices(trazo), 0);
  return (
    <>
      {positions > MAX_POSITIONS && (
        <Aviso tono="error">
          Las ubicaciones suman {positions} posiciones; el registro toma hasta {MAX_POSITIONS}.
          Simplifique las más detalladas.
        </Aviso>
      )}
      {ubicaciones.length > MAX_UBICACIONES && (
        <Aviso tono="error">
          Hay {ubicaciones.length} ubicaciones; el registro toma hasta {MAX_UBICACIONES}.
        </Aviso>
      )}
    </>
  );
}

const NINGUNA: Geometria[] = [];

/** A new registry has no catalogs yet: lists those to fill before a work can refer to them. */
function LoQueFalta({ opciones }: Pick<Campos, 'opciones'>) {
  const isWithoutYear = opciones.ejercicioFiscalId.length === 0;
  const isWithoutOffice = opciones.dependenciaId.length === 0;
  if (!isWithoutYear && !isWithoutOffice) return null;
  return (
    <Aviso>
      <p>Para registrar una obra, primero hay que agregar en los catálogos:</p>
      <ul>
        {isWithoutYear && (
          <li>
            un <Link href="/catalogos/ejercicios">ejercicio fiscal</Link>
          </li>
        )}
        {isWithoutOffice && (
          <li>
            una <Link href="/catalogos/dependencias">dependencia</Link>
          </li>
        )}
      </ul>
    </Aviso>
  );
}

const ICONOS = { PUNTO: 'punto', RUTA: 'ruta', POLIGONO: 'poligono' } as const;
