import type { FastifyReply, FastifyRequest } from 'fastify';
import { varyBy } from './vary.ts';

/** The one preference that is known (RFC 7240): a page of a list without the number of all its rows, as PostgREST has it. */
const COUNT_NONE = 'count=none';

/** The header `Prefer` as the service understands it; undefined where it has no preference that is known. */
export const preferenceOf = (header: string): string | undefined =>
  header.split(/[,;]/).some((each) => each.replaceAll(/[\s"]/g, '').toLowerCase() === COUNT_NONE)
    ? COUNT_NONE
    : undefined;

/** Whether a page is asked for without its total, which the answer confirms. Caches keep both apart. */
export function isUncounted({ headers }: FastifyRequest, reply: FastifyReply): boolean {
  varyBy(reply, 'Prefer');
  if (headers.prefer === undefined) return false;
  reply.header('preference-applied', COUNT_NONE);
  return true;
}
