import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Fragment, lazy, type ReactNode, Suspense } from 'react';
import { Link, useParams } from 'wouter';
import { api, read, readWhole, type Schema } from '../../core/api.ts';
import { counted, money } from '../../core/formato.ts';
import cssFicha from '../../core/obras/ficha/ficha.module.css';
import { EnlaceBoton } from '../../core/piezas/boton.tsx';
import { hrefOf, nextOf } from '../../core/piezas/direccion.ts';
import { Esqueleto, Falla } from '../../core/piezas/estados.tsx';
import { ErrorBoundary, Pagina } from '../../core/piezas/pagina.tsx';
import piezas from '../../core/piezas/piezas.module.css';
import { Tabla } from '../../core/piezas/tabla.tsx';
import { VerMas } from '../../core/piezas/ver-mas.tsx';
import { Contratista as ETIQUETAS } from '../../generado/etiquetas.ts';
import { dayInWords, PROCEDIMIENTOS, percent } from '../seguimiento/palabras.ts';
import css from './contratistas.module.css';
import { Vigente } from './vigente.tsx';

type Firma = Schema<'Contratista'>;
type Contrato = Schema<'FilaDeContrato'>;

const MapaDeObras = lazy(() => import('../mapa/mapa-ficha.tsx'));

/** Contracts of a page, and works on the map at most. */
const PAGE = 50;
const MOST_ON_MAP = 100;

/** A firm or person: what all its contracts come to, with whom, the contracts themselves, and where its works are. */
export default function Contratista() {
  const { clave = '' } = useParams();
  const firma = useQuery({
    queryKey: ['contratistas', 'una', clave],
    queryFn: ({ signal }) =>
      read(api.GET('/contratistas/{clave}', { params: { path: { clave } }, signal })),
  });
  const back = <Link href="/contratistas">Contratistas</Link>;
  if (firma.error) {
    return (
      <Pagina titulo="Contratista" antetitulo={back}>
        <Falla error={firma.error} onRetry={() => void firma.refetch()} />
      </Pagina>
    );
  }
  const { data } = firma;
  return (
    // Its heading has the focus once it says whose page it is.
    <Pagina key={data?.clave} titulo={data?.nombre ?? 'Contratista'} antetitulo={back}>
      {data ? <Ficha firma={data} /> : <Esqueleto />}
    </Pagina>
  );
}

const linkOf = (clave: string) => `/contratistas/${encodeURIComponent(clave)}`;

const obras = ({ clave }: Firma, more: Record<string, string> = {}) =>
  hrefOf('/obras', { contratistaClave: clave, ...more });

function Ficha({ firma }: { firma: Firma }) {
  return (
    <div className={piezas.pila}>
      <Cifras firma={firma} />
      <Avisos firma={firma} />
      <section className={piezas.pilaJunta}>
        <h2>Con quién contrata</h2>
        <Dependencias firma={firma} />
      </section>
      <section className={piezas.pilaJunta}>
        <h2>Contratos</h2>
        <Contratos clave={firma.clave} />
      </section>
      <section className={piezas.pilaJunta}>
        <h2>Obras</h2>
        <p>
          <EnlaceBoton href={obras(firma)}>
            {firma.obras === 1 ? 'Ver su obra' : `Ver sus ${firma.obras} obras`} en la lista y el
            mapa
          </EnlaceBoton>
        </p>
        <Mapa firma={firma} />
      </section>
    </div>
  );
}

const Dato = ({ titulo, children }: { titulo: string; children: ReactNode }) => (
  <div>
    <dt>{titulo}</dt>
    <dd>{children}</dd>
  </div>
);

/** «3 (50 % de los que dicen su procedimiento, 66.67 % de su monto)» */
function directosOf({ directos, porCientoDirectos, porCientoMontoDirecto }: Firma): string {
  if (porCientoDirectos === null) return 'Ninguno dice su procedimiento';
  const amount =
    porCientoMontoDirecto === null ? '' : `, ${percent(porCientoMontoDirecto)} del monto`;
  return `${directos}: ${percent(porCientoDirectos)} de los que dicen su procedimiento${amount}`;
}

function Cifras({ firma }: { firma: Firma }) {
  const { rfc, contratos, monto, montoVigente, sinMontoFinal, crecimiento, obrasAtrasadas } = firma;
  return (
    <dl className={cssFicha.datos}>
      <Dato titulo={ETIQUETAS.rfc}>
        {rfc ?? 'Sin uno propio: se junta por su nombre'}
        {firma.avisoRfc && <p className={piezas.ayuda}>{firma.avisoRfc}</p>}
      </Dato>
      <Dato titulo={ETIQUETAS.contratos}>{contratos}</Dato>
      <Dato titulo={ETIQUETAS.monto}>{money(monto)}</Dato>
      <Dato titulo={ETIQUETAS.montoVigente}>
        {montoVigente === null ? 'Falta su monto final' : money(montoVigente)}
        {crecimiento !== null && <small> ({percent(crecimiento)} por convenios)</small>}
        {sinMontoFinal > 0 && (
          <p className={piezas.ayuda}>
            {counted(
              sinMontoFinal,
              'contrato sin monto final no cuenta',
              'contratos sin monto final no cuentan',
            )}{' '}
            en lo vigente.
          </p>
        )}
      </Dato>
      <Dato titulo={ETIQUETAS.directos}>{directosOf(firma)}</Dato>
      <Dato titulo={ETIQUETAS.obrasAtrasadas}>
        {obrasAtrasadas === 0 ? (
          'Ninguna'
        ) : (
          <Link href={obras(firma, { atrasadas: 'true' })}>
            {counted(obrasAtrasadas, 'obra', 'obras')}
          </Link>
        )}
      </Dato>
      <Dato titulo={ETIQUETAS.primeraFirma}>{dayInWords(firma.primeraFirma)}</Dato>
      <Dato titulo={ETIQUETAS.ultimaFirma}>{dayInWords(firma.ultimaFirma)}</Dato>
    </dl>
  );
}

/** What to know of its names, and the motives to review its works. */
function Avisos({ firma }: { firma: Firma }) {
  const { nombres, integrantes, homonimos, consorcios, alertas } = firma;
  const found = alertas.filter(({ obras, sinUmbral = [] }) => obras !== 0 || sinUmbral.length > 0);
  return (
    <>
      {integrantes.length > 0 && (
        <p>
          Su nombre dice un consorcio:{' '}
          {integrantes.map(({ clave, nombre }, i) => (
            <Fragment key={nombre}>
              {i > 0 && '; '}
              {clave ? <Link href={linkOf(clave)}>{nombre}</Link> : nombre}
            </Fragment>
          ))}
        </p>
      )}
      {nombres.length > 1 && (
        <p>
          Sus contratos lo escriben:{' '}
          {nombres
            .map(
              ({ nombre, contratos }) =>
                `${nombre} (${counted(contratos, 'contrato', 'contratos')})`,
            )
            .join('; ')}
          .
        </p>
      )}
      <Otras titulo={ETIQUETAS.homonimos} firmas={homonimos} />
      <Otras titulo={ETIQUETAS.consorcios} firmas={consorcios} />
      {found.length > 0 && (
        <section>
          <h2>{ETIQUETAS.alertas}</h2>
          <p className={piezas.ayuda}>
            De sus obras; el motivo puede ser de otro contratista. No dicen que algo esté mal.
          </p>
          <ul>
            {found.map(({ filtro, nombre, obras: count, sinUmbral = [] }) => (
              <li key={filtro}>
                {nombre}:{' '}
                {count !== null && (
                  <Link href={obras(firma, { [filtro]: 'true' })}>
                    {counted(count, 'obra', 'obras')}
                  </Link>
                )}
                {count !== null && sinUmbral.length > 0 && '; '}
                {sinUmbral.length > 0 && `sin umbral registrado (${sinUmbral.join(', ')})`}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Other firms that have to do with its names, and their contracts, which do not count here. */
const Otras = ({ titulo, firmas }: { titulo: string; firmas: Firma['homonimos'] }) =>
  firmas.length > 0 && (
    <section>
      <h2>{titulo}</h2>
      <ul>
        {firmas.map(({ clave, nombre, rfc, contratos }) => (
          <li key={clave}>
            <Link href={linkOf(clave)}>{nombre}</Link> {rfc ?? 'sin RFC propio'},{' '}
            {counted(contratos, 'contrato', 'contratos')}
          </li>
        ))}
      </ul>
    </section>
  );

const Dependencias = ({ firma }: { firma: Firma }) => (
  <Tabla
    titulo="Dependencias"
    filas={firma.porDependencia}
    claveDe={({ dependenciaId }) => dependenciaId}
    columnas={[
      { titulo: 'Dependencia', celda: ({ nombre }) => nombre },
      { titulo: 'Contratos', esNumero: true, celda: ({ contratos }) => contratos },
      {
        titulo: 'Monto vigente',
        esNumero: true,
        celda: ({ montoVigente }) => <Vigente monto={montoVigente} />,
      },
    ]}
  />
);

function Contratos({ clave }: { clave: string }) {
  const lista = useInfiniteQuery({
    queryKey: ['contratistas', 'contratos', clave],
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        contratistaClave: clave,
        orden: '-fechaFirma' as const,
        limit: PAGE,
        ...(pageParam && { cursor: pageParam }),
      };
      const { data, headers } = await readWhole(
        api.GET('/contratos', { params: { query }, signal }),
      );
      return { filas: data, next: nextOf(headers)?.get('cursor') ?? undefined };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  });
  if (!lista.data)
    return lista.error ? (
      <Falla error={lista.error} onRetry={() => void lista.refetch()} />
    ) : (
      <Esqueleto />
    );
  return (
    <>
      <Tabla<Contrato>
        titulo="Contratos"
        clase={css.contratistas}
        filas={lista.data.pages.flatMap(({ filas }) => filas)}
        claveDe={({ contratoId }) => contratoId}
        columnas={[
          {
            titulo: 'Obra',
            celda: ({ obraId, nombre, numero }) => (
              <>
                <Link href={`/obras/${obraId}`}>{nombre}</Link>
                <small>{numero}</small>
              </>
            ),
          },
          { titulo: 'Dependencia', celda: ({ dependencia }) => dependencia },
          {
            titulo: 'Procedimiento',
            celda: ({ procedimiento }) =>
              procedimiento ? PROCEDIMIENTOS[procedimiento] : 'Sin indicar',
          },
          {
            titulo: 'Firma',
            clase: css.dia,
            celda: ({ fechaFirma }) => dayInWords(fechaFirma),
          },
          {
            titulo: 'Monto vigente',
            esNumero: true,
            celda: ({ montoVigente }) => <Vigente monto={montoVigente} />,
          },
        ]}
      />
      <VerMas lista={lista} />
    </>
  );
}

/** Where its works are: the newest of them. The list beside it has all. */
function Mapa({ firma }: { firma: Firma }) {
  const { data } = useQuery({
    queryKey: ['contratistas', 'mapa', firma.clave],
    queryFn: ({ signal }) =>
      read(
        api.GET('/obras', {
          params: {
            query: {
              contratistaClave: firma.clave,
              orden: '-id',
              limit: MOST_ON_MAP,
              campos: 'id,ubicaciones,estatusObraId',
            } as object,
          },
          signal,
        }),
      ) as Promise<Schema<'Obra'>[]>,
  });
  const ubicaciones = data?.flatMap((obra) => obra.ubicaciones) ?? [];
  const [first] = data ?? [];
  if (!first || ubicaciones.length === 0) return null;
  const { estatusObraId } = first;
  return (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={null}>
        <MapaDeObras obra={{ nombre: firma.nombre, ubicaciones, estatusObraId }} sinNumeros />
      </Suspense>
    </ErrorBoundary>
  );
}
