import { builtin } from '../runtime.ts'
import { MAX_RESPONSE_BYTES } from './transport.ts'

type Decoder = (
  bytes: Uint8Array,
  options: { maxOutputLength: number },
  done: (error: Error | null, decoded: Buffer) => void,
) => void

/** The functions of `node:zlib` that are used. */
interface Zlib {
  unzip: Decoder
  inflateRaw: Decoder
  brotliDecompress: Decoder
}

/** Some servers send `deflate` without the header of its format; the header's low bits are always 8. */
const hasZlibHeader = (bytes: Uint8Array) => ((bytes[0] ?? 0) & 0x0f) === 8

/**
 * The text of a body. Nothing asks for compression, but some proxies compress unasked. `done` receives undefined when the body
 * cannot be decompressed; for a plain body it is called at once.
 */
export function decodeBody(
  bytes: Buffer,
  encoding: string | undefined,
  done: (text: string | undefined, cause?: Error) => void,
): void {
  const decode = encoding === undefined || bytes.length === 0 ? undefined : decoderOf(encoding.toLowerCase(), bytes)
  if (!decode) {
    done(bytes.toString())
    return
  }
  decode(bytes, { maxOutputLength: MAX_RESPONSE_BYTES }, (cause, decoded) => {
    if (cause) done(undefined, cause)
    else done(decoded.toString())
  })
}

function decoderOf(encoding: string, bytes: Uint8Array): Decoder | undefined {
  const zlib = builtin<Zlib>('node:zlib')
  if (encoding === 'gzip' || encoding === 'x-gzip') return zlib?.unzip
  if (encoding === 'deflate') return hasZlibHeader(bytes) ? zlib?.unzip : zlib?.inflateRaw
  return encoding === 'br' ? zlib?.brotliDecompress : undefined
}
