import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { acceptedEncodings } from '@galla/http-server/accepted-encodings'
import type { MiddlewareHandler } from 'hono'

const compress = promisify(gzip)

/** A shorter body fits into the first packet. Bytes. */
const MIN_BYTES = 1_024

/** Compresses JSON and pages for clients that accept gzip. Files have compressed forms on disk, and streams are written while they are read. */
export const compressed: MiddlewareHandler = async (c, next) => {
  await next()
  const { headers, status } = c.res
  if (!/^(?:application\/json|text\/html)\b/.test(headers.get('content-type') ?? '')) return
  if (headers.has('content-encoding')) return
  headers.set('vary', 'accept-encoding')
  if (c.res.body === null || c.req.method === 'HEAD') return
  if (!acceptedEncodings(c.req.header('accept-encoding') ?? '').includes('gzip')) return
  const plain = new Uint8Array(await c.res.arrayBuffer())
  const body = plain.length < MIN_BYTES ? plain : new Uint8Array(await compress(plain))
  const answer = new Response(body, { status, headers })
  answer.headers.set('content-length', String(body.length))
  if (body !== plain) answer.headers.set('content-encoding', 'gzip')
  c.res = answer
}
