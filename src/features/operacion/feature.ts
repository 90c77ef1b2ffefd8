import type { Feature } from '../../core/feature.ts';
import { metrics } from './metrics.ts';

/** The figures of the service at /metrics. */
export const feature: Feature = { app: metrics };
