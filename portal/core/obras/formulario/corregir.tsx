import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useParams, useSearch } from 'wouter';
import { api, read, type Schema } from '../../api.ts';
import { newKey } from '../../azar.ts';
import { RegistryError } from '../../errores.ts';
import { Aviso, announce } from '../../piezas/avisos.tsx';
import { Boton, EnlaceBoton } from '../../piezas/boton.tsx';
import { Esqueleto, Falla } from '../../piezas/estados.tsx';
import { Pagina } from '../../piezas/pagina.tsx';
import piezas from '../../piezas/piezas.module.css';
import { useReread } from '../../piezas/releer.ts';
import { SE_CONSERVA } from '../../records/borrador.ts';
import { findBorrador, keepBorrador, removeBorrador } from '../../records/borradores.ts';
import { ConBorrador, useRecord } from '../../records/record.tsx';
import { PieDeEnvio } from '../../records/save.tsx';
import type { Session } from '../../sesiones.ts';
import { useSession } from '../../usar.ts';
import { type BorradorDeObra, type Leida, nameOf, OBRA, wholeOf } from './borrador.ts';
import { ConflictoDeObra } from './conflicto-de-obra.tsx';
import { useDudas } from './dudas.tsx';
import { FormularioObra } from './formulario-obra.tsx';
import { readLeida } from './lectura.ts';
import { type Rechazo, rechazoOf } from './rechazo.ts';
import { bodyOfChanges, type Valores, valoresOf } from './valores.ts';

/** `/obras/:id/editar`: corrects a work. An earlier draft of it is offered first. */
export default function Corregir() {
  const id = Number(useParams<{ id: string }>().id);
  const { user } = useSession() as Session;
  const isContinued = new URLSearchParams(useSearch()).has('continuar');
  const [borrador] = useState(() => wholeOf(findBorrador(user.id, String(id))));
  const { data, error, refetch } = useQuery({
    queryKey: ['obra', String(id), 'editar'],
    queryFn: () => readLeida(id),
    // Nothing changes under one's hands while it is corrected: that is for the moment of saving.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const leida = data ?? (isContinued ? borrador?.leida : undefined);

  if (error instanceof RegistryError && error.status === 404) {
    return (
      <Pagina titulo="La obra ya no existe" ancho="texto">
        <p>{error.message}</p>
        <Eliminada id={id} valores={borrador?.valores} />
      </Pagina>
    );
  }
  if (!leida) {
    return (
      <Pagina titulo="Corregir una obra">
        {error ? (
          <Falla error={error} onRetry={() => void refetch()} />
        ) : (
          <Esqueleto renglones={10} />
        )}
      </Pagina>
    );
  }
  const { obra } = leida;
  return (
    <Pagina
      titulo={`Corregir «${obra.nombre}»`}
      antetitulo={
        <Link href={`/obras/${id}`}>
          Obra {obra.numeroObra} de {obra.ejercicioFiscal.anio}, {obra.claveUnica}
        </Link>
      }
    >
      <ConBorrador
        key={id}
        de={String(id)}
        isContinued={isContinued}
        nombreOf={(guardado) => {
          const one = wholeOf(guardado);
          return one ? nameOf(one.valores) : null;
        }}
      >
        {(guardado) => {
          const whole = wholeOf(guardado);
          return <Correccion leida={whole?.leida ?? leida} borrador={whole} />;
        }}
      </ConBorrador>
    </Pagina>
  );
}

function Correccion({
  leida: first,
  borrador,
}: {
  leida: Leida;
  borrador: BorradorDeObra | undefined;
}) {
  const { id } = first.obra;
  const [isGone, setGone] = useState(false);
  const reread = useReread();
  const [, navigate] = useLocation();
  const record = useRecord<Valores, Leida, Schema<'Obra'>, Rechazo>({
    ...OBRA,
    de: String(id),
    inicial: valoresOf(first.obra),
    leida: first,
    borrador,
    bodyOf: (valores, leida = first) => bodyOfChanges(leida.obra, valoresOf(leida.obra), valores),
    read: () => readLeida(id),
    change: (body: Schema<'CambiosObra'>, etag) =>
      read(
        api.PATCH('/obras/{id}', {
          params: { path: { id }, header: { 'if-match': etag } },
          body,
        }),
      ),
    refusalOf: rechazoOf,
    onDone(obra) {
      void reread();
      announce(obra ? 'Se guardaron los cambios.' : 'No hay cambios que guardar.');
      navigate(`/obras/${id}`);
    },
    onGone: () => setGone(true),
  });
  const { valores, setValores, isChanged, draft, save, conflicto } = record;
  const leida = record.leida ?? first;
  const dudas = useDudas(valores, setValores, leida.obra, () => void record.submit());
  return (
    <FormularioObra
      valores={valores}
      onChange={setValores}
      obra={leida.obra}
      rechazo={record.rechazo}
      onSubmit={() => {
        if (!save.isBusy) dudas.submit(undefined);
      }}
      avisos={
        isGone && (
          <Aviso tono="error">
            <p>Otra persona eliminó esta obra mientras usted la corregía.</p>
            <Eliminada id={id} valores={valores} onLeave={draft.drop} />
          </Aviso>
        )
      }
    >
      <PieDeEnvio
        save={save}
        isStored={draft.isStored}
        isDisabled={isGone}
        accion="Guardar cambios"
      >
        <EnlaceBoton
          href={`/obras/${id}`}
          tono="discreto"
          onClick={() => isChanged && announce(SE_CONSERVA)}
        >
          Salir sin guardar
        </EnlaceBoton>
      </PieDeEnvio>
      <p className={piezas.ayuda}>
        {isChanged
          ? 'Lo que cambia se conserva en este equipo, sólo para su cuenta, hasta que quede guardado.'
          : 'Todavía no hay cambios.'}
      </p>
      {dudas.ventana}
      {conflicto && (
        <ConflictoDeObra
          conflicto={conflicto}
          onClose={record.closeConflicto}
          onSave={record.settle}
        />
      )}
    </FormularioObra>
  );
}

/** The work is gone. Its history says who did it, and the form's values can be registered as a new one. */
function Eliminada({
  id,
  valores,
  onLeave,
}: {
  id: number;
  valores: Valores | undefined;
  onLeave?: () => void;
}) {
  const { user } = useSession() as Session;
  const [, navigate] = useLocation();
  const registerAnew = (written: Valores) => {
    const de = `nueva-${newKey()}`;
    const ubicaciones = written.ubicaciones.map(({ id: _, ...each }) => each);
    keepBorrador(user.id, { de, instante: Date.now(), valores: { ...written, ubicaciones } });
    onLeave?.();
    removeBorrador(user.id, String(id));
    navigate(`/obras/nueva?continuar=${de}`);
  };
  return (
    <div className={piezas.acciones}>
      {valores && (
        <Boton tono="principal" onPress={() => registerAnew(valores)}>
          Registrarla de nuevo con lo que escribió
        </Boton>
      )}
      <EnlaceBoton href={`/obras/${id}/historial`}>Ver su historial</EnlaceBoton>
    </div>
  );
}
