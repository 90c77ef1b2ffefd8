import { isBegun, lastLine, TIPOS } from '../../core/geometria/trazo.ts';
import type { Props } from './trazado.ts';

// The next thing to do while drawing.

/** The next thing to do, in a sentence. */
export function hintOf({ tipo, trazo, elegido }: Props, isDrawing: boolean): string {
  const count = lastLine(trazo).length;
  if (!isDrawing && elegido) {
    return tipo === 'PUNTO'
      ? 'Elegido: haga clic donde debe quedar, o ponga la cruz ahí y pulse «Mover aquí».'
      : `Vértice ${elegido[2] + 1} elegido: haga clic donde debe quedar, o ponga la cruz ahí y pulse «Mover aquí».`;
  }
  if (!isDrawing) {
    return tipo === 'PUNTO'
      ? 'Para moverlo, arrástrelo o haga clic en otro lugar.'
      : 'Para corregir, arrastre un vértice, o elíjalo con un clic; un clic en una línea agrega otro.';
  }
  if (tipo === 'PUNTO')
    return 'Haga clic donde está la obra, o ponga la cruz ahí y pulse «Punto aquí».';
  if (isBegun(trazo)) {
    const what = (trazo.at(-1)?.length ?? 0) > 1 ? 'del hueco' : 'de la parte nueva';
    const corner = tipo === 'RUTA' ? 'en el primer vértice' : 'en una esquina';
    return `Haga clic ${corner} ${what}, o ponga la cruz ahí y pulse «Vértice aquí».`;
  }
  if (count === 0) {
    return tipo === 'RUTA'
      ? 'Haga clic donde empieza la ruta, o ponga la cruz ahí y pulse «Vértice aquí».'
      : 'Haga clic en una esquina, o ponga la cruz ahí y pulse «Vértice aquí».';
  }
  const least = TIPOS[tipo].least - count;
  if (least > 0) return `Siga con ${least === 1 ? 'otro vértice' : `otros ${least} vértices`}.`;
  return 'Siga, o pulse «Terminar» (con el ratón, doble clic en el último vértice).';
}
