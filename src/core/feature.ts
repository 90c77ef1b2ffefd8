import type { Ledger } from './bitacora/ledger.ts';
import type { App, Context } from './http/context.ts';
import type { Figures } from './http/figures.ts';

/**
 * What a feature adds to the core: data and one function, which `app.ts` merges and calls when the service is built. The
 * order in which features are named is that of their groups in the OpenAPI document, and means nothing else.
 */
export interface Feature {
  /** Adds its routes to the API, and its figures to /metrics. */
  routes?(api: App, context: FeatureContext): void | Promise<void>;
  /** Its resources in the ledger. */
  ledger?: Ledger;
  /** The group of its operations in the OpenAPI document, and the group of the core's that it comes behind. */
  tag?: { name: string; description: string; after: string };
}

/** The things that a feature's routes need besides the app. */
export interface FeatureContext extends Context {
  /** Adds figures to /metrics. */
  figures: Figures;
}
