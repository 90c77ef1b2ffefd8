import { type ReactNode, useState } from 'react';
import type { Schema } from '../api.ts';
import { useTodasLasDependencias } from '../catalogos.ts';
import { counted, folded } from '../formato.ts';
import { CampoTexto, Casilla } from '../piezas/campos.tsx';
import { Esqueleto, Falla } from '../piezas/estados.tsx';
import piezas from '../piezas/piezas.module.css';
import type { Campo, Valor } from '../records/campo.ts';
import { Editor } from '../records/editor.tsx';
import { mergeIds } from '../records/merge3.ts';
import { recursoAt } from '../records/resource.ts';
import css from './dependencias.module.css';

/** From so many on, one is found by typing. */
const MANY = 8;

const idsOf = (value: Valor) => [...((value ?? []) as number[])].sort((a, b) => a - b);

/** The field of the agencies whose works' follow-up a user writes: two who change it both have their way. */
export function useCampoDeDependencias(): Campo {
  const { data: todas = [] } = useTodasLasDependencias();
  return {
    nombre: 'dependenciaIds',
    etiqueta: 'Dependencias',
    entrada: ({ value, antes, errores, onChange }) => (
      <Casillas
        propias={idsOf(antes)}
        ids={idsOf(value)}
        error={errores.dependenciaIds}
        onChange={onChange}
      />
    ),
    escribe: idsOf,
    enPalabras: (value) =>
      todas
        .filter(({ id }) => idsOf(value).includes(id))
        .map(({ nombre }) => nombre)
        .join('; ') || 'ninguna',
    merge: (antes, otra, mia) => mergeIds(idsOf(antes), idsOf(otra), idsOf(mia)),
  };
}

/** The agencies whose works' follow-up a user writes, to be chosen in a drawer. */
export function Dependencias({
  usuario: { id, nombreCompleto },
  onClose,
}: {
  usuario: Schema<'UsuarioResumen'>;
  onClose: () => void;
}) {
  return (
    <Editor
      titulo="Dependencias que captura"
      recurso={recursoAt('/users/{id}/dependencias', { id })}
      campos={[useCampoDeDependencias()]}
      hecho={({ dependenciaIds }) => {
        const { length } = idsOf(dependenciaIds);
        return length === 0
          ? `${nombreCompleto} ya no captura avances.`
          : `${nombreCompleto} captura los avances de ${counted(length, 'dependencia', 'dependencias')}.`;
      }}
      onClose={onClose}
    >
      <p>
        <strong>{nombreCompleto}</strong> reporta los avances de las obras de las dependencias que
        marque aquí. Su rol no cambia.
      </p>
    </Editor>
  );
}

function Casillas({
  propias,
  ids,
  error,
  onChange,
}: {
  /** Those that the user has already: an inactive one may stay, and can be taken away. They stand first. */
  propias: number[];
  ids: number[];
  error: ReactNode;
  onChange: (ids: number[]) => void;
}) {
  const [q, setQ] = useState('');
  const { data: todas, refetch, ...lista } = useTodasLasDependencias();
  if (lista.error) return <Falla error={lista.error} onRetry={() => void refetch()} />;
  if (!todas) return <Esqueleto />;
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
      {error && <p className={piezas.error}>{error}</p>}
      <fieldset className={css.capturadas} data-campo="dependenciaIds">
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
