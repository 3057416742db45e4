import type { Delivery, ReceiveCallback } from '../../services/receive-callback.ts'

/** In bytes. The provider's callbacks have a few kilobytes. */
const MAX_BYTES = 256 * 1024

/** `POST /callbacks`: 200 once the raw bytes are stored. 503 when the database is unavailable, so that the provider repeats it. */
export function callbackEndpoint(receive: ReceiveCallback): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== 'POST') return answer(405, HERE, { allow: 'POST' })
    const body = await readBody(request).catch(() => 'incomplete' as const)
    if (body === 'incomplete')
      return answer(400, { code: 'CUT_OFF', message: 'The connection closed before the body was complete' })
    if (!body) return answer(413, TOO_LARGE, { connection: 'close' })
    const delivery: Delivery = { headers: Object.fromEntries(request.headers), body }
    try {
      const { status, verdict, reason } = await receive(delivery)
      return answer(status, reason === undefined ? { verdict } : { verdict, reason })
    } catch {
      return answer(503, { code: 'NOT_WRITTEN', message: 'The callback could not be stored; send it again' })
    }
  }
}

/** Undefined when it is too large. Counts the bytes received; `content-length` may lie. */
async function readBody(request: Request): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = []
  let bytes = 0
  const reader = request.body?.getReader()
  while (reader) {
    const { done, value } = await reader.read()
    if (done) break
    bytes += value.byteLength
    if (bytes > MAX_BYTES) {
      await reader.cancel()
      return undefined
    }
    parts.push(value)
  }
  return Buffer.concat(parts)
}

/** The rest of the body is not read, so the connection cannot be reused. */
const TOO_LARGE = { code: 'TOO_LARGE', message: `A callback may have at most ${MAX_BYTES} bytes` }

/** Shows a person who opens the URL in a browser that it is the right one. */
const HERE = { code: 'METHOD_NOT_ALLOWED', message: 'The provider posts its callbacks here' }

function answer(status: number, body: object, more: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store', ...more } })
}
