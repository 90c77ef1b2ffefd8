import { keepPreviousData, useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { EN_PROCESO } from '../../../src/core/obras/reglas.ts';
import { useLimites } from '../../core/catalogos.ts';
import { ESTATUS } from '../../core/estatus.ts';
import { Estatus } from '../../core/estatus.tsx';
import { counted, grouped, moment, moneyInWords } from '../../core/formato.ts';
import { BarraFiltros } from '../../core/obras/filtros/barra-filtros.tsx';
import { type Filtros, idsOf } from '../../core/obras/filtros/direccion.ts';
import { useChips, useFiltros } from '../../core/obras/filtros/filtros.ts';
import { Boton } from '../../core/piezas/boton.tsx';
import { hrefOf } from '../../core/piezas/direccion.ts';
import { Esqueleto, Falla, Vacio } from '../../core/piezas/estados.tsx';
import { Pagina } from '../../core/piezas/pagina.tsx';
import { useParametros } from '../../core/piezas/parametros.ts';
import piezas from '../../core/piezas/piezas.module.css';
import { useResumenDeSeguimiento } from '../seguimiento/consultas.ts';
import { dayInWords, percent } from '../seguimiento/palabras.ts';
import { Cruce } from './cruce.tsx';
import type { Grupo, Medida, Resumen } from './cuentas.ts';
import { MapaMunicipios } from './mapa-municipios.tsx';
import { EntreMunicipios } from './municipio.tsx';
import { POR, type Por, sinNombreOf, wayOf } from './por.ts';
import { Reportes } from './reportes.tsx';
import css from './resumen.module.css';
import { TablaGrupos } from './tabla-grupos.tsx';
import { resumenOf } from './totales.ts';

/** The number of works and their amounts, in all and by group, of exactly those that the filters leave. */
export default function ResumenPage() {
  const { filtros } = useFiltros();
  const { params, changeParams } = useParametros();
  const medida = MEDIDAS.find(({ id }) => id === params.get('medida'))?.id ?? 'obras';
  const summaries = useResumenes(filtros);
  const failed = summaries.find(({ error }) => error);
  const [first] = summaries;
  const total = first?.data?.total;
  const isEmpty = total?.obras === 0;
  return (
    <Pagina titulo="Resumen">
      <div className={css.resumen}>
        <BarraFiltros resultado={total && counted(total.obras, 'obra', 'obras')} />
        <FiltrosImpresos filtros={filtros} />
        {failed ? (
          <Falla error={failed.error} onRetry={() => void refetchAll(summaries)} />
        ) : !total ? (
          <Esqueleto renglones={10} />
        ) : (
          <>
            <div className={`${piezas.enFila} ${piezas.aLosLados} ${css.cabeza}`}>
              <Frases
                municipios={first?.data}
                estatus={summaries[POR.findIndex(({ por }) => por === 'estatus')]?.data}
                filtros={filtros}
              />
              {!isEmpty && (
                <fieldset className={`${piezas.juntos} ${piezas.noSeImprime}`}>
                  <legend className={piezas.soloOido}>Qué comparan el mapa y las barras</legend>
                  {MEDIDAS.map(({ id, nombre }) => (
                    <Boton
                      key={id}
                      aria-pressed={medida === id}
                      onPress={() =>
                        changeParams({ medida: id === 'obras' ? undefined : id }, { replace: true })
                      }
                    >
                      {nombre}
                    </Boton>
                  ))}
                </fieldset>
              )}
            </div>
            {isEmpty ? (
              <Vacio
                titulo={
                  Object.keys(filtros).length > 0
                    ? 'Ninguna obra cumple estos filtros.'
                    : 'El registro todavía no tiene obras.'
                }
              >
                {Object.keys(filtros).length > 0 && <p>Quite alguno para ver el resumen.</p>}
              </Vacio>
            ) : (
              <Grupos
                summaries={summaries.map(({ data }) => data)}
                medida={medida}
                filtros={filtros}
              />
            )}
          </>
        )}
      </div>
    </Pagina>
  );
}

/** The tables' answers in three sentences: how many and how much, how they go, and where most of them are. */
function Frases({
  municipios,
  estatus,
  filtros,
}: {
  municipios: Resumen | undefined;
  estatus: Resumen | undefined;
  filtros: Filtros;
}) {
  const { data: marcha } = useResumenDeSeguimiento(filtros);
  if (!municipios) return null;
  const { total, grupos } = municipios;
  const most = grupos.reduce<Grupo | undefined>(
    (best, one) => (best && best.obras >= one.obras ? best : one),
    undefined,
  );
  const running = estatus?.grupos.find(({ id }) => id === EN_PROCESO)?.obras ?? 0;
  return (
    <div className={css.frases} role="status">
      <p>
        <strong>{counted(total.obras, 'obra', 'obras')}</strong>{' '}
        {total.obras === 1 ? 'suma' : 'suman'} <strong>{moneyInWords(total.monto)}</strong>.
      </p>
      {estatus && marcha && total.obras > 0 && (
        <p>
          <strong>{grouped(running)}</strong> en proceso y{' '}
          <strong>{counted(marcha.total.atrasadas, 'atrasada', 'atrasadas')}</strong>; a{' '}
          <strong>{grouped(marcha.total.empezadas - marcha.total.alCorriente)}</strong> de las{' '}
          {grouped(marcha.total.empezadas)} que deben reportar les falta el avance al{' '}
          {dayInWords(marcha.corteEsperado)}.
        </p>
      )}
      {most && (
        <p>
          <strong>{percent(Math.round((1000 * most.obras) / total.obras) / 10)}</strong> de las
          obras {most.obras === 1 ? 'está' : 'están'} en <strong>{most.nombre}</strong>
          {grupos.length > 1 && ', el municipio que más tiene'}.
        </p>
      )}
    </div>
  );
}

/** The measures of map and bars. Inhabitants are known of municipios alone, so the other tables compare pesos then. */
const MEDIDAS = [
  { id: 'obras', nombre: 'Obras' },
  { id: 'monto', nombre: 'Pesos' },
  { id: 'montoPorHabitante', nombre: 'Pesos por habitante' },
] as const satisfies { id: Medida; nombre: string }[];

const NOTA_DE_FONDOS =
  'Una obra con dos fondos cuenta en cada uno, con lo que ese fondo pone; en el total cuenta una vez, con su monto.';

function Grupos({
  summaries,
  medida,
  filtros,
}: {
  summaries: (Resumen | undefined)[];
  medida: Medida;
  filtros: Filtros;
}) {
  const { data: limites } = useLimites();
  const cuenta = medida === 'obras' ? 'obras' : 'monto';
  const of = (por: Por) => {
    const { filtro, nombre, orden } = wayOf(por);
    const titulo = `Por ${nombre.toLowerCase()}`;
    const hrefFor = ({ id }: Grupo) =>
      id === null ? undefined : hrefOf('/obras', { ...filtros, [filtro]: String(id) });
    const resumen = summaries[POR.findIndex((one) => one.por === por)];
    return { resumen, filtros, titulo, orden, hrefFor, medida: cuenta } as const;
  };
  const municipios = { ...of('municipio'), medida };
  const [only, ...more] = idsOf(filtros, 'municipioId');
  const { params, changeParams } = useParametros();
  const tablas: { id: string; nombre: string; tabla: ReactNode }[] = [
    {
      id: 'municipio',
      nombre: 'Municipio',
      tabla: (
        <>
          <div className={css.municipios}>
            <Limites {...municipios} />
            <TablaGrupos {...municipios} />
          </div>
          {only && more.length === 0 && limites && (
            <EntreMunicipios municipioId={Number(only)} filtros={filtros} limites={limites} />
          )}
        </>
      ),
    },
    {
      id: 'reportes',
      nombre: 'Cumplimiento de reportes',
      tabla: <Reportes filtros={filtros} />,
    },
    { id: 'dependencia', nombre: 'Dependencia', tabla: <TablaGrupos {...of('dependencia')} /> },
    { id: 'ejercicioFiscal', nombre: 'Año', tabla: <TablaGrupos {...of('ejercicioFiscal')} /> },
    {
      id: 'estatus',
      nombre: 'Estatus',
      tabla: (
        <TablaGrupos
          {...of('estatus')}
          color={({ id }) => ESTATUS[id ?? 0]?.color}
          nombre={({ id, nombre }) => <Estatus id={id ?? 0} nombre={nombre ?? ''} />}
        />
      ),
    },
    {
      id: 'tipoProyecto',
      nombre: 'Tipo de proyecto',
      tabla: <TablaGrupos {...of('tipoProyecto')} sinNombre={sinNombreOf('tipoProyecto')} />,
    },
    {
      id: 'fondo',
      nombre: 'Fondo',
      tabla: (
        <TablaGrupos {...of('fondo')} sinNombre={sinNombreOf('fondo')} nota={NOTA_DE_FONDOS} />
      ),
    },
    { id: 'cruce', nombre: 'Tabla cruzada', tabla: <Cruce filtros={filtros} cuenta={cuenta} /> },
  ];
  const chosen = tablas.find(({ id }) => id === params.get('tabla')) ?? tablas[0];
  return (
    <Tabs
      className={`${piezas.pila} ${css.tablas}`}
      selectedKey={chosen?.id as string}
      onSelectionChange={(id) =>
        changeParams({ tabla: id === 'municipio' ? undefined : String(id) }, { replace: true })
      }
    >
      <TabList aria-label="Tablas" className={`${css.fichas} ${piezas.noSeImprime}`}>
        {tablas.map(({ id, nombre }) => (
          <Tab key={id} id={id}>
            {nombre}
          </Tab>
        ))}
      </TabList>
      {/* All of them are there for paper. */}
      {tablas.map(({ id, tabla }) => (
        <TabPanel key={id} id={id} shouldForceMount className={css.panel}>
          {tabla}
        </TabPanel>
      ))}
    </Tabs>
  );
}

function Limites(props: {
  resumen: Resumen | undefined;
  medida: Medida;
  hrefFor: (grupo: Grupo) => string | undefined;
}) {
  const { data, error, refetch } = useLimites();
  if (error) return <Falla error={error} onRetry={() => void refetch()} />;
  if (!data || !props.resumen) return <div className={css.mapaMunicipios} aria-busy="true" />;
  return <MapaMunicipios {...props} resumen={props.resumen} limites={data} />;
}

const useResumenes = (filtros: Filtros) =>
  useQueries({
    queries: POR.map(({ por }) => ({
      ...resumenOf(filtros, por),
      placeholderData: keepPreviousData<Resumen>,
    })),
  });

const refetchAll = (summaries: { refetch: () => Promise<unknown> }[]) =>
  Promise.all(summaries.map(({ refetch }) => refetch()));

/** On paper: which works are summed up, and when. */
function FiltrosImpresos({ filtros }: { filtros: Filtros }) {
  const chips = useChips(filtros);
  return (
    <p className={css.soloPapel}>
      {chips.length > 0 ? `${chips.map(({ texto }) => texto).join('; ')}. ` : 'Todas las obras. '}
      Impreso el {moment(new Date())} (hora de Mérida). {location.href}
    </p>
  );
}
