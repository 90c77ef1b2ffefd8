import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { counted, countedOf, moment } from '../../core/formato.ts';
import { announce } from '../../core/piezas/avisos.tsx';
import { Boton, EnlaceBoton } from '../../core/piezas/boton.tsx';
import { hrefOf } from '../../core/piezas/direccion.ts';
import { Esqueleto, Falla, Vacio } from '../../core/piezas/estados.tsx';
import { Importe } from '../../core/piezas/importe.tsx';
import { Pagina } from '../../core/piezas/pagina.tsx';
import { useParametros } from '../../core/piezas/parametros.ts';
import piezas from '../../core/piezas/piezas.module.css';
import { Tabla } from '../../core/piezas/tabla.tsx';
import { useIsAdmin } from '../../core/usar.ts';
import { Comparar } from './comparar.tsx';
import { CORTES, type Corte, isOver, TRABAJOS, type Trabajo } from './consultas.ts';
import { DescargarCorte } from './descargar.tsx';
import { Hacer } from './hacer.tsx';
import { Sello } from './sello.tsx';
import { ladosOf } from './vistas.ts';

/** The cuts of the registry: each with what it has and its seal, and a way to make one. With two sides in the address they are compared. */
export default function Cortes() {
  const { params } = useParametros();
  return params.has('de') ? <Comparar /> : <Todos />;
}

function Todos() {
  const isAdmin = useIsAdmin();
  const { data, error, refetch } = useQuery(CORTES);
  const lados = ladosOf(data ?? []);
  const [isMaking, setMaking] = useState(false);
  const [sealed, setSealed] = useState<Corte>();
  const [awaited, setAwaited] = useState<string>();
  return (
    <Pagina
      titulo="Cortes"
      acciones={
        <>
          {lados && <EnlaceBoton href={hrefOf('/cortes', lados)}>Comparar</EnlaceBoton>}
          {isAdmin && (
            <Boton tono="principal" icono="agregar" onPress={() => setMaking(true)}>
              Hacer un corte
            </Boton>
          )}
        </>
      }
    >
      <p className={piezas.ayuda}>
        Un corte guarda todas las obras con su seguimiento, como estaban en un instante. No se
        cambia ni se elimina, y su sello permite a cualquiera comprobarlo.
      </p>
      {isAdmin && <EnMarcha awaited={awaited} onAwait={setAwaited} />}
      {error ? (
        <Falla error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Esqueleto />
      ) : data.length === 0 ? (
        <Vacio titulo="Todavía no hay ningún corte.">
          <p>
            {isAdmin
              ? 'Haga uno al terminar cada trimestre: sin él, lo que había ya no se puede probar.'
              : 'Los hacen los administradores, cada trimestre por lo general.'}
          </p>
        </Vacio>
      ) : (
        <Lista cortes={data} onSello={setSealed} />
      )}
      {isMaking && (
        <Hacer
          claves={(data ?? []).map(({ clave }) => clave)}
          onMade={({ id }) => setAwaited(id)}
          onClose={() => setMaking(false)}
        />
      )}
      {sealed && <Sello corte={sealed} onClose={() => setSealed(undefined)} />}
    </Pagina>
  );
}

const Lista = ({ cortes, onSello }: { cortes: Corte[]; onSello: (corte: Corte) => void }) => (
  <Tabla
    titulo="Cortes del registro"
    filas={cortes}
    claveDe={({ clave }) => clave}
    columnas={[
      {
        titulo: 'Corte',
        celda: ({ clave, titulo }) => (
          <>
            {clave}: {titulo}
          </>
        ),
      },
      { titulo: 'De', celda: ({ instante }) => moment(instante) },
      { titulo: 'Obras', esNumero: true, celda: ({ obras }) => counted(obras, 'obra', 'obras') },
      {
        titulo: 'Suman',
        esNumero: true,
        celda: ({ monto }) => <Importe monto={Number(monto)} />,
      },
      {
        titulo: 'Sello',
        celda: (corte) => (
          <Boton tono="discreto" onPress={() => onSello(corte)}>
            Comprobar
            <span className={piezas.soloOido}> el corte {corte.clave}</span>
          </Boton>
        ),
      },
      {
        titulo: 'Acciones',
        sinTitulo: true,
        clase: piezas.deAcciones,
        celda: ({ clave }) => <DescargarCorte clave={clave} />,
      },
    ]}
  />
);

/**
 * The cut that is being made, the user's own or a colleague's; how the last one ended, where it failed.
 *
 * @param awaited the id of the cut whose end is to be told: one that was asked for may be over before it is seen
 */
function EnMarcha({
  awaited,
  onAwait,
}: {
  awaited: string | undefined;
  onAwait: (id: string | undefined) => void;
}) {
  const queries = useQueryClient();
  const { data = [] } = useQuery(TRABAJOS);
  const [last] = data;
  const going = data.find((one) => !isOver(one));
  const ended = data.find((one) => one.id === awaited && isOver(one));
  useEffect(() => {
    if (ended) {
      if (ended.estado === 'sellado') announce(`Se selló el corte ${ended.clave}.`);
      void queries.invalidateQueries({ queryKey: CORTES.queryKey, exact: true });
      onAwait(undefined);
    } else if (going) onAwait(going.id);
  }, [ended, going, onAwait, queries]);
  if (going) return <Avance trabajo={going} />;
  if (!last || last.estado === 'sellado') return null;
  return <Falla error={new Error(`El corte ${last.clave} no se hizo. ${last.error}`)} />;
}

function Avance({ trabajo }: { trabajo: Trabajo }) {
  const id = useId();
  const { clave, usuario, estado, obrasLeidas, obrasTotal } = trabajo;
  const isSaving = estado === 'guardando';
  return (
    <section className={piezas.tarjeta} aria-busy="true" aria-labelledby={id}>
      <p id={id} role="status">
        {isSaving ? 'Guardando y sellando' : 'Leyendo'} el corte {clave}
        {usuario && `, que pidió ${usuario}`}
      </p>
      <progress
        aria-labelledby={id}
        {...(obrasTotal !== null && !isSaving && { value: obrasLeidas, max: obrasTotal || 1 })}
      />
      <p className={piezas.ayuda}>
        {obrasTotal !== null && `${countedOf(obrasLeidas, obrasTotal, 'obra', 'obras')}. `}
        Puede ir a otra página: el corte sigue.
      </p>
    </section>
  );
}
