import type { Geometry } from 'geojson';
import { type ReactNode, Suspense, useMemo, useRef } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { metresAround } from '../../../../src/core/base/geo.ts';
import { useMunicipios } from '../../catalogos.ts';
import { counted, moment, money } from '../../formato.ts';
import { heightAs, useMinWidth } from '../../piezas/ancho.ts';
import { Aviso } from '../../piezas/avisos.tsx';
import { Boton, EnlaceBoton } from '../../piezas/boton.tsx';
import { Casilla } from '../../piezas/casilla.tsx';
import { Falla, Vacio } from '../../piezas/estados.tsx';
import { refocus } from '../../piezas/foco.ts';
import { ErrorBoundary, Pagina } from '../../piezas/pagina.tsx';
import piezas from '../../piezas/piezas.module.css';
import { useIsAdmin } from '../../usar.ts';
import { useObraElegida } from '../consultas.ts';
import type { Orden } from '../filas.ts';
import { BarraFiltros, Chips } from '../filtros/barra-filtros.tsx';
import { type Filtros, idsOf } from '../filtros/direccion.ts';
import { useChips } from '../filtros/filtros.ts';
import { useTotales } from '../totales.ts';
import { ordenesWith } from './columnas.tsx';
import { type Explorador, useExplorar } from './estado.ts';
import css from './explorar.module.css';
import { LISTA, Lista } from './lista.tsx';
import { MAPA, type MapaDeObras } from './mapa.ts';
import { Botones } from './partes.ts';
import { idOfRow } from './renglon.tsx';
import { useSeleccion } from './seleccion.ts';
import { Seleccionar } from './seleccionar.tsx';
import { CIERRA_TARJETA, Tarjeta } from './tarjeta.tsx';

/** Below this width the tools stand in a dialog, and a button needs no words. */
const PHONE = 600;
/** Metres around a user that are near. */
const CERCA = 500;

const FORMAS = { tabla: css.tabla, panel: css.panel, tarjetas: css.tarjetas };

/** The buttons that open the list and close it. Each takes the other's place, and the focus with it. */
const ABRE = 'ver-la-lista';
const CIERRA = 'cerrar-la-lista';

/** «Ver en el mapa» of a work that the list still has once it has followed the map, or else the work's card on the map. */
function rowOrCard(obraId: number): HTMLElement | null {
  const row = document.getElementById(idOfRow(obraId));
  const isOnItsWay = document.getElementById(CIERRA) !== null && !document.getElementById(LISTA);
  return row ?? (isOnItsWay ? null : document.getElementById(CIERRA_TARJETA));
}

const asHerramientas = heightAs('--herramientas');

/** The works: the map fills the window, and the list of the same filters lies over it. */
export default function Explorar() {
  const explorar = useExplorar();
  const { filtros, orden, vista, isWide, isMapSeen, impresas } = explorar;
  const isPhone = !useMinWidth(PHONE);
  const hasRoom = useMinWidth(1500);
  // With filters that are set the tools still have one line.
  const isTight = useChips(filtros).some(({ filtro }) => filtro !== 'q') ? !hasRoom : isPhone;
  const isAdmin = useIsAdmin();
  const seleccion = useSeleccion();
  const totales = useTotales(filtros);
  const total = totales.data?.total;
  const titulo = useTitulo(filtros);
  const isListSeen = vista !== 'mapa';
  const forma = !isWide ? 'tarjetas' : isMapSeen ? 'panel' : 'tabla';
  const eligeOrden = (
    <EligeOrden ordenes={ordenesWith(filtros)} orden={orden} onChange={explorar.sort} />
  );
  const acciones = (
    <>
      <Botones
        {...{ filtros, orden }}
        total={total?.obras}
        soloIcono={!hasRoom}
        onPrint={(filas) => explorar.change({ impresas: filas })}
      />
      {isAdmin && (
        <EnlaceBoton href="/obras/nueva" tono="principal" icono="agregar" soloIcono={isTight}>
          Registrar obra
        </EnlaceBoton>
      )}
    </>
  );
  const cuantas = (
    <p className={css.totales} role="status" tabIndex={-1} ref={explorar.cabeza}>
      {total && (
        <>
          <strong>{counted(total.obras, 'obra', 'obras')}</strong>
          {total.monto !== undefined && <span>{money(total.monto)}</span>}
        </>
      )}
    </p>
  );
  return (
    <Pagina titulo={titulo} ancho="mapa">
      <EnPapel filtros={filtros} total={total} />
      <div className={css.explorar}>
        <div className={`${css.herramientas} ${piezas.noSeImprime}`} ref={asHerramientas}>
          <BarraFiltros
            resultado={total && counted(total.obras, 'obra', 'obras')}
            orden={eligeOrden}
            lugar={
              MAPA && (
                <MAPA.IrALugar
                  palabras={filtros.q}
                  cerca={explorar.lugar ?? null}
                  soloIcono={!hasRoom}
                  isMarked={explorar.hallado !== undefined}
                  onGo={explorar.goTo}
                  onUnmark={() => explorar.change({ hallado: undefined })}
                />
              )
            }
            acciones={
              isWide && (
                <>
                  {MAPA && <EligeVista vista={vista} onChange={explorar.show} />}
                  {acciones}
                </>
              )
            }
          />
          {!isWide && (
            <div className={css.cabeza}>
              {cuantas}
              {acciones}
            </div>
          )}
        </div>
        {!isListSeen && totales.error && (
          <Falla error={totales.error} onRetry={() => void totales.refetch()} />
        )}
        <div className={css.escena}>
          {MAPA && isMapSeen && !impresas && (
            <div className={`${css.lugarDelMapa} ${isListSeen && isWide ? css.alLado : ''}`}>
              <ErrorBoundary fallback={<SinMapa />}>
                <Suspense
                  fallback={
                    <div className={css.mapaEspera} aria-busy="true">
                      Preparando el mapa…
                    </div>
                  }
                >
                  <MapaConTarjeta Mapa={MAPA.Mapa} {...explorar} cuantas={cuantas} />
                </Suspense>
              </ErrorBoundary>
            </div>
          )}
          <div className={isListSeen ? FORMAS[forma] : css.soloBarra}>
            {isListSeen && isWide && (
              <div className={`${css.cabeza} ${piezas.noSeImprime}`}>
                {cuantas}
                {eligeOrden}
                {isMapSeen && (
                  <Boton
                    id={CIERRA}
                    tono="discreto"
                    icono="cerrar"
                    soloIcono
                    onPress={() => {
                      explorar.show('mapa');
                      refocus(() => document.getElementById(ABRE));
                    }}
                  >
                    Cerrar la lista
                  </Boton>
                )}
              </div>
            )}
            {isListSeen && (
              <Lista
                {...explorar}
                forma={forma}
                onChoose={
                  MAPA &&
                  ((obraId, near) => {
                    explorar.choose(obraId, near);
                    if (near) refocus(() => rowOrCard(obraId));
                  })
                }
                onSort={explorar.sort}
                hrefOf={explorar.hrefOfPage}
                onBeyond={explorar.goToPage}
                vacio={
                  <div className={css.nada}>
                    <Nada filtros={filtros} />
                  </div>
                }
              />
            )}
            {isAdmin && (
              <Seleccionar
                isListHidden={!isListSeen}
                isPhone={isPhone}
                filtros={filtros}
                orden={orden}
                total={total?.obras}
              />
            )}
          </div>
        </div>
        {MAPA && !isWide && (
          <Boton
            className={seleccion ? `${css.alterna} ${css.sobreSeleccion}` : css.alterna}
            icono={isMapSeen ? 'lista' : 'mapa'}
            onPress={() => explorar.show(isMapSeen ? undefined : 'mapa')}
          >
            {isMapSeen ? 'Lista' : 'Mapa'}
          </Boton>
        )}
      </div>
    </Pagina>
  );
}

/** The map with the list over it, or the table. */
const EligeVista = ({
  vista,
  onChange,
}: {
  vista: Explorador['vista'];
  onChange: Explorador['show'];
}) => (
  <ToggleButtonGroup
    className={piezas.juntos}
    aria-label="Vista"
    disallowEmptySelection
    selectedKeys={[vista === 'lista' ? 'lista' : 'mapa']}
    onSelectionChange={([key]) => onChange(key === 'lista' ? 'lista' : undefined)}
  >
    <ToggleButton className={piezas.boton} id="mapa">
      Mapa
    </ToggleButton>
    <ToggleButton className={piezas.boton} id="lista">
      Tabla
    </ToggleButton>
  </ToggleButtonGroup>
);

interface EligeOrdenProps {
  ordenes: ReturnType<typeof ordenesWith>;
  orden: Orden;
  onChange: (orden: Orden) => void;
}

/** The order of the list. The browser's own field: it is small, and phones show it as they show all of them. */
const EligeOrden = ({ ordenes, orden, onChange }: EligeOrdenProps) => (
  <label className={`${piezas.campo} ${css.orden}`}>
    <span>Ordenar</span>
    <select
      value={ordenes.some(({ id }) => id === orden) ? orden : ''}
      onChange={(event) => onChange(event.target.value as Orden)}
    >
      {/* For an order that the address has and the registry has not. */}
      <option value="" disabled hidden>
        Elija…
      </option>
      {ordenes.map(({ id, nombre }) => (
        <option key={id} value={id}>
          {nombre}
        </option>
      ))}
    </select>
  </label>
);

function useTitulo(filtros: Filtros): string {
  const { data: municipios = [] } = useMunicipios();
  const ids = idsOf(filtros, 'municipioId');
  const only = ids.length === 1 && municipios.find(({ id }) => String(id) === ids[0]);
  const what = filtros.favoritas === 'true' ? 'Mis obras favoritas' : 'Obras';
  return only ? `${what} en ${only.nombre}` : what;
}

/**
 * The map, how the list follows it, and the card of the chosen work.
 *
 * @param cuantas the works that the map shows, where no list says it
 */
function MapaConTarjeta({
  Mapa,
  cuantas,
  ...explorar
}: Explorador & { Mapa: MapaDeObras['Mapa']; cuantas: ReactNode }) {
  const { filtros, vista, isWide, elegida, aqui, buscada, choose } = explorar;
  const { data: obra } = useObraElegida(elegida);
  const places = useMemo(
    () => obra?.ubicaciones.map(({ geometriaJson }) => geometriaJson as Geometry),
    [obra],
  );
  const isSought = buscada !== undefined && buscada.obraId === obra?.id;
  const cerca = aqui && metresAround(aqui, CERCA);
  const isNear = cerca !== undefined && filtros.bbox === cerca.join(',');
  const top = useRef<HTMLDivElement>(null);
  return (
    <Mapa
      filtros={filtros}
      lugar={explorar.lugar}
      encuadre={explorar.encuadre}
      hallado={explorar.hallado}
      isBesideList={isWide && vista === undefined}
      onMove={explorar.move}
      onView={(next) => explorar.change({ enVista: next })}
      onChoose={choose}
      onSpot={(spot) => explorar.listPart(spot, true)}
      onLocate={(position) => explorar.change({ aqui: position })}
      elegida={elegida ? places : undefined}
      alcance={isSought ? (buscada.isNear ? 'cerca' : 'a la vista') : undefined}
    >
      <div className={css.arribaDerecha}>
        <div className={css.opcionesMapa} ref={top}>
          <Casilla
            className={css.opcion}
            isSelected={explorar.sigueAlMapa}
            onChange={explorar.listInView}
          >
            Listar sólo lo que se ve
          </Casilla>
          {cerca && (
            <Boton
              aria-pressed={isNear}
              onPress={() => (isNear ? explorar.listInView(false) : explorar.listPart(cerca))}
            >
              Listar a menos de {CERCA} m de mí
            </Boton>
          )}
          {isWide && vista === 'mapa' && (
            <>
              {cuantas}
              <Boton
                id={ABRE}
                icono="lista"
                onPress={() => {
                  explorar.show(undefined);
                  refocus(() => document.getElementById(CIERRA));
                }}
              >
                Ver la lista
              </Boton>
            </>
          )}
        </div>
        {elegida && (
          <Tarjeta
            id={elegida}
            onClose={() => {
              // The focus is not lost with the card. On a phone there is something to focus only after that.
              requestAnimationFrame(() =>
                top.current?.querySelector<HTMLElement>('button, input')?.focus(),
              );
              choose(undefined);
            }}
          />
        )}
      </div>
    </Mapa>
  );
}

/** In the place of a map that did not come, or that failed. */
const SinMapa = () => (
  <div className={css.mapaEspera}>
    <Aviso>
      <p>No se pudo cargar el mapa. Las mismas obras están en la lista.</p>
      <Boton onPress={() => location.reload()}>Cargar de nuevo</Boton>
    </Aviso>
  </div>
);

/** The head of a printed list: its filters, and when and where it was printed. */
function EnPapel({
  filtros,
  total,
}: {
  filtros: Filtros;
  total: { obras: number; monto?: number } | undefined;
}) {
  const chips = useChips(filtros);
  return (
    <div className={css.enPapel}>
      <p>{chips.length > 0 ? chips.map(({ texto }) => texto).join(' · ') : 'Todas las obras'}</p>
      {total && (
        <p>
          {counted(total.obras, 'obra', 'obras')}
          {total.monto !== undefined && `, ${money(total.monto)} en total`}
        </p>
      )}
      <p>
        Registro de Obras Públicas · {moment(new Date())} · {location.href}
      </p>
    </div>
  );
}

/** The notice where nothing passes the filters, or there is nothing at all. */
function Nada({ filtros }: { filtros: Filtros }) {
  const chips = useChips(filtros);
  const isAdmin = useIsAdmin();
  if (chips.length === 0) {
    return (
      <Vacio titulo="El registro todavía no tiene obras.">
        {isAdmin ? (
          <EnlaceBoton href="/obras/nueva" tono="principal" icono="agregar">
            Registrar la primera obra
          </EnlaceBoton>
        ) : (
          <p>Cuando un administrador registre la primera, aparecerá aquí.</p>
        )}
      </Vacio>
    );
  }
  if (filtros.favoritas === 'true' && chips.length === 1) {
    return (
      <Vacio titulo="Todavía no tiene obras favoritas.">
        <p>Marque una con la estrella, en la lista o en su ficha, y la encontrará aquí.</p>
        <EnlaceBoton href="/obras">Ver todas las obras</EnlaceBoton>
      </Vacio>
    );
  }
  return (
    <Vacio titulo="Ninguna obra cumple estos filtros.">
      <p>Quite uno para ver más:</p>
      <Chips chips={chips} />
    </Vacio>
  );
}
