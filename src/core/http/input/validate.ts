import type {
  FastifyInstance,
  FastifyRequest,
  FastifySchema,
  onRequestHookHandler,
  preValidationHookHandler,
} from 'fastify';
import { badRequest, type Failure, malformedAddress } from '../../base/errors.ts';
import { tidy } from '../../base/text.ts';
import { unknownRoute } from '../error-handler.ts';
import { compileBody } from './body.ts';
import { asIs, readText, requireKnownKeywords, type TextSchema, type Texts } from './query.ts';

/**
 * Returns a function that makes the stages of a route which check path, query and body against its schemas. They throw one 400
 * with all failures of the three, each of one field.
 *
 * They replace Fastify's own validation, which stops at the first part that fails and converts types. Texts get their form
 * here (`tidy`) before they are checked. Bodies are never converted.
 * In paths and queries an integer with bounds becomes a number; one without (an id) stays its digits.
 */
export function validation(app: FastifyInstance) {
  const known = new WeakMap<FastifySchema, { check: Check; names: Set<string>; lists: string[] }>();
  app.setValidatorCompiler(() => () => true);
  return (schema: FastifySchema = {}) => {
    let read = known.get(schema);
    if (!read) {
      const { properties = {} } = (schema.querystring ?? {}) as Partial<TextSchema>;
      const names = new Set(Object.keys(properties));
      const lists = [...names].filter((name) => properties[name]?.type === 'array');
      read = { check: compile(schema), names, lists };
      known.set(schema, read);
    }
    const { check, names, lists } = read;
    /** Makes one text of a list, which clients write in several ways. Some put brackets behind the names of parameters. */
    const joinLists: onRequestHookHandler = ({ query }, _reply, done) => {
      const values = query as Record<string, string | string[]>;
      for (const bracketed of Object.keys(values)) {
        const name = bracketed.endsWith(']') ? bracketed.replace(/\[\d*\]$/, '') : bracketed;
        if (name === bracketed || !names.has(name)) continue;
        const texts = [values[name] ?? [], values[bracketed] ?? []].flat();
        values[name] = texts.length === 1 ? (texts[0] as string) : texts;
        delete values[bracketed];
      }
      for (const name of lists) {
        const texts = values[name];
        if (Array.isArray(texts)) values[name] = texts.join(',');
      }
      done();
    };
    const validateInput: preValidationHookHandler = (request, _reply, done) => {
      if (schema.querystring && request.url.includes('%') && !isDecodable(request.url)) {
        throw malformedAddress();
      }
      // A path with an empty parameter is no route.
      if (Object.values(request.params as Texts).includes('')) throw unknownRoute(request);
      const failures = check(request);
      if (failures.length === 0) return done();
      const refuse = (others: Failure[]) => done(badRequest([...failures, ...others]));
      const { moreFailures } = request.routeOptions.config;
      if (!moreFailures) return refuse([]);
      moreFailures(request).then(refuse, done);
    };
    return { joinLists: names.size > 0 && joinLists, validateInput };
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Further failures of a request that breaks rules of its schema, which only the database knows. So one answer has all
     * failures. The body may be anything.
     */
    moreFailures?: (request: FastifyRequest) => Promise<Failure[]>;
  }
}

/**
 * Whether the percent-encoded bytes of an address are UTF-8. The router refuses a path with others, but passes such a query
 * on. A % without two hexadecimal digits stands for itself, as people type it (`q=50%`).
 */
function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.replace(/%(?![0-9a-f]{2})/gi, '%25'));
    return true;
  } catch {
    return false;
  }
}

type Check = (request: Pick<FastifyRequest, 'params' | 'query' | 'body'>) => Failure[];

/**
 * Returns a function that checks a request against a route's schema.
 *
 * @throws Error where the schema has a keyword or format that nobody knows
 */
export function compile({ params, querystring, body }: FastifySchema): Check {
  // A route reads and checks a body of another type than JSON (`content`) itself.
  const isJson = typeof body === 'object' && body !== null && !('content' in body);
  for (const texts of [params, querystring]) {
    if (texts) requireKnownKeywords(texts as TextSchema);
  }
  const checkBody = isJson ? compileBody(body) : undefined;
  return (request) => {
    const failures: Failure[] = [];
    if (params) {
      // Parameters of a path are not tidied: with a blank trimmed away, one record would have two addresses.
      request.params = readText(params as TextSchema, request.params as Texts, failures, asIs);
    }
    if (querystring) {
      request.query = readText(querystring as TextSchema, request.query as Texts, failures, tidy);
    }
    if (checkBody) failures.push(...checkBody(request));
    return failures;
  };
}
