import { SYSTEM_AFTER } from '../../context.ts'
import type { Delivery, ReceiveCallback } from '../../services/receive-callback.ts'

/** In bytes. The provider's callbacks have a few kilobytes. */
const MAX_BYTES = 256 * 1024

/** For the whole body. The provider sends it at once. Milliseconds. */
const READ_LIMIT_MS = 10_000

/** `POST /callbacks`: 200 once the raw bytes are stored. 503 when the database is unavailable, so that the provider repeats it. */
export function callbackEndpoint(
  receive: ReceiveCallback,
  after = SYSTEM_AFTER,
): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== 'POST') return answer(405, HERE, { allow: 'POST' })
    const reader = request.body?.getReader()
    let tooSlow = false
    const cancelLimit = after(READ_LIMIT_MS, () => {
      tooSlow = true
      void reader?.cancel().catch(() => {})
    })
    const body = await readBody(reader).catch(() => 'incomplete' as const)
    cancelLimit()
    if (tooSlow) return answer(408, TOO_SLOW, { connection: 'close' })
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
async function readBody(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = []
  let bytes = 0
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

const TOO_SLOW = { code: 'TOO_SLOW', message: `The body must arrive within ${READ_LIMIT_MS} ms` }

/** Shows a person who opens the URL in a browser that it is the right one. */
const HERE = { code: 'METHOD_NOT_ALLOWED', message: 'The provider posts its callbacks here' }

function answer(status: number, body: object, more: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store', ...more } })
}
