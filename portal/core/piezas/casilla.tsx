import type { ReactNode, Ref } from 'react';
import { Checkbox, type CheckboxProps, composeRenderProps } from 'react-aria-components';
import { Icono } from '../icons.tsx';
import piezas from './piezas.module.css';

/** Yes or no. */
export function Casilla({
  children,
  ayuda,
  ...props
}: Omit<CheckboxProps, 'children'> & {
  children: ReactNode;
  ayuda?: ReactNode;
  ref?: Ref<HTMLLabelElement> | undefined;
}) {
  return (
    <Checkbox
      {...props}
      className={composeRenderProps(props.className, (own) =>
        `${piezas.casilla} ${own ?? ''}`.trim(),
      )}
    >
      <span className={piezas.marca}>
        <Icono nombre="listo" />
      </span>
      <span>
        {children}
        {ayuda && <small className={piezas.ayuda}>{ayuda}</small>}
      </span>
    </Checkbox>
  );
}
