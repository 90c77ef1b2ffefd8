// The door for code that loads no library: the portal, and the modules of a kind's rows. This is plain TypeScript. Neither it
// nor its imports need Node or Fastify.

export { createDayReader } from '../tabla/day-columns.ts';
export { refuseLost } from '../tabla/headings.ts';
export { digestOf, oneOf, partsOf, refuseAll } from '../tabla/repeated.ts';
export { missingColumn, unreadable } from '../tabla/row.ts';
export { readAmount } from './amount.ts';
export {
  type Cell,
  LONGEST_CELL,
  needsApostrophe,
  type SheetRow,
  Unreadable,
  withoutZeroFraction,
} from './cell.ts';
export { readDay, readQuarter, readYear } from './day.ts';
export { readDegrees } from './degrees.ts';
export { type Fields, fieldsOf, type NamedColumns, type Words } from './fields.ts';
export { createKeyMemory, createKeyReader, isNoKey, isScientific, readKey } from './key.ts';
export { findMojibake } from './mojibake.ts';
export {
  bareName,
  bigrams,
  confidentMatch,
  diceCoefficient,
  isAlikeBeyondKind,
  LEAST_SIMILARITY,
  mostSimilar,
  type Word,
  wordsOf,
} from './names.ts';
export { readPercent, UNIDADES_DE_PORCIENTO, type UnidadDePorciento } from './percent.ts';
export { type Escrita, positionIn, readPosition } from './position.ts';
export {
  fold,
  foldHeading,
  foldName,
  isBrief,
  quoted,
  type Read,
  readText,
  tidied,
  wrong,
} from './text.ts';
export { UNIDADES, type Unidad, unitIn, withoutUnit } from './units.ts';
export { areMetres } from './utm-headings.ts';

/** Loads the conversion from UTM to degrees. Its library is large, and few callers need it. */
export const loadUtm = () => import('./utm.ts');
