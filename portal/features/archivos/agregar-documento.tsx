import { useEffect, useRef, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { announce } from '../../core/piezas/avisos.tsx';
import { Boton } from '../../core/piezas/boton.tsx';
import { Dialogo } from '../../core/piezas/dialogo.tsx';
import { type Failures, failuresOf, NO_FAILURES } from '../../core/piezas/fallas.ts';
import { Formulario } from '../../core/piezas/formulario.tsx';
import { weightOf } from '../../core/piezas/peso.ts';
import piezas from '../../core/piezas/piezas.module.css';
import { useReread } from '../../core/piezas/releer.ts';
import { SE_CONSERVA, useBorrador } from '../../core/records/borrador.ts';
import type { Borrador } from '../../core/records/borradores.ts';
import { bodyOf, type Valores } from '../../core/records/campo.ts';
import { Entrada } from '../../core/records/field.tsx';
import { ConBorrador } from '../../core/records/record.tsx';
import type { Session } from '../../core/sesiones.ts';
import { useLostConnection, useSession } from '../../core/usar.ts';
import { useSeguimiento } from '../seguimiento/consultas.ts';
import { camposDeDocumento } from './campos.ts';
import { INICIAL, MOST_MEGABYTES, titleOf, unfit } from './documento.ts';
import { type Datos, sendArchivo } from './enviar.ts';

/**
 * The drawer that adds a document, which nobody else sees until somebody says so. With something in it only its buttons close it, and
 * «Cerrar» keeps what was typed for the next time; the file is chosen again.
 */
export function AgregarDocumento({ obraId, onClose }: { obraId: number; onClose: () => void }) {
  const [isDirty, setDirty] = useState(false);
  return (
    <Dialogo
      titulo="Agregar un documento"
      isOpen
      onClose={() => {
        if (isDirty) announce(SE_CONSERVA);
        onClose();
      }}
      forma="cajon"
      isDismissable={!isDirty}
    >
      <ConBorrador de={`/obras/${obraId}/archivos`}>
        {(borrador) => (
          <Campos obraId={obraId} borrador={borrador} onClose={onClose} onDirty={setDirty} />
        )}
      </ConBorrador>
    </Dialogo>
  );
}

function Campos({
  obraId,
  borrador,
  onClose,
  onDirty,
}: {
  obraId: number;
  borrador: Borrador | undefined;
  onClose: () => void;
  onDirty: (isDirty: boolean) => void;
}) {
  const { user } = useSession() as Session;
  const { data: seguimiento } = useSeguimiento(obraId);
  const campos = camposDeDocumento(seguimiento);
  const etiquetas = {
    archivo: 'Archivo',
    ...Object.fromEntries(campos.map(({ nombre, etiqueta }) => [nombre, etiqueta])),
  };
  const [file, setFile] = useState<File>();
  /** Beside the fields, the name of the file. */
  const [valores, setValores] = useState((borrador?.valores as Valores | undefined) ?? INICIAL);
  const [fallas, setFallas] = useState<Failures>(NO_FAILURES);
  const [part, setPart] = useState<number | null>(null);
  const isLost = useLostConnection() !== null;
  const reread = useReread();
  const sending = useRef<AbortController>(null);
  useEffect(() => () => sending.current?.abort(), []);
  const isDirty = valores !== INICIAL;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const draft = useBorrador(user.id, `/obras/${obraId}/archivos`, isDirty ? { valores } : null);

  const choose = async (chosen: File | undefined) => {
    if (!chosen) return;
    const sentence = await unfit(chosen);
    if (sentence) return setFallas({ fields: { archivo: sentence }, rest: [] });
    setFallas(NO_FAILURES);
    setFile(chosen);
    const { name: archivo } = chosen;
    setValores((now) => ({ ...now, archivo, titulo: now.titulo || titleOf(archivo) }));
  };

  const submit = async () => {
    if (part !== null) return;
    if (!file) return setFallas({ fields: { archivo: 'Elija el PDF.' }, rest: [] });
    const controller = new AbortController();
    sending.current = controller;
    setFallas(NO_FAILURES);
    setPart(0);
    try {
      const datos = { fecha: '', ...bodyOf(campos, valores, undefined) } as unknown as Datos;
      const { signal } = controller;
      const { isNew } = await sendArchivo(obraId, file, file.name, datos, setPart, signal);
      draft.drop();
      await reread();
      announce(isNew ? 'Se agregó el documento.' : 'Ese documento ya estaba en la obra.');
      onClose();
    } catch (error) {
      if (controller.signal.aborted) return;
      setFallas(failuresOf(error, Object.keys(etiquetas)));
    } finally {
      setPart(null);
    }
  };

  return (
    <Formulario fallas={fallas} etiquetas={etiquetas} onSubmit={() => void submit()}>
      <div className={piezas.campo} data-campo="archivo">
        <FileTrigger
          acceptedFileTypes={['application/pdf']}
          onSelect={(files) => void choose(files?.[0])}
        >
          <Boton icono="importar">{file ? 'Elegir otro PDF' : 'Elegir el PDF'}</Boton>
        </FileTrigger>
        <p className={piezas.ayuda}>
          {file
            ? `${file.name}, ${weightOf(file.size)}`
            : valores.archivo
              ? `Elija otra vez «${valores.archivo}».`
              : `De hasta ${MOST_MEGABYTES} MB.`}
        </p>
        {fallas.fields.archivo && <p className={piezas.error}>{fallas.fields.archivo}</p>}
      </div>
      {campos.map((campo) => (
        <Entrada
          key={campo.nombre}
          campo={campo}
          value={valores[campo.nombre] ?? null}
          errores={fallas.fields}
          onChange={(value) => setValores((now) => ({ ...now, [campo.nombre]: value }))}
        />
      ))}
      {part !== null && <progress value={part} aria-label="Envío del documento" />}
      {isLost && <p className={piezas.ayuda}>Sin conexión no se puede enviar.</p>}
      <footer>
        <Boton tono="principal" type="submit" isPending={part !== null} isDisabled={isLost}>
          Agregar el documento
        </Boton>
        <Boton
          onPress={() => {
            draft.drop();
            onClose();
          }}
        >
          Cancelar
        </Boton>
      </footer>
    </Formulario>
  );
}
