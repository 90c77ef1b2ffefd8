import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import { api, readWhole } from '../../core/api.ts';
import { useEstatus, useMunicipios, useTodasLasDependencias } from '../../core/catalogos.ts';
import { Aviso } from '../../core/piezas/avisos.tsx';
import { Boton } from '../../core/piezas/boton.tsx';
import { CampoCombo, CampoSeleccion, type Opcion } from '../../core/piezas/campos.tsx';
import { useDescarga } from '../../core/piezas/descarga.tsx';
import { hrefOf, nextOf } from '../../core/piezas/direccion.ts';
import { Esqueleto, Falla, Vacio } from '../../core/piezas/estados.tsx';
import { MenuAcciones } from '../../core/piezas/menu.tsx';
import { Pagina } from '../../core/piezas/pagina.tsx';
import { useParametros } from '../../core/piezas/parametros.ts';
import piezas from '../../core/piezas/piezas.module.css';
import { VerMas } from '../../core/piezas/ver-mas.tsx';
import { CORTES, type Corte } from './consultas.ts';
import { type Comparacion, frasesOf, sellosOf } from './frases.ts';
import { SumasPorGrupo } from './grupos.tsx';
import { Obras } from './obras.tsx';
import { PRIMERA_VISTA, queryOfVista, vistasOf } from './vistas.ts';

/** Works of a table that are read at a time. */
const PAGE = 50;

/** The filters of this page: those that an office asks for, of all that a cut decides. */
const FILTROS = ['dependenciaId', 'municipioId', 'estatusObraId'] as const;
type Filtros = Partial<Record<(typeof FILTROS)[number], string>>;

/** Two cuts, or one and today: what changed in three sentences, and then in tables. */
export function Comparar() {
  const { data, error, refetch } = useQuery(CORTES);
  return (
    <Pagina titulo="Comparar cortes" antetitulo={<Link href="/cortes">Volver a los cortes</Link>}>
      {error ? (
        <Falla error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Esqueleto />
      ) : data.length === 0 ? (
        <Vacio titulo="Todavía no hay ningún corte que comparar." />
      ) : (
        <Elegidos cortes={data} />
      )}
    </Pagina>
  );
}

function Elegidos({ cortes }: { cortes: Corte[] }) {
  const { params, changeParams } = useParametros();
  const [de, con] = [params.get('de') as string, params.get('con') ?? 'hoy'];
  const filtros = Object.fromEntries(
    FILTROS.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])),
  ) as Filtros;
  const nombres = cortes.map(({ clave, titulo }) => ({
    id: clave,
    nombre: clave,
    detalle: titulo,
  }));
  return (
    <>
      <div className={piezas.filtros}>
        <CampoSeleccion
          etiqueta="De"
          opciones={nombres}
          value={de}
          onChange={(clave) => changeParams({ de: String(clave), con, ver: undefined })}
        />
        <CampoSeleccion
          etiqueta="A"
          opciones={[{ id: 'hoy', nombre: 'Hoy' }, ...nombres]}
          value={con}
          onChange={(clave) => changeParams({ de, con: String(clave), ver: undefined })}
        />
        <FiltrosDeComparacion
          filtros={filtros}
          onChange={(name, value) => changeParams({ [name]: value, ver: undefined })}
        />
      </div>
      <p className={piezas.ayuda}>
        Una obra cuenta si es de esa dependencia, municipio o estatus en uno de los dos lados.
      </p>
      <Diferencias key={`${de} ${con}`} de={de} con={con} filtros={filtros} />
    </>
  );
}

function FiltrosDeComparacion({
  filtros,
  onChange,
}: {
  filtros: Filtros;
  onChange: (name: keyof Filtros, value: string | undefined) => void;
}) {
  const named = (records: { id: number; nombre: string }[] | undefined): Opcion[] =>
    (records ?? []).map(({ id, nombre }) => ({ id: String(id), nombre }));
  const campos: [name: keyof Filtros, etiqueta: string, opciones: Opcion[]][] = [
    ['dependenciaId', 'Dependencia', named(useTodasLasDependencias().data)],
    ['municipioId', 'Municipio', named(useMunicipios().data)],
    ['estatusObraId', 'Estatus', named(useEstatus().data)],
  ];
  return campos.map(([name, etiqueta, opciones]) => (
    <CampoCombo
      // What is typed goes with the choice.
      key={`${name} ${filtros[name]} ${opciones.length > 0}`}
      etiqueta={etiqueta}
      opciones={opciones}
      defaultValue={filtros[name] ?? null}
      onChange={(id) => onChange(name, id === null ? undefined : String(id))}
    />
  ));
}

interface Comparados {
  de: string;
  con: string;
  filtros: Filtros;
}

function Diferencias({ de, con, filtros }: Comparados) {
  const { params, changeParams } = useParametros();
  const ver = params.get('ver') ?? PRIMERA_VISTA;
  const lista = useInfiniteQuery({
    queryKey: ['cortes', 'diferencias', de, con, filtros, ver],
    queryFn: ({ pageParam, signal }) =>
      compare(
        { de, con, filtros },
        { ...queryOfVista(ver), limit: PAGE, ...(pageParam && { cursor: pageParam }) },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    // The sums are the same for every table.
    placeholderData: keepPreviousData,
  });
  const { data, error, isPlaceholderData } = lista;
  const paginas = data?.pages.map(({ comparacion }) => comparacion) as
    | [Comparacion, ...Comparacion[]]
    | undefined;
  const vistas = paginas ? vistasOf(paginas[0]) : [];
  const vista = vistas.find(({ id }) => id === ver);
  // A table without works gives way to the first that has some.
  const otra = isPlaceholderData || vista ? undefined : vistas[0]?.id;
  useEffect(() => {
    if (otra) changeParams({ ver: otra }, { replace: true });
  }, [otra, changeParams]);
  if (!paginas)
    return error ? <Falla error={error} onRetry={() => void lista.refetch()} /> : <Esqueleto />;
  const [comparacion] = paginas;
  return (
    <div className={piezas.pila} aria-busy={isPlaceholderData}>
      {comparacion.alReves && (
        <Aviso>
          <p>«De» es más nuevo que «A»: se cuenta hacia atrás.</p>
          <Boton onPress={() => changeParams({ de: con, con: de, ver: undefined })}>Invertir</Boton>
        </Aviso>
      )}
      <div className={piezas.pilaJunta} role="status">
        {frasesOf(comparacion, Object.keys(filtros).length > 0).map((frase, at) => (
          <p key={frase}>{at === 0 ? <strong>{frase}</strong> : frase}</p>
        ))}
      </div>
      <p className={piezas.ayuda}>{sellosOf(comparacion)}</p>
      {vistas.length > 0 && (
        <>
          <Parte titulo="Obras" acciones={<DescargarCambios de={de} con={con} filtros={filtros} />}>
            <CampoSeleccion
              etiqueta="Qué ver"
              opciones={vistas}
              value={ver}
              onChange={(id) => changeParams({ ver: String(id) }, { replace: true })}
            />
            {vista && !isPlaceholderData ? (
              <>
                <Obras vista={vista} paginas={paginas} />
                <VerMas lista={lista}>Ver más obras</VerMas>
              </>
            ) : (
              <Esqueleto />
            )}
          </Parte>
          <Parte titulo="Sumas">
            <SumasPorGrupo comparacion={comparacion} />
          </Parte>
        </>
      )}
    </div>
  );
}

const Parte = ({
  titulo,
  acciones,
  children,
}: {
  titulo: string;
  acciones?: ReactNode;
  children: ReactNode;
}) => (
  <section className={piezas.pilaJunta} aria-label={titulo}>
    <div className={`${piezas.enFila} ${piezas.aLosLados}`}>
      <h2>{titulo}</h2>
      {acciones && <div>{acciones}</div>}
    </div>
    {children}
  </section>
);

async function compare(
  { de, con, filtros }: Comparados,
  query: { tipo?: 'NUEVA' | 'DESAPARECIDA' | 'CAMBIADA'; campo?: string; limit: number },
  signal: AbortSignal,
): Promise<{ comparacion: Comparacion; next: string | undefined }> {
  const { data, headers } = await readWhole(
    api.GET('/cortes/{clave}/diferencias', {
      params: { path: { clave: de }, query: { con, ...idsIn(filtros), ...query } as never },
      signal,
    }),
  );
  return { comparacion: data, next: nextOf(headers)?.get('cursor') ?? undefined };
}
const idsIn = (filtros: Filtros) =>
  Object.fromEntries(
    Object.entries(filtros).map(([name, ids]) => [name, ids.split(',').map(Number)]),
  );

/** «Descargar»: all changes as files. */
function DescargarCambios({ de, con, filtros }: Comparados) {
  const { download, descargando } = useDescarga();
  return (
    <>
      <MenuAcciones
        boton={
          <Boton icono="descargar" isPending={descargando !== null}>
            Descargar los cambios
          </Boton>
        }
        acciones={[
          ['xlsx', 'Hoja de Excel (XLSX)', 'Las sumas, y un renglón por cambio'],
          ['csv', 'CSV', 'Un renglón por cambio, para programas'],
        ].map(([type = '', nombre = '', detalle = '']) => ({
          ...{ id: type, nombre, detalle },
          onAction: () =>
            void download(hrefOf(`/cortes/${de}/diferencias.${type}`, { con, ...filtros })),
        }))}
      />
      {descargando}
    </>
  );
}
