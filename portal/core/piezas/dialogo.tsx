import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { sentencesOf } from '../errores.ts';
import { useMutacion } from '../mutacion.ts';
import { Aviso } from './avisos.tsx';
import { Boton, type Tono } from './boton.tsx';
import piezas from './piezas.module.css';

interface Props {
  titulo: string;
  isOpen: boolean;
  onClose: () => void;
  /** `cajon` comes from the side (from below on a phone); `completo` fills a phone's screen, and `amplio` has more room elsewhere. */
  forma?: keyof typeof FORMAS;
  /** Whether pressing outside or Escape closes it; a form with something in it had better not. */
  isDismissable?: boolean;
  children: ReactNode;
}

const FORMAS = {
  dialogo: piezas.dialogo,
  cajon: piezas.cajon,
  completo: piezas.completo,
  amplio: `${piezas.completo} ${piezas.amplio}`,
};

/** Browsers whose way back can close what stands over a page have it (HTML, close requests). */
declare const CloseWatcher: undefined | (new () => { onclose: () => void; destroy(): void });

/** Has a phone's way back close what stands over the page, and not leave the page. */
function useWayBack(isOn: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    // With a keyboard Escape would count as the same, also where it is to do nothing.
    const isTouched = matchMedia('(pointer: coarse)').matches;
    if (!isOn || !isTouched || typeof CloseWatcher === 'undefined') return;
    const watcher = new CloseWatcher();
    watcher.onclose = () => close();
    return () => watcher.destroy();
  }, [isOn]);
}

/**
 * A question that has to be dealt with before the page goes on. The focus stays within, and returns to where it was.
 */
export function Dialogo({
  titulo,
  isOpen,
  onClose,
  forma = 'dialogo',
  isDismissable = true,
  children,
}: Props) {
  // A drawer keeps what was typed in it.
  useWayBack(isOpen && (isDismissable || forma === 'cajon'), onClose);
  return (
    <ModalOverlay
      className={piezas.velo}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={isDismissable}
      isKeyboardDismissDisabled={!isDismissable}
    >
      <Modal className={FORMAS[forma]}>
        <Dialog className={piezas.dialogoContenido}>
          <header>
            <Heading slot="title">{titulo}</Heading>
            <Boton tono="discreto" icono="cerrar" soloIcono onPress={onClose}>
              Cerrar
            </Boton>
          </header>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

interface ConfirmationProps extends Omit<Props, 'forma' | 'isDismissable'> {
  /** The verb on the button. */
  accion: string;
  /** `peligro`, unless it can be undone. */
  tono?: Tono;
  isDisabled?: boolean;
  onConfirm: () => Promise<unknown>;
}

/** Asks before what can't be undone, and stays open with the registry's sentence where it is refused. */
export function Confirmacion({
  accion,
  tono = 'peligro',
  isDisabled = false,
  onConfirm,
  children,
  ...props
}: ConfirmationProps) {
  const task = useMutacion({ mutationFn: onConfirm });
  // An answer that comes when the question was left closes none that was opened since.
  const confirm = () => task.mutate({ onSuccess: props.onClose });
  const close = () => {
    task.reset();
    props.onClose();
  };
  return (
    <Dialogo {...props} onClose={close}>
      {children}
      {task.error && <Aviso tono="error">{sentencesOf(task.error).join(' ')}</Aviso>}
      <footer>
        <Boton onPress={close}>Cancelar</Boton>
        <Boton tono={tono} onPress={confirm} isPending={task.isPending} isDisabled={isDisabled}>
          {accion}
        </Boton>
      </footer>
    </Dialogo>
  );
}
