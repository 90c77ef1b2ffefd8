import type { Feature } from '../../core/feature.ts';
import { Q } from './q.ts';
import { RELEVANCIA } from './relevancia.ts';

/** The search of works by words: the filter `q`, and the order by relevance to it. */
export const feature: Feature = { filters: { q: Q }, orders: { relevancia: RELEVANCIA } };
