import { deflateSync, crc32 as zlibCrc32 } from 'node:zlib'
import type { Quirks } from '../quirks.ts'

/** Pixels per module of the QR code. */
const SCALE = 6

/** Makes the `qrData` of a response from a link. */
export type DrawQr = (link: string) => string

/** A function that encodes a link as an image, or in the form that the quirk asks for. */
export async function qrDrawer(form: Quirks['qrData']): Promise<DrawQr> {
  if (form === 'text') return (link) => link
  // Loaded on first use: most sandboxes never draw a QR code.
  const { encode } = await import('uqr')
  const base64: DrawQr = (link) => png(encode(link, { ecc: 'M', border: 4 }).data).toString('base64')
  return form === 'base64' ? base64 : (link) => `data:image/png;base64,${base64(link)}`
}

/** A PNG with one bit per pixel; `true` in the matrix is a dark module. */
function png(matrix: readonly (readonly boolean[])[]): Buffer {
  const side = matrix.length * SCALE
  const rowBytes = Math.ceil(side / 8)
  const rows = matrix.map((modules) => {
    const row = Buffer.alloc(1 + rowBytes, 0xff)
    row[0] = 0
    for (let x = 0; x < side; x++) {
      if (modules[Math.floor(x / SCALE)]) row[1 + (x >> 3)] = (row[1 + (x >> 3)] ?? 0) & ~(0x80 >> (x & 7))
    }
    return row
  })
  const pixels = Buffer.concat(rows.flatMap((row) => Array.from({ length: SCALE }, () => row)))
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(zlibCrc32(body), body.length + 4)
  return framed
}
