import { unescape as decoded } from 'node:querystring';
import {
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { PrettyOptions } from 'pino-pretty';
import { output } from '../../consola/console.ts';
import { addressIn } from '../base/address.ts';

// The log has one line for each request, as JSON for machines or short for people. It has no token, password, header or
// body: only the fields named here.

/** Characters that JSON leaves as they are and a terminal may obey or hide: controls, directions, line separators. */
const UNSAFE_ON_TERMINAL = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;
/** The same and those that JSON escapes, but for the line ends and blanks that a stack has. */
const UNPRINTABLE = new RegExp(`[\\0-\\x08\\x0b-\\x1f]|${UNSAFE_ON_TERMINAL.source}`, 'g');

const escapedLetter = (c: string) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * All fields of a line besides its sentence, its request's id and its time. Plugins write lines of their own with other fields:
 * the parser of forms writes all headers, the token among them.
 */
const LOGGED_HEADERS = new Set([
  ...['req', 'res', 'responseTime', 'err', 'secondsAhead', 'lag'],
  ...['importacion', 'filas', 'creadas', 'actualizadas', 'sinCambio', 'rechazadas'],
]);
const namedIn = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => LOGGED_HEADERS.has(name)));

/**
 * The log's options, for Fastify's `logger`.
 *
 * @param forPeople short lines for a terminal instead of JSON
 */
export async function logOptions(level: string, forPeople = false) {
  return {
    level,
    stream: output,
    formatters: { log: namedIn },
    serializers: { req: describeRequest, err: describeError },
    hooks: {
      streamWrite: forPeople
        ? await createShortLines()
        : // JSON escapes the characters below U+0020; within its strings the others may be escaped as well.
          (line: string) => line.replace(UNSAFE_ON_TERMINAL, escapedLetter),
    },
  };
}

/** Writes one line for each request when it is over: answered, or interrupted by client or failure. */
export class RequestLog extends LogController {
  readonly #isOn: boolean;

  constructor(level: string) {
    super();
    this.#isOn = logsRequests(level);
  }

  override incomingRequest(request: FastifyRequest, reply: FastifyReply): void {
    if (this.#isOn) logAnswer(reply.log, request, reply);
  }

  override requestCompleted(
    error: Error | null | undefined,
    _request: unknown,
    reply: FastifyReply,
  ) {
    if (error) reply.log.error({ err: error }, 'la respuesta se interrumpió');
  }

  override streamError(error: Error, _request: unknown, reply: FastifyReply): void {
    // A client that left has its line.
    if ((error as { code?: string }).code === 'ERR_STREAM_PREMATURE_CLOSE') return;
    reply.log.warn({ err: error }, 'la respuesta se interrumpió');
  }
}

/** Writes a request's line once it is over. */
export function logAnswer(
  log: Pick<FastifyBaseLogger, 'info'>,
  request: Described,
  reply: Pick<FastifyReply, 'raw' | 'statusCode' | 'elapsedTime'>,
): void {
  const { raw } = reply;
  raw.once('close', () => {
    const { elapsedTime: responseTime } = reply;
    if (raw.writableFinished) {
      log.info({ req: request, res: reply, responseTime }, ANSWERED);
    } else {
      const res = raw.headersSent ? reply : undefined;
      log.info({ req: request, res, responseTime }, 'solicitud interrumpida');
    }
  });
}

const ANSWERED = 'solicitud atendida';
/** Whether the log has a line for each request at this level. */
export const logsRequests = (level: string) => ['info', 'debug', 'trace'].includes(level);

interface Line {
  time: number;
  level: number;
  msg: string;
  reqId?: string;
  req?: { method: string; url: string };
  res?: { statusCode: number };
  responseTime?: number;
}
type Colors = Record<'gray' | 'green' | 'cyan' | 'yellow' | 'red', (text: string) => string>;

/** Returns a function that makes `14:03:05 GET /obras?limit=2 200 3.1 ms` of a JSON line. An error has its stack below. */
async function createShortLines(): Promise<(line: string) => string> {
  // Only a log for a terminal loads it.
  const { prettyFactory } = await import('pino-pretty');
  const options: PrettyOptions = {
    colorize: process.stdout.hasColors?.() ?? false,
    customColors: 'message:reset',
    // The sentence has these fields.
    ignore: 'pid,hostname,time,level,reqId,req,res,responseTime',
    messageFormat: (line, _key, _label, { colors }) => sentence(line as unknown as Line, colors),
  };
  const pretty = prettyFactory(options);
  return (line) => pretty(JSON.parse(line, (_key, value) => printable(value)));
}

const printable = (value: unknown) =>
  typeof value === 'string' ? value.replace(UNPRINTABLE, escapedLetter) : value;

function sentence(
  { time, level, msg, reqId, req, res, responseTime }: Line,
  colors: Colors,
): string {
  const at = colors.gray(new Date(time).toLocaleTimeString('es-MX', { hourCycle: 'h23' }));
  if (!req || responseTime === undefined) {
    const label = LABELS.find(([from]) => level >= from);
    const from = reqId ? colors.gray(` (solicitud ${reqId})`) : '';
    return `${at} ${label ? `${colors[label[2]](label[1])} ` : ''}${msg}${from}`;
  }
  const isOver = msg === ANSWERED;
  const status = res ? ` ${colors[colorOf(res.statusCode)](String(res.statusCode))}` : '';
  const took = colors.gray(duration(responseTime));
  // With the id a person can name the request when they report an unexpected error.
  const end = isOver ? (res?.statusCode === 500 ? ` ${reqId}` : '') : ' interrumpida';
  return `${at} ${req.method} ${req.url}${status} ${took}${end}`;
}

const LABELS: [from: number, label: string, color: keyof Colors][] = [
  [50, 'ERROR', 'red'],
  [40, 'AVISO', 'yellow'],
];

function colorOf(status: number): keyof Colors {
  if (status >= 500) return 'red';
  if (status >= 400) return 'yellow';
  return status >= 300 ? 'cyan' : 'green';
}

function duration(milliseconds: number): string {
  return milliseconds < 10 ? `${milliseconds.toFixed(1)} ms` : `${Math.round(milliseconds)} ms`;
}

/** The parts of a request that the log shows. */
type Described = Pick<FastifyRequest, 'method' | 'url' | 'ip'>;

function describeRequest(request: Described) {
  return {
    method: request.method,
    url: shownAddress(request.url),
    remoteAddress: addressIn(request.ip),
  };
}

/** Characters of an address that the log shows. No valid address is longer. */
const LONGEST_URL = 2_000;
/** Characters between parameters, in malformed addresses too. */
const SEPARATOR = /([?&;#])/;
const SECRET = /password|token|contrase|secret|clave_?acceso/i;

/**
 * An address as the log shows it, without the values of parameters that are named like a secret: a client may put one there by
 * mistake. The time is linear in the address's length.
 */
function shownAddress(url: string): string {
  const [path = '', ...rest] = url.slice(0, LONGEST_URL).split(SEPARATOR);
  if (rest.length === 0) return path;
  return path + rest.map(withoutSecret).join('');
}

function withoutSecret(parameter: string): string {
  const end = parameter.indexOf('=');
  if (end === -1) return parameter;
  const name = parameter.slice(0, end);
  return SECRET.test(decoded(name)) ? `${name}=***` : parameter;
}

interface Loggable extends Error {
  code?: string;
  constraint?: string;
  table?: string;
  routine?: string;
}

/**
 * The fields of an error that the log has. PostgreSQL's `detail` is left out, since it shows whole rows, of users with the hash
 * of their password. So is `where`, which shows values.
 */
function describeError(error: Loggable): { type: string; message: string; stack: string } {
  const { name, message, stack = '', code, constraint, table, routine, cause } = error;
  return {
    type: name,
    message,
    stack,
    ...{ code, constraint, table, routine },
    ...(error instanceof AggregateError ? { errors: error.errors.map(describeError) } : {}),
    ...(cause instanceof Error ? { cause: describeError(cause) } : {}),
  };
}

/** A request's id as a proxy may send it. */
const SAFE_ID = /^[A-Za-z0-9._-]{8,64}$/;

/** The id that a proxy sent with a request; undefined where it is none, or has characters that are not safe everywhere. */
export function readProxyId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && SAFE_ID.test(header) ? header : undefined;
}
