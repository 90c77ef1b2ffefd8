import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Sql } from 'sql-template-tag';
import type { Sheets, Tie } from '../hojas-de-obras/hojas.ts';
import type { Ledger } from './bitacora/ledger.ts';
import type { App } from './http/context.ts';
import type { Figures } from './http/figures.ts';
import type { ListContext, ListParts } from './obras/listas.ts';

/**
 * What a feature adds to the core: data and functions, which `app.ts` merges and calls when the service is built. The
 * order in which features are named is that of their groups in the OpenAPI document, and means nothing else.
 */
export interface Feature extends ListParts {
  /** Adds its routes to the API, and its figures to /metrics. */
  routes?(api: App, context: FeatureContext): void | Promise<void>;
  /** Adds what stands outside of the API, with none of its stages: pages, files, what looks at all routes. */
  app?(app: FastifyInstance, context: AppContext): void | Promise<void>;
  /**
   * Tries what it has outside of the database, before the service listens.
   *
   * @throws StartError where the service must not start with it
   */
  start?(context: StartContext): Promise<void>;
  /** Its resources in the ledger. */
  ledger?: Ledger;
  /** The kinds of sheets by which people import its records. */
  sheets?: Sheets[];
  /** What keeps the undo of an import from taking records away. */
  ties?: Tie[];
  /** Works that an auditor looks at: rules of «Calidad», by name. */
  rules?: Record<string, QualityRule>;
  /** The group of its operations in the OpenAPI document. */
  tag?: Tag;
}

/** A rule of «Calidad»: filters of GET /obras, so that the list has as many works as the rule counts. */
export interface QualityRule {
  nombre: string;
  descripcion: string;
  /** The filters that find its works, as texts of a query. */
  filtros: Record<string, string>;
  /**
   * The same works by a condition on `obras o` and what a join adds. Rules with one join are counted by one statement, which reads each
   * work once, however many rules there are.
   */
  juntas?: { join: Sql; is: Sql };
}

/** A group of operations, and the group of the core's that it comes behind. */
export interface Tag {
  name: string;
  description: string;
  after: string;
}

/** The things that a feature's routes need besides the app. */
export interface FeatureContext extends ListContext {
  /** Adds figures to /metrics. */
  figures: Figures;
  features: Feature[];
  /** The resources of the ledger, of the core and of all features. */
  ledger: Ledger;
}

/** A start's console and log, besides the registry. */
export interface StartContext extends Pick<FeatureContext, 'config' | 'db'> {
  log: FastifyBaseLogger;
  print(line: string): void;
}

/** The things that are there before the API is. */
export interface AppContext extends Pick<FeatureContext, 'config' | 'db' | 'cache' | 'figures'> {
  /** Whether the instance takes requests, as in `/health/ready`. */
  isReady: () => Promise<boolean>;
  tags: Tag[];
}
