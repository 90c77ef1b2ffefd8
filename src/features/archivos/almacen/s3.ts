import { createHash } from 'node:crypto';
import { type IncomingMessage, Agent as PlainAgent, request as requestPlain } from 'node:http';
import { request as requestTls, Agent as TlsAgent } from 'node:https';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { connectionClosed } from '../../../core/base/errors.ts';
import { TEST_TIMEOUT_FACTOR } from '../../../core/db/timeouts.ts';
import type { S3Place } from '../settings.ts';
import {
  type Contenido,
  type Deposito,
  DIGEST,
  digestIn,
  keyOf,
  OWNER,
  type Owner,
  ownerText,
  readOwner,
  storeAway,
  storeFull,
  storeUnusable,
} from './almacen.ts';

/** Milliseconds until the first byte of an answer, and between any two parts of an object. */
const LONGEST_SILENCE = 5_000 * TEST_TIMEOUT_FACTOR;
/** Milliseconds ahead of the second try and of the third. */
const PAUSES = [100, 300];
/** Milliseconds after which no further try begins, so that the service answers within ten seconds. */
const LAST_TRY = 4_500 * TEST_TIMEOUT_FACTOR;
/** Requests that the store is asked at a time; the others wait. */
const MOST_CONNECTIONS = 64;
/** Characters that are read of an answer: a list of a thousand objects has some 300,000. */
const LONGEST_ANSWER = 4_000_000;

interface Options {
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Contenido;
  signal?: AbortSignal | undefined;
  /** Whether it is tried only once, for callers that ask again by themselves. */
  isOnce?: boolean;
}

/** An answer of the store that is a failure. */
class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(what: string, status: number, code: string, reason = '') {
    super(`${what}: ${status} ${code}${reason && `, ${reason}`}`);
    this.status = status;
    this.code = code;
  }
}

/** The part of FILES_URL that such an answer proves wrong; empty without one. */
function storeFault(
  { bucket, region }: S3Place,
  { status, code, there }: { status: number; code: string; there: string | undefined },
): string {
  if (code === 'NoSuchBucket') return `no existe el contenedor ${bucket}`;
  if (code === 'InvalidAccessKeyId') return 'la clave no existe';
  if (code === 'SignatureDoesNotMatch') return 'la clave no existe, o su contraseña es otra';
  if (code === 'RequestTimeTooSkewed') return 'el reloj de este equipo difiere del suyo';
  if (/^AuthorizationHeaderMalformed$|Redirect$/.test(code) || status === MOVED) {
    return `la región no es ${region}${there && there !== region ? `, sino ${there}` : ''}`;
  }
  return status === FORBIDDEN ? 'la clave no existe o no tiene permiso' : '';
}
const MOVED = 301;
const FORBIDDEN = 403;

/**
 * A store in a bucket, which has to be there, of a service that speaks S3. Addresses are of the path style. Only PUT, GET, HEAD
 * and DELETE of objects and the list of a bucket are asked for, since not every service has more.
 */
export function openS3(place: S3Place): Deposito {
  const { ask, close } = createClient(place);
  const prefix = place.prefix && `${place.prefix}/`;
  const nameOf = (huella: string) => prefix + keyOf(huella);
  const size = async (huella: string) => {
    const answer = await ask('HEAD', nameOf(huella));
    answer?.resume();
    return answer && Number(answer.headers['content-length']);
  };
  const owner = async () => {
    const answer = await ask('GET', prefix + OWNER);
    return answer && readOwner(await answerText(answer));
  };
  const put = async (name: string, body: Contenido, headers: Record<string, string> = {}) => {
    const answer = await ask('PUT', name, { body, headers });
    if (!answer) throw storeUnusable(new Error(`there is no bucket ${place.bucket}`));
    answer.resume();
  };
  const get: Deposito['get'] = async (huella, range, signal) => {
    const headers = range && { range: `bytes=${range.start}-${range.end}` };
    return ask('GET', nameOf(huella), { ...(headers && { headers }), signal });
  };
  return {
    place: `s3://${place.host}/${place.bucket}/${prefix}`,
    async put(contenido) {
      const { huella, bytes } = contenido;
      if ((await size(huella)) === bytes && (await digestIn({ get }, huella)) === huella) return;
      await put(nameOf(huella), contenido);
    },
    get,
    size,
    async remove(huella) {
      (await ask('DELETE', nameOf(huella), { isOnce: true }))?.resume();
    },
    async *list() {
      let query: Record<string, string> | undefined = { 'list-type': '2', prefix };
      while (query) {
        const answer = await ask('GET', '', { query });
        if (!answer) throw storeUnusable(new Error(`there is no bucket ${place.bucket}`));
        const text = await answerText(answer);
        for (const [, object = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const name = elementOf(object, 'Key');
          const huella = name?.split('/').at(-1) ?? '';
          // Other objects of the bucket are not the registry's.
          if (!DIGEST.test(huella) || name !== nameOf(huella)) continue;
          const storedAt = new Date(elementOf(object, 'LastModified') ?? 0);
          yield { huella, bytes: Number(elementOf(object, 'Size')), storedAt };
        }
        const next = elementOf(text, 'NextContinuationToken');
        query = next ? { 'list-type': '2', prefix, 'continuation-token': next } : undefined;
      }
    },
    owner,
    own: (named) => put(prefix + OWNER, ownerContent(named)),
    async claim(named) {
      const content = ownerContent(named);
      await put(prefix + OWNER, content, { 'if-none-match': '*' }).catch(async (error) => {
        const { status } = error.cause instanceof Refusal ? error.cause : { status: 0 };
        if (OTHERS_FIRST.has(status)) return;
        // Not every service takes the condition.
        if (!NO_CONDITION.has(status)) throw error;
        if (!(await owner())) await put(prefix + OWNER, content);
      });
      const there = await owner();
      if (!there) throw storeAway(new Error(`${OWNER} was written and is not there`));
      return there;
    },
    // The question for the owner has had its answer by then.
    probe: async () => {},
    tidy: async () => {},
    close,
  };
}

function ownerContent(named: Owner): Contenido {
  const bytes = Buffer.from(ownerText(named));
  const huella = createHash('sha256').update(bytes).digest('hex');
  return { huella, bytes: bytes.length, open: () => Readable.from([bytes]) };
}
/** The answers to `If-None-Match: *` where the object is there, or is being written by another. */
const OTHERS_FIRST = new Set([412, 409]);
/** The answer of a service without that condition. */
const NO_CONDITION = new Set([400, 501]);

const DIGEST_OF_NO_BYTES = createHash('sha256').digest('hex');

/** The text of an element of an answer's XML, which has none within it. */
function elementOf(xml: string, name: string): string | undefined {
  const [, text] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? [];
  return text?.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, entity) => ENTITIES[entity] ?? '');
}
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

async function answerText(answer: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of answer.setEncoding('utf8') as AsyncIterable<string>) {
    text += part;
    if (text.length > LONGEST_ANSWER) throw storeAway(new Error('the answer has no end'));
  }
  return text;
}

/** Returns a function that asks a bucket for an object, or for the list of objects where the name is empty. */
function createClient(place: S3Place) {
  const { host, isTls, bucket, region, key, secret } = place;
  const options = { keepAlive: true, maxSockets: MOST_CONNECTIONS };
  const agent = isTls ? new TlsAgent(options) : new PlainAgent(options);
  const signingKeys = new Map<string, ArrayBuffer>();

  /** One try. */
  async function send(method: string, name: string, { query, headers, body, signal }: Options) {
    const search = query ? `?${new URLSearchParams(query)}` : '';
    const signed = await new AwsV4Signer({
      method,
      url: `${isTls ? 'https' : 'http'}://${host}/${bucket}${name && '/'}${name}${search}`,
      headers: { ...headers, 'x-amz-content-sha256': body?.huella ?? DIGEST_OF_NO_BYTES },
      accessKeyId: key,
      secretAccessKey: secret,
      service: 's3',
      region,
      cache: signingKeys,
    }).sign();
    const request = (isTls ? requestTls : requestPlain)(signed.url, {
      method,
      agent,
      signal,
      headers: {
        ...Object.fromEntries(signed.headers),
        ...(body && { 'content-length': body.bytes, 'content-type': 'application/octet-stream' }),
      },
    });
    // This timer runs while the request waits for a connection, too. A socket's time-out does not.
    const silence = setTimeout(
      () => request.destroy(new Error(`${host} is silent for ${LONGEST_SILENCE} ms`)),
      LONGEST_SILENCE,
    );
    try {
      return await new Promise<IncomingMessage>((resolve, reject) => {
        request.once('response', resolve).on('error', reject);
        if (!body) return request.end();
        const source = body.open();
        source.on('data', () => silence.refresh());
        source.on('error', (error) => request.destroy(error));
        source.pipe(request);
        request.once('close', () => source.destroy());
      });
    } finally {
      clearTimeout(silence);
    }
  }

  /**
   * Asks up to three times.
   *
   * @returns the answer, whose body has not been read; undefined where there is no such object
   * @throws HttpError 503 where the store is away, refuses the key or the bucket, or is full
   */
  async function ask(method: string, name: string, options: Options = {}) {
    const begun = performance.now();
    for (let tries = 0; ; tries++) {
      try {
        const answer = await send(method, name, options);
        const { statusCode: status = 0 } = answer;
        if (status < 300) {
          endWhenSilent(answer, host);
          return answer;
        }
        const text = await answerText(answer);
        const code = elementOf(text, 'Code') ?? '';
        // An answer to HEAD has no body, so nothing says whether it is the bucket that is not there.
        if (status === 404 && code !== 'NoSuchBucket') return undefined;
        const header = answer.headers['x-amz-bucket-region'];
        const there = elementOf(text, 'Region') ?? (header && String(header));
        const reason = storeFault(place, { status, code, there });
        throw new Refusal(`${method} ${name}`, status, code, reason);
      } catch (error) {
        if (options.signal?.aborted) throw connectionClosed();
        const pause = PAUSES[tries];
        const isLast =
          options.isOnce || pause === undefined || performance.now() - begun > LAST_TRY;
        if (isLast || isFinal(error)) throw outcomeOf(error);
        await sleep(pause);
      }
    }
  }
  return { ask, close: () => agent.destroy() };
}

/** Ends an answer whose next bytes do not come. A reader that pauses is waited for. */
function endWhenSilent(answer: IncomingMessage, host: string): void {
  const { socket } = answer;
  const end = () => {
    if (answer.readableLength < answer.readableHighWaterMark) {
      answer.destroy(new Error(`${host} is silent in the middle of an object`));
    }
  };
  socket.setTimeout(LONGEST_SILENCE).on('timeout', end);
  answer.once('close', () => socket.setTimeout(0).off('timeout', end));
}

/** Whether a further try would end in the same way: the key, the bucket or the request is wrong. */
const isFinal = (error: unknown) =>
  error instanceof Refusal &&
  (error.status < 500 || error.status === NOT_IMPLEMENTED) &&
  error.status !== 429 &&
  error.status !== 408;
const NOT_IMPLEMENTED = 501;

function outcomeOf(error: unknown): Error {
  if (!(error instanceof Refusal)) return storeAway(error);
  if (error.status === INSUFFICIENT_STORAGE || /Quota|TooLarge/.test(error.code)) {
    return storeFull(error);
  }
  return isFinal(error) ? storeUnusable(error) : storeAway(error);
}
const INSUFFICIENT_STORAGE = 507;
