import type { Delivery, ReceiveCallback } from '../../services/receive-callback.ts'

/** The provider's messages are a few kilobytes. Bytes. */
const MAX_BYTES = 256 * 1024

/**
 * `POST /callbacks`: raw bytes in, 200 once they are durable. A database that is away is a 503, so that the provider sends
 * the callback again.
 */
export function callbackEndpoint(receive: ReceiveCallback): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== 'POST') return answer(405, HERE, { allow: 'POST' })
    const body = await readBody(request).catch(() => 'cut' as const)
    if (body === 'cut') return answer(400, { code: 'CUT_OFF', message: 'The body ended before it was whole' })
    if (!body) return answer(413, TOO_LARGE, { connection: 'close' })
    const delivery: Delivery = { headers: Object.fromEntries(request.headers), body }
    try {
      const { status, verdict, reason } = await receive(delivery)
      return answer(status, reason === undefined ? { verdict } : { verdict, reason })
    } catch {
      return answer(503, { code: 'NOT_WRITTEN', message: 'The callback could not be written down: send it again' })
    }
  }
}

/** Undefined as soon as it is too much: what is announced is not believed, what arrives is counted. */
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

/** What is left of it is not read, so nothing else can come on this connection. */
const TOO_LARGE = { code: 'TOO_LARGE', message: `A callback may have at most ${MAX_BYTES} bytes` }

/** For whoever opens the address in a browser to see whether it is the right one. */
const HERE = { code: 'METHOD_NOT_ALLOWED', message: 'The provider posts its callbacks here' }

function answer(status: number, body: object, more: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store', ...more } })
}
