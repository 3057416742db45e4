import type { IncomingMessage } from 'node:http'

const MAX_BODY_BYTES = 1_000_000

/** The raw bytes of a body; undefined when the body is too large. */
export async function readBody(request: IncomingMessage, maxBytes = MAX_BODY_BYTES): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk)
    size += chunk.length
    if (size > maxBytes) return undefined
  }
  return Buffer.concat(chunks)
}
