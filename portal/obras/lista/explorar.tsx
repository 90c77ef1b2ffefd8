import type { Geometry } from 'geojson';
import {
  type ComponentProps,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import {
  Tab,
  TabList,
  TabPanel,
  Tabs,
  ToggleButton,
  ToggleButtonGroup,
} from 'react-aria-components';
import { useMunicipios } from '../../catalogos.ts';
import { counted } from '../../formato.ts';
import type { Hallado } from '../../mapa/hallado.ts';
import { useMinWidth } from '../../piezas/ancho.ts';
import { Aviso } from '../../piezas/avisos.tsx';
import { Boton, EnlaceBoton } from '../../piezas/boton.tsx';
import { Casilla } from '../../piezas/casilla.tsx';
import { Falla, Vacio } from '../../piezas/estados.tsx';
import { Importe } from '../../piezas/importe.tsx';
import { Contencion, Pagina } from '../../piezas/pagina.tsx';
import { useParametros } from '../../piezas/parametros.ts';
import { PART_MISSING, useParte } from '../../piezas/parte.ts';
import piezas from '../../piezas/piezas.module.css';
import { useIsAdmin } from '../../sesion.ts';
import { IrALugar } from '../buscador/ir-a-lugar.tsx';
import { type Orden, useObraElegida, useTotales } from '../consultas.ts';
import { BarraFiltros, Chips } from '../filtros/barra-filtros.tsx';
import {
  type Filtros,
  idsOf,
  NOTHING,
  seekingOf,
  useChips,
  useFiltros,
} from '../filtros/filtros.ts';
import { ordenesWith, ordenOf } from './columnas.tsx';
import { Descargar } from './descargar.tsx';
import type TheObrasEnVista from './en-vista.tsx';
import css from './explorar.module.css';
import { Lista } from './lista.tsx';
import { keepLista } from './lugar-en-lista.ts';
import { Seleccionar } from './seleccionar.tsx';
import { Tarjeta } from './tarjeta.tsx';

const MapaObras = lazy(() => import('../../mapa/mapa-obras.tsx'));
const bringEnVista = () => import('./en-vista.tsx');

/** From this width on the map and the list stand side by side, in pixels. */
const SIDE_BY_SIDE = 1100;
/** Below this width a row of the list is a card. */
const PHONE = 600;

const VISTAS = ['mapa', 'lista'] as const;

/** The works, on a map and in a list of the same filter. All that is chosen here stands in the address. */
export default function Explorar() {
  const { params, changeParams } = useParametros();
  const { filtros, changeFiltros } = useFiltros();
  const isWide = useMinWidth(SIDE_BY_SIDE);
  const isPhone = !useMinWidth(PHONE);
  const hasRoom = useMinWidth(1400);
  const isAdmin = useIsAdmin();
  const totales = useTotales(filtros);
  const titulo = useTitulo(filtros);
  const encuadre = useEncuadre(filtros, params.get('lugar'));
  const orden = ordenOf(params.get('orden'), filtros);
  const elegida = params.get('obra') ?? undefined;
  const vista = VISTAS.find((one) => one === params.get('vista'));
  const isAlone = isWide && vista === 'lista';
  const isListHidden = isWide ? vista === 'mapa' : vista !== 'lista';
  const total = totales.data?.total;
  const search = params.toString();
  useEffect(() => keepLista(search), [search]);

  // A work that is chosen here and now is brought into sight; an address that is opened keeps its place.
  const [sought, setSought] = useState<{ obraId: number; isNear: boolean }>();
  const choose = (obraId: number | undefined, isNear = false) => {
    setSought(obraId === undefined ? undefined : { obraId, isNear });
    changeParams(
      {
        obra: obraId === undefined ? undefined : String(obraId),
        // A choice where only the list is seen is shown on the map.
        ...(obraId !== undefined && vista === 'lista' && { vista: isWide ? undefined : 'mapa' }),
      },
      { replace: vista !== 'lista' },
    );
  };
  /** The map shows a place, also where only the list was seen. */
  const [hallado, setHallado] = useState<Hallado>();
  const goTo = (lugar: string, destination: Hallado | undefined) => {
    setHallado(destination);
    changeParams({ lugar, ...(vista === 'lista' && { vista: isWide ? undefined : 'mapa' }) });
  };
  const sort = (next: Orden) =>
    changeParams({ orden: next === ordenOf(null, filtros) ? undefined : next });

  const lista = (
    <Lista
      filtros={filtros}
      orden={orden}
      forma={isPhone ? 'tarjetas' : isAlone ? 'tabla' : 'panel'}
      elegida={elegida}
      onChoose={choose}
      onSort={sort}
      vacio={<Nada filtros={filtros} />}
    />
  );
  const mapa = (
    <Contencion sino={<SinMapa />}>
      <Suspense fallback={<div className={css.mapaEspera}>Preparando el mapa…</div>}>
        <MapaConLista
          filtros={filtros}
          orden={orden}
          isBesideList={isWide && !vista}
          elegida={elegida}
          onChoose={choose}
          buscada={sought}
          lugar={params.get('lugar') ?? undefined}
          hallado={hallado}
          encuadre={encuadre}
          onMove={(lugar, bbox) =>
            changeParams(
              { lugar, ...(filtros.bbox && { bbox: bbox.join(',') }) },
              { replace: true },
            )
          }
          onFollow={(bbox) => changeFiltros({ bbox: bbox?.join(',') })}
          onList={(bbox) => changeParams({ bbox: bbox.join(','), vista: 'lista' })}
        />
      </Suspense>
    </Contencion>
  );
  const acciones = (
    <>
      <Descargar {...{ filtros, orden, titulo }} total={total?.obras} soloIcono={isPhone} />
      {isAdmin && (
        <EnlaceBoton href="/obras/nueva" tono="principal" icono="agregar" soloIcono={isPhone}>
          Registrar obra
        </EnlaceBoton>
      )}
    </>
  );
  const totalesEnFila = (
    <p className={css.totales} role="status">
      {total && (
        <>
          <strong>{counted(total.obras, 'obra', 'obras')}</strong>
          <span>
            <Importe monto={total.monto} />
            <span className={piezas.soloAncho}> en total</span>
          </span>
        </>
      )}
    </p>
  );
  const eligeOrden = <EligeOrden ordenes={ordenesWith(filtros)} orden={orden} onChange={sort} />;
  return (
    <Pagina titulo={titulo} ancho="mapa" acciones={!isPhone && acciones}>
      <p className={css.soloImpreso}>
        Para imprimir la lista use «Descargar», «Imprimir la lista».
      </p>
      <div className={css.explorar}>
        <BarraFiltros
          resultado={total && counted(total.obras, 'obra', 'obras')}
          orden={isPhone && eligeOrden}
          lugar={
            <IrALugar
              palabras={filtros.q}
              cerca={params.get('lugar')}
              soloIcono={!hasRoom}
              isMarked={hallado !== undefined}
              onGo={goTo}
              onUnmark={() => setHallado(undefined)}
            />
          }
        />
        {/* On a phone all of this stands beside the tabs, and the map or the list begins sooner. */}
        {!isPhone && (
          <div
            className={`${piezas.enFila} ${piezas.aLosLados} ${css.sobreLista} ${piezas.noSeImprime}`}
          >
            {totalesEnFila}
            {isWide && (
              <EligeVista
                vista={vista}
                onChange={(one) => changeParams({ vista: one === 'ambos' ? undefined : one })}
              />
            )}
            {!isListHidden && eligeOrden}
          </div>
        )}
        {isListHidden && totales.error && (
          <Falla error={totales.error} onRetry={() => void totales.refetch()} />
        )}
        <Vistas
          isWide={isWide}
          vista={vista}
          mapa={mapa}
          lista={lista}
          onChange={(one) => changeParams({ vista: one })}
          antes={isPhone && totalesEnFila}
          despues={isPhone && acciones}
        />
        {isAdmin && (
          <Seleccionar
            isListHidden={isListHidden}
            isPhone={isPhone}
            filtros={filtros}
            orden={orden}
            total={total?.obras}
          />
        )}
      </div>
    </Pagina>
  );
}

/** Map and list beside each other, or one at a time. */
function Vistas({
  isWide,
  vista,
  mapa,
  lista,
  onChange,
  antes,
  despues,
}: {
  isWide: boolean;
  vista: (typeof VISTAS)[number] | undefined;
  mapa: ReactNode;
  lista: ReactNode;
  onChange: (vista: string) => void;
  /** The content before and after the tabs. */
  antes: ReactNode;
  despues: ReactNode;
}) {
  return isWide ? (
    <div className={vista ? css.unoSolo : css.ladoALado}>
      {vista !== 'lista' && mapa}
      {vista !== 'mapa' && <div className={css.deLista}>{lista}</div>}
    </div>
  ) : (
    <Tabs
      className={css.vistas}
      selectedKey={vista ?? 'mapa'}
      onSelectionChange={(key) => onChange(String(key))}
    >
      <div className={`${piezas.enFila} ${css.filaVistas}`}>
        {antes}
        <TabList aria-label="Vista" className={css.fichasVista}>
          <Tab id="mapa">Mapa</Tab>
          <Tab id="lista">Lista</Tab>
        </TabList>
        {despues}
      </div>
      <TabPanel id="mapa" className={css.panelVista}>
        {mapa}
      </TabPanel>
      <TabPanel id="lista" className={css.panelVista}>
        {lista}
      </TabPanel>
    </Tabs>
  );
}

/** Map, list or both. */
const EligeVista = ({
  vista = 'ambos',
  onChange,
}: {
  vista: string | undefined;
  onChange: (vista: string) => void;
}) => (
  <ToggleButtonGroup
    className={`${piezas.juntos} ${css.eligeVista}`}
    aria-label="Vista"
    disallowEmptySelection
    selectedKeys={[vista]}
    onSelectionChange={([key]) => onChange(String(key))}
  >
    <ToggleButton className={piezas.boton} id="ambos">
      Mapa y lista
    </ToggleButton>
    <ToggleButton className={piezas.boton} id="mapa">
      Mapa
    </ToggleButton>
    <ToggleButton className={piezas.boton} id="lista">
      Lista
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
  <label className={piezas.campo}>
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

/** The filters that the map has moved for. They outlive the map: filters chosen while only the list shows move it later. */
function useEncuadre(filtros: Filtros, lugar: string | null) {
  const seeking = seekingOf(filtros);
  // An address opens where it says.
  return useRef(lugar || seeking === NOTHING ? seeking : undefined);
}

function useTitulo(filtros: Filtros): string {
  const { data: municipios = [] } = useMunicipios();
  const ids = idsOf(filtros, 'municipioId');
  const only = ids.length === 1 && municipios.find(({ id }) => String(id) === ids[0]);
  const what = filtros.favoritas === 'true' ? 'Mis obras favoritas' : 'Obras';
  return only ? `${what} en ${only.nombre}` : what;
}

type EstadoDelMapa = Pick<
  ComponentProps<typeof MapaObras>,
  'filtros' | 'lugar' | 'hallado' | 'encuadre' | 'onMove'
> & {
  orden: Orden;
  /** Whether the list is seen beside the map. */
  isBesideList: boolean;
  /** The work that was chosen on this page, to be seen at all or from near. */
  buscada: { obraId: number; isNear: boolean } | undefined;
  elegida: string | undefined;
  onChoose: (obraId: number | undefined) => void;
  /** Lists only the works in sight, or everything again. */
  onFollow: (bbox: number[] | undefined) => void;
  /** Shows the list in the map's place, with the works in sight. */
  onList: (bbox: number[]) => void;
};

/** The map and its cards: the works in sight by name, those on one spot, the chosen one. */
function MapaConLista({
  filtros,
  orden,
  isBesideList,
  elegida,
  onChoose,
  onFollow,
  onList,
  buscada,
  ...place
}: EstadoDelMapa) {
  const [inSight, setInSight] = useState<number[]>();
  const [spot, setSpot] = useState<number[]>();
  const [isListed, setListed] = useState(false);
  const [aqui, setAqui] = useState<[number, number]>();
  const [isNearListed, setNearListed] = useState(false);
  const { data: obra } = useObraElegida(elegida);
  const places = useMemo(
    () => obra?.ubicaciones.map(({ geometriaJson }) => geometriaJson as Geometry),
    [obra],
  );
  const desde = isNearListed && !spot ? aqui : undefined;
  const listed = spot ?? (desde || (isListed && !isBesideList) ? inSight : undefined);
  const top = useRef<HTMLDivElement>(null);
  // The focus does not get lost with the card that closes. On a phone there is something to focus only after that.
  const focusTop = () =>
    requestAnimationFrame(() => top.current?.querySelector<HTMLElement>('button, input')?.focus());
  return (
    <MapaObras
      {...place}
      filtros={filtros}
      onView={setInSight}
      onChoose={onChoose}
      onSpot={setSpot}
      onLocate={setAqui}
      elegida={elegida ? places : undefined}
      alcance={
        buscada && buscada.obraId === obra?.id
          ? buscada.isNear
            ? 'cerca'
            : 'a la vista'
          : undefined
      }
    >
      <div className={css.arribaDerecha}>
        <div className={css.opcionesMapa} ref={top}>
          {/* Beside the list it says what that lists. Where there is no list, it brings one. */}
          {isBesideList ? (
            <Casilla
              isSelected={filtros.bbox !== undefined}
              onChange={(only) => onFollow(only ? inSight : undefined)}
            >
              Listar sólo lo que se ve
            </Casilla>
          ) : (
            <Boton
              aria-expanded={isListed && !spot && !desde}
              onPress={() => {
                setListed(!isListed || isNearListed);
                setNearListed(false);
              }}
            >
              Obras en esta vista
            </Boton>
          )}
          {aqui && (
            <Boton
              aria-expanded={desde !== undefined}
              onPress={() => {
                setSpot(undefined);
                setNearListed(!isNearListed);
              }}
            >
              A menos de 500 m de mí
            </Boton>
          )}
        </div>
        {listed && (
          <ObrasEnVista
            key={spot ? 'lugar' : desde ? 'cerca' : 'vista'}
            titulo={
              spot
                ? 'Obras en este lugar'
                : desde
                  ? 'Obras a menos de 500 m de mí'
                  : 'Obras en esta vista'
            }
            desde={desde}
            filtros={filtros}
            vista={listed}
            orden={orden}
            elegida={elegida}
            onChoose={onChoose}
            onList={isBesideList || desde ? undefined : () => onList(listed)}
            onClose={() => {
              focusTop();
              if (spot) setSpot(undefined);
              else if (desde) setNearListed(false);
              else setListed(false);
            }}
          />
        )}
        {elegida && (
          <Tarjeta
            id={elegida}
            onClose={() => {
              focusTop();
              onChoose(undefined);
            }}
          />
        )}
      </div>
    </MapaObras>
  );
}

function ObrasEnVista(props: ComponentProps<typeof TheObrasEnVista>) {
  const { Parte, isMissing } = useParte(bringEnVista);
  if (Parte) return <Parte {...props} />;
  return isMissing ? <p className={css.sobreMapa}>{PART_MISSING}</p> : null;
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
