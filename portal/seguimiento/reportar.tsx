import { type Ref, useRef, useState } from 'react';
import { Link, useLocation, useParams, useSearch } from 'wouter';
import { NEWEST } from '../../src/seguimiento/opciones.ts';
import { api, etagOf, RegistryError, read, readWhole, sentencesOf } from '../api.ts';
import { newKey } from '../azar.ts';
import { useLostConnection } from '../conexion.ts';
import { placeIn } from '../cuenta/volver.ts';
import { counted, ended, money } from '../formato.ts';
import { Avance as ETIQUETAS } from '../generado/etiquetas.ts';
import { Icono } from '../icons.tsx';
import cssFormularioObra from '../obras/formulario/formulario-obra.module.css';
import { type Obra, useObra } from '../obras/obra.ts';
import { Aviso, announce } from '../piezas/avisos.tsx';
import { SE_CONSERVA, useBorrador } from '../piezas/borrador-en-uso.ts';
import { borradores, type Envio, type Guardado, removeBorrador } from '../piezas/borradores.ts';
import { Boton, EnlaceBoton } from '../piezas/boton.tsx';
import { CampoMonto, CampoSeleccion, CampoTexto } from '../piezas/campos.tsx';
import { AvisoEnvio, Enviar, useEnvios } from '../piezas/envio.tsx';
import { Esqueleto, Falla, Vacio } from '../piezas/estados.tsx';
import { useFocusAfter } from '../piezas/foco.ts';
import { type Failures, Formulario, failuresOf, NO_FAILURES } from '../piezas/formulario.tsx';
import { OfertaBorrador } from '../piezas/oferta-borrador.tsx';
import { Pagina, VUELVE } from '../piezas/pagina.tsx';
import piezas from '../piezas/piezas.module.css';
import { readPorciento } from '../piezas/porciento.ts';
import { useReread } from '../piezas/releer.ts';
import { type Session, useSession } from '../sesion.ts';
import { Barra } from './barra.tsx';
import { type Avance, type Seguimiento, useSeguimiento } from './consultas.ts';
import { CorregirAvance } from './corregir-avance.tsx';
import { useCaptura } from './derechos.ts';
import { ConMisDependencias } from './mis-dependencias.tsx';
import { agoInWords, asOf, CAUSAS, dayInWords, optionsOf, percent, today } from './palabras.ts';
import css from './reportar.module.css';
import {
  before,
  bodyOf,
  CAMPOS,
  causaOf,
  daysLateAt,
  isThat,
  NOMBRES,
  newValores,
  type Valores,
  valoresOf,
} from './reporte.ts';

/** `/obras/:id/reportar`: reports how far a work is, in four fields, on a phone as well. */
export default function Reportar() {
  const { id = '' } = useParams();
  const obra = useObra(id);
  const seguimiento = useSeguimiento(obra.data?.obra.id);
  const error = obra.error ?? seguimiento.error;
  const titulo = 'Reportar avance';
  if (error && !(obra.data && seguimiento.data)) {
    const retry = () => void (obra.error ? obra.refetch() : seguimiento.refetch());
    return (
      <Pagina titulo={titulo} ancho="texto">
        <Falla error={error} onRetry={retry} />
      </Pagina>
    );
  }
  if (!obra.data || !seguimiento.data) {
    return (
      <Pagina titulo={titulo} ancho="texto">
        <Esqueleto />
      </Pagina>
    );
  }
  return (
    <Pagina
      titulo={titulo}
      ancho="texto"
      antetitulo={<Link href={`/obras/${obra.data.obra.id}`}>{obra.data.obra.nombre}</Link>}
    >
      <Permitido key={obra.data.obra.id} obra={obra.data.obra} seguimiento={seguimiento.data} />
    </Pagina>
  );
}

interface Props {
  obra: Obra;
  /** With the newest reports, by day. */
  seguimiento: Seguimiento;
}

/** Tells a user who does not report this work so, and offers an earlier draft to others. */
function Permitido(props: Props) {
  const { obra } = props;
  const captura = useCaptura(obra.dependenciaId);
  const { user } = useSession() as Session;
  const de = `avance-${obra.id}`;
  const [guardado, setGuardado] = useState(() => borradores(user.id).find((one) => one.de === de));
  const [abierto, setAbierto] = useState<Guardado>();
  if (!captura) {
    return (
      <ConMisDependencias>
        {() => (
          <Vacio titulo="Su cuenta no captura los avances de esta obra.">
            <p>
              {ended(`Es de ${obra.dependencia.nombre}`)} Si le corresponde, pida a un administrador
              que se la asigne en Usuarios.
            </p>
            {guardado && <p>{SE_CONSERVA}</p>}
          </Vacio>
        )}
      </ConMisDependencias>
    );
  }
  const valores = guardado && valoresOf(guardado);
  if (guardado && valores && !abierto) {
    return (
      <OfertaBorrador
        instante={guardado.instante}
        nombre={`avance al ${dayInWords(valores.fechaCorte || today())}`}
        onContinue={() => setAbierto(guardado)}
        onDiscard={() => {
          removeBorrador(user.id, de);
          setGuardado(undefined);
        }}
      />
    );
  }
  return <Reporte {...props} userId={user.id} de={de} borrador={abierto} />;
}

function Reporte({
  obra,
  seguimiento,
  userId,
  de,
  borrador,
}: Props & { userId: string; de: string; borrador: Guardado | undefined }) {
  const [first] = useState(newValores);
  const [valores, setValores] = useState((borrador && valoresOf(borrador)) ?? first);
  const [fallas, setFallas] = useState<Failures>(NO_FAILURES);
  const [taken, setTaken] = useState<Avance>();
  const [corregido, setCorregido] = useState<Avance>();
  const ultimo = useFocusAfter<HTMLElement>(corregido !== undefined);
  const envio = useRef<Envio | undefined>(borrador?.envio);
  const isChanged =
    borrador !== undefined || CAMPOS.some((campo) => valores[campo] !== first[campo]);
  const draft = useBorrador(
    userId,
    de,
    isChanged ? { valores, ...(envio.current && { envio: envio.current }) } : null,
  );
  const envios = useEnvios();
  const isLost = useLostConnection() !== null;
  const reread = useReread();
  const [, navigate] = useLocation();
  const back = useVolver(obra.id);

  const fechaCorte = valores.fechaCorte || today();
  const { avances } = seguimiento;
  const daysLate = daysLateAt(seguimiento, obra.estatusObraId, fechaCorte);
  const causaAtraso = causaOf(valores, before(avances, fechaCorte).last, daysLate);
  /** The report of that very day, where it is known. */
  const mismo =
    avances.find((one) => one.fechaCorte === fechaCorte) ??
    (taken?.fechaCorte === fechaCorte ? taken : undefined);

  const keepEnvio = (next: Envio | undefined) => {
    envio.current = next;
    draft.keep(next ? { envio: next } : {});
  };
  const finish = async ({ avanceFisico, fechaCorte }: Avance) => {
    draft.drop();
    announce(`Se reportó ${percent(avanceFisico)} de avance al ${dayInWords(fechaCorte)}.`);
    navigate(back, { replace: true, state: VUELVE });
    await reread();
  };

  const save = async () => {
    if (envios.isBusy || isLost) return;
    setFallas(NO_FAILURES);
    setTaken(undefined);
    if (causaAtraso === null && readPorciento(valores.avanceFisico) !== 100) {
      const isEmpty = valores.avanceFisico.trim() === '';
      return setFallas({
        fields: { ...(isEmpty && { avanceFisico: FALTA }), causaAtraso: FALTA_CAUSA },
        rest: [],
      });
    }
    const body = bodyOf({ ...valores, causaAtraso });
    const cuerpo = JSON.stringify(body);
    try {
      const earlier = envio.current;
      if (earlier?.sinRespuesta && earlier.cuerpo !== cuerpo) {
        // The first one may have come through after all: then this is a correction of it.
        const sent = await envios.send(() => correctSent(obra.id, earlier, body));
        if (sent) return await finish(sent);
      }
      // The same body goes under the same key. It is kept before it goes out: the tab may be closed meanwhile.
      const clave = earlier?.cuerpo === cuerpo ? earlier.clave : newKey();
      keepEnvio({ clave, cuerpo, sinRespuesta: true });
      const made = await envios.send(() =>
        read(
          api.POST('/obras/{id}/avances', {
            params: { path: { id: obra.id }, header: { 'idempotency-key': clave } },
            body,
          }),
        ),
      );
      await finish(made);
    } catch (error) {
      const isJudged = error instanceof RegistryError && error.retryAfter === null;
      if (isJudged && envio.current) {
        // A key that was used for something else is of no more use.
        keepEnvio(error.status === 422 ? undefined : { ...envio.current, sinRespuesta: false });
      }
      if (!(error instanceof RegistryError)) return;
      if (error.status === 409 && isJudged) {
        setFallas({ fields: { fechaCorte: error.message }, rest: [] });
        // Without the report of that day, the refusal says enough.
        return setTaken(await findAt(obra.id, valores.fechaCorte).catch(() => undefined));
      }
      setFallas(
        error.status === 403
          ? { fields: {}, rest: [...new Set([...sentencesOf(error), TAKEN_AWAY])] }
          : failuresOf(error, CAMPOS),
      );
    }
  };

  return (
    <div className={css.reportar}>
      <Ultimo
        ref={ultimo}
        avances={avances}
        fechaCorte={fechaCorte}
        mismo={mismo}
        onCorrect={() => setCorregido(mismo)}
      />
      <Formulario fallas={fallas} etiquetas={NOMBRES} onSubmit={() => void save()}>
        <Campos
          obra={obra}
          seguimiento={seguimiento}
          daysLate={daysLate}
          valores={{ ...valores, causaAtraso }}
          isCausaChosen={valores.causaAtraso !== null}
          errores={fallas.fields}
          onChange={(change) => setValores({ ...valores, ...change })}
        />
        <AvisoEnvio envios={envios} isStored={draft.isStored} />
        <Botones envios={envios} back={back} isChanged={isChanged} />
      </Formulario>
      {corregido && (
        <CorregirAvance
          obraId={obra.id}
          avance={corregido}
          escrito={typedIn(valores)}
          onClose={() => setCorregido(undefined)}
          onSaved={() => {
            draft.drop();
            navigate(back, { replace: true, state: VUELVE });
          }}
          // Now that its cut is free, what was typed here can be sent.
          onDeleted={() => {
            setFallas(NO_FAILURES);
            setTaken(undefined);
            setCorregido(undefined);
          }}
        />
      )}
    </div>
  );
}

/** The ways out of the form: with the report or without it. */
const Botones = ({
  envios,
  back,
  isChanged,
}: {
  envios: ReturnType<typeof useEnvios>;
  back: string;
  isChanged: boolean;
}) => (
  <>
    <div className={`${piezas.acciones} ${cssFormularioObra.guardar}`}>
      <Enviar envios={envios}>Reportar avance</Enviar>
      <EnlaceBoton
        href={back}
        replace
        state={VUELVE}
        tono="discreto"
        onClick={() => isChanged && announce(SE_CONSERVA)}
      >
        Salir sin reportar
      </EnlaceBoton>
    </div>
    {isChanged && (
      <p className={piezas.ayuda}>
        Lo que escribe se conserva en este equipo, sólo para su cuenta, hasta que el avance quede
        reportado.
      </p>
    )}
  </>
);

const FALTA = 'Es un dato obligatorio.';
const FALTA_CAUSA = 'La obra va atrasada: elija por qué, o «Sin causa conocida».';
const TAKEN_AWAY =
  'Su cuenta ya no captura los avances de esta obra. Lo que escribió se conserva aquí: pida a un administrador que le asigne la dependencia y envíelo otra vez.';

/** The page that a report leads back to: the one that asked for it, or else the work's sheet. */
function useVolver(obraId: number): string {
  const search = useSearch();
  return new URLSearchParams(search).has('volver') ? placeIn(search) : `/obras/${obraId}`;
}

/** The fields. A figure that falls and a late work show where they are typed, before anybody sends them. */
function Campos({
  obra,
  seguimiento: { avances, atraso },
  daysLate,
  valores,
  isCausaChosen,
  errores,
  onChange,
}: Props & {
  daysLate: number | null;
  valores: Valores;
  /** Whether somebody has chosen the cause here. */
  isCausaChosen: boolean;
  /** They stay until it is sent again: one that goes while a finger is on the button would move the button away. */
  errores: Failures['fields'];
  onChange: (change: Partial<Valores>) => void;
}) {
  const { last, paid: pago } = before(avances, valores.fechaCorte);
  const paid = pago?.montoPagado ?? null;
  const avance = readPorciento(valores.avanceFisico);
  const { montoPagado } = valores;
  const fallen =
    last && typeof avance === 'number' && avance < last.avanceFisico
      ? `de ${percent(last.avanceFisico)} a ${percent(avance)}`
      : undefined;
  const fallenPaid =
    paid !== null && typeof montoPagado === 'number' && montoPagado < paid
      ? `de ${money(paid)} a ${money(montoPagado)}`
      : undefined;
  const falls = fallen
    ? `El avance baja ${fallen}`
    : fallenPaid
      ? `Lo pagado baja ${fallenPaid}`
      : undefined;
  const isLate = daysLate !== null && daysLate > 0;
  return (
    <>
      <CampoTexto
        etiqueta={ETIQUETAS.fechaCorte}
        name="fechaCorte"
        error={errores.fechaCorte}
        type="date"
        isRequired
        ayuda="Hasta qué día cuenta lo que reporta."
        value={valores.fechaCorte}
        onChange={(fechaCorte) => onChange({ fechaCorte })}
      />
      <CampoTexto
        etiqueta={`${ETIQUETAS.avanceFisico} (%)`}
        name="avanceFisico"
        error={errores.avanceFisico}
        isRequired
        ayuda={
          fallen ? (
            <Baja que={fallen} />
          ) : (
            'Por ciento construido de toda la obra desde que empezó, de 0 a 100.'
          )
        }
        value={valores.avanceFisico}
        onChange={(avanceFisico) => onChange({ avanceFisico })}
        entrada={{ inputMode: 'decimal', autoComplete: 'off' }}
      />
      <CampoMonto
        etiqueta={ETIQUETAS.montoPagado}
        name="montoPagado"
        error={errores.montoPagado}
        isRequired={false}
        ayuda={
          paid === null
            ? 'Todo lo pagado desde que empezó la obra, con IVA.'
            : `Todo lo pagado desde que empezó la obra, con IVA. Vacío: sigue en ${money(paid)}.`
        }
        nota={fallenPaid ? <Baja que={fallenPaid} /> : partOf(montoPagado, obra.monto)}
        value={valores.montoPagado}
        onChange={(montoPagado) => onChange({ montoPagado })}
      />
      <CampoSeleccion
        etiqueta={ETIQUETAS.causaAtraso}
        data-campo="causaAtraso"
        error={errores.causaAtraso}
        ayuda={
          isLate && atraso.fechaTerminoVigente ? (
            <>
              <span className={piezas.rezago}>
                <Icono nombre="aviso" />
                Al {dayInWords(valores.fechaCorte || today())} lleva{' '}
                {counted(daysLate, 'día', 'días')} de atraso: debía terminar el{' '}
                {dayInWords(atraso.fechaTerminoVigente)}.
              </span>
              {!isCausaChosen &&
                valores.causaAtraso &&
                ' Es la causa que se reportó la última vez.'}
            </>
          ) : undefined
        }
        opciones={[
          { id: '', nombre: isLate ? 'Sin causa conocida' : 'No va atrasada' },
          ...optionsOf(CAUSAS),
        ]}
        value={valores.causaAtraso}
        onChange={(key) => onChange({ causaAtraso: String(key ?? '') })}
      />
      <CampoTexto
        etiqueta={ETIQUETAS.observaciones}
        name="observaciones"
        error={errores.observaciones}
        isRequired={falls !== undefined}
        renglones={3}
        ayuda={falls && <strong>{falls}: explique aquí por qué.</strong>}
        value={valores.observaciones}
        onChange={(observaciones) => onChange({ observaciones })}
      />
    </>
  );
}

/** The notice of a figure that falls, at its field. */
const Baja = ({ que }: { que: string }) => (
  <strong>Baja {que}: explique por qué en Observaciones.</strong>
);

/** The part of the work's amount in percent: a wrong one shows before it is sent. Some works do cost more than planned. */
function partOf(pagado: Valores['montoPagado'], monto: number) {
  if (typeof pagado !== 'number' || monto === 0) return undefined;
  const part = Math.round((10_000 * pagado) / monto) / 100;
  const sentence = `Es el ${percent(part)} del monto de la obra, ${money(monto)}.`;
  return part > 100 ? <strong>{sentence} Revíselo.</strong> : sentence;
}

/** The typed fields of a report, but for its day. */
const typedIn = ({ fechaCorte: _, ...others }: Valores) =>
  Object.fromEntries(Object.entries(others).filter(([, valor]) => valor !== '' && valor !== null));

/** The report of this very cut, and the last before it. */
function Ultimo({
  ref,
  avances,
  fechaCorte,
  mismo,
  onCorrect,
}: {
  ref: Ref<HTMLElement>;
  avances: Avance[];
  fechaCorte: string;
  mismo: Avance | undefined;
  onCorrect: () => void;
}) {
  const { last, paid } = before(avances, fechaCorte);
  const newest = avances.at(-1);
  return (
    <section
      className={`${piezas.tarjeta} ${css.ultimo}`}
      aria-label="El último avance"
      tabIndex={-1}
      ref={ref}
    >
      {mismo && (
        <Aviso>
          <p>
            Ya hay un avance al {dayInWords(mismo.fechaCorte)}: dice {percent(mismo.avanceFisico)}.
            Elija otra fecha de corte, o corríjalo.
          </p>
          <Boton icono="editar" onPress={onCorrect}>
            Corregir el avance al {dayInWords(mismo.fechaCorte)}
          </Boton>
        </Aviso>
      )}
      {last ? (
        <>
          <p>
            <span className={piezas.ayuda}>Último avance, {asOf(last.fechaCorte)}</span>
          </p>
          <Barra valor={last.avanceFisico} />
          {paid && (
            <p>
              {money(paid.montoPagado as number)} pagados
              {paid !== last && ` ${asOf(paid.fechaCorte)}`}
            </p>
          )}
          {last.causaAtraso && (
            <p className={piezas.ayuda}>
              {ETIQUETAS.causaAtraso}: {CAUSAS[last.causaAtraso].toLowerCase()}
            </p>
          )}
          {last.observaciones && <p className={piezas.ayuda}>{last.observaciones}</p>}
        </>
      ) : mismo ? null : avances.length < NEWEST ? (
        <p>Es el primer avance de esta obra hasta esa fecha.</p>
      ) : (
        <p>Los avances de antes de esa fecha están en el historial de la obra.</p>
      )}
      {newest && newest.fechaCorte > fechaCorte && (
        <p className={piezas.ayuda}>
          Después de esa fecha ya se reportó {percent(newest.avanceFisico)} al{' '}
          {dayInWords(newest.fechaCorte)} ({agoInWords(newest.fechaCorte)}).
        </p>
      )}
    </section>
  );
}

/** The report of a day, if there is one. */
async function findAt(id: number, fechaCorte: string): Promise<Avance | undefined> {
  const avances = await read(api.GET('/obras/{id}/avances', { params: { path: { id } } }));
  return avances.find((avance) => avance.fechaCorte === fechaCorte);
}

/** Corrects the report that a sending without an answer has made, if any, with the changes since then. */
async function correctSent(
  id: number,
  { cuerpo }: Envio,
  body: ReturnType<typeof bodyOf>,
): Promise<Avance | undefined> {
  const sent = JSON.parse(cuerpo) as typeof body;
  const avance = await findAt(id, sent.fechaCorte);
  if (!avance || !isThat(avance, sent)) return undefined;
  const path = { id, avanceId: avance.id };
  const { headers } = await readWhole(
    api.GET('/obras/{id}/avances/{avanceId}', { params: { path } }),
  );
  const header = { 'if-match': etagOf(headers) ?? '*' };
  return read(api.PATCH('/obras/{id}/avances/{avanceId}', { params: { path, header }, body }));
}
