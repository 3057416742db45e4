/** Far above any request of the protocol. */
export const MAX_BODY_BYTES = 1_000_000

/** Reads a stream as UTF-8 text up to a number of bytes and cancels the rest. */
export async function readAtMost(
  stream: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<{ text: string; whole: boolean }> {
  const decoder = new TextDecoder()
  let text = ''
  let left = maxBytes
  for await (const chunk of stream ?? []) {
    // Leaving the loop cancels the stream.
    if (chunk.byteLength > left) return { text: text + decoder.decode(chunk.subarray(0, left)), whole: false }
    text += decoder.decode(chunk, { stream: true })
    left -= chunk.byteLength
  }
  return { text: text + decoder.decode(), whole: true }
}

/** True when a media type is JSON, with any parameters. */
export function isJson(contentType: string | undefined): boolean {
  return /^application\/json\s*(?:;|$)/i.test(contentType ?? '')
}
