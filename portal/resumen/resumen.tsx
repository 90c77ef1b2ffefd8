import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { api, read } from '../api.ts';
import { useLimites } from '../catalogos.ts';
import { ESTATUS, Estatus } from '../estatus.tsx';
import { counted, moment } from '../formato.ts';
import { BarraFiltros } from '../obras/filtros/barra-filtros.tsx';
import { type Filtros, idsOf, queryOf, useChips, useFiltros } from '../obras/filtros/filtros.ts';
import { Boton } from '../piezas/boton.tsx';
import { Esqueleto, Falla, Vacio } from '../piezas/estados.tsx';
import { Importe } from '../piezas/importe.tsx';
import { Pagina } from '../piezas/pagina.tsx';
import { hrefOf, useParametros } from '../piezas/parametros.ts';
import piezas from '../piezas/piezas.module.css';
import { Cruce } from './cruce.tsx';
import { MapaMunicipios } from './mapa-municipios.tsx';
import { EntreMunicipios } from './municipio.tsx';
import { POR, type Por, SIN_TIPO, wayOf } from './por.ts';
import { Reportes } from './reportes.tsx';
import css from './resumen.module.css';
import { type Grupo, type Medida, type Resumen, TablaGrupos } from './tabla-grupos.tsx';

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
              <p className={css.total} role="status">
                <strong>{counted(total.obras, 'obra', 'obras')}</strong>
                <span> que suman </span>
                <strong>
                  <Importe monto={total.monto} />
                </strong>
              </p>
              {!isEmpty && (
                <fieldset className={`${piezas.juntos} ${css.medida} ${piezas.noSeImprime}`}>
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

/** The measures of map and bars. Inhabitants are known of municipios alone, so the other tables compare pesos then. */
const MEDIDAS = [
  { id: 'obras', nombre: 'Obras' },
  { id: 'monto', nombre: 'Pesos' },
  { id: 'montoPorHabitante', nombre: 'Pesos por habitante' },
] as const satisfies { id: Medida; nombre: string }[];

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
    const { filtro, titulo, orden } = wayOf(por);
    const hrefFor = ({ id }: Grupo) =>
      id === null ? undefined : hrefOf('/obras', { ...filtros, [filtro]: String(id) });
    const resumen = summaries[POR.findIndex((one) => one.por === por)];
    return { resumen, filtros, titulo, orden, hrefFor, medida: cuenta } as const;
  };
  const municipios = { ...of('municipio'), medida };
  const [only, ...more] = idsOf(filtros, 'municipioId');
  return (
    <>
      <div className={css.municipios}>
        <Limites {...municipios} />
        <TablaGrupos {...municipios} />
      </div>
      {only && more.length === 0 && limites && (
        <EntreMunicipios municipioId={Number(only)} filtros={filtros} limites={limites} />
      )}
      <div className={css.tablas}>
        <TablaGrupos {...of('ejercicioFiscal')} />
        <TablaGrupos
          {...of('estatus')}
          color={({ id }) => ESTATUS[id ?? 0]?.color}
          nombre={({ id, nombre }) => <Estatus id={id ?? 0} nombre={nombre ?? ''} />}
        />
        <TablaGrupos {...of('dependencia')} isWide />
        <TablaGrupos {...of('tipoProyecto')} sinNombre={SIN_TIPO} isWide />
      </div>
      <Reportes filtros={filtros} />
      <Cruce filtros={filtros} cuenta={cuenta} />
    </>
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
      queryKey: ['resumen', por, filtros],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        read(
          api.GET('/obras/resumen', { params: { query: { ...queryOf(filtros), por } }, signal }),
        ),
      placeholderData: keepPreviousData,
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
