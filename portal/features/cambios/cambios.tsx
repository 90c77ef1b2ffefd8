import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { ajustes } from '../../core/ajustes.ts';
import { api, read, type Schema } from '../../core/api.ts';
import { day, time } from '../../core/formato.ts';
import { queryOf } from '../../core/obras/filtros/direccion.ts';
import { useFiltros } from '../../core/obras/filtros/filtros.ts';
import { EN_PALABRAS } from '../../core/obras/filtros/filtros-en-palabras.ts';
import { chipOf } from '../../core/obras/filtros/palabras.ts';
import { PROPIOS } from '../../core/obras/propios.ts';
import { Boton } from '../../core/piezas/boton.tsx';
import { copyAddress } from '../../core/piezas/copiar.ts';
import { hrefOf } from '../../core/piezas/direccion.ts';
import { Esqueleto, Falla, Vacio } from '../../core/piezas/estados.tsx';
import { Pagina } from '../../core/piezas/pagina.tsx';
import { useParametros } from '../../core/piezas/parametros.ts';
import piezas from '../../core/piezas/piezas.module.css';
import { Tabla } from '../../core/piezas/tabla.tsx';
import { VerMas } from '../../core/piezas/ver-mas.tsx';
import { cursorIn, lugarDe, paraTodos, porDia } from './seguir.ts';

type EntradaDeCambios = Schema<'EntradaDeCambios'>;

/** What changes in the works that pass the filters, or in one, newest first, and the feed that tells of it. */
export default function Cambios() {
  const obraId = useParametros().params.get('obraId') ?? undefined;
  const { filtros } = useFiltros();
  const taken = paraTodos(filtros, EN_PALABRAS, PROPIOS);
  const asked = { ...taken, ...(obraId && { obraId }) };
  const left = Object.entries(filtros).flatMap(([name, value]) => {
    const en = EN_PALABRAS[name as keyof typeof EN_PALABRAS];
    return !en || !value || name in taken ? [] : [chipOf(en, value)];
  });
  const cambios = useInfiniteQuery({
    queryKey: ['obras', 'cambios', asked],
    queryFn: ({ pageParam, signal }) =>
      read(
        api.GET('/cambios.json', {
          params: {
            query: { ...queryOf(asked), ...(pageParam && { cursor: pageParam }) } as object,
          },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_url }) => cursorIn(next_url),
  });
  const { data, error, refetch, hasNextPage } = cambios;
  const entradas = data?.pages.flatMap(({ items }) => items) ?? [];
  const back = obraId ? `/obras/${obraId}` : hrefOf('/obras', filtros);
  return (
    <Pagina
      titulo="Cambios"
      antetitulo={<Link href={back}>{obraId ? 'Volver a la obra' : 'Volver a las obras'}</Link>}
    >
      <div className={piezas.pila}>
        {data && <p>{data.pages[0]?.title}</p>}
        {left.length > 0 && <p>Un canal es igual para todos. Éste va sin: {left.join('; ')}.</p>}
        <Canal address={`${location.origin}${hrefOf('/cambios.atom', asked)}`} />
        {error && !data ? (
          <Falla error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Esqueleto />
        ) : entradas.length === 0 ? (
          <Vacio titulo={hasNextPage ? 'Nada ha cambiado en estos días.' : 'Aún no hay cambios.'} />
        ) : (
          porDia(entradas, day).map(([date, those]) => (
            <Dia key={date} date={date} entradas={those} />
          ))
        )}
        {data && <VerMas lista={cambios}>Ver lo anterior</VerMas>}
      </div>
    </Pagina>
  );
}

/** The address of the feed, and what it is for. */
const Canal = ({ address }: { address: string }) => (
  <section>
    <h2>Seguir estos cambios</h2>
    <p>
      Un lector de noticias (RSS o Atom) avisa de cada cambio si se le da esta dirección.
      {!ajustes().lecturaPublica &&
        ' Debe ser uno que también dé el correo y la contraseña de su cuenta.'}
    </p>
    <p className={`${piezas.enFila} ${piezas.aLosLados}`}>
      <code>{address}</code>
      <Boton
        icono="enlace"
        onPress={() => void copyAddress(address, 'Se copió la dirección del canal.')}
      >
        Copiar la dirección
      </Boton>
    </p>
  </section>
);

const Dia = ({ date, entradas }: { date: string; entradas: EntradaDeCambios[] }) => (
  <section>
    <h2>{date}</h2>
    <Tabla<EntradaDeCambios>
      titulo={`Cambios del ${date}`}
      filas={entradas}
      claveDe={({ id }) => id}
      columnas={[
        {
          titulo: 'Hora',
          celda: ({ date_modified }) => time(date_modified),
          clase: piezas.numero,
        },
        { titulo: 'Cambio', celda: Titulo, sinTitulo: true },
      ]}
    />
  </section>
);

function Titulo(entrada: EntradaDeCambios) {
  const lugar = lugarDe(entrada);
  return lugar ? <Link href={lugar}>{entrada.title}</Link> : entrada.title;
}
