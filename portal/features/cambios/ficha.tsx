import { Link } from 'wouter';
import { RegistryError } from '../../core/errores.ts';
import { counted, ended } from '../../core/formato.ts';
import { DeEntonces, useEntonces } from '../../core/obras/entonces.ts';
import type { DeObra, EnFicha } from '../../core/obras/ficha/partes.ts';
import { useObra } from '../../core/obras/obra.ts';
import { Aviso } from '../../core/piezas/avisos.tsx';
import { Falla } from '../../core/piezas/estados.tsx';
import piezas from '../../core/piezas/piezas.module.css';
import { Tabla } from '../../core/piezas/tabla.tsx';
import { useSeguimiento } from '../seguimiento/consultas.ts';
import { type Diferencia, diferenciasOf, type EstadoDeObra } from './diferencias.ts';
import { entoncesIn, whenInWords } from './instante.ts';

/** Whether the work is no longer there. */
const isNotFound = (error: unknown) => error instanceof RegistryError && error.status === 404;

/** Above a sheet of the past: of when it is, the way back to today, and what is otherwise today. */
function Banda({ obra }: DeObra) {
  const entonces = useEntonces();
  const { data, isPending } = useSeguimiento(obra.id);
  const { error } = useObra(String(obra.id));
  return (
    <div className={piezas.pila}>
      <Aviso>
        <p>
          <strong>{ended(`Así estaba la obra ${whenInWords(entonces?.query.en ?? '')}`)}</strong>{' '}
          Sus fotos y documentos no se muestran: son los de hoy.
        </p>
        <p className={piezas.enFila}>
          {!isNotFound(error) && <Link href={`/obras/${obra.id}`}>Ver la obra como está hoy</Link>}
          <Link href={`/obras/${obra.id}/como-estaba`}>Elegir otro día</Link>
        </p>
      </Aviso>
      <DeEntonces.Provider value={undefined}>
        {!isPending && <DeHoy obra={obra} seguimiento={data} />}
      </DeEntonces.Provider>
    </div>
  );
}

/** The fields that differ today, each with both values; those of the follow-up where both could be read. */
function DeHoy({ obra, seguimiento }: EstadoDeObra) {
  const { data, error, refetch } = useObra(String(obra.id));
  const { data: after, isPending } = useSeguimiento(obra.id);
  if (error && !data) {
    return isNotFound(error) ? (
      <p>Hoy la obra ya no está en el registro: se eliminó.</p>
    ) : (
      <Falla error={error} onRetry={() => void refetch()} />
    );
  }
  if (!data || isPending) return null;
  const diferencias = diferenciasOf({ obra, seguimiento }, { obra: data.obra, seguimiento: after });
  return (
    <section>
      <h2>Lo que hoy es distinto</h2>
      {diferencias.length === 0 ? (
        <p>Nada: la obra sigue como estaba.</p>
      ) : (
        <>
          <p>
            Desde entonces {diferencias.length === 1 ? 'cambió' : 'cambiaron'}{' '}
            {counted(diferencias.length, 'dato', 'datos')} de esta obra.
          </p>
          <Tabla<Diferencia>
            titulo="Lo que hoy es distinto"
            filas={diferencias}
            claveDe={({ nombre }) => nombre}
            columnas={[
              { titulo: 'Dato', celda: ({ nombre }) => nombre },
              { titulo: 'Entonces', celda: (one) => inLines(one.entonces) },
              { titulo: 'Hoy', celda: ({ hoy }) => inLines(hoy) },
            ]}
          />
        </>
      )}
    </section>
  );
}

/** A value in several lines, such as places. */
const inLines = (value: string) => value.split('\n').map((line) => <div key={line}>{line}</div>);

export const ficha: EnFicha = {
  tareas: ({ obra }) => [
    {
      ...{ id: 'como-estaba', nombre: 'Como estaba el…', icono: 'historial' },
      ...{ href: `/obras/${obra.id}/como-estaba`, place: 55, pasado: true },
    },
    {
      ...{ id: 'seguir', nombre: 'Seguir sus cambios', icono: 'historial' },
      ...{ href: `/cambios?obraId=${obra.id}`, place: 56, pasado: true },
    },
  ],
  entonces: { of: entoncesIn, Banda },
};
