import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { api, readWhole, type Schema } from '../../core/api.ts';
import { counted } from '../../core/formato.ts';
import { Boton } from '../../core/piezas/boton.tsx';
import { CampoSeleccion } from '../../core/piezas/campos.tsx';
import { useDescarga } from '../../core/piezas/descarga.tsx';
import { hrefOf, nextOf } from '../../core/piezas/direccion.ts';
import { Esqueleto, Falla, Vacio } from '../../core/piezas/estados.tsx';
import { Pagina } from '../../core/piezas/pagina.tsx';
import { useParametros } from '../../core/piezas/parametros.ts';
import { CampoConPausa } from '../../core/piezas/pausa.tsx';
import piezas from '../../core/piezas/piezas.module.css';
import { Tabla } from '../../core/piezas/tabla.tsx';
import { VerMas } from '../../core/piezas/ver-mas.tsx';
import { percent } from '../seguimiento/palabras.ts';
import css from './contratistas.module.css';
import { Vigente } from './vigente.tsx';

type Fila = Schema<'FilaDeContratista'>;

/** Firms of a page. */
const PAGE = 50;
const USUAL = '-montoVigente';
const ORDENES = [
  { id: USUAL, nombre: 'Mayor monto vigente' },
  { id: '-contratos', nombre: 'Más contratos' },
  { id: '-crecimiento', nombre: 'Lo que más creció por convenio' },
  { id: '-porCientoMontoDirecto', nombre: 'Más por adjudicación directa' },
  { id: '-obrasAtrasadas', nombre: 'Más obras atrasadas' },
  { id: '-ultimaFirma', nombre: 'Firma más reciente' },
  { id: 'nombre', nombre: 'Nombre' },
];

/** Firms and persons with contracts, each with what these come to. */
export default function Contratistas() {
  const { params, changeParams } = useParametros();
  const q = params.get('q') ?? '';
  const orden = params.get('orden') ?? USUAL;
  const { download, descargando } = useDescarga();
  const asked = { ...(q && { q }), orden };
  return (
    <Pagina
      titulo="Contratistas"
      acciones={
        <Boton
          icono="descargar"
          isPending={descargando !== null}
          onPress={() => void download(hrefOf('/contratistas.xlsx', asked), 'contratistas.xlsx')}
        >
          Descargar
        </Boton>
      }
    >
      {descargando}
      <div className={piezas.pila}>
        <p className={piezas.ayuda}>
          Cada uno con todos sus contratos: se juntan por su RFC y, sin él, por su nombre.
        </p>
        <div className={piezas.filtros}>
          <CampoConPausa
            etiqueta="Buscar por nombre o RFC"
            type="search"
            value={q}
            onChange={(text) => changeParams({ q: text }, { replace: true })}
            entrada={{ autoComplete: 'off' }}
          />
          <CampoSeleccion
            etiqueta="Orden"
            opciones={ORDENES}
            value={orden}
            onChange={(key) => changeParams({ orden: key === USUAL ? undefined : String(key) })}
          />
        </div>
      </div>
      <Lista asked={asked} onClear={() => changeParams({ q: undefined })} />
    </Pagina>
  );
}

function Lista({ asked, onClear }: { asked: { q?: string; orden: string }; onClear: () => void }) {
  const lista = useInfiniteQuery({
    queryKey: ['contratistas', asked],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...asked, ...(pageParam && { cursor: pageParam }), limit: PAGE } as object;
      const { data, headers } = await readWhole(
        api.GET('/contratistas', { params: { query: query as { limit: number } }, signal }),
      );
      return {
        filas: data,
        total: Number(headers.get('x-total-count')),
        next: nextOf(headers)?.get('cursor') ?? undefined,
      };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  if (lista.error && !lista.data)
    return <Falla error={lista.error} onRetry={() => void lista.refetch()} />;
  if (!lista.data) return <Esqueleto />;
  const total = lista.data.pages[0]?.total ?? 0;
  if (total === 0) {
    return asked.q ? (
      <Vacio titulo={`Nadie se llama «${asked.q}» ni tiene ese RFC.`}>
        <Boton onPress={onClear}>Quitar la búsqueda</Boton>
      </Vacio>
    ) : (
      <Vacio titulo="Todavía no hay contratos." />
    );
  }
  return (
    <>
      <p className={piezas.cuentaRenglones} role="status">
        {counted(total, 'contratista', 'contratistas')}
      </p>
      <Tabla<Fila>
        titulo="Contratistas"
        clase={css.contratistas}
        filas={lista.data.pages.flatMap(({ filas }) => filas)}
        claveDe={({ clave }) => clave}
        columnas={[
          {
            titulo: 'Contratista',
            celda: ({ clave, nombre, rfc }) => (
              <>
                <Link href={`/contratistas/${encodeURIComponent(clave)}`}>{nombre}</Link>
                {rfc && <small>{rfc}</small>}
              </>
            ),
          },
          {
            titulo: 'Contratos',
            esNumero: true,
            celda: ({ contratos, dependencias }) => (
              <>
                {contratos}
                <small>{counted(dependencias, 'dependencia', 'dependencias')}</small>
              </>
            ),
          },
          {
            titulo: 'Monto vigente',
            esNumero: true,
            celda: ({ montoVigente }) => <Vigente monto={montoVigente} />,
          },
          {
            titulo: 'Creció',
            esNumero: true,
            celda: ({ crecimiento }) => (crecimiento === null ? '—' : percent(crecimiento)),
          },
          {
            titulo: 'Por adjudicación directa',
            esNumero: true,
            celda: ({ porCientoMontoDirecto }) =>
              porCientoMontoDirecto === null ? '—' : percent(porCientoMontoDirecto),
          },
          {
            titulo: 'Obras atrasadas',
            esNumero: true,
            celda: ({ obrasAtrasadas }) => obrasAtrasadas,
          },
          {
            titulo: 'Obras por revisar',
            esNumero: true,
            celda: ({ obrasPorRevisar }) => obrasPorRevisar ?? 'Sin umbral',
          },
        ]}
      />
      <VerMas lista={lista} />
    </>
  );
}
