/** A picture that a `data:` URL holds. */
export interface LogoImage {
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp'
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Pixels. */
  readonly width: number
  readonly height: number
}

/** Largest logo in bytes: it is part of what a payer loads. */
export const MAX_LOGO_BYTES = 32_768
/** Largest side of a logo in pixels: a small file can unpack to a picture that stops a phone. */
export const MAX_LOGO_SIDE = 1_024

const DATA_URL = /^data:(image\/(?:png|jpeg|webp));base64,([A-Za-z0-9+/]+={0,2})$/
const TAKES = 'a data: URL of a PNG, JPEG or WebP picture in base64'

/**
 * Reads a logo from a `data:` URL. What counts is what the bytes are, not only what the URL says.
 * @throws TypeError that says what is wrong
 */
export function readLogo(url: string): LogoImage {
  // Before the expression runs: it would read megabytes.
  if (url.length > MAX_LOGO_BYTES * 1.4 + 40) throw tooLarge()
  const [, type, base64 = ''] = DATA_URL.exec(url) ?? []
  if (/^data:image\/svg/i.test(url)) {
    throw new TypeError(
      `appearance.logo must be ${TAKES}. SVG is refused, because it can contain scripts and references`,
    )
  }
  if (type === undefined || base64.length % 4 !== 0) throw new TypeError(`appearance.logo must be ${TAKES}`)
  const bytes = bytesOf(base64)
  if (bytes.length > MAX_LOGO_BYTES) throw tooLarge()
  const view = new DataView(bytes.buffer)
  const size = SIZES[type]?.(view)
  if (!size) throw new TypeError(`appearance.logo says that it is ${type}, but its bytes are no such picture`)
  const [width, height] = size
  if (Math.min(width, height) < 1 || Math.max(width, height) > MAX_LOGO_SIDE) {
    throw new TypeError(`appearance.logo must have sides of 1 to ${MAX_LOGO_SIDE} pixels; it has ${width} by ${height}`)
  }
  return { type: type as LogoImage['type'], bytes, width, height }
}

function tooLarge(): TypeError {
  return new TypeError(`appearance.logo must have at most ${MAX_LOGO_BYTES} bytes: it is shown 40 pixels high`)
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** The contract has neither the browser's nor Node's types, so it decodes by itself. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const digits = base64.replace(/=+$/, '')
  const bytes = new Uint8Array((digits.length * 3) >> 2)
  let bits = 0
  for (let at = 0, next = 0; at < digits.length; at++) {
    bits = ((bits << 6) | DIGITS.indexOf(digits[at] ?? '')) & 0xffffff
    if (at % 4 > 0) bytes[next++] = (bits >> (6 - 2 * (at % 4))) & 255
  }
  return bytes
}

type Size = readonly [width: number, height: number]

/** Width and height from the picture's header; undefined for bytes of another kind. */
const SIZES: { readonly [type: string]: (view: DataView) => Size | undefined } = {
  'image/png': (view) =>
    view.byteLength > 32 && textAt(view, 1, 3) === 'PNG' && textAt(view, 12, 4) === 'IHDR'
      ? [view.getUint32(16), view.getUint32(20)]
      : undefined,
  'image/jpeg': jpegSize,
  'image/webp': webpSize,
}

/** The first frame header, behind any number of segments that each say how long they are. */
function jpegSize(view: DataView): Size | undefined {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return undefined
  let at = 2
  while (at + 9 < view.byteLength) {
    const marker = view.getUint16(at)
    if (marker < 0xffc0) return undefined
    const isFrame = marker <= 0xffcf && marker !== 0xffc4 && marker !== 0xffc8 && marker !== 0xffcc
    if (isFrame) return [view.getUint16(at + 7), view.getUint16(at + 5)]
    at += 2 + view.getUint16(at + 2)
  }
  return undefined
}

function webpSize(view: DataView): Size | undefined {
  if (view.byteLength < 32 || textAt(view, 0, 4) !== 'RIFF' || textAt(view, 8, 4) !== 'WEBP') return undefined
  switch (textAt(view, 12, 4)) {
    case 'VP8 ':
      return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff]
    case 'VP8L': {
      const bits = view.getUint32(21, true)
      return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1]
    }
    case 'VP8X':
      return [(view.getUint32(24, true) & 0xffffff) + 1, (view.getUint32(26, true) >>> 8) + 1]
    default:
      return undefined
  }
}

function textAt(view: DataView, at: number, length: number): string {
  return String.fromCharCode(...new Uint8Array(view.buffer, at, length))
}
