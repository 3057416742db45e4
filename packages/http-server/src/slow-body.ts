import type { IncomingMessage } from 'node:http'

/** Readers of bodies answer 408 after ten seconds; this closes the connections of bodies that nobody reads. Milliseconds. */
const MAX_MS = 11_000

/**
 * Closes the connection when the body of the request is not complete in time. A body that nobody reads, such as that of a GET, would
 * hold it for as long as its sender likes, also after the answer.
 */
export function closeSlowBody(incoming: IncomingMessage): void {
  if (!hasBody(incoming)) return
  const timer = setTimeout(() => {
    if (!incoming.complete) incoming.socket.destroy()
  }, MAX_MS)
  timer.unref()
  incoming.once('close', () => clearTimeout(timer))
}

/**
 * Headers of an answer that is sent before the body of the request was read: Node closes the connection after it, instead of waiting for
 * the rest of a body that is not read. HTTP/2 knows no such header; its streams end by themselves.
 */
export const closingUnread = (incoming: IncomingMessage): { readonly connection?: 'close' } =>
  incoming.httpVersionMajor === 1 && hasBody(incoming) && !incoming.complete ? { connection: 'close' } : {}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
