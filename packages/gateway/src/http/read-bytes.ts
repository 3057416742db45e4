import type { After } from '../context.ts'

/** Why a body could not be read. */
export type UnreadBody = 'too-large' | 'too-slow' | 'cut-off'

export interface BodyLimits {
  /** Bytes. Counts what is received; `content-length` may lie. */
  readonly maxBytes: number
  /** For the whole body. Milliseconds. */
  readonly maxMs: number
}

/** Reads a whole body within limits. After a limit, the rest is not read, so the connection cannot be reused. */
export async function readBytes(
  body: ReadableStream<Uint8Array> | null,
  { maxBytes, maxMs }: BodyLimits,
  after: After,
): Promise<Buffer | UnreadBody> {
  const reader = body?.getReader()
  let tooSlow = false
  const cancelLimit = after(maxMs, () => {
    tooSlow = true
    void reader?.cancel().catch(() => {})
  })
  const parts: Uint8Array[] = []
  let bytes = 0
  try {
    while (reader) {
      const { done, value } = await reader.read()
      if (tooSlow) return 'too-slow'
      if (done) break
      bytes += value.byteLength
      if (bytes > maxBytes) {
        await reader.cancel()
        return 'too-large'
      }
      parts.push(value)
    }
    return tooSlow ? 'too-slow' : Buffer.concat(parts)
  } catch {
    return tooSlow ? 'too-slow' : 'cut-off'
  } finally {
    cancelLimit()
  }
}
