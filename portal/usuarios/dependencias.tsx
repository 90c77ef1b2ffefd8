import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, etagOf, RegistryError, read, readWhole, type Schema } from '../api.ts';
import { catalogos } from '../catalogos.ts';
import { useLostConnection } from '../conexion.ts';
import { counted, folded } from '../formato.ts';
import { Aviso, announce } from '../piezas/avisos.tsx';
import { Boton } from '../piezas/boton.tsx';
import { CampoTexto, Casilla } from '../piezas/campos.tsx';
import { Dialogo } from '../piezas/dialogo.tsx';
import { Esqueleto, Falla } from '../piezas/estados.tsx';
import { type Failures, Formulario, failuresOf, NO_FAILURES } from '../piezas/formulario.tsx';
import piezas from '../piezas/piezas.module.css';
import { useReread } from '../piezas/releer.ts';
import css from './dependencias.module.css';

type Usuario = Schema<'UsuarioResumen'>;

/** From so many on, one is found by typing. */
const MANY = 8;

/** The agencies whose works' follow-up a user writes, to be chosen in a drawer. */
export function Dependencias({ usuario, onClose }: { usuario: Usuario; onClose: () => void }) {
  const [isDirty, setDirty] = useState(false);
  const { id } = usuario;
  const leida = useQuery({
    queryKey: ['capturista', id, 'editada'],
    queryFn: async ({ signal }) => {
      const { data, headers } = await readWhole(
        api.GET('/users/{id}/dependencias', { params: { path: { id } }, signal }),
      );
      return { ids: data.dependenciaIds, etag: etagOf(headers) };
    },
    // The drawer's choices are the user's own until they are saved.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const todas = useTodasLasDependencias();
  const error = leida.error ?? todas.error;
  return (
    <Dialogo
      titulo="Dependencias que captura"
      isOpen
      onClose={onClose}
      forma="cajon"
      isDismissable={!isDirty}
    >
      {error ? (
        <Falla
          error={error}
          onRetry={() => {
            void leida.refetch();
            void todas.refetch();
          }}
        />
      ) : leida.data && todas.data ? (
        <Eleccion
          usuario={usuario}
          leida={leida.data}
          todas={todas.data}
          reread={async () => (await leida.refetch()).data}
          onDirty={() => setDirty(true)}
          onClose={onClose}
        />
      ) : (
        <Esqueleto />
      )}
    </Dialogo>
  );
}

interface Leida {
  ids: number[];
  etag: string | undefined;
}

function Eleccion({
  usuario: { id, nombreCompleto },
  leida,
  todas,
  reread,
  onDirty,
  onClose,
}: {
  usuario: Usuario;
  leida: Leida;
  todas: Schema<'Dependencia'>[];
  reread: () => Promise<Leida | undefined>;
  onDirty: () => void;
  onClose: () => void;
}) {
  const [ids, setIds] = useState(leida.ids);
  const [fallas, setFallas] = useState<Failures>(NO_FAILURES);
  const [isMet, setMet] = useState(false);
  const [isPending, setPending] = useState(false);
  const isOffline = useLostConnection() !== null;
  const readAgain = useReread();
  const save = async () => {
    setPending(true);
    setFallas(NO_FAILURES);
    setMet(false);
    try {
      const header = leida.etag ? { 'if-match': leida.etag } : {};
      await read(
        api.PATCH('/users/{id}/dependencias', {
          params: { path: { id }, header },
          body: { dependenciaIds: ids },
        }),
      );
      announce(
        ids.length === 0
          ? `${nombreCompleto} ya no captura avances.`
          : `${nombreCompleto} captura los avances de ${counted(ids.length, 'dependencia', 'dependencias')}.`,
      );
      await readAgain();
      onClose();
    } catch (error) {
      if (error instanceof RegistryError && error.status === 412) {
        const now = await reread();
        if (now) setIds(now.ids);
        setMet(true);
      } else setFallas(failuresOf(error, ['dependenciaIds']));
    } finally {
      setPending(false);
    }
  };
  return (
    <Formulario
      fallas={fallas}
      etiquetas={{ dependenciaIds: 'Dependencias' }}
      onSubmit={() => {
        if (!isPending && !isOffline) void save();
      }}
    >
      <p>
        <strong>{nombreCompleto}</strong> reporta los avances de las obras de las dependencias que
        marque aquí. Su rol no cambia.
      </p>
      {isMet && (
        <Aviso tono="error">
          Otra persona las cambió mientras usted las tenía abiertas. Éstas son las de ahora: revise
          y vuelva a guardar.
        </Aviso>
      )}
      <Casillas
        todas={todas}
        propias={leida.ids}
        ids={ids}
        onChange={(next) => {
          setIds(next);
          onDirty();
        }}
      />
      <footer>
        <Boton tono="principal" type="submit" isPending={isPending} isDisabled={isOffline}>
          Guardar cambios
        </Boton>
        <Boton onPress={onClose}>Cancelar</Boton>
      </footer>
    </Formulario>
  );
}

/** Every agency there is, inactive ones too. */
export const useTodasLasDependencias = () =>
  useQuery({
    queryKey: [...catalogos.dependencias, 'todas'],
    queryFn: ({ signal }) =>
      read(api.GET('/dependencias', { params: { query: { ver_todo: 'true' } }, signal })),
    staleTime: 0,
  });

/** Agencies to be ticked. */
export function Casillas({
  todas,
  propias = [],
  ids,
  onChange,
}: {
  todas: Schema<'Dependencia'>[];
  /** Those that the user has already: an inactive one may stay, and can be taken away. They stand first. */
  propias?: number[];
  ids: number[];
  onChange: (ids: number[]) => void;
}) {
  const [q, setQ] = useState('');
  const isOwn = ({ id }: { id: number }) => propias.includes(id);
  const eligible = todas
    .filter((one) => one.activo || isOwn(one))
    .sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)));
  const shown = eligible.filter(({ nombre, siglas }) =>
    folded(`${nombre} ${siglas ?? ''}`).includes(folded(q.trim())),
  );
  return (
    <>
      {eligible.length > MANY && (
        <CampoTexto
          etiqueta="Buscar una dependencia"
          type="search"
          value={q}
          onChange={setQ}
          entrada={{ autoComplete: 'off' }}
        />
      )}
      <fieldset className={css.capturadas}>
        <legend>
          {ids.length === 0
            ? 'No captura ninguna'
            : `Captura ${counted(ids.length, 'dependencia', 'dependencias')}`}
        </legend>
        {shown.map(({ id, nombre, siglas, activo }) => (
          <Casilla
            key={id}
            isSelected={ids.includes(id)}
            onChange={(isOn) => onChange(isOn ? [...ids, id] : ids.filter((other) => other !== id))}
            ayuda={activo ? siglas : 'Ya no está activa'}
          >
            {nombre}
          </Casilla>
        ))}
        {shown.length === 0 && <p className={piezas.ayuda}>Ninguna se llama así.</p>}
      </fieldset>
    </>
  );
}
