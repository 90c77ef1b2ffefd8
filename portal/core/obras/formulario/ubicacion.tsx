import { memo, useMemo, useState } from 'react';
import { Ubicacion as ETIQUETAS } from '../../../generado/etiquetas.ts';
import { useLimites, useLocalidades } from '../../catalogos.ts';
import type { Pegado } from '../../geometria/coordenadas.ts';
import { boxOf } from '../../geometria/limites.ts';
import { measureOf } from '../../geometria/medidas.ts';
import { type Geometria, isEmpty, TIPOS } from '../../geometria/trazo.ts';
import { Icono } from '../../icons.tsx';
import { Boton } from '../../piezas/boton.tsx';
import { CampoCombo, CampoSugerido, CampoTexto, type Opcion } from '../../piezas/campos.tsx';
import { Confirmacion } from '../../piezas/dialogo.tsx';
import { Mover } from '../../piezas/mover.tsx';
import piezas from '../../piezas/piezas.module.css';
import css from './formulario-obra.module.css';
import { LugarUbicacion } from './lugar.tsx';
import { type Cambios, type Observacion, review } from './revision.ts';
import type { UbicacionEscrita } from './valores.ts';

interface Props {
  ubicacion: UbicacionEscrita;
  /** The ubicación's place in the list, from 1. */
  numero: number;
  /** Its name in the registry's sentences: `ubicaciones[0]`. */
  campo: string;
  /** The number of ubicaciones. */
  total: number;
  /** The work's: it is that of its ubicaciones, too, unless they have another. */
  municipioId: number | null;
  /** The work's other geometries, where this one is open. */
  vecinas: Geometria[];
  municipios: Opcion[];
  isOpen: boolean;
  errorDibujo: string | undefined;
  onToggle: () => void;
  onChange: (cambios: Cambios) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
  onMore: (pegados: Pegado[]) => void;
}

/**
 * One place of a work, in words and drawn. Closed, it is a line of its contents.
 *
 * A work may have 500, so one is drawn again only when something of its own has changed. Its functions change the form as
 * it then is, whichever drawing they are of.
 */
export const Ubicacion = memo(UbicacionEntera, (one, other) =>
  (Object.keys(other) as (keyof Props)[]).every(
    (name) => typeof other[name] === 'function' || Object.is(one[name], other[name]),
  ),
);

function UbicacionEntera({
  ubicacion,
  numero,
  campo,
  municipioId,
  isOpen,
  onChange,
  ...props
}: Props) {
  const { direccion, tipoGeometria: tipo, trazo } = ubicacion;
  const { municipios } = props;
  const limites = useLimites().data;
  const [isRemoving, setRemoving] = useState(false);
  const nombre = `Ubicación ${numero}`;
  const nameOf = (id: number) => municipios.find((one) => one.id === id)?.nombre ?? `${id}`;
  const catalogo = useLocalidades(isOpen ? (ubicacion.municipioId ?? municipioId) : null).data;
  const localidades = useMemo(
    () => [...new Set(catalogo?.map((localidad) => localidad.nombre))],
    [catalogo],
  );
  const change = (cambios: Partial<UbicacionEscrita>) => onChange({ ubicacion: cambios });
  // An open ubicación says what is missing beside its fields, once it was sent.
  const notes = review(ubicacion, municipioId, limites, nameOf).filter(
    ({ clase }) => clase !== 'falta' || !isOpen,
  );
  const isBlank = isEmpty(trazo) && direccion.trim() === '';

  return (
    <li className={`${css.ubicacion} ${piezas.tarjeta}`} id={ubicacion.clave}>
      <Cabeza
        {...props}
        ubicacion={ubicacion}
        numero={numero}
        isOpen={isOpen}
        onRemove={() => (isBlank ? props.onRemove() : setRemoving(true))}
      />
      {isOpen || <Observaciones notes={notes} onChange={onChange} />}
      {isOpen && (
        <div className={css.ubicacionCampos}>
          <LugarUbicacion
            nombre={nombre}
            campo={`${campo}.geometriaJson`}
            forma={{ tipoGeometria: tipo, trazo }}
            onChange={change}
            onMore={props.onMore}
            vecinas={props.vecinas}
            bbox={boxOf(ubicacion.municipioId ?? municipioId, limites)}
            error={props.errorDibujo}
          />
          {/* Below the map: remarks that appear must not move it away from under the pointer. */}
          <Observaciones notes={notes} onChange={onChange} />
          <div className={css.deTexto}>
            <CampoTexto
              etiqueta={ETIQUETAS.direccion}
              name={`${campo}.direccion`}
              value={direccion}
              onChange={(text) => change({ direccion: text })}
              isRequired
              ayuda="Calle, número y colonia, o entre qué calles."
            />
            <CampoSugerido
              etiqueta={ETIQUETAS.localidadReferencia}
              name={`${campo}.localidadReferencia`}
              value={ubicacion.localidadReferencia}
              onChange={(text) => change({ localidadReferencia: text })}
              nombres={localidades}
              vacio={
                catalogo
                  ? 'Ninguna del catálogo se llama así: se guarda como la escriba.'
                  : 'Con el municipio elegido, aquí se sugieren sus localidades.'
              }
              isRequired={false}
              ayuda="Escriba una parte de su nombre; puede ser otra que las del catálogo."
            />
            <CampoTexto
              etiqueta={ETIQUETAS.referenciaLugar}
              name={`${campo}.referenciaLugar`}
              value={ubicacion.referenciaLugar}
              onChange={(text) => change({ referenciaLugar: text })}
              isRequired={false}
              ayuda="Por ejemplo: frente a la plaza."
            />
            <MunicipioUbicacion
              campo={campo}
              ubicacion={ubicacion}
              deLaObra={municipioId === null ? null : nameOf(municipioId)}
              municipios={municipios}
              onChange={(own) => change({ municipioId: own })}
            />
          </div>
        </div>
      )}
      <Confirmacion
        titulo={`Quitar la ubicación ${numero}`}
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        accion="Quitar"
        onConfirm={async () => props.onRemove()}
      >
        <p>Se quita de la obra lo dibujado y lo escrito de esta ubicación.</p>
      </Confirmacion>
    </li>
  );
}

/** The ubicación in a line, with the things to do with it as a whole. */
function Cabeza({
  ubicacion: { direccion, tipoGeometria: tipo, trazo },
  numero,
  isOpen,
  ...props
}: Pick<Props, 'ubicacion' | 'numero' | 'total' | 'isOpen' | 'onToggle' | 'onMove' | 'onRemove'>) {
  return (
    <div className={`${piezas.enFila} ${piezas.aLosLados} ${css.ubicacionCabeza}`}>
      <h3>
        <button
          type="button"
          className={`${piezas.llano} ${css.ubicacionAbre}`}
          aria-expanded={isOpen}
          onClick={props.onToggle}
        >
          <Icono nombre={isOpen ? 'arriba' : 'abajo'} />
          <span>
            Ubicación {numero}: {TIPOS[tipo].nombre.toLowerCase()}
            {!isOpen && (
              <small>
                {direccion || 'sin dirección'} · {measureOf(tipo, trazo)}
              </small>
            )}
          </span>
        </button>
      </h3>
      <div className={piezas.acciones}>
        {props.total > 1 && (
          <Mover
            nombre={`la ubicación ${numero}`}
            isFirst={numero === 1}
            isLast={numero === props.total}
            onMove={props.onMove}
          />
        )}
        <Boton tono="discreto" icono="eliminar" onPress={props.onRemove}>
          Quitar<span className={piezas.soloOido}> la ubicación {numero}</span>
        </Boton>
      </div>
    </div>
  );
}

function Observaciones({
  notes,
  onChange,
}: {
  notes: Observacion[];
  onChange: (cambios: Cambios) => void;
}) {
  return (
    <ul className={css.observaciones} aria-live="polite">
      {notes.map(({ texto, clase, remedios }) => (
        <li
          key={texto}
          className={
            clase === 'duda' || clase === 'nota' ? piezas.aviso : `${piezas.aviso} ${piezas.error}`
          }
        >
          <Icono nombre="aviso" />
          <div>
            <p>{texto}</p>
            {remedios.length > 0 && (
              <div className={piezas.acciones}>
                {remedios.map(({ nombre, cambios }) => (
                  <Boton key={nombre} onPress={() => onChange(cambios)}>
                    {nombre}
                  </Boton>
                ))}
              </div>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The work's municipio, unless this place lies in another one. */
function MunicipioUbicacion(props: {
  campo: string;
  ubicacion: UbicacionEscrita;
  deLaObra: string | null;
  municipios: Opcion[];
  onChange: (municipioId: number | null) => void;
}) {
  const { campo, ubicacion, deLaObra, municipios, onChange } = props;
  const [isOwn, setOwn] = useState(ubicacion.municipioId !== null);
  if (ubicacion.municipioId === null && !isOwn) {
    return (
      <div className={piezas.campo} data-campo={`${campo}.municipioId`}>
        <p>
          <strong>Municipio:</strong> {deLaObra ?? 'el de la obra, que aún no se elige'}
        </p>
        <div className={piezas.acciones}>
          <Boton onPress={() => setOwn(true)}>Está en otro municipio</Boton>
        </div>
      </div>
    );
  }
  return (
    <div data-campo={`${campo}.municipioId`} className={piezas.pilaJunta}>
      <CampoCombo
        etiqueta="Municipio de esta ubicación"
        name={`${campo}.municipioId`}
        opciones={municipios}
        selectedKey={ubicacion.municipioId}
        onSelectionChange={(id) => onChange(id as number | null)}
      />
      <div className={piezas.acciones}>
        <Boton
          onPress={() => {
            setOwn(false);
            onChange(null);
          }}
        >
          Usar el de la obra
        </Boton>
      </div>
    </div>
  );
}
