import type { FastifyReply } from 'fastify';

/** Adds to the headers of a request by which its answer differs (`Vary`): CORS has named Origin before. */
export const varyBy = (reply: FastifyReply, names: string): FastifyReply =>
  reply.header('vary', [reply.getHeader('vary'), names].filter(Boolean).join(', '));
