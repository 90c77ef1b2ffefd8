import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useLocation, useParams, useSearch } from 'wouter';
import { api, RegistryError, read, type Schema } from '../../api.ts';
import { newKey } from '../../azar.ts';
import { useLostConnection } from '../../conexion.ts';
import { Aviso, announce } from '../../piezas/avisos.tsx';
import { SE_CONSERVA, useBorrador } from '../../piezas/borrador-en-uso.ts';
import { keepBorrador, removeBorrador } from '../../piezas/borradores.ts';
import { Boton, EnlaceBoton } from '../../piezas/boton.tsx';
import { AvisoEnvio, Enviar, useEnvios } from '../../piezas/envio.tsx';
import { Esqueleto, Falla } from '../../piezas/estados.tsx';
import { OfertaBorrador } from '../../piezas/oferta-borrador.tsx';
import { Pagina } from '../../piezas/pagina.tsx';
import piezas from '../../piezas/piezas.module.css';
import { useReread } from '../../piezas/releer.ts';
import { type Session, useSession } from '../../sesion.ts';
import { type Borrador, findBorrador, type Leida, nameOf } from './borrador.ts';
import { type Conflicto, VentanaConflicto } from './conflicto.tsx';
import { useDudas } from './dudas.tsx';
import css from './formulario-obra.module.css';
import { FormularioObra } from './formulario-obra.tsx';
import { compare } from './fusion.ts';
import { readLeida } from './lectura.ts';
import { type Rechazo, rechazoOf } from './rechazo.ts';
import {
  bodyOfChanges,
  changedFields,
  saysTheSame,
  type Valores,
  valoresOf,
  withIds,
} from './valores.ts';

/** `/obras/:id/editar`: corrects a work. An earlier draft of it is offered first. */
export default function Corregir() {
  const id = Number(useParams<{ id: string }>().id);
  const { user } = useSession() as Session;
  const isContinued = new URLSearchParams(useSearch()).has('continuar');
  const [borrador, setBorrador] = useState(() => findBorrador(user.id, String(id)));
  const [isChosen, setChosen] = useState(isContinued);
  const { data, error, refetch } = useQuery({
    queryKey: ['obra', String(id), 'editar'],
    queryFn: () => readLeida(id),
    // Nothing changes under one's hands while it is corrected: that is for the moment of saving.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const leida = isChosen && borrador?.leida ? borrador.leida : data;

  if (error instanceof RegistryError && error.status === 404) {
    return (
      <Pagina titulo="La obra ya no existe" ancho="texto">
        <p>{error.message}</p>
        <Eliminada id={id} valores={borrador?.valores} />
      </Pagina>
    );
  }
  if (error && !leida) {
    return (
      <Pagina titulo="Corregir una obra">
        <Falla error={error} onRetry={() => void refetch()} />
      </Pagina>
    );
  }
  if (!leida) {
    return (
      <Pagina titulo="Corregir una obra">
        <Esqueleto renglones={10} />
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
      {borrador && !isChosen ? (
        <OfertaBorrador
          instante={borrador.instante}
          nombre={nameOf(borrador.valores)}
          onContinue={() => setChosen(true)}
          onDiscard={() => {
            removeBorrador(user.id, String(id));
            setBorrador(undefined);
          }}
        />
      ) : (
        <Correccion key={id} userId={user.id} first={leida} borrador={borrador} />
      )}
    </Pagina>
  );
}

interface Props {
  userId: string;
  first: Leida;
  borrador: Borrador | undefined;
}

/** A work that is being corrected: its form, and the outcome of saving it. */
function useCorreccion({ userId, first, borrador }: Props) {
  const { id } = first.obra;
  const [leida, setLeida] = useState(first);
  const [valores, setValores] = useState(() => borrador?.valores ?? valoresOf(first.obra));
  const [rechazo, setRechazo] = useState<Rechazo | null>(null);
  const [conflicto, setConflicto] = useState<Conflicto | null>(null);
  const [isGone, setGone] = useState(false);
  const changed = changedFields(valoresOf(leida.obra), valores);
  const draft = useBorrador(userId, String(id), changed.length > 0 ? { valores, leida } : null);
  const envios = useEnvios();
  const isLost = useLostConnection() !== null;
  const rereadAll = useReread();
  const [, navigate] = useLocation();

  /** The form as it stands now, which may have more in it than was sent. */
  const latest = useRef(valores);
  latest.current = valores;

  const reread = () => void rereadAll();
  const done = (text: string) => {
    draft.drop();
    reread();
    announce(text);
    navigate(`/obras/${id}`);
  };

  /** The registry has the sent values. Later ones stay in the form, as changes of those. */
  const saved = async (obra: Schema<'Obra'>, sent: Valores) => {
    if (latest.current === sent) return done('Se guardaron los cambios.');
    reread();
    announce('Se guardó lo que envió. Guarde aquí lo que cambió después.');
    const otra = await envios.send(() => readLeida(id));
    const mia = withIds(latest.current, sent, obra);
    const fusion = compare(valoresOf(obra), valoresOf(otra.obra), mia);
    if (fusion.choques.length > 0) {
      return setConflicto({ antes: { ...otra, obra }, otra, mia, fusion });
    }
    setLeida(otra);
    setValores(fusion.merge(new Set()));
  };

  const save = async (leida: Leida, valores: Valores): Promise<void> => {
    const { obra, etag } = leida;
    const body = bodyOfChanges(obra, valoresOf(obra), valores);
    if (Object.keys(body).length === 0) return done('No hay cambios que guardar.');
    draft.keep();
    try {
      const obra = await envios.send(() =>
        read(
          api.PATCH('/obras/{id}', {
            params: { path: { id }, header: { 'if-match': etag } },
            body,
          }),
        ),
      );
      await saved(obra, valores);
    } catch (error) {
      await refused(error, leida, valores);
    }
  };

  const refused = async (error: unknown, leida: Leida, valores: Valores): Promise<void> => {
    if (!(error instanceof RegistryError)) return setRechazo(null);
    if (error.status === 404) return setGone(true);
    if (error.status !== 412) return setRechazo(rechazoOf(error, valores));
    setRechazo(null);
    try {
      const now = await envios.send(() => readLeida(id));
      const [before, theirs] = [valoresOf(leida.obra), valoresOf(now.obra)];
      // The answer of an earlier sending was lost: the registry has these very values.
      if (changedFields(before, valores).every((campo) => saysTheSame(campo, theirs, valores))) {
        return await saved(now.obra, valores);
      }
      const mia = latest.current;
      const fusion = compare(before, theirs, mia);
      // Only a catalog's name differs.
      if (fusion.choques.length + fusion.tomados.length === 0) return save(now, mia);
      setConflicto({ antes: leida, otra: now, mia, fusion });
    } catch (failure) {
      await refused(failure, leida, valores);
    }
  };

  const dudas = useDudas(valores, setValores, leida.obra, () => void save(leida, valores));
  const submit = () => {
    if (!envios.isBusy && !isLost) dudas.submit(undefined);
  };
  return {
    leida,
    valores,
    setValores,
    rechazo,
    isGone,
    isChanged: changed.length > 0,
    draft,
    envios,
    submit,
    ventanas: (
      <>
        {dudas.ventana}
        {conflicto && (
          <VentanaConflicto
            conflicto={conflicto}
            onClose={() => setConflicto(null)}
            onSave={(merged) => {
              setConflicto(null);
              setLeida(conflicto.otra);
              setValores(merged);
              void save(conflicto.otra, merged);
            }}
          />
        )}
      </>
    ),
  };
}

function Correccion(props: Props) {
  const { leida, valores, isGone, isChanged, draft, envios, ...form } = useCorreccion(props);
  const { id } = leida.obra;
  return (
    <FormularioObra
      valores={valores}
      onChange={form.setValores}
      obra={leida.obra}
      rechazo={form.rechazo}
      onSubmit={form.submit}
      avisos={
        isGone && (
          <Aviso tono="error">
            <p>Otra persona eliminó esta obra mientras usted la corregía.</p>
            <Eliminada id={id} valores={valores} onLeave={draft.drop} />
          </Aviso>
        )
      }
    >
      <AvisoEnvio envios={envios} isStored={draft.isStored} />
      <div className={`${piezas.acciones} ${css.guardar}`}>
        <Enviar envios={envios} isDisabled={isGone}>
          Guardar cambios
        </Enviar>
        <EnlaceBoton
          href={`/obras/${id}`}
          tono="discreto"
          onClick={() => isChanged && announce(SE_CONSERVA)}
        >
          Salir sin guardar
        </EnlaceBoton>
      </div>
      <p className={piezas.ayuda}>
        {isChanged
          ? 'Lo que cambia se conserva en este equipo, sólo para su cuenta, hasta que quede guardado.'
          : 'Todavía no hay cambios.'}
      </p>
      {form.ventanas}
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
