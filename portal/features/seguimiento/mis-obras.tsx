import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { ABIERTAS, CANCELADA, TERMINADA } from '../../../src/core/obras/reglas.ts';
import { api, read, readWhole, type Schema } from '../../core/api.ts';
import { Estatus } from '../../core/estatus.tsx';
import { counted, grouped } from '../../core/formato.ts';
import { Icono } from '../../core/icons.tsx';
import { queryOf } from '../../core/obras/filtros/direccion.ts';
import { Boton, EnlaceBoton } from '../../core/piezas/boton.tsx';
import { hrefOf, nextOf } from '../../core/piezas/direccion.ts';
import { Esqueleto, Falla, Vacio } from '../../core/piezas/estados.tsx';
import { Pagina } from '../../core/piezas/pagina.tsx';
import { useAqui, useParametros } from '../../core/piezas/parametros.ts';
import { CampoConPausa } from '../../core/piezas/pausa.tsx';
import piezas from '../../core/piezas/piezas.module.css';
import { Tabla } from '../../core/piezas/tabla.tsx';
import { VerMas } from '../../core/piezas/ver-mas.tsx';
import { hasPage } from '../../core/rutas.tsx';
import { plazoOfFila } from './atraso.ts';
import cssBarra from './barra.module.css';
import { Barra } from './barra.tsx';
import { ConMisDependencias, SinDependencias } from './mis-dependencias.tsx';
import css from './mis-obras.module.css';
import { asOf, dayInWords } from './palabras.ts';

type Fila = Schema<'FilaDeSeguimiento'>;

/** Rows that are asked for at a time. */
const PAGE = 50;

/** The works of a clerk's agencies: the longest without a report comes first, and each is reported from here. */
export default function MisObras() {
  return (
    <Pagina titulo="Mis obras">
      <ConMisDependencias>
        {(own) =>
          own.length === 0 ? <SinDependencias /> : <DeDependencias dependenciaId={own.join(',')} />
        }
      </ConMisDependencias>
    </Pagina>
  );
}

function DeDependencias({ dependenciaId }: { dependenciaId: string }) {
  const { params, changeParams } = useParametros();
  const q = params.get('q') ?? '';
  const isAll = params.get('ver') === 'todas';
  const resumen = useQuery({
    queryKey: ['seguimiento', 'resumen', dependenciaId],
    queryFn: ({ signal }) =>
      read(
        api.GET('/seguimiento/resumen', {
          params: { query: { ...queryOf({ dependenciaId }), por: 'dependencia' } },
          signal,
        }),
      ),
  });
  if (resumen.error && !resumen.data) {
    return <Falla error={resumen.error} onRetry={() => void resumen.refetch()} />;
  }
  if (!resumen.data) return <Esqueleto />;
  const { total, grupos, corteEsperado } = resumen.data;
  const pending = total.empezadas - total.alCorriente;
  if (total.obras === 0) {
    return (
      <Vacio titulo="Sus dependencias no tienen obras registradas.">
        <p>Las registra un administrador; en cuanto las haya, aparecerán aquí.</p>
      </Vacio>
    );
  }
  return (
    <>
      <p>{grupos.map(({ nombre }) => nombre).join('; ')}</p>
      <div className={`${piezas.enFila} ${css.filtros}`}>
        <fieldset className={piezas.juntos}>
          <legend className={piezas.soloOido}>Qué obras se muestran</legend>
          <Boton aria-pressed={!isAll} onPress={() => changeParams({ ver: undefined })}>
            {`Por reportar (${grouped(pending)})`}
          </Boton>
          <Boton aria-pressed={isAll} onPress={() => changeParams({ ver: 'todas' })}>
            {`Todas (${grouped(total.obras)})`}
          </Boton>
        </fieldset>
        {hasPage('/importar/avances') && (
          <EnlaceBoton href="/importar/avances" icono="importar">
            Reportar varias con una hoja de cálculo
          </EnlaceBoton>
        )}
        <CampoConPausa
          etiqueta="Buscar entre ellas"
          type="search"
          value={q}
          onChange={(text) => changeParams({ q: text }, { replace: true })}
          entrada={{ autoComplete: 'off' }}
        />
      </div>
      <p className={piezas.ayuda}>
        {isAll
          ? 'Primero las que no están terminadas ni canceladas; de cada parte, las que llevan más tiempo sin reporte.'
          : `Las que ya empezaron, no están suspendidas y no tienen un avance al ${dayInWords(corteEsperado)} o después; las que llevan más tiempo sin reporte, primero.`}
      </p>
      {pending === 0 && !isAll ? (
        <Vacio
          titulo={`Sus obras que ya empezaron tienen su avance al ${dayInWords(corteEsperado)}, o uno más nuevo.`}
        >
          <p>No hay nada pendiente. Puede reportar otro avance de cualquiera de ellas.</p>
          <Boton onPress={() => changeParams({ ver: 'todas', q: undefined })}>
            Ver todas mis obras
          </Boton>
        </Vacio>
      ) : (
        <Lista
          filtros={{
            dependenciaId,
            q,
          }}
          partes={isAll ? PARTES : [{ sinReporteDesde: corteEsperado }]}
          onClear={() => changeParams({ q: undefined }, { replace: true })}
        />
      )}
    </>
  );
}

interface Filtros {
  dependenciaId: string;
  q: string;
}

/** The parts of all works, one after the other: those that are open, then those that are over. */
const PARTES = [
  { estatusObraId: ABIERTAS.join(',') },
  { estatusObraId: [TERMINADA, CANCELADA].join(',') },
];

/** The place after which a list goes on: one of its parts, and there a cursor, empty at its beginning. */
interface Lugar {
  parte: number;
  cursor: string;
}

function Lista({
  filtros,
  partes,
  onClear,
}: {
  filtros: Filtros;
  /** The further filters of each part of the list. */
  partes: Record<string, string>[];
  onClear: () => void;
}) {
  const { q, ...others } = filtros;
  const aqui = useAqui();
  const readAt = async ({ parte, cursor }: Lugar, signal: AbortSignal) => {
    const query = { ...others, ...partes[parte], ...(q && { q }), ...(cursor && { cursor }) };
    const { data, headers } = await readWhole(
      api.GET('/seguimiento', {
        // The ids go as the address has them: joined by commas.
        params: { query: { ...(query as object), orden: 'corte', limit: PAGE } },
        signal,
      }),
    );
    const next = nextOf(headers)?.get('cursor');
    const isLast = parte === partes.length - 1;
    return {
      filas: data,
      total: Number(headers.get('x-total-count')),
      next: next ? { parte, cursor: next } : isLast ? undefined : { parte: parte + 1, cursor: '' },
    };
  };
  const lista = useInfiniteQuery({
    queryKey: ['seguimiento', 'mis-obras', filtros, partes],
    queryFn: async ({ pageParam, signal }) => {
      if (pageParam.parte > 0 || pageParam.cursor) return readAt(pageParam, signal);
      // The beginning says how many there are in all, and goes on with the next part where a part is short.
      const all = await Promise.all(
        partes.map((_, parte) => readAt({ parte, cursor: '' }, signal)),
      );
      const last = all.findIndex(({ next }) => next?.cursor);
      const shown = last < 0 ? all : all.slice(0, last + 1);
      return {
        filas: shown.flatMap(({ filas }) => filas),
        total: all.reduce((sum, { total }) => sum + total, 0),
        next: shown.at(-1)?.next,
      };
    },
    initialPageParam: { parte: 0, cursor: '' } as Lugar,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  if (lista.error && !lista.data) {
    return <Falla error={lista.error} onRetry={() => void lista.refetch()} />;
  }
  // The page says nothing of the earlier search without works.
  const isEmpty = lista.data?.pages[0]?.total === 0;
  if (!lista.data || (isEmpty && lista.isPlaceholderData)) return <Esqueleto />;
  const filas = lista.data.pages.flatMap((page) => page.filas);
  const total = lista.data.pages[0]?.total ?? 0;
  if (total === 0) {
    return (
      <Vacio titulo={`Ninguna de ellas tiene las palabras «${q}».`}>
        <Boton onPress={onClear}>Quitar la búsqueda</Boton>
      </Vacio>
    );
  }
  return (
    <>
      <p className={piezas.cuentaRenglones} role="status">
        {counted(total, 'obra', 'obras')}
      </p>
      <Tabla<Fila>
        titulo="Mis obras"
        clase={css.misObras}
        filas={filas}
        claveDe={({ obraId }) => obraId}
        columnas={[
          {
            titulo: 'Obra',
            celda: ({ obraId, nombre, claveUnica, municipio }) => (
              <>
                <Link href={`/obras/${obraId}`}>{nombre}</Link>
                <small>
                  {claveUnica}, {municipio}
                </small>
              </>
            ),
          },
          {
            titulo: 'Estatus',
            sinTitulo: true,
            celda: ({ estatusObraId, estatus }) => <Estatus id={estatusObraId} nombre={estatus} />,
          },
          {
            titulo: 'Último avance',
            sinTitulo: true,
            celda: (fila) => <UltimoAvance fila={fila} />,
          },
          { titulo: 'Plazo', sinTitulo: true, celda: (fila) => <Plazo fila={fila} /> },
          {
            titulo: 'Acciones',
            sinTitulo: true,
            clase: piezas.deAcciones,
            celda: ({ obraId, nombre }) => (
              <div>
                <EnlaceBoton
                  href={hrefOf(`/obras/${obraId}/reportar`, { volver: aqui })}
                  aria-label={`Reportar avance de ${nombre}`}
                >
                  Reportar
                </EnlaceBoton>
                {hasPage('/obras/:id/fotos') && (
                  <EnlaceBoton
                    href={hrefOf(`/obras/${obraId}/fotos`, { volver: aqui })}
                    icono="foto"
                    aria-label={`Fotos de ${nombre}`}
                  >
                    Fotos
                  </EnlaceBoton>
                )}
              </div>
            ),
          },
        ]}
      />
      <VerMas lista={lista}>Ver más obras</VerMas>
    </>
  );
}

function UltimoAvance({ fila: { avanceFisico, fechaCorte } }: { fila: Fila }) {
  if (avanceFisico === null || fechaCorte === null) return 'Nunca se ha reportado';
  return (
    <>
      <Barra valor={avanceFisico} />
      <small>{asOf(fechaCorte)}</small>
    </>
  );
}

function Plazo({ fila }: { fila: Fila }) {
  const { texto, isLate } = plazoOfFila(fila);
  if (!isLate) return texto;
  return (
    <span className={`${piezas.conSenal} ${cssBarra.tarde}`}>
      <Icono nombre="aviso" />
      {texto}
    </span>
  );
}
