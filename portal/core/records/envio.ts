import { RegistryError } from '../errores.ts';
import type { Comparison } from './merge3.ts';

// What becomes of a sending.

/** The most tries of a sending that the registry puts off. */
export const MOST_TRIES = 6;

/** Whether a refusal is for the moment alone: 429, 503, and 409 while the same request is still under way. */
export const isPutOff = (error: unknown): error is RegistryError =>
  error instanceof RegistryError &&
  (error.status === 429 ||
    error.status === 503 ||
    (error.status === 409 && error.retryAfter !== null));

/** Whether the registry has judged a body, so that nothing was made of it. */
export const isJudged = (error: unknown): error is RegistryError =>
  error instanceof RegistryError && error.status < 500 && !isPutOff(error);

/** The refusal of a body under a key that another one came with. */
export const isUsed = (error: unknown) => error instanceof RegistryError && error.status === 422;

/** The fields that say something else in the second. */
export const changedFields = <Valores>(
  { campos, isAlike }: Comparison<Valores>,
  from: Valores,
  to: Valores,
) => campos.filter((campo) => !isAlike(campo, from, to));
