import './formulario-obra.css';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'wouter';
import type { Schema } from '../api.ts';
import {
  useDependencias,
  useEjercicios,
  useEstatus,
  useLimites,
  useMunicipios,
  useTipos,
} from '../catalogos.ts';
import type { Pegado } from '../mapa/coordenadas.ts';
import {
  countVertices,
  type Geometria,
  geometryOf,
  isComplete,
  TIPOS,
  type Tipo,
} from '../mapa/trazo.ts';
import { Aviso } from '../piezas/avisos.tsx';
import { Boton } from '../piezas/boton.tsx';
import {
  CampoCombo,
  CampoMonto,
  CampoSeleccion,
  CampoTexto,
  type Opcion,
} from '../piezas/campos.tsx';
import { Esqueleto, Falla } from '../piezas/estados.tsx';
import { Formulario, NO_FAILURES } from '../piezas/formulario.tsx';
import { fetchMap } from './lugar.tsx';
import { namesOf, type Rechazo } from './rechazo.ts';
import { type Cambios, changed } from './revision.ts';
import { Ubicacion } from './ubicacion.tsx';
import {
  ETIQUETAS,
  MAX_POSICIONES,
  MAX_UBICACIONES,
  newUbicacion,
  type UbicacionEscrita,
  type Valores,
} from './valores.ts';

interface Props {
  valores: Valores;
  onChange: (change: (valores: Valores) => Valores) => void;
  /** The work as the registry has it, where it is corrected: its catalog records are offered even if they are inactive. */
  obra?: Schema<'Obra'> | undefined;
  rechazo: Rechazo | null;
  onSubmit: () => void;
  /** What stands above the fields. */
  avisos?: ReactNode;
  /** The buttons. */
  children: ReactNode;
}

/** All that is to be said of a work, in three groups. */
export function FormularioObra({ valores, onChange, obra, rechazo, onSubmit, ...around }: Props) {
  const municipios = useMunicipios();
  const dependencias = useDependencias();
  const ejercicios = useEjercicios();
  const tipos = useTipos();
  const estatus = useEstatus();
  const limites = useLimites();
  const [abierta, setAbierta] = useState<string | null>(() =>
    valores.ubicaciones.length === 1 ? (valores.ubicaciones[0]?.clave ?? null) : null,
  );
  useEffect(() => {
    // Ahead of the moment in which the network may be gone.
    fetchMap().catch(() => {});
  }, []);

  const agregar = useRef<HTMLDivElement>(null);
  const opcionesMunicipio = useMemo(
    () => withPresent(municipios.data ?? [], obra?.municipio),
    [municipios.data, obra?.municipio],
  );

  const catalogs = [municipios, dependencias, ejercicios, tipos, estatus];
  const failed = catalogs.find(({ error }) => error);
  if (failed?.error) {
    return (
      <Falla
        error={failed.error}
        onRetry={() => {
          for (const one of catalogs) void one.refetch();
        }}
      />
    );
  }
  if (!municipios.data || !dependencias.data || !ejercicios.data || !tipos.data || !estatus.data) {
    return <Esqueleto renglones={10} />;
  }

  const set = (cambios: Partial<Valores>) => onChange((now) => ({ ...now, ...cambios }));
  const setPlaces = (change: (now: UbicacionEscrita[]) => UbicacionEscrita[]) =>
    onChange((now) => ({ ...now, ubicaciones: change(now.ubicaciones) }));
  const apply = (clave: string, cambios: Cambios) =>
    onChange((now) => changed(now, clave, cambios));
  const add = (tipo: Tipo) => {
    const added = newUbicacion(tipo);
    flushSync(() => {
      setPlaces((now) => [...now, added]);
      setAbierta(added.clave);
    });
    const card = document.getElementById(added.clave);
    card?.scrollIntoView({ block: 'start' });
    card?.querySelector<HTMLElement>('.ubicacion-abre')?.focus({ preventScroll: true });
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
    // What had the focus is gone, once the question is.
    setTimeout(() => agregar.current?.querySelector('button')?.focus());
  };
  const vecinasOf = (ubicacion: UbicacionEscrita) =>
    valores.ubicaciones
      .filter((one) => one !== ubicacion && isComplete(one.tipoGeometria, one.trazo))
      .map((one) => geometryOf(one.tipoGeometria, one.trazo))
      .filter((one) => one !== null);
  const isFull = valores.ubicaciones.length >= MAX_UBICACIONES;
  const positions = valores.ubicaciones.reduce((sum, { trazo }) => sum + countVertices(trazo), 0);
  const sent = rechazo?.valores.ubicaciones ?? valores.ubicaciones;
  /** What the registry called an ubicación when it refused it; a later one has a name that no sentence has. */
  const nameOfPlace = (clave: string) => {
    const at = sent.findIndex((one) => one.clave === clave);
    return at < 0 ? `ubicaciones[${clave}]` : `ubicaciones[${at}]`;
  };
  const isTaken =
    rechazo?.claveOcupada !== undefined && valores.claveUnica === rechazo.claveOcupada;

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
      {!obra && <LoQueFalta ejercicios={ejercicios.data} dependencias={dependencias.data} />}
      <fieldset className="grupo de-texto">
        <legend>
          <h2>Datos</h2>
        </legend>
        <CampoTexto
          etiqueta={ETIQUETAS.nombre}
          name="nombre"
          value={valores.nombre}
          onChange={(nombre) => set({ nombre })}
          isRequired
          ayuda="Qué se hace y dónde, como se publicará."
        />
        <CampoTexto
          etiqueta={ETIQUETAS.claveUnica}
          name="claveUnica"
          value={valores.claveUnica}
          onChange={(claveUnica) => set({ claveUnica })}
          isRequired
          entrada={{ autoComplete: 'off', spellCheck: false }}
          ayuda="La que le da su oficina; no se repite en el registro. Por ejemplo SOP-2026-0001."
          error={
            isTaken ? (
              <>
                {rechazo.fallas.fields.claveUnica}{' '}
                <Link href={`/obras?q=${encodeURIComponent(valores.claveUnica)}`}>
                  Buscar la obra con esa clave
                </Link>
              </>
            ) : undefined
          }
        />
        <CampoTexto
          etiqueta={ETIQUETAS.descripcion}
          name="descripcion"
          value={valores.descripcion}
          onChange={(descripcion) => set({ descripcion })}
          isRequired={false}
          renglones={4}
        />
        <div data-campo="municipioId">
          <CampoCombo
            etiqueta={ETIQUETAS.municipioId}
            name="municipioId"
            opciones={opcionesMunicipio}
            selectedKey={valores.municipioId}
            onSelectionChange={(id) => set({ municipioId: id as number | null })}
            isRequired
            vacio="Ningún municipio se llama así."
            ayuda="Escriba una parte de su nombre."
          />
        </div>
      </fieldset>
      <fieldset className="grupo de-texto">
        <legend>
          <h2>Dinero y clasificación</h2>
        </legend>
        <CampoMonto
          etiqueta={ETIQUETAS.monto}
          name="monto"
          value={valores.monto}
          onChange={(monto) => set({ monto })}
          isRequired
          ayuda="Presupuesto en pesos, con centavos si los hay: 1,250,000.50"
        />
        <div data-campo="ejercicioFiscalId">
          <CampoSeleccion
            etiqueta={ETIQUETAS.ejercicioFiscalId}
            name="ejercicioFiscalId"
            opciones={withPresent(
              ejercicios.data
                .filter(({ activo }) => activo)
                .map(({ id, anio }) => ({ id, nombre: String(anio) }))
                .reverse(),
              obra && { id: obra.ejercicioFiscal.id, nombre: String(obra.ejercicioFiscal.anio) },
            )}
            selectedKey={valores.ejercicioFiscalId}
            onSelectionChange={(id) => set({ ejercicioFiscalId: id as number | null })}
            isRequired
          />
        </div>
        <div data-campo="dependenciaId">
          <CampoCombo
            etiqueta={ETIQUETAS.dependenciaId}
            name="dependenciaId"
            opciones={withPresent(
              dependencias.data.map(({ id, nombre, siglas }) => ({
                id,
                nombre,
                detalle: siglas ?? undefined,
              })),
              obra?.dependencia,
            )}
            selectedKey={valores.dependenciaId}
            onSelectionChange={(id) => set({ dependenciaId: id as number | null })}
            isRequired
            vacio="Ninguna dependencia activa se llama así."
          />
        </div>
        <div data-campo="tipoProyectoId">
          <CampoSeleccion
            etiqueta={ETIQUETAS.tipoProyectoId}
            name="tipoProyectoId"
            opciones={[
              { id: 0, nombre: 'Sin tipo de proyecto' },
              ...withPresent(
                tipos.data.filter(({ activo }) => activo),
                obra?.tipoProyecto ?? undefined,
              ),
            ]}
            selectedKey={valores.tipoProyectoId ?? 0}
            onSelectionChange={(id) => set({ tipoProyectoId: (id as number) || null })}
            isRequired={false}
          />
        </div>
        <div data-campo="estatusObraId">
          <CampoSeleccion
            etiqueta={ETIQUETAS.estatusObraId}
            name="estatusObraId"
            opciones={estatus.data}
            selectedKey={valores.estatusObraId}
            onSelectionChange={(id) => set({ estatusObraId: id as number | null })}
            isRequired
          />
        </div>
      </fieldset>
      <fieldset className="grupo" data-campo="ubicaciones">
        <legend>
          <h2>Ubicaciones</h2>
        </legend>
        {valores.ubicaciones.length > 0 && (
          <ol className="ubicaciones">
            {valores.ubicaciones.map((ubicacion, i) => {
              const campo = nameOfPlace(ubicacion.clave);
              const then = sent.find(({ clave }) => clave === ubicacion.clave);
              return (
                <Ubicacion
                  key={ubicacion.clave}
                  ubicacion={ubicacion}
                  numero={i + 1}
                  campo={campo}
                  total={valores.ubicaciones.length}
                  municipioId={valores.municipioId}
                  vecinas={abierta === ubicacion.clave ? vecinasOf(ubicacion) : NINGUNA}
                  municipios={opcionesMunicipio}
                  limites={limites.data}
                  isMapMissing={limites.isError}
                  isOpen={abierta === ubicacion.clave}
                  errorDibujo={
                    then?.trazo === ubicacion.trazo
                      ? rechazo?.fallas.fields[`${campo}.geometriaJson`]
                      : undefined
                  }
                  onToggle={() =>
                    setAbierta((now) => (now === ubicacion.clave ? null : ubicacion.clave))
                  }
                  onChange={(cambios) => apply(ubicacion.clave, cambios)}
                  onMove={(by) => move(ubicacion.clave, by)}
                  onRemove={() => remove(ubicacion.clave)}
                  onMore={(pegados) => addPasted(ubicacion.clave, pegados)}
                />
              );
            })}
          </ol>
        )}
        {positions > MAX_POSICIONES && (
          <Aviso tono="error">
            Las ubicaciones suman {positions} posiciones; el registro toma hasta {MAX_POSICIONES}.
            Simplifique las más detalladas.
          </Aviso>
        )}
        {valores.ubicaciones.length > MAX_UBICACIONES && (
          <Aviso tono="error">
            Hay {valores.ubicaciones.length} ubicaciones; el registro toma hasta {MAX_UBICACIONES}.
          </Aviso>
        )}
        <div className="acciones" ref={agregar}>
          {(Object.keys(TIPOS) as Tipo[]).map((tipo) => (
            <Boton key={tipo} icono={ICONOS[tipo]} onPress={() => add(tipo)} isDisabled={isFull}>
              Agregar {TIPOS[tipo].nombre.toLowerCase()}
            </Boton>
          ))}
        </div>
        {isFull && <p className="ayuda">Una obra tiene hasta {MAX_UBICACIONES} ubicaciones.</p>}
      </fieldset>
      {around.children}
    </Formulario>
  );
}

const NINGUNA: Geometria[] = [];

/** A new registry has no catalogs yet: says what there is to add before a work can refer to it. */
function LoQueFalta({
  ejercicios,
  dependencias,
}: {
  ejercicios: { activo: boolean }[];
  dependencias: object[];
}) {
  const isWithoutYear = !ejercicios.some(({ activo }) => activo);
  if (!isWithoutYear && dependencias.length > 0) return null;
  return (
    <Aviso>
      <p>Para registrar una obra, primero hay que agregar en los catálogos:</p>
      <ul>
        {isWithoutYear && (
          <li>
            un <Link href="/catalogos/ejercicios">ejercicio fiscal</Link>
          </li>
        )}
        {dependencias.length === 0 && (
          <li>
            una <Link href="/catalogos/dependencias">dependencia</Link>
          </li>
        )}
      </ul>
    </Aviso>
  );
}

const ICONOS = { PUNTO: 'punto', RUTA: 'ruta', POLIGONO: 'poligono' } as const;

/** The records on offer, and the one that the work has, which may no longer be. */
function withPresent<One extends Opcion>(offered: One[], present: Opcion | undefined): Opcion[] {
  const options: Opcion[] = offered.map(({ id, nombre, detalle }) => ({ id, nombre, detalle }));
  if (!present || options.some(({ id }) => id === present.id)) return options;
  return [{ id: present.id, nombre: present.nombre, detalle: 'Ya no está activo' }, ...options];
}
