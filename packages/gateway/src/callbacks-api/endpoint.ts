import type { Delivery, ReceiveCallback } from '../doors/receive-callback.ts'

/** The provider's messages are a few kilobytes. Bytes. */
const MOST_BYTES = 256 * 1024

/**
 * `POST /callbacks`: raw bytes in, 200 once they are durable. A database that is away is a 503, so that the provider sends
 * the callback again.
 */
export function callbackEndpoint(receive: ReceiveCallback): (request: Request) => Promise<Response> {
  return async (request) => {
    const body = await readBody(request)
    if (!body) return answer(413, { code: 'TOO_LARGE', message: `A callback may have at most ${MOST_BYTES} bytes` })
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
    if (bytes > MOST_BYTES) {
      await reader.cancel()
      return undefined
    }
    parts.push(value)
  }
  return Buffer.concat(parts)
}

function answer(status: number, body: object): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } })
}
