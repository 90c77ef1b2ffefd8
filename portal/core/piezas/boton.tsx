import type { ReactNode, Ref } from 'react';
import { Button, type ButtonProps, composeRenderProps } from 'react-aria-components';
import { Link, type LinkProps } from 'wouter';
import { type Icon, Icono } from '../icons.tsx';
import piezas from './piezas.module.css';

/** `principal` is the one thing to do on a page; `peligro` can't be undone; `discreto` stands within lines and bars. */
export type Tono = 'principal' | 'normal' | 'peligro' | 'discreto';

interface Looks {
  tono?: Tono | undefined;
  icono?: Icon | undefined;
  /** Shows the picture alone. The children are its name for screen readers, and its tip. */
  soloIcono?: boolean | undefined;
  children: ReactNode;
}

const TONOS = {
  principal: `${piezas.boton} ${piezas.principal}`,
  normal: piezas.boton,
  peligro: `${piezas.boton} ${piezas.peligro}`,
  discreto: `${piezas.boton} ${piezas.discreto}`,
};

const classOf = ({ tono = 'normal', soloIcono }: Looks) =>
  `${TONOS[tono]}${soloIcono ? ` ${piezas.soloIcono}` : ''}`;

function Inside({ icono, soloIcono, children }: Looks) {
  return (
    <>
      {icono && <Icono nombre={icono} />}
      <span className={soloIcono ? piezas.soloOido : undefined}>{children}</span>
    </>
  );
}

/** A button that says what it does with a verb. While `isPending`, it can't be pressed again and says so. */
export function Boton({
  tono,
  icono,
  soloIcono,
  children,
  ...props
}: Omit<ButtonProps, 'children'> & Looks & { ref?: Ref<HTMLButtonElement> }) {
  const looks = { tono, icono, soloIcono, children };
  return (
    <Button
      {...props}
      className={composeRenderProps(props.className, (className) =>
        `${classOf(looks)} ${className ?? ''}`.trim(),
      )}
    >
      <Inside {...looks} />
    </Button>
  );
}

/** A link that looks like a button: it leads to another page of the portal. */
export function EnlaceBoton({ tono, icono, soloIcono, children, ...props }: LinkProps & Looks) {
  const looks = { tono, icono, soloIcono, children };
  return (
    <Link {...props} className={classOf(looks)}>
      <Inside {...looks} />
    </Link>
  );
}
