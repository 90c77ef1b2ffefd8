import { Fragment, type ReactNode, type Ref, useState } from 'react';
import { Link, useLocation, useParams, useSearch } from 'wouter';
import { partOf } from '../../../src/features/seguimiento/base-de-pago.ts';
import { NEWEST } from '../../../src/features/seguimiento/opciones.ts';
import { api, read } from '../../core/api.ts';
import { placeIn } from '../../core/cuenta/volver.ts';
import { useCaptura } from '../../core/derechos.ts';
import { RegistryError } from '../../core/errores.ts';
import { counted, money } from '../../core/formato.ts';
import { Icono } from '../../core/icons.tsx';
import { type Obra, useObra } from '../../core/obras/obra.ts';
import { Aviso, announce } from '../../core/piezas/avisos.tsx';
import { Boton, EnlaceBoton } from '../../core/piezas/boton.tsx';
import { Esqueleto, Falla } from '../../core/piezas/estados.tsx';
import { type Failures, failuresOf, NO_FAILURES } from '../../core/piezas/fallas.ts';
import { useFocusAfter } from '../../core/piezas/foco.ts';
import { Formulario } from '../../core/piezas/formulario.tsx';
import { Pagina, VUELVE } from '../../core/piezas/pagina.tsx';
import piezas from '../../core/piezas/piezas.module.css';
import { useReread } from '../../core/piezas/releer.ts';
import { SE_CONSERVA } from '../../core/records/borrador.ts';
import { type Borrador, findBorrador } from '../../core/records/borradores.ts';
import {
  bodyOf,
  type Campo,
  comparisonOf,
  type Valores as Registro,
  wordsOf,
} from '../../core/records/campo.ts';
import { VentanaConflicto } from '../../core/records/conflict.tsx';
import { Entrada } from '../../core/records/field.tsx';
import { ConBorrador, useRecord } from '../../core/records/record.tsx';
import type { Leido } from '../../core/records/resource.ts';
import { PieDeEnvio, type Save } from '../../core/records/save.tsx';
import { hasPage } from '../../core/rutas.tsx';
import type { Session } from '../../core/sesiones.ts';
import { useSession } from '../../core/usar.ts';
import { Avance as ETIQUETAS } from '../../generado/etiquetas.ts';
import { Barra } from './barra.tsx';
import { avanceAt, useSeguimiento } from './consultas.ts';
import { CorregirAvance } from './corregir-avance.tsx';
import type { Avance, Seguimiento } from './estado.ts';
import { agoInWords, asOf, CAUSAS, dayInWords, optionsOf, percent } from './palabras.ts';
import css from './reportar.module.css';
import {
  before,
  CAMPOS,
  causaAtCorte,
  corteOf,
  fallsOf,
  fotosOf,
  NOMBRES,
  newValores,
  objectionsTo,
  TAKEN_AWAY,
  typedIn,
  type Valores,
  valoresOf,
} from './reporte.ts';
import { SinCaptura } from './sin-captura.tsx';

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
  if (!captura) {
    return <SinCaptura obra={obra} hasBorrador={findBorrador(user.id, de) !== undefined} />;
  }
  return (
    <ConBorrador
      de={de}
      nombreOf={(guardado) => {
        const valores = valoresOf(guardado);
        return valores ? `avance al ${dayInWords(corteOf(valores))}` : null;
      }}
    >
      {(borrador) => <Reporte {...props} de={de} borrador={borrador} />}
    </ConBorrador>
  );
}

function Reporte({
  obra,
  seguimiento,
  de,
  borrador,
}: Props & { de: string; borrador: Borrador | undefined }) {
  const [inicial] = useState(() => (borrador && valoresOf(borrador)) ?? newValores());
  const [taken, setTaken] = useState<Avance>();
  const [corregido, setCorregido] = useState<Avance>();
  const ultimo = useFocusAfter<HTMLElement>(corregido !== undefined);
  const reread = useReread();
  const [, navigate] = useLocation();
  const back = useVolver(obra.id);
  const { avances } = seguimiento;
  const causaAt = (valores: Valores) => causaAtCorte(seguimiento, obra.estatusObraId, valores);
  const { create, read: readAvance, change } = avanceAt(obra.id);
  const finish = async (registro: Registro | undefined, to: (avance: Avance) => string) => {
    const avance = registro as unknown as Avance;
    const { avanceFisico, fechaCorte } = avance;
    announce(`Se reportó ${percent(avanceFisico)} de avance al ${dayInWords(fechaCorte)}.`);
    navigate(to(avance), { replace: true, state: VUELVE });
    await reread();
  };
  const record = useRecord<Registro, Leido, Registro, Failures>({
    ...comparisonOf(CAMPOS),
    de,
    inicial,
    borrador: borrador && { ...borrador, valores: inicial },
    leida: borrador?.leida as Leido | undefined,
    valoresOf: ({ valores }) => valores,
    registroOf: ({ valores }) => valores,
    bodyOf: (valores, leida) => {
      const { causaAtraso } = causaAt(valores as Valores);
      return bodyOf(CAMPOS, { ...valores, causaAtraso }, leida?.valores);
    },
    create,
    read: readAvance,
    change,
    refusalOf(error, { fechaCorte }) {
      if (!(error instanceof RegistryError && error.status === 409)) {
        return failuresOf(error, Object.keys(NOMBRES), TAKEN_AWAY);
      }
      // Without the report of that day, the refusal says enough.
      findAt(obra.id, String(fechaCorte)).then(setTaken, () => {});
      return { fields: { fechaCorte: error.message }, rest: [] };
    },
    onDone: (registro) => finish(registro, () => back),
  });
  const { draft, save, isChanged } = record;
  const valores = record.valores as Valores;
  const fallas = record.rechazo ?? NO_FAILURES;
  const fechaCorte = corteOf(valores);
  const { daysLate, causaAtraso } = causaAt(valores);
  /** The report of that very day, where it is known. */
  const mismo =
    avances.find((one) => one.fechaCorte === fechaCorte) ??
    (taken?.fechaCorte === fechaCorte ? taken : undefined);

  /** Sends the report; with photos to follow, it leads to where they are added to it. */
  const submit = async (withFotos = false) => {
    if (save.isBusy) return;
    setTaken(undefined);
    const fields = objectionsTo(valores, causaAtraso);
    if (fields) return record.setRechazo({ fields, rest: [] });
    if (!withFotos) return record.submit();
    await record.submit((registro) => finish(registro, (avance) => fotosOf(obra.id, avance, back)));
  };

  return (
    <div className={piezas.pila}>
      <Ultimo ref={ultimo} avances={avances} fechaCorte={fechaCorte} mismo={mismo} />
      <Formulario fallas={fallas} etiquetas={NOMBRES} onSubmit={() => void submit()}>
        <Campos
          seguimiento={seguimiento}
          daysLate={daysLate}
          valores={{ ...valores, causaAtraso }}
          isCausaChosen={valores.causaAtraso !== null}
          errores={fallas.fields}
          junto={mismo && <YaHay mismo={mismo} onCorrect={() => setCorregido(mismo)} />}
          onChange={(change) => record.setValores((now) => ({ ...now, ...change }))}
        />
        <Botones
          save={save}
          isStored={draft.isStored}
          back={back}
          isChanged={isChanged}
          onWithFotos={() => void submit(true)}
        />
      </Formulario>
      {record.conflicto && (
        <VentanaConflicto
          conflicto={record.conflicto}
          titulo="Otra persona cambió este registro"
          etiquetas={NOMBRES}
          words={wordsOf(CAMPOS)}
          onSave={record.settle}
          onClose={record.closeConflicto}
        />
      )}
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
            record.setRechazo(null);
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
  save,
  isStored,
  back,
  isChanged,
  onWithFotos,
}: {
  save: Save;
  isStored: boolean;
  back: string;
  isChanged: boolean;
  onWithFotos: () => void;
}) => (
  <>
    <PieDeEnvio save={save} isStored={isStored} accion="Reportar avance">
      {hasPage('/obras/:id/fotos') && (
        <Boton icono="foto" isDisabled={save.isBusy} onPress={onWithFotos}>
          Reportar y agregar fotos
        </Boton>
      )}
      <EnlaceBoton
        href={back}
        replace
        state={VUELVE}
        tono="discreto"
        onClick={() => isChanged && announce(SE_CONSERVA)}
      >
        Salir sin reportar
      </EnlaceBoton>
    </PieDeEnvio>
    {isChanged && (
      <p className={piezas.ayuda}>
        Lo que escribe se conserva en este equipo, sólo para su cuenta, hasta que el avance quede
        reportado.
      </p>
    )}
  </>
);

/** The page that a report leads back to: the one that asked for it, or else the work's sheet. */
function useVolver(obraId: number): string {
  const search = useSearch();
  return new URLSearchParams(search).has('volver') ? placeIn(search) : `/obras/${obraId}`;
}

/** The fields. A figure that falls and a late work show where they are typed, before anybody sends them. */
function Campos({
  seguimiento: { avances, atraso, baseDePago },
  daysLate,
  valores,
  isCausaChosen,
  errores,
  junto,
  onChange,
}: Pick<Props, 'seguimiento'> & {
  daysLate: number | null;
  valores: Valores;
  /** Whether the clerk has chosen the cause here. */
  isCausaChosen: boolean;
  /** They stay until it is sent again: one that goes while a finger is on the button would move the button away. */
  errores: Failures['fields'];
  /** What stands below the day, which the focus goes to when it is refused. */
  junto: ReactNode;
  onChange: (change: Partial<Valores>) => void;
}) {
  const { fallen, fallenPaid, falls, paid } = fallsOf(valores, avances);
  const isLate = daysLate !== null && daysLate > 0;
  const more: Record<string, Partial<Campo>> = {
    fechaCorte: { ayuda: 'Hasta qué día cuenta lo que reporta.' },
    avanceFisico: {
      ayuda: fallen ? (
        <Baja que={fallen} />
      ) : (
        'Por ciento construido de toda la obra desde que empezó, de 0 a 100.'
      ),
    },
    montoPagado: {
      ayuda: `Todo lo pagado desde que empezó la obra, con IVA.${paid === null ? '' : ` Vacío: sigue en ${money(paid)}.`}`,
      nota: fallenPaid ? (
        <Baja que={fallenPaid} />
      ) : (
        <Parte parte={partOf(valores.montoPagado, baseDePago)} />
      ),
    },
    causaAtraso: {
      esOpcional: false,
      opciones: [
        { id: '', nombre: isLate ? 'Sin causa conocida' : 'No va atrasada' },
        ...optionsOf(CAUSAS),
      ],
      ayuda: isLate && atraso.fechaTerminoVigente && (
        <>
          <span className={piezas.rezago}>
            <Icono nombre="aviso" />
            Al {dayInWords(corteOf(valores))} lleva {counted(daysLate, 'día', 'días')} de atraso:
            debía terminar el {dayInWords(atraso.fechaTerminoVigente)}.
          </span>
          {!isCausaChosen && valores.causaAtraso && ' Es la causa que se reportó la última vez.'}
        </>
      ),
    },
    observaciones: {
      esOpcional: falls === undefined,
      ayuda: falls && <strong>{falls}: explique aquí por qué.</strong>,
    },
  };
  return CAMPOS.map((campo) => (
    <Fragment key={campo.nombre}>
      <Entrada
        campo={{ ...campo, ...more[campo.nombre] }}
        value={valores[campo.nombre]}
        errores={errores}
        onChange={(value) => onChange({ [campo.nombre]: value })}
      />
      {campo.nombre === 'fechaCorte' && junto}
    </Fragment>
  ));
}

/** The notice, beside the day, that there is a report of it, and the way to correct that one. */
const YaHay = ({ mismo, onCorrect }: { mismo: Avance; onCorrect: () => void }) => (
  <Aviso>
    <p>
      Ya hay un avance al {dayInWords(mismo.fechaCorte)}: dice {percent(mismo.avanceFisico)}. Elija
      otra fecha de corte, o corríjalo.
    </p>
    <Boton icono="editar" onPress={onCorrect}>
      Corregir el avance al {dayInWords(mismo.fechaCorte)}
    </Boton>
  </Aviso>
);

/** The notice of a figure that falls, at its field. */
const Baja = ({ que }: { que: string }) => (
  <strong>Baja {que}: explique por qué en Observaciones.</strong>
);

/** The payment as a part of the contracts: a wrong one shows before it is sent. */
const Parte = ({ parte }: { parte: ReturnType<typeof partOf> }) =>
  parte?.esMas ? <strong>{parte.frase} Revíselo.</strong> : parte?.frase;

/** The last report before this cut. */
function Ultimo({
  ref,
  avances,
  fechaCorte,
  mismo,
}: {
  ref: Ref<HTMLElement>;
  avances: Avance[];
  fechaCorte: string;
  mismo: Avance | undefined;
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
