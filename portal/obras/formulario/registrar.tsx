import { useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { api, RegistryError, read, type Schema } from '../../api.ts';
import { newKey } from '../../azar.ts';
import { useLostConnection } from '../../conexion.ts';
import { announce } from '../../piezas/avisos.tsx';
import { SE_CONSERVA, useBorrador } from '../../piezas/borrador-en-uso.ts';
import { type Envio, keepBorrador, removeBorrador } from '../../piezas/borradores.ts';
import { Boton, EnlaceBoton } from '../../piezas/boton.tsx';
import { AvisoEnvio, Enviar, useEnvios } from '../../piezas/envio.tsx';
import { OfertaBorrador } from '../../piezas/oferta-borrador.tsx';
import { Pagina } from '../../piezas/pagina.tsx';
import piezas from '../../piezas/piezas.module.css';
import { useReread } from '../../piezas/releer.ts';
import { type Session, useSession } from '../../sesion.ts';
import { type Borrador, type Leida, nameOf, newBorradores } from './borrador.ts';
import { useDudas } from './dudas.tsx';
import css from './formulario-obra.module.css';
import { FormularioObra } from './formulario-obra.tsx';
import { readLeida } from './lectura.ts';
import { type Rechazo, rechazoOf } from './rechazo.ts';
import {
  bodyOfNew,
  CAMPOS,
  isAlike,
  SIN_VALORES,
  type Valores,
  valoresOf,
  withIds,
} from './valores.ts';

const newDraft = (valores = SIN_VALORES): Borrador => ({
  de: `nueva-${newKey()}`,
  instante: 0,
  valores,
});

/** `/obras/nueva`: registers a work. Works whose registering was interrupted are offered first. */
export default function Registrar() {
  const { user } = useSession() as Session;
  const continued = new URLSearchParams(useSearch()).get('continuar');
  const [drafts] = useState(() => newBorradores(user.id));
  const [offered, setOffered] = useState(() => drafts.filter(({ de }) => de !== continued));
  const [abierto, setAbierto] = useState(
    () => drafts.find(({ de }) => de === continued) ?? newDraft(),
  );
  const [, navigate] = useLocation();

  return (
    <Pagina titulo="Registrar una obra">
      {offered.map((borrador) => (
        <OfertaBorrador
          key={borrador.de}
          instante={borrador.instante}
          nombre={nameOf(borrador.valores)}
          onContinue={() => {
            setOffered(offered.filter((one) => one !== borrador));
            setAbierto(borrador);
          }}
          onDiscard={() => {
            removeBorrador(user.id, borrador.de);
            setOffered(offered.filter((one) => one !== borrador));
          }}
        />
      ))}
      <Registro
        key={abierto.de}
        userId={user.id}
        borrador={abierto}
        onDone={(obra, isMore) => {
          announce(`Se registró la obra «${obra.nombre}» con el número ${obra.numeroObra}.`);
          if (!isMore) return navigate(`/obras/${obra.id}`);
          const { ejercicioFiscalId, dependenciaId, municipioId } = obra;
          setAbierto(newDraft({ ...SIN_VALORES, ejercicioFiscalId, dependenciaId, municipioId }));
          document.querySelector('h1')?.focus();
        }}
      />
    </Pagina>
  );
}

interface Props {
  userId: string;
  borrador: Borrador;
  /** @param isMore whether another one is to be registered right after */
  onDone: (obra: Schema<'Obra'>, isMore: boolean) => void;
}

function Registro({ userId, borrador, onDone }: Props) {
  const [valores, setValores] = useState(borrador.valores);
  const [rechazo, setRechazo] = useState<Rechazo | null>(null);
  const envio = useRef<Envio | undefined>(borrador.envio);
  const first = useRef(borrador.valores).current;
  const isChanged =
    borrador.instante > 0 || CAMPOS.some((campo) => !isAlike(campo, first, valores));
  const draft = useBorrador(
    userId,
    borrador.de,
    isChanged ? { valores, ...(envio.current && { envio: envio.current }) } : null,
  );
  const envios = useEnvios();
  const isLost = useLostConnection() !== null;
  const reread = useReread();
  const [, navigate] = useLocation();

  const keepEnvio = (next: Envio | undefined) => {
    envio.current = next;
    draft.keep(next ? { envio: next } : {});
  };

  /** The form as it stands now, which may have more in it than was sent. */
  const latest = useRef(valores);
  latest.current = valores;

  /** Goes on with a correction: the form was sent and registered, and something was written after that. */
  const correct = (leida: Leida, sent: Valores) => {
    const de = String(leida.obra.id);
    keepBorrador(userId, {
      de,
      instante: Date.now(),
      valores: withIds(latest.current, sent, leida.obra),
      leida,
    });
    draft.drop();
    announce('Lo que envió antes sí quedó registrado. Guarde aquí lo que cambió después.');
    navigate(`/obras/${de}/editar?continuar=1`);
  };

  const isBusy = envios.isBusy || isLost;

  const save = async (isMore: boolean) => {
    if (isBusy) return;
    const body = bodyOfNew(valores);
    const cuerpo = JSON.stringify(body);
    try {
      if (envio.current?.sinRespuesta && envio.current.cuerpo !== cuerpo) {
        // The first one may have come through after all: then these are changes of it.
        const already = await envios.send(() => findSent(envio.current as Envio));
        if (already) return correct(already, valores);
      }
      // The same body goes under the same key. It is kept before it goes out: the tab may be closed meanwhile.
      const clave = envio.current?.cuerpo === cuerpo ? envio.current.clave : newKey();
      keepEnvio({ clave, cuerpo, sinRespuesta: true });
      const obra = await envios.send(() =>
        read(api.POST('/obras', { body, params: { header: { 'idempotency-key': clave } } })),
      );
      void reread();
      if (latest.current !== valores) {
        return correct(await envios.send(() => readLeida(obra.id)), valores);
      }
      draft.drop();
      onDone(obra, isMore);
    } catch (error) {
      // Judged anew: under this key nothing was registered before either.
      const isJudged = error instanceof RegistryError && [400, 409, 422].includes(error.status);
      if (isJudged && error.retryAfter === null && envio.current) {
        // A key that was used for something else is of no more use.
        keepEnvio(error.status === 422 ? undefined : { ...envio.current, sinRespuesta: false });
      }
      if (!(error instanceof RegistryError)) return setRechazo(null);
      setRechazo(rechazoOf(error, valores));
    }
  };

  const dudas = useDudas(valores, setValores, undefined, (isMore: boolean) => void save(isMore));
  const submit = (isMore: boolean) => {
    if (!isBusy) dudas.submit(isMore);
  };

  return (
    <FormularioObra
      valores={valores}
      onChange={setValores}
      rechazo={rechazo}
      onSubmit={() => submit(false)}
    >
      <AvisoEnvio envios={envios} isStored={draft.isStored} />
      <div className={`${piezas.acciones} ${css.guardar}`}>
        <Enviar envios={envios}>Registrar la obra</Enviar>
        <Boton onPress={() => submit(true)} isDisabled={isLost || envios.estado.que !== 'nada'}>
          Registrar y seguir con otra
        </Boton>
        <EnlaceBoton
          href="/obras"
          tono="discreto"
          onClick={() => isChanged && announce(SE_CONSERVA)}
        >
          Salir sin registrar
        </EnlaceBoton>
      </div>
      {isChanged && (
        <p className={piezas.ayuda}>
          Lo que escribe se conserva en este equipo, sólo para su cuenta, hasta que la obra quede
          registrada.
        </p>
      )}
      {dudas.ventana}
    </FormularioObra>
  );
}

/** The work that a sending without an answer has made, if any: one that is, field by field, the same as the sent one. */
async function findSent({ cuerpo }: Envio): Promise<Leida | undefined> {
  const sent = JSON.parse(cuerpo) as Partial<Schema<'NuevaObra'>>;
  const sought = sent.claveUnica?.normalize('NFC').trim();
  if (!sought) return undefined;
  const candidates = await read(
    api.GET('/obras', {
      params: { query: { q: sought, limit: 1000, campos: 'id,claveUnica' } },
    }),
  );
  const id = candidates.find((obra) => obra.claveUnica === sought)?.id;
  if (id === undefined) return undefined;
  const leida = await readLeida(id);
  // Somebody else's work may have that key, too.
  const registered = valoresOf(leida.obra);
  const isThat =
    registered.ubicaciones.length === sent.ubicaciones?.length &&
    CAMPOS.every(
      (campo) =>
        campo === 'ubicaciones' ||
        isAlike(campo, registered, { ...registered, [campo]: sent[campo] ?? null }),
    );
  return isThat ? leida : undefined;
}
