import { Pool } from 'undici'
import { type Base, kindOfCause, MAX_REPLY_BYTES, type Transport, tooLarge } from './transport.ts'

/**
 * An undici pool as transport, for services that make very many calls: `new Galla({ …, fetch: undiciTransport() })`.
 * Needs the optional peer `undici` 7.
 */
export function undiciTransport(options: { connections?: number } = {}): Transport {
  const pools = new Map<string, Pool>()
  const poolFor = ({ href, secure, host }: Base): Pool => {
    const existing = pools.get(href)
    if (existing) return existing
    const pool = new Pool(`${secure ? 'https' : 'http'}://${host}`, {
      connections: options.connections ?? 64,
      keepAliveTimeout: 4_000,
      maxResponseSize: MAX_REPLY_BYTES,
    })
    pools.set(href, pool)
    return pool
  }

  return {
    exchange({ method, base, path, headers, body }, listener) {
      let live = true
      let sent = false
      let stop: ((reason: Error) => void) | undefined
      let status = 0
      let head: readonly Buffer[] = []
      let statusText = ''
      const chunks: Buffer[] = []
      poolFor(base).dispatch(
        { method, path: base.pathPrefix + path, headers: headers as string[], body: body ?? null },
        {
          onConnect(abort) {
            sent = true
            stop = abort
            if (!live) abort()
          },
          onHeaders(statusCode, rawHeaders, _resume, text) {
            status = statusCode
            head = rawHeaders
            statusText = text
            return true
          },
          onData(chunk) {
            chunks.push(chunk)
            return true
          },
          onComplete() {
            if (!live) return
            const text = Buffer.concat(chunks).toString()
            listener.reply({ status, statusText, text, header: (name) => headerOf(head, name) })
          },
          onError(cause: Error & { code?: string }) {
            if (!live) return
            if (cause.code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') listener.failure(tooLarge(status))
            else if (status >= 200)
              listener.failure({ kind: 'invalid-response', sent: true, status, detail: 'it broke off', cause })
            else listener.failure({ kind: kindOfCause(cause), sent, detail: cause.code ?? cause.message, cause })
          },
        },
      )
      return {
        cancel() {
          live = false
          stop?.(new Error('cancelled'))
          return { sent }
        },
      }
    },
    close() {
      for (const pool of pools.values()) void pool.close()
      pools.clear()
    },
  }
}

function headerOf(raw: readonly Buffer[], name: string): string | undefined {
  for (let i = 0; i + 1 < raw.length; i += 2) {
    if (raw[i]?.toString().toLowerCase() === name) return raw[i + 1]?.toString()
  }
  return undefined
}
