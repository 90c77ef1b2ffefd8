import type { ReactNode } from 'react';
import { Link } from 'wouter';
import piezas from './piezas.module.css';

/** A word of the glossary where it stands on a screen: it leads to its meaning in «Ayuda». */
export const Termino = ({ de, children }: { de: string; children: ReactNode }) => (
  <Link href={`/ayuda#${de}`} className={piezas.termino}>
    {children}
  </Link>
);
