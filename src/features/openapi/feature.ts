import type { Feature } from '../../core/feature.ts';
import { openapi } from './openapi.ts';

/** The OpenAPI document of all routes, and its page. */
export const feature: Feature = { app: openapi };
