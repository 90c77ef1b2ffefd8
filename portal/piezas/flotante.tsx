import { useContext } from 'react';
import { OverlayTriggerStateContext, Popover, type PopoverProps } from 'react-aria-components';

/**
 * What opens beside a field or a button. It stands in the page's main part, or in the dialog that covers it, so that who
 * hears the page finds it in a landmark.
 */
export function Flotante(props: Omit<PopoverProps, 'className'>) {
  // Looked for when it opens: a dialog is not there yet while its fields are made.
  useContext(OverlayTriggerStateContext);
  const dialogo = [...document.querySelectorAll<HTMLElement>('.velo .dialogo-contenido')].at(-1);
  return (
    <Popover
      {...props}
      className="flotante"
      UNSTABLE_portalContainer={dialogo ?? document.getElementById('contenido') ?? document.body}
    />
  );
}
