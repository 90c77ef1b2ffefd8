import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyTypeProvider,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { SignIn } from '../auth/sign-in.ts';
import type { Tokens } from '../auth/tokens.ts';
import type { Config } from '../base/config.ts';
import type { Cache } from '../db/cache.ts';
import type { Database } from '../db/db.ts';
import type { HeavyReads } from './limits/heavy-reads.ts';

/** Input has the type of its schema. Output is text that the database made. */
export interface InputTypes extends FastifyTypeProvider {
  validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown;
  serializer: unknown;
}

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  InputTypes
>;

/** The things that a resource needs besides the app. */
export interface Context {
  config: Config;
  db: Database;
  /** The database for answers that take long to read. */
  heavyReads: HeavyReads;
  cache: Cache;
  tokens: Tokens;
  signIn: SignIn;
}
