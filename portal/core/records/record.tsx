import { type ReactNode, useRef, useState } from 'react';
import { NoConnection, RegistryError } from '../errores.ts';
import { announce } from '../piezas/avisos.tsx';
import { useReread } from '../piezas/releer.ts';
import type { Session } from '../sesiones.ts';
import { useSession } from '../usar.ts';
import { type BorradorAbierto, useBorrador, useLatest } from './borrador.ts';
import { type Borrador, findBorrador, removeBorrador } from './borradores.ts';
import { changedFields } from './envio.ts';
import { type Comparison, type Fusion, merge3 } from './merge3.ts';
import { OfertaBorrador } from './oferta-borrador.tsx';
import { type Save, useSave } from './save.tsx';

// One way to write a record, whichever it is: a draft of what is typed, a key or an ETag with each sending, the refusal at its
// fields, and a question where two people changed the same. The forms say what their record is.

/** A record as it was read, with the ETag of that state. */
interface Read {
  etag: string;
}

/** Both people's states of one record. */
export interface Conflicto<Valores, Leida> {
  antes: Leida;
  otra: Leida;
  /** The values before, with the other person and in the form. */
  versiones: [Valores, Valores, Valores];
  fusion: Fusion<Valores>;
}

interface Options<Valores extends object, Leida extends Read, Registro, Falla>
  extends Comparison<Valores> {
  /** The draft's key. */
  de: string;
  /** The draft that is gone on with. */
  borrador?: Borrador | undefined;
  /** The values at first. */
  inicial: Valores;
  /** The record that is corrected; undefined for a new one. */
  leida?: Leida | undefined;
  valoresOf: (leida: Leida) => Valores;
  /** As `isAlike`, but for what the registry adds of its own. */
  saysTheSame?: Comparison<Valores>['isAlike'];
  /** The values with what the registry has added to the sent ones. */
  adopt?: (valores: Valores, sent: Valores, registro: Registro) => Valores;
  /** The body of a new record, or of what has changed since it was read. */
  bodyOf: (valores: Valores, leida: Leida | undefined) => object;
  create?: ((body: never, clave: string) => Promise<Registro>) | undefined;
  /** Writes what has changed; of a record that was just made, with what was answered then. */
  change?: ((body: never, etag: string, made?: Registro) => Promise<Registro>) | undefined;
  /** Reads the record as it is now. */
  read?: ((made?: Registro) => Promise<Leida>) | undefined;
  registroOf: (leida: Leida) => Registro;
  refusalOf: (error: unknown, valores: Valores) => Falla;
  /** Called once the registry has all that was typed; without a record where nothing had to be written. */
  onDone: (registro: Registro | undefined, valores: Valores) => void | Promise<void>;
  /** Called where the record is there, and something was typed after it was sent; without it the form goes on by itself. */
  onMade?: (registro: Registro, sent: Valores, valores: Valores) => Promise<void>;
  /** Called where the record is no longer there; without it that is a refusal. */
  onGone?: () => void;
}

export interface EnCurso<Valores, Leida, Registro, Falla> {
  valores: Valores;
  setValores: (change: Valores | ((now: Valores) => Valores)) => void;
  leida: Leida | undefined;
  rechazo: Falla | null;
  setRechazo: (rechazo: Falla | null) => void;
  isChanged: boolean;
  draft: BorradorAbierto;
  save: Save;
  /**
   * Sends the form as it stands.
   *
   * @param onDone called in the end in place of the form's own
   */
  submit: (onDone?: (registro: Registro | undefined, valores: Valores) => void) => Promise<void>;
  conflicto: Conflicto<Valores, Leida> | null;
  closeConflicto: () => void;
  /** Saves what was chosen where both had changed the same. */
  settle: (merged: Valores) => void;
}

const LO_DE_ANTES = 'Lo que envió antes sí quedó registrado.';
const LO_DE_DESPUES = 'Se guardó lo que envió. Guarde aquí lo que cambió después.';

/** A record that is being written, new or corrected, and the outcome of sending it. */
export function useRecord<Valores extends object, Leida extends Read, Registro, Falla>(
  options: Options<Valores, Leida, Registro, Falla>,
): EnCurso<Valores, Leida, Registro, Falla> {
  const { de, borrador, inicial, valoresOf } = options;
  const { user } = useSession() as Session;
  const [leida, setLeida] = useState(options.leida);
  const [valores, setValores] = useState((borrador?.valores as Valores | undefined) ?? inicial);
  const [rechazo, setRechazo] = useState<Falla | null>(null);
  const [conflicto, setConflicto] = useState<Conflicto<Valores, Leida> | null>(null);
  /** A record that was made here, before or after the form was opened, and is corrected by now. */
  const made = useRef(options.create && options.leida && options.registroOf(options.leida));
  const onDone = useRef(options.onDone);
  const isChanged =
    (borrador !== undefined && !leida) ||
    changedFields(options, leida ? valoresOf(leida) : inicial, valores).length > 0;
  const draft = useBorrador(
    user.id,
    de,
    isChanged ? { valores, ...(leida && { leida }) } : null,
    borrador?.envio,
  );
  const save = useSave(draft);
  const reread = useReread();
  const { create, change } = writing(options, {
    draft,
    save,
    made,
    latest: useLatest(valores),
    onDone,
    reread,
    setLeida,
    setValores,
    setConflicto,
  });

  const attempt = async (sent: Valores, write: () => Promise<void>) => {
    setRechazo(null);
    try {
      await write();
    } catch (error) {
      // What is not known is told above the buttons.
      if (error instanceof NoConnection) return;
      const isGone = error instanceof RegistryError && error.status === 404;
      if (isGone && options.onGone) return options.onGone();
      setRechazo(options.refusalOf(error, sent));
    }
  };

  return {
    valores,
    setValores,
    leida,
    rechazo,
    setRechazo,
    isChanged,
    draft,
    save,
    async submit(then = options.onDone) {
      if (save.isBusy) return;
      onDone.current = then;
      await attempt(valores, () => (leida ? change(leida, valores) : create(valores)));
    },
    conflicto,
    closeConflicto: () => setConflicto(null),
    settle(merged) {
      if (!conflicto) return;
      const { otra } = conflicto;
      setConflicto(null);
      setLeida(otra);
      setValores(merged);
      void attempt(merged, () => change(otra, merged));
    },
  };
}

interface Form<Valores, Leida, Registro> {
  draft: BorradorAbierto;
  save: Save;
  made: { current: Registro | undefined };
  /** The form as it stands now, which may have more in it than was sent. */
  latest: { readonly current: Valores };
  onDone: { readonly current: (registro: Registro | undefined, valores: Valores) => unknown };
  reread: () => Promise<unknown>;
  setLeida: (leida: Leida) => void;
  setValores: (valores: Valores) => void;
  setConflicto: (conflicto: Conflicto<Valores, Leida>) => void;
}

/** The two ways to write what stands in a form: as a new record, and as a correction of the one that was read. */
function writing<Valores extends object, Leida extends Read, Registro, Falla>(
  options: Options<Valores, Leida, Registro, Falla>,
  { draft, save, made, latest, onDone, reread, ...form }: Form<Valores, Leida, Registro>,
) {
  const { valoresOf, saysTheSame = options.isAlike, bodyOf } = options;
  const done = async (registro: Registro | undefined, sent: Valores) => {
    draft.drop();
    await onDone.current(registro, sent);
  };
  const readAgain = () =>
    save.send(() => (options.read as NonNullable<typeof options.read>)(made.current));

  const create = async (sent: Valores): Promise<void> => {
    const post = options.create as NonNullable<typeof options.create>;
    const cuerpo = JSON.stringify(bodyOf(sent, undefined));
    const hecho = await save.create(cuerpo, (text, clave) =>
      post(JSON.parse(text) as never, clave),
    );
    const { registro } = hecho;
    const isThis = hecho.cuerpo === cuerpo;
    if (isThis && latest.current === sent) return done(registro, sent);
    void reread();
    // The first sending came through, or something was typed while it was on its way: the rest is a correction of it.
    if (options.onMade) {
      await options.onMade(registro, sent, latest.current);
      return draft.drop();
    }
    announce(isThis ? LO_DE_DESPUES : LO_DE_ANTES);
    if (!options.read) return save.forget();
    made.current = registro;
    const now = await readAgain();
    form.setLeida(now);
    if (!isThis) await change(now, latest.current);
  };

  const change = async (from: Leida, sent: Valores): Promise<void> => {
    const patch = options.change as NonNullable<typeof options.change>;
    const body = bodyOf(sent, from);
    if (Object.keys(body).length === 0) return done(made.current, sent);
    draft.keep(draft.envio());
    let registro: Registro;
    try {
      registro = await save.send(() => patch(body as never, from.etag, made.current));
    } catch (error) {
      if (!(error instanceof RegistryError) || error.status !== 412) throw error;
      return compare(from, sent);
    }
    await saved(registro, from, sent);
  };

  /** The registry has the sent values. Later ones stay in the form, as changes of those. */
  const saved = async (registro: Registro, antes: Leida, sent: Valores): Promise<void> => {
    if (latest.current === sent) return done(registro, sent);
    void reread();
    announce(LO_DE_DESPUES);
    const otra = await readAgain();
    const adopt = (each: Valores) => options.adopt?.(each, sent, registro) ?? each;
    const versiones: [Valores, Valores, Valores] = [
      adopt(sent),
      valoresOf(otra),
      adopt(latest.current),
    ];
    const fusion = merge3(options, ...versiones);
    if (fusion.choques.length > 0) return form.setConflicto({ antes, otra, versiones, fusion });
    form.setLeida(otra);
    form.setValores(fusion.merge(new Set()));
  };

  /** Another person was quicker. */
  const compare = async (antes: Leida, sent: Valores): Promise<void> => {
    const otra = await readAgain();
    const [before, theirs] = [valoresOf(antes), valoresOf(otra)];
    // The answer of an earlier sending was lost: the registry has these very values.
    const isSaved = changedFields(options, before, sent).every((campo) =>
      saysTheSame(campo, theirs, sent),
    );
    if (isSaved) return saved(options.registroOf(otra), antes, sent);
    const mia = latest.current;
    const fusion = merge3(options, before, theirs, mia);
    // Only something differs that the form does not have.
    if (fusion.choques.length + fusion.tomados.length === 0) return change(otra, mia);
    form.setConflicto({ antes, otra, versiones: [before, theirs, mia], fusion });
  };

  return { create, change };
}

/** A form, or before it the offer of an earlier draft of it: to go on with, or to throw away. */
export function ConBorrador({
  de,
  isContinued = false,
  nombreOf = () => '',
  children,
}: {
  de: string;
  /** Whether it is gone on with unasked. */
  isContinued?: boolean;
  /** The name of the draft's record; null for a draft that is none of this form. */
  nombreOf?: (borrador: Borrador) => string | null;
  children: (borrador: Borrador | undefined) => ReactNode;
}) {
  const { user } = useSession() as Session;
  const [borrador, setBorrador] = useState(() => findBorrador(user.id, de));
  const [isChosen, setChosen] = useState(isContinued);
  const nombre = borrador ? nombreOf(borrador) : null;
  if (!borrador || nombre === null) return children(undefined);
  if (isChosen) return children(borrador);
  return (
    <OfertaBorrador
      instante={borrador.instante}
      nombre={nombre}
      onContinue={() => setChosen(true)}
      onDiscard={() => {
        removeBorrador(user.id, borrador.de);
        setBorrador(undefined);
      }}
    />
  );
}
