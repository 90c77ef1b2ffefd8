import { type ReactNode, useEffect, useState } from 'react';
import { RegistryError } from '../errores.ts';
import { announce } from '../piezas/avisos.tsx';
import { Boton } from '../piezas/boton.tsx';
import { Confirmacion, Dialogo } from '../piezas/dialogo.tsx';
import { Esqueleto, Falla } from '../piezas/estados.tsx';
import { ES_OBLIGATORIO, type Failures, failuresOf, NO_FAILURES } from '../piezas/fallas.ts';
import { Formulario } from '../piezas/formulario.tsx';
import { useReread } from '../piezas/releer.ts';
import { SE_CONSERVA } from './borrador.ts';
import type { Borrador } from './borradores.ts';
import { bodyOf, type Campo, comparisonOf, type Valores, wordsOf } from './campo.ts';
import { VentanaConflicto } from './conflict.tsx';
import { Entrada } from './field.tsx';
import { ConBorrador, useRecord } from './record.tsx';
import type { Leido, Recurso } from './resource.ts';
import { AvisoEnvio, Enviar } from './save.tsx';

// A record of a few fields in a drawer over its list or its sheet, by its fields, its resource and its words. One that is there
// is read anew when the drawer opens, and written or deleted only if nobody has changed it meanwhile.

export interface Descriptor {
  titulo: string;
  recurso: Recurso;
  campos: Campo[];
  /** The first values of a new record's fields. */
  inicial?: Valores;
  /** The verb on the button. */
  accion?: string;
  /** The announcement when it is done. */
  hecho: string | ((registro: Valores) => string);
  /** The field that a refusal because of a record that has the same (409) is about. */
  unico?: string | undefined;
  /** The words of deleting it, where that is offered. */
  elimina?: { titulo: string; accion: string; pregunta: string; hecho: string };
}

interface Props extends Descriptor {
  /** Values typed elsewhere, over the record's own. */
  escrito?: Valores | undefined;
  /** Called once it is written, and once it is deleted, before the page is read anew. */
  onSaved?: ((registro: Valores) => void) | undefined;
  onDeleted?: (() => void) | undefined;
  onClose: () => void;
  children?: ReactNode;
  /** Further choices, below the fields. */
  despues?: ReactNode;
}

/**
 * The drawer of one record. With something typed in it, only its buttons close it: «Cancelar» throws that away, and «Cerrar» keeps
 * it for the next time.
 */
export function Editor({ titulo, onClose, ...props }: Props) {
  const [isDirty, setDirty] = useState(Object.keys(props.escrito ?? {}).length > 0);
  const { de } = props.recurso;
  return (
    <Dialogo
      titulo={titulo}
      isOpen
      onClose={() => {
        if (isDirty) announce(SE_CONSERVA);
        onClose();
      }}
      forma="cajon"
      isDismissable={!isDirty}
    >
      <ConBorrador de={de}>
        {(borrador) => (
          <Leyendo {...props} borrador={borrador} onClose={onClose} onDirty={setDirty} />
        )}
      </ConBorrador>
    </Dialogo>
  );
}

type Inside = Omit<Props, 'titulo'> & {
  borrador: Borrador | undefined;
  onDirty: (isDirty: boolean) => void;
};

/** Reads the record, where it is there and no draft has it. */
function Leyendo(props: Inside) {
  const { create, read } = props.recurso;
  const [leido, setLeido] = useState(props.borrador?.leida as Leido | undefined);
  const [error, setError] = useState<unknown>(null);
  const find = async () => {
    setError(null);
    try {
      setLeido(await read?.());
    } catch (failure) {
      setError(failure);
    }
  };
  const isMissing = !create && !leido;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is read once, when the drawer opens
  useEffect(() => {
    if (isMissing) void find();
  }, []);
  if (error !== null) return <Falla error={error} onRetry={() => void find()} />;
  if (isMissing) return <Esqueleto renglones={3} alto={68} />;
  return <Campos {...props} leido={leido} />;
}

/** The fields' names for people, by those that the registry's sentences begin with. */
const labelsOf = (campos: Campo[], values: Valores): Record<string, string> =>
  Object.assign(
    {},
    ...campos.map(({ nombre, etiqueta, partes }) => ({
      ...partes?.(values[nombre]),
      [nombre]: etiqueta,
    })),
  );

function Campos({
  campos,
  recurso,
  inicial = {},
  leido,
  borrador,
  escrito,
  accion = 'Guardar cambios',
  hecho,
  unico,
  elimina,
  onSaved,
  onDeleted,
  onClose,
  onDirty,
  children,
  despues,
}: Inside & { leido: Leido | undefined }) {
  const reread = useReread();
  const record = useRecord<Valores, Leido, Valores, Failures>({
    ...comparisonOf(campos),
    ...recurso,
    borrador,
    inicial: { ...(leido?.valores ?? inicial), ...escrito },
    leida: leido,
    valoresOf: ({ valores }) => valores,
    registroOf: ({ valores }) => valores,
    bodyOf: (values, leida) => bodyOf(campos, values, leida?.valores),
    refusalOf: (error, values) => {
      const failures = failuresOf(error, Object.keys(labelsOf(campos, values)));
      for (const { nombre, falta } of campos) {
        if (falta && failures.fields[nombre] === ES_OBLIGATORIO) failures.fields[nombre] = falta;
      }
      const isTaken = error instanceof RegistryError && error.status === 409;
      if (!unico || !isTaken || failures.rest.length === 0) return failures;
      return { fields: { ...failures.fields, [unico]: failures.rest.join(' ') }, rest: [] };
    },
    async onDone(registro, valores) {
      if (registro) onSaved?.(registro);
      await reread();
      announce(typeof hecho === 'function' ? hecho(registro ?? valores) : hecho);
      onClose();
    },
  });
  const { valores, isChanged, draft, save } = record;
  const fallas = record.rechazo ?? NO_FAILURES;
  const etiquetas = labelsOf(campos, valores);
  const [isDeleting, setDeleting] = useState(false);
  useEffect(() => onDirty(isChanged), [isChanged, onDirty]);

  const drop = () => {
    draft.drop();
    onClose();
  };

  return (
    <>
      <Formulario fallas={fallas} etiquetas={etiquetas} onSubmit={() => void record.submit()}>
        {children}
        {campos.map((campo) => (
          <Entrada
            key={campo.nombre}
            campo={campo}
            value={valores[campo.nombre] ?? null}
            antes={(record.leida?.valores ?? inicial)[campo.nombre] ?? null}
            errores={fallas.fields}
            onChange={(value) => record.setValores((now) => ({ ...now, [campo.nombre]: value }))}
          />
        ))}
        {despues}
        {elimina && (
          <div>
            <Boton icono="eliminar" onPress={() => setDeleting(true)}>
              {elimina.titulo}
            </Boton>
          </div>
        )}
        <AvisoEnvio save={save} isStored={draft.isStored} />
        <footer>
          <Enviar save={save}>{accion}</Enviar>
          <Boton onPress={drop}>Cancelar</Boton>
        </footer>
      </Formulario>
      {record.conflicto && (
        <VentanaConflicto
          conflicto={record.conflicto}
          titulo="Otra persona cambió este registro"
          etiquetas={etiquetas}
          words={wordsOf(campos)}
          parteOf={(choque) =>
            campos.find(({ nombre }) => nombre === choque.campo)?.parteOf?.(choque)
          }
          onSave={record.settle}
          onClose={record.closeConflicto}
        />
      )}
      {/* Over the drawer: a user who decides otherwise finds the typed values there. */}
      {elimina && (
        <Confirmacion
          titulo={elimina.titulo}
          accion={elimina.accion}
          isOpen={isDeleting}
          onClose={() => setDeleting(false)}
          onConfirm={async () => {
            await recurso.remove?.(record.leida?.etag ?? '*');
            draft.drop();
            onDeleted?.();
            await reread();
            announce(elimina.hecho);
            onClose();
          }}
        >
          <p>{elimina.pregunta} No se puede deshacer; queda en el historial de la obra.</p>
        </Confirmacion>
      )}
    </>
  );
}
