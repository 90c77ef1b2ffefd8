import { type ReactNode, useRef, useState } from 'react';
import { announce } from '../piezas/avisos.tsx';
import { Boton } from '../piezas/boton.tsx';
import { Confirmacion } from '../piezas/dialogo.tsx';

/** A drawer that corrects something, with a button in it that deletes it after a question: as it was read, or not at all. */
export function ConEliminar({
  titulo,
  accion,
  pregunta,
  hecho,
  elimina,
  onClose,
  children,
}: {
  titulo: string;
  accion: string;
  pregunta: string;
  hecho: string;
  /** Deletes the record if it still has this ETag. */
  elimina: (etag: string) => Promise<void>;
  onClose: () => void;
  children: (borrar: ReactNode, onRead: (etag: string | undefined) => void) => ReactNode;
}) {
  const [isDeleting, setDeleting] = useState(false);
  const etag = useRef<string>(undefined);
  return (
    <>
      {children(
        <div>
          <Boton icono="eliminar" onPress={() => setDeleting(true)}>
            {titulo}
          </Boton>
        </div>,
        (read) => {
          etag.current = read;
        },
      )}
      {/* Over the drawer: a user who decides otherwise finds the typed values there. */}
      <Confirmacion
        titulo={titulo}
        accion={accion}
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        onConfirm={async () => {
          await elimina(etag.current ?? '*');
          announce(hecho);
          onClose();
        }}
      >
        <p>{pregunta} No se puede deshacer; queda en el historial de la obra.</p>
      </Confirmacion>
    </>
  );
}
