import './resumen.css';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { api, read } from '../api.ts';
import { useLimites } from '../catalogos.ts';
import { ESTATUS, Estatus } from '../estatus.tsx';
import { counted, moment, money } from '../formato.ts';
import { BarraFiltros } from '../obras/barra-filtros.tsx';
import { type Filtros, type Lista, queryOf, useChips, useFiltros } from '../obras/filtros.ts';
import { Boton } from '../piezas/boton.tsx';
import { Esqueleto, Falla, Vacio } from '../piezas/estados.tsx';
import { Pagina } from '../piezas/pagina.tsx';
import { hrefOf, useParametros } from '../piezas/parametros.ts';
import { MapaMunicipios } from './mapa-municipios.tsx';
import { type Grupo, type Medida, type Resumen, TablaGrupos } from './tabla-grupos.tsx';

/** The ways to sum works up, each with the filter that narrows the list to one group. */
const POR = [
  { por: 'municipio', filtro: 'municipioId', titulo: 'Por municipio' },
  { por: 'dependencia', filtro: 'dependenciaId', titulo: 'Por dependencia' },
  { por: 'ejercicioFiscal', filtro: 'ejercicioFiscalId', titulo: 'Por año' },
  { por: 'estatus', filtro: 'estatusObraId', titulo: 'Por estatus' },
  { por: 'tipoProyecto', filtro: 'tipoProyectoId', titulo: 'Por tipo de proyecto' },
] as const satisfies { por: string; filtro: Lista; titulo: string }[];
type Por = (typeof POR)[number]['por'];

/** How many works there are and what they amount to, in all and by group, of exactly what the filters leave. */
export default function ResumenPage() {
  const { filtros } = useFiltros();
  const { params, changeParams } = useParametros();
  const medida: Medida = params.get('medida') === 'monto' ? 'monto' : 'obras';
  const summaries = useResumenes(filtros);
  const failed = summaries.find(({ error }) => error);
  const [first] = summaries;
  const total = first?.data?.total;
  const isEmpty = total?.obras === 0;
  return (
    <Pagina titulo="Resumen">
      <div className="resumen">
        <BarraFiltros resultado={total && counted(total.obras, 'obra', 'obras')} />
        <FiltrosImpresos filtros={filtros} />
        {failed ? (
          <Falla error={failed.error} onRetry={() => void refetchAll(summaries)} />
        ) : !total ? (
          <Esqueleto renglones={10} />
        ) : (
          <>
            <div className="en-fila a-los-lados resumen-cabeza">
              <p className="resumen-total" role="status">
                <strong>{counted(total.obras, 'obra', 'obras')}</strong>
                <span> que suman </span>
                <strong>{money(total.monto)}</strong>
              </p>
              {!isEmpty && (
                <fieldset className="juntos medida no-se-imprime">
                  <legend className="solo-oido">Qué comparan el mapa y las barras</legend>
                  <Boton
                    aria-pressed={medida === 'obras'}
                    onPress={() => changeParams({ medida: undefined }, { replace: true })}
                  >
                    Obras
                  </Boton>
                  <Boton
                    aria-pressed={medida === 'monto'}
                    onPress={() => changeParams({ medida: 'monto' }, { replace: true })}
                  >
                    Pesos
                  </Boton>
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

function Grupos({
  summaries,
  medida,
  filtros,
}: {
  summaries: (Resumen | undefined)[];
  medida: Medida;
  filtros: Filtros;
}) {
  const of = (por: Por) => {
    const place = POR.findIndex((one) => one.por === por);
    const { filtro, titulo } = POR[place] as (typeof POR)[number];
    const hrefFor = ({ id }: Grupo) =>
      id === null ? undefined : hrefOf('/obras', { ...filtros, [filtro]: String(id) });
    return { resumen: summaries[place], titulo, hrefFor, medida };
  };
  const municipios = of('municipio');
  return (
    <>
      <div className="resumen-municipios">
        <Limites {...municipios} />
        <TablaGrupos {...municipios} />
      </div>
      <div className="resumen-tablas">
        <TablaGrupos {...of('ejercicioFiscal')} orden="catálogo" />
        <TablaGrupos
          {...of('estatus')}
          orden="catálogo"
          color={({ id }) => ESTATUS[id ?? 0]?.color}
          nombre={({ id, nombre }) => <Estatus id={id ?? 0} nombre={nombre ?? ''} />}
        />
        <TablaGrupos {...of('dependencia')} isWide />
        <TablaGrupos {...of('tipoProyecto')} sinNombre="Sin tipo de proyecto" isWide />
      </div>
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
  if (!data || !props.resumen) return <div className="mapa-municipios" aria-busy="true" />;
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
    <p className="solo-papel">
      {chips.length > 0 ? `${chips.map(({ texto }) => texto).join('; ')}. ` : 'Todas las obras. '}
      Impreso el {moment(new Date())} (hora de Mérida). {location.href}
    </p>
  );
}
