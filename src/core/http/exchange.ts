import type { FastifyReply, FastifyRequest } from 'fastify';
import { connectionClosed } from '../base/errors.ts';

/** Whether the client has left, so that nobody would read an answer. */
export const isGone = ({ raw: { socket } }: FastifyRequest, { raw }: FastifyReply) =>
  socket.destroyed || raw.destroyed;

/**
 * Calls `end` once when an exchange is over: answered to the end, refused, or left by the client. A resource that is taken for
 * the time of an exchange is released by `end`.
 *
 * @throws HttpError where the client has left already; `end` is not called then
 */
export function whenOver(request: FastifyRequest, reply: FastifyReply, end: () => void): void {
  if (isGone(request, reply)) throw connectionClosed();
  const { socket } = request.raw;
  let isOver = false;
  const over = () => {
    // When the connection is cut, the reply closes while the socket's listeners run, so that this is called again.
    if (isOver) return;
    isOver = true;
    reply.raw.off('close', over);
    socket.off('close', over);
    end();
  };
  reply.raw.once('close', over);
  // A pipelined answer that waits for the one before it emits no `close` of its own. Many may wait on one socket.
  socket.setMaxListeners(0).once('close', over);
}
