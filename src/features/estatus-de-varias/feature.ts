import type { Feature } from '../../core/feature.ts';
import { estatusDeVarias } from './estatus-de-varias.ts';

/** One status for many works. */
export const feature: Feature = { routes: estatusDeVarias };
