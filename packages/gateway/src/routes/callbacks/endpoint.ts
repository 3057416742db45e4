import { SYSTEM_AFTER } from '../../context.ts'
import { readBytes } from '../../http/read-bytes.ts'
import type { ReceiveCallback, ReceivedCallback } from '../../services/callbacks/receive-callback.ts'

/** In bytes. The provider's callbacks have a few kilobytes. */
const MAX_BYTES = 256 * 1024

/** For the whole body. The provider sends it at once. Milliseconds. */
const READ_LIMIT_MS = 10_000

/** `POST /callbacks`: 200 once it is stored. 503 when that is not known, so that the provider repeats it. */
export function callbackEndpoint(
  receive: ReceiveCallback,
  after = SYSTEM_AFTER,
): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== 'POST') return answer(405, HERE, { allow: 'POST' })
    const body = await readBytes(request.body, { maxBytes: MAX_BYTES, maxMs: READ_LIMIT_MS }, after)
    if (body === 'too-slow') return answer(408, TOO_SLOW, { connection: 'close' })
    if (body === 'cut-off')
      return answer(400, { code: 'CUT_OFF', message: 'The connection closed before the body was complete' })
    if (body === 'too-large') return answer(413, TOO_LARGE, { connection: 'close' })
    const delivery: ReceivedCallback = { headers: Object.fromEntries(request.headers), body }
    try {
      const { status, verdict } = await receive(delivery)
      // No reason: it would tell a sender which modes and key ids are configured. Log and console show it.
      return answer(status, { verdict })
    } catch {
      return answer(503, { code: 'NOT_WRITTEN', message: 'The callback may not have been stored: send it again' })
    }
  }
}

/** The rest of the body is not read, so the connection cannot be reused. */
const TOO_LARGE = { code: 'TOO_LARGE', message: `A callback may have at most ${MAX_BYTES} bytes` }

const TOO_SLOW = { code: 'TOO_SLOW', message: `The body must arrive within ${READ_LIMIT_MS} ms` }

/** Shows a person who opens the URL in a browser that it is the right one. */
const HERE = { code: 'METHOD_NOT_ALLOWED', message: 'The provider posts its callbacks here' }

function answer(status: number, body: object, more: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store', ...more } })
}
