import type { FastifyReply, FastifyRequest } from 'fastify';
import { connectionClosed } from '../base/errors.ts';

/** Whether the client has left: nobody reads what would be answered. */
export const isGone = ({ raw: { socket } }: FastifyRequest, { raw }: FastifyReply) =>
  socket.destroyed || raw.destroyed;

/**
 * Calls `end` once when an exchange is over, however that comes: answered to the end, refused, or left by the client. So
 * whatever is taken for the time of an exchange is asked for here first, and given back by `end`.
 *
 * @throws HttpError where the client has left already, which nobody would be told any more; `end` is not called then
 */
export function whenOver(request: FastifyRequest, reply: FastifyReply, end: () => void): void {
  if (isGone(request, reply)) throw connectionClosed();
  const { socket } = request.raw;
  let isOver = false;
  const over = () => {
    // Where the connection is cut, the reply closes while listeners of the socket are being called: this comes again.
    if (isOver) return;
    isOver = true;
    reply.raw.off('close', over);
    socket.off('close', over);
    end();
  };
  reply.raw.once('close', over);
  // An answer that waits for one before it on the same connection is not told when that closes. Many may wait there.
  socket.setMaxListeners(0).once('close', over);
}
