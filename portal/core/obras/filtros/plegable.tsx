import type { ReactNode } from 'react';
import {
  Disclosure,
  DisclosurePanel,
  Heading,
  Button as HeadingButton,
} from 'react-aria-components';
import { Icono } from '../../icons.tsx';
import piezas from '../../piezas/piezas.module.css';
import css from './barra-filtros.module.css';

/** A filter of several values that is unfolded, with the names of those that are set. */
export function Plegable({
  nombre,
  puestos,
  children,
}: {
  nombre: string;
  puestos: string[];
  children: ReactNode;
}) {
  return (
    <Disclosure className={css.filtroPlegable}>
      <Heading level={3}>
        <HeadingButton slot="trigger" className={piezas.llano}>
          <span>{nombre}</span>
          <small>{puestos.length > 0 ? puestos.join(', ') : 'Todos'}</small>
          <Icono nombre="abajo" />
        </HeadingButton>
      </Heading>
      <DisclosurePanel>{children}</DisclosurePanel>
    </Disclosure>
  );
}
