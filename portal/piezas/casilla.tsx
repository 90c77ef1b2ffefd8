import type { ReactNode } from 'react';
import { Checkbox, type CheckboxProps } from 'react-aria-components';
import { Icono } from '../icons.tsx';

/** Yes or no. */
export function Casilla({
  children,
  ayuda,
  ...props
}: Omit<CheckboxProps, 'children'> & { children: ReactNode; ayuda?: ReactNode }) {
  return (
    <Checkbox {...props} className="casilla">
      <span className="marca">
        <Icono nombre="listo" />
      </span>
      <span>
        {children}
        {ayuda && <small className="ayuda">{ayuda}</small>}
      </span>
    </Checkbox>
  );
}
