import type { ReactNode } from 'react';

/** A figure by its name, in one of the sheet's lists of figures. */
export const Cifra = ({ nombre, children }: { nombre: ReactNode; children: ReactNode }) => (
  <div>
    <dt>{nombre}</dt>
    <dd>{children}</dd>
  </div>
);
