import type { FastifyReply } from 'fastify';

/** Sets the headers of a file. It is called when the answer is certain to be one. */
export function attached(reply: FastifyReply, type: string, filename: string): FastifyReply {
  return reply.type(type).header('content-disposition', `attachment; filename="${filename}"`);
}
