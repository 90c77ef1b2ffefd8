import { useContext } from 'react';
import { OverlayTriggerStateContext, Popover, type PopoverProps } from 'react-aria-components';
import piezas from './piezas.module.css';

/**
 * A list or window that opens beside a field or a button. It stands in the page's main part, or in the dialog that covers it.
 * So a screen reader finds it in a landmark.
 */
export function Flotante(props: Omit<PopoverProps, 'className'>) {
  // The place is looked up at the opening: a dialog is not there yet while its fields are made.
  useContext(OverlayTriggerStateContext);
  const dialogo = [
    ...document.querySelectorAll<HTMLElement>(`.${piezas.velo} .${piezas.dialogoContenido}`),
  ].at(-1);
  return (
    <Popover
      {...props}
      className={piezas.flotante}
      UNSTABLE_portalContainer={dialogo ?? document.getElementById('contenido') ?? document.body}
    />
  );
}
