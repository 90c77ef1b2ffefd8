import { Fragment } from 'react';
import type { Piece } from '../../../src/palabras/palabras.ts';

/** A text with the sought parts marked. */
export const Marcado = ({ pieces }: { pieces: Piece[] }) =>
  pieces.map(({ text, isMarked }, place) => {
    const Part = isMarked ? 'mark' : Fragment;
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text, in their order
    return <Part key={place}>{text}</Part>;
  });
