import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { ETIQUETAS } from '../../../src/core/bitacora/recursos.ts';
import { hasBlanks } from '../../../src/features/portal/contrasena.ts';
import { api, read, type Schema } from '../api.ts';
import { useMisDependencias } from '../derechos.ts';
import { NoSession, RegistryError, sentencesOf } from '../errores.ts';
import { day } from '../formato.ts';
import { useMutacion } from '../mutacion.ts';
import { useNombresDeDependencias } from '../nombres-de-dependencias.ts';
import { Aviso, announce } from '../piezas/avisos.tsx';
import { Boton } from '../piezas/boton.tsx';
import { CampoTexto } from '../piezas/campo-texto.tsx';
import { Esqueleto, Falla } from '../piezas/estados.tsx';
import { type Failures, failuresOf, NO_FAILURES } from '../piezas/fallas.ts';
import { Formulario } from '../piezas/formulario.tsx';
import { Pagina } from '../piezas/pagina.tsx';
import piezas from '../piezas/piezas.module.css';
import { type Campo, camposOf } from '../records/campo.ts';
import { Editor } from '../records/editor.tsx';
import { recursoAt } from '../records/resource.ts';
import { leaveBrowser, renewSession, signOut, updateOwnUser } from '../sesion.ts';
import type { Session } from '../sesiones.ts';
import { useLostConnection, useSession } from '../usar.ts';
import { CampoContrasena } from './campo-contrasena.tsx';
import css from './cuenta.module.css';
import { useCountdown } from './espera.ts';
import { logIn } from './iniciar.ts';
import { Papel } from './partes.ts';
import { placeIn } from './volver.ts';

/** One's own account. A user with a temporary password chooses another before anything else. */
export default function Cuenta() {
  const session = useSession();
  const search = useSearch();
  const [, navigate] = useLocation();
  if (!session) return null;
  if (session.user.mustChangePassword) {
    return (
      <Pagina titulo="Elija su contraseña" ancho="texto">
        <Aviso>
          <p>
            La contraseña con la que entró es provisional. Elija una que sólo usted conozca; después
            podrá usar el portal.
          </p>
        </Aviso>
        <Contrasena
          user={session.user}
          accion="Guardar mi contraseña"
          onDone={() => navigate(placeIn(search), { replace: true })}
        />
        <Boton tono="discreto" icono="salir" onPress={signOut}>
          Salir
        </Boton>
      </Pagina>
    );
  }
  return (
    <Pagina titulo="Mi cuenta" ancho="texto">
      <Datos user={session.user} />
      <section
        className={`${piezas.tarjeta} ${piezas.apilada}`}
        aria-labelledby="titulo-contrasena"
      >
        <h2 id="titulo-contrasena">Cambiar mi contraseña</h2>
        <Contrasena user={session.user} accion="Cambiar mi contraseña" />
      </section>
      <section className={`${piezas.tarjeta} ${piezas.apilada}`} aria-labelledby="titulo-salir">
        <h2 id="titulo-salir">Salir</h2>
        <p>
          Termina su sesión en todas las pestañas de este navegador. En otros equipos sigue hasta
          que salga ahí, o hasta que termine por sí sola.
        </p>
        <Boton icono="salir" onPress={signOut}>
          Salir
        </Boton>
        <SalirEnTodos />
      </section>
    </Pagina>
  );
}

/** Ends all sessions: of a telephone that was lost, or a computer that somebody else uses. */
function SalirEnTodos() {
  const { mutate, isPending, error } = useMutacion({
    mutationFn: () => read(api.POST('/auth/logout', { params: { query: { todas: 'true' } } })),
    onSuccess: () => {
      leaveBrowser();
      announce('Terminaron todas sus sesiones.');
    },
  });
  return (
    <>
      <p>
        Si perdió un teléfono, o dejó abierta su sesión en otra parte, salga de todos. También se
        detiene una importación suya que esté en curso.
      </p>
      {error && <Aviso tono="error">{sentencesOf(error).join(' ')}</Aviso>}
      <Boton icono="salir" isPending={isPending} onPress={() => mutate()}>
        Salir en todos los equipos
      </Boton>
    </>
  );
}

type Own = Session['user'];

const de = camposOf(ETIQUETAS);
const DATOS: Campo[] = [
  de('nombreCompleto'),
  de('email', 'correo', { ayuda: 'Con él entra. Desde que lo cambie, sólo sirve el nuevo.' }),
];

/** The account's data, to be corrected in a drawer. */
function Datos({ user }: { user: Own }) {
  const [isOpen, setOpen] = useState(false);
  const queries = useQueryClient();
  const key = ['usuario', user.id];
  const own = useQuery({
    queryKey: key,
    queryFn: () => read(api.GET('/users/{id}', { params: { path: { id: user.id } } })),
  });
  if (own.isPending) return <Esqueleto renglones={3} />;
  if (own.error) return <Falla error={own.error} onRetry={() => void own.refetch()} />;
  const { nombreCompleto, email, createdAt } = own.data;
  return (
    <section
      className={`${piezas.tarjeta} ${piezas.apilada} ${css.datosCuenta}`}
      aria-labelledby="titulo-datos"
    >
      <h2 id="titulo-datos">Mis datos</h2>
      <dl>
        <dt>{ETIQUETAS.nombreCompleto}</dt>
        <dd>{nombreCompleto}</dd>
        <dt>{ETIQUETAS.email}</dt>
        <dd>{email}</dd>
        <dt>Rol</dt>
        <dd>
          <Rol roles={own.data.roles} />
        </dd>
        <dt>Cuenta desde</dt>
        <dd>{day(createdAt)}</dd>
      </dl>
      <Boton icono="editar" onPress={() => setOpen(true)}>
        Corregir mis datos
      </Boton>
      {isOpen && (
        <Editor
          titulo="Corregir mis datos"
          recurso={recursoAt('/users/{id}', { id: user.id })}
          campos={DATOS}
          hecho="Se guardaron sus datos."
          onSaved={(saved) => {
            queries.setQueryData(key, saved);
            updateOwnUser({ email: String(saved.email) });
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
}

/** The account's role, and the agencies whose progress it reports. */
function Rol({ roles }: Pick<Schema<'Usuario'>, 'roles'>) {
  const ids = useMisDependencias() ?? [];
  const nombres = useNombresDeDependencias(ids);
  if (roles === 'admin') return 'Administra: registra, corrige y administra.';
  return ids.length === 0 ? (
    'Consulta: ve las obras y guarda sus favoritas.'
  ) : (
    <Papel nombres={nombres} />
  );
}

const SAME = { password: 'Debe ser distinta de la contraseña actual.' };
/** The registry compares passwords composed. */
const isSame = (one: string, other: string) => one.normalize() === other.normalize();

/**
 * A new password, typed once and shown on demand. The present one is verified by signing in with it: an open page
 * is not enough to take an account over, and the administrator who gave a password can't keep it.
 */
function Contrasena({ user, accion, onDone }: { user: Own; accion: string; onDone?: () => void }) {
  const [present, setPresent] = useState('');
  const [password, setPassword] = useState('');
  const [fallas, setFallas] = useState<Failures>(NO_FAILURES);
  const [isPending, setPending] = useState(false);
  const [seconds, wait] = useCountdown();
  const isOffline = useLostConnection() !== null;
  const refuse = (fields: Failures['fields']) => setFallas({ fields, rest: [] });

  const save = async () => {
    setFallas(NO_FAILURES);
    if (present === '') return refuse({ present: 'Escriba su contraseña actual.' });
    if (isSame(password, present)) return refuse(SAME);
    setPending(true);
    try {
      const taken = await takenAsPresent();
      if (taken === undefined) return;
      if (isSame(password, taken)) return refuse(SAME);
      await read(
        api.PATCH('/users/{id}', { params: { path: { id: user.id } }, body: { password } }),
      );
      setPresent('');
      setPassword('');
      announce('Se guardó su contraseña.');
      updateOwnUser({ mustChangePassword: false });
      onDone?.();
    } catch (error) {
      setFallas(failuresOf(error, ['password']));
    } finally {
      setPending(false);
    }
  };

  /**
   * Signs in with the present password, and answers the form of it that the registry took. The field says so where it is another.
   * The session goes on with the new token.
   */
  const takenAsPresent = async (): Promise<string | undefined> => {
    try {
      const { sesion, tomada } = await logIn(user.email, present);
      if (!renewSession(sesion)) throw new NoSession('terminada');
      return tomada;
    } catch (error) {
      if (!(error instanceof RegistryError)) throw error;
      wait(error.retryAfter ?? 0);
      if (error.status !== 401) throw error;
      // A password typed during the request is another one, and stays.
      setPresent((now) => (now === present ? '' : now));
      refuse({ present: 'No es su contraseña actual.' });
      return undefined;
    }
  };

  return (
    <Formulario
      fallas={fallas}
      etiquetas={{ present: 'Contraseña actual', password: 'Contraseña nueva' }}
      onSubmit={() => {
        if (!isPending && !isOffline && seconds === 0) void save();
      }}
    >
      {/* A password manager needs to know whose it is. */}
      <input
        className={piezas.soloOido}
        autoComplete="username"
        value={user.email}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <CampoTexto
        etiqueta="Contraseña actual"
        name="present"
        type="password"
        value={present}
        onChange={setPresent}
        isRequired
        entrada={{ autoComplete: 'current-password' }}
        ayuda="La que usó para entrar."
        {...(fallas.fields.present ? { error: fallas.fields.present } : {})}
      />
      <CampoContrasena
        etiqueta="Contraseña nueva"
        name="password"
        value={password}
        onChange={setPassword}
        isRequired
        ayuda={
          hasBlanks(password)
            ? 'Empieza o termina con un espacio, que será parte de ella: quítelo si sólo se copió con lo demás.'
            : 'De 6 a 128 caracteres. Al guardarla terminan sus sesiones en otros equipos; ésta sigue.'
        }
        {...(fallas.fields.password ? { error: fallas.fields.password } : {})}
      />
      {seconds > 0 && <p className={piezas.ayuda}>Podrá intentarlo de nuevo en {seconds} s.</p>}
      <Boton
        tono="principal"
        type="submit"
        isPending={isPending}
        isDisabled={isOffline || seconds > 0}
      >
        {accion}
      </Boton>
    </Formulario>
  );
}
