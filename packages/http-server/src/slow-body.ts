import type { IncomingMessage } from 'node:http'

/** Readers of bodies answer 408 after ten seconds; this closes the connections of bodies that nobody reads. Milliseconds. */
const MAX_MS = 11_000

/**
 * Closes the connection when the body of the request is not complete in time. A body that nobody reads, such as that of a GET, would
 * hold it for as long as its sender likes, also after the answer.
 */
export function closeSlowBody(incoming: IncomingMessage): void {
  const { headers, socket } = incoming
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
  const timer = setTimeout(() => {
    if (!incoming.complete) socket.destroy()
  }, MAX_MS)
  timer.unref()
  incoming.once('close', () => clearTimeout(timer))
}
