import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'wouter';
import { ETIQUETAS, ROLES } from '../../../src/core/bitacora/recursos.ts';
import { api, read, type Schema } from '../api.ts';
import { temporaryPassword } from '../azar.ts';
import { useTodasLasDependencias } from '../catalogos.ts';
import { folded } from '../formato.ts';
import { Boton } from '../piezas/boton.tsx';
import { CampoSeleccion } from '../piezas/campos.tsx';
import { Confirmacion } from '../piezas/dialogo.tsx';
import { Estado, Vacio } from '../piezas/estados.tsx';
import { MenuAcciones } from '../piezas/menu.tsx';
import { Pagina } from '../piezas/pagina.tsx';
import { useParametros } from '../piezas/parametros.ts';
import { CampoConPausa } from '../piezas/pausa.tsx';
import piezas from '../piezas/piezas.module.css';
import { useReread } from '../piezas/releer.ts';
import { type Columna, Registros } from '../piezas/tabla.tsx';
import { type Campo, camposOf, type Valores } from '../records/campo.ts';
import { Editor } from '../records/editor.tsx';
import { recursoAt } from '../records/resource.ts';
import { updateOwnUser } from '../sesion.ts';
import { useSession } from '../usar.ts';
import { ContrasenaTemporal } from './contrasena-temporal.tsx';
import { Dependencias, useCampoDeDependencias } from './dependencias.tsx';

type Usuario = Schema<'UsuarioResumen'>;

/** The rights of each role, as `src/core/auth/access.ts` guards the routes. */
const RIGHTS = [
  {
    id: 'user',
    nombre: ROLES.user,
    detalle:
      'Ve y descarga las obras, el resumen y los catálogos, y guarda sus favoritas. No cambia nada del registro.',
  },
  {
    id: 'admin',
    nombre: ROLES.admin,
    detalle:
      'Además registra, importa, corrige y elimina obras, cambia catálogos y usuarios, y ve historial, bitácora y calidad.',
  },
];
/** A clerk has no role of its own: a user with agencies writes their follow-up. */
const CAPTURA =
  'Quien consulta puede además reportar los avances, programas y contratos de las obras de las dependencias que se le asignen en su cuenta.';

const de = camposOf(ETIQUETAS);
const DATOS: Campo[] = [
  de('nombreCompleto'),
  de('email', 'correo', { ayuda: 'Con él entra.' }),
  de('roles', 'seleccion', { opciones: RIGHTS }),
];
const CAMPOS: Campo[] = [
  ...DATOS,
  de('isActive', 'casilla', {
    ayuda: 'Si no se marca, la cuenta queda inactiva y sus sesiones terminan de inmediato.',
  }),
];

type Tarea =
  | { kind: 'agregar' }
  | { kind: 'editar' | 'restablecer' | 'dependencias'; usuario: Usuario }
  | ({ kind: 'entregar' } & Entrega);

/** A temporary password to be handed over, and whether the agencies of its account are missing. */
interface Entrega {
  titulo: string;
  email: string;
  password: string;
  falta?: boolean;
}

/** The accounts and their roles. */
export default function Usuarios() {
  const { params, changeParams } = useParametros();
  const [tarea, setTarea] = useState<Tarea | null>(null);
  const lista = useQuery({
    queryKey: ['usuarios'],
    queryFn: ({ signal }) => read(api.GET('/users', { signal })),
  });
  const own = useSession()?.user.id;
  const capturas = useCapturas();
  const q = params.get('q') ?? '';
  const cuentas = params.get('cuentas') ?? '';
  const isClerk = (id: string) => cuentas === 'capturan' && capturas.get(id) !== undefined;
  const shown = (lista.data ?? []).filter(
    ({ id, nombreCompleto, email, roles, isActive }) =>
      folded(`${nombreCompleto} ${email}`).includes(folded(q.trim())) &&
      (cuentas === '' ||
        (cuentas === 'inactivas' ? !isActive : isActive && (cuentas === roles || isClerk(id)))),
  );
  return (
    <Pagina
      titulo="Usuarios"
      acciones={
        <Boton tono="principal" icono="agregar" onPress={() => setTarea({ kind: 'agregar' })}>
          Agregar usuario
        </Boton>
      }
    >
      <details className={piezas.plegable}>
        <summary>Qué puede hacer cada rol</summary>
        <ul>
          {RIGHTS.map(({ id, nombre, detalle }) => (
            <li key={id}>
              <strong>{nombre}:</strong> {detalle}
            </li>
          ))}
          <li>
            <strong>Captura:</strong> {CAPTURA}
          </li>
        </ul>
      </details>
      <div className={piezas.filtros}>
        <CampoConPausa
          etiqueta="Buscar por nombre o correo"
          type="search"
          value={q}
          onChange={(text) => changeParams({ q: text }, { replace: true })}
          entrada={{ autoComplete: 'off' }}
        />
        <CampoSeleccion
          etiqueta="Mostrar"
          value={cuentas}
          onChange={(key) => changeParams({ cuentas: String(key) }, { replace: true })}
          opciones={[
            { id: '', nombre: 'Todas las cuentas' },
            { id: 'admin', nombre: 'Las que administran' },
            { id: 'user', nombre: 'Las que consultan' },
            { id: 'capturan', nombre: 'Las que capturan avances' },
            { id: 'inactivas', nombre: 'Las inactivas' },
          ]}
        />
      </div>
      <Registros
        lista={lista}
        plural={['cuenta', 'cuentas']}
        titulo="Usuarios"
        columnas={columnsOf(own, capturas, setTarea)}
        filas={shown}
        claveDe={({ id }) => id}
        vacio={
          <Vacio titulo="No hay ninguna cuenta así.">
            <Boton onPress={() => changeParams({ q: '', cuentas: '' }, { replace: true })}>
              Quitar los filtros
            </Boton>
          </Vacio>
        }
      />
      <EnCurso tarea={tarea} onTarea={setTarea} />
    </Pagina>
  );
}

/** The agencies that each clerk captures, in short and in full, by the clerk's id. */
type Capturas = Map<string, { siglas: string; nombres: string }>;

function useCapturas(): Capturas {
  const { data = [] } = useQuery({
    queryKey: ['usuarios', 'capturistas'],
    queryFn: ({ signal }) => read(api.GET('/capturistas', { signal })),
  });
  const { data: todas = [] } = useTodasLasDependencias();
  return new Map(
    data.map(({ userId, dependenciaIds }) => {
      const suyas = todas.filter(({ id }) => dependenciaIds.includes(id));
      const siglas = suyas.map(({ nombre, siglas }) => siglas ?? nombre).join(', ');
      return [userId, { siglas, nombres: suyas.map(({ nombre }) => nombre).join('; ') }];
    }),
  );
}

const columnsOf = (
  own: string | undefined,
  capturas: Capturas,
  onTarea: (tarea: Tarea) => void,
): Columna<Usuario>[] => [
  {
    titulo: 'Nombre',
    celda: ({ id, nombreCompleto }) => (
      <>
        {nombreCompleto} {id === own && <Estado>usted</Estado>}
      </>
    ),
  },
  {
    titulo: ETIQUETAS.email,
    clase: piezas.seParte,
    celda: ({ email }) => <Correo email={email} />,
  },
  { titulo: 'Rol', celda: ({ roles }) => ROLES[roles] },
  {
    titulo: 'Captura',
    celda: ({ id }) => {
      const suyas = capturas.get(id);
      return suyas ? <span title={suyas.nombres}>{suyas.siglas}</span> : '—';
    },
  },
  {
    titulo: 'Cuenta',
    celda: ({ isActive, mustChangePassword }) => (
      <>
        <Estado esBueno={isActive}>{isActive ? 'Activa' : 'Inactiva'}</Estado>
        {isActive && mustChangePassword && <small> Falta que elija su contraseña.</small>}
      </>
    ),
  },
  {
    titulo: 'Acciones',
    clase: piezas.deAcciones,
    sinTitulo: true,
    celda: (usuario) => (
      <div>
        <Boton
          tono="discreto"
          icono="editar"
          aria-label={`Editar ${usuario.nombreCompleto}, ${usuario.email}`}
          onPress={() => onTarea({ kind: 'editar', usuario })}
        >
          Editar
        </Boton>
        {usuario.id === own ? (
          <Link className={`${piezas.boton} ${piezas.discreto}`} href="/cuenta">
            Mi cuenta
          </Link>
        ) : (
          <MenuAcciones
            boton={
              <Boton tono="discreto" icono="mas" soloIcono>
                {`Más acciones con ${usuario.nombreCompleto}, ${usuario.email}`}
              </Boton>
            }
            acciones={[
              {
                id: 'dependencias',
                nombre: 'Dependencias que captura',
                onAction: () => onTarea({ kind: 'dependencias', usuario }),
              },
              {
                id: 'restablecer',
                nombre: 'Restablecer la contraseña',
                onAction: () => onTarea({ kind: 'restablecer', usuario }),
              },
              {
                id: 'bitacora',
                nombre: 'Ver lo que ha hecho',
                icono: 'historial',
                href: `/bitacora?usuarioId=${usuario.id}`,
              },
            ]}
          />
        )}
      </div>
    ),
  },
];

/** An address that is too long for a line is broken before its domain. */
function Correo({ email }: { email: string }) {
  const at = email.lastIndexOf('@') + 1;
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}

function EnCurso({
  tarea,
  onTarea,
}: {
  tarea: Tarea | null;
  onTarea: (change: Tarea | ((now: Tarea | null) => Tarea | null)) => void;
}) {
  const session = useSession();
  /** Whether the agencies of the account in the drawer are being chosen, over it. */
  const [isAppointing, setAppointing] = useState(false);
  /** Closes the open task. One that opened in its place meanwhile stays. */
  const close = () => onTarea((now) => (now === tarea ? null : now));
  const reread = useReread();

  const reset = async ({ id, email }: Usuario) => {
    const password = temporaryPassword();
    await read(
      api.PATCH('/users/{id}', {
        params: { path: { id } },
        body: { password, mustChangePassword: true },
      }),
    );
    await reread();
    return { titulo: 'Se restableció la contraseña', email, password };
  };

  return (
    <>
      {tarea?.kind === 'agregar' && (
        <Agregar onAdded={(entrega) => onTarea({ kind: 'entregar', ...entrega })} onClose={close} />
      )}
      {tarea?.kind === 'editar' && (
        <Editor
          titulo="Editar usuario"
          campos={CAMPOS}
          recurso={recursoAt('/users/{id}', { id: tarea.usuario.id })}
          hecho="Se guardó la cuenta."
          onSaved={({ id, email, roles }) => {
            if (id === session?.user.id) updateOwnUser({ email, roles } as Schema<'Usuario'>);
          }}
          onClose={close}
          despues={
            <div>
              <Boton onPress={() => setAppointing(true)}>Dependencias que captura</Boton>
            </div>
          }
        />
      )}
      {/* Over the drawer, which keeps the typed values. */}
      {tarea?.kind === 'editar' && isAppointing && (
        <Dependencias usuario={tarea.usuario} onClose={() => setAppointing(false)} />
      )}
      {tarea?.kind === 'dependencias' && <Dependencias usuario={tarea.usuario} onClose={close} />}
      {tarea?.kind === 'restablecer' && (
        <Confirmacion
          titulo="Restablecer la contraseña"
          isOpen
          onClose={close}
          accion="Restablecer la contraseña"
          onConfirm={async () => {
            onTarea({ kind: 'entregar', ...(await reset(tarea.usuario)) });
          }}
        >
          <p>
            La contraseña de <strong>{tarea.usuario.email}</strong> dejará de servir y sus sesiones
            terminarán. El portal le mostrará a usted una temporal, una sola vez.
          </p>
        </Confirmacion>
      )}
      {tarea?.kind === 'entregar' && <ContrasenaTemporal {...tarea} onClose={close} />}
    </>
  );
}

/** A new account with a temporary password and, folded since most only read, the agencies that it captures. */
function Agregar({
  onAdded,
  onClose,
}: {
  onAdded: (entrega: Entrega) => void;
  onClose: () => void;
}) {
  const { create, ...recurso } = recursoAt('/users/{id}', {});
  const dependencias = useCampoDeDependencias();
  /** The password that goes with a key: under the same key, the request has to be the same. It is kept nowhere else. */
  const made = useRef({ clave: '', password: '' });
  const entrega = useRef<Omit<Entrega, 'titulo'>>(undefined);

  const add = async ({ dependenciaIds, ...valores }: Valores, clave: string) => {
    if (made.current.clave !== clave) made.current = { clave, password: temporaryPassword() };
    const { password } = made.current;
    const body = { isActive: true, ...valores, password };
    const user = (await create?.(body, clave)) as Valores;
    const ids = (dependenciaIds ?? []) as number[];
    const falta = ids.length > 0 && !(await appoint(String(user.id), ids));
    entrega.current = { email: String(user.email), password, falta };
    return user;
  };
  /** The changes made after its answer was lost. */
  const change = async ({ dependenciaIds, ...valores }: Valores, etag: string, made?: Valores) => {
    if (entrega.current && dependenciaIds) {
      entrega.current.falta = !(await appoint(String(made?.id), dependenciaIds as number[]));
    }
    return recurso.change(valores, etag, made);
  };
  return (
    <Editor
      titulo="Agregar usuario"
      recurso={{ ...recurso, create: add, change }}
      campos={[
        ...DATOS,
        {
          ...dependencias,
          entrada: (props) => {
            const { length } = props.value as number[];
            return (
              <details className={piezas.plegable}>
                <summary>Captura avances ({length === 0 ? 'de ninguna' : length})</summary>
                {dependencias.entrada?.(props)}
              </details>
            );
          },
        },
      ]}
      inicial={{ nombreCompleto: '', email: '', roles: 'user', dependenciaIds: [] }}
      accion="Agregar usuario"
      hecho="Se agregó la cuenta."
      onSaved={() => {
        if (entrega.current) onAdded({ titulo: 'Se agregó la cuenta', ...entrega.current });
      }}
      onClose={onClose}
    >
      <p>El portal hace una contraseña temporal y se la muestra a usted una sola vez.</p>
    </Editor>
  );
}

/** Gives an account its agencies. It is there by then, with its password, so that a failure is said beside that. */
const appoint = (id: string, dependenciaIds: number[]) =>
  read(
    api.PATCH('/users/{id}/dependencias', { params: { path: { id } }, body: { dependenciaIds } }),
  ).then(
    () => true,
    () => false,
  );
