import type { IncomingMessage, ServerResponse } from 'node:http'
import { type GatewayFetch, toNode } from './node.ts'

/** As much of fastify as is touched. */
export interface FastifyScope {
  /** The whole of it, where plugins lie in plugins. */
  readonly prefix?: string
  removeAllContentTypeParsers(): unknown
  addContentTypeParser(
    type: string,
    options: { parseAs: 'buffer'; bodyLimit?: number },
    parse: (request: unknown, body: Buffer, done: (error: null, body: Buffer) => void) => void,
  ): unknown
  all(path: string, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>): unknown
}

interface FastifyRequest {
  readonly raw: IncomingMessage & { rawBody?: Buffer; ip?: string }
  readonly body: unknown
  readonly ip: string
}

interface FastifyReply {
  readonly raw: ServerResponse
  hijack(): unknown
}

/** More than any body that the gateway takes: it refuses by itself what is too large. Bytes. */
const MAX_BYTES = 1_048_576

/**
 * A plugin: `app.register(toFastify(gateway.fetch), { prefix: '/payments' })`. Its scope has a parser of its own that keeps
 * the bytes, whatever parsers the application has.
 */
export function toFastify(fetch: GatewayFetch): (scope: FastifyScope, options: { prefix?: string }) => Promise<void> {
  const listen = toNode(fetch)
  return async (scope, options) => {
    const prefix = (scope.prefix ?? options.prefix ?? '').replace(/\/+$/, '')
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_, body, done) => done(null, body))
    const answer = async ({ raw, body, ip }: FastifyRequest, reply: FastifyReply): Promise<void> => {
      reply.hijack()
      if (Buffer.isBuffer(body)) raw.rawBody = body
      raw.ip = ip
      // Fastify leaves its prefix on the address, as it is not the gateway's.
      const rest = (raw.url ?? '').slice(prefix.length)
      raw.url = rest.startsWith('/') ? rest : `/${rest}`
      await listen(raw, reply.raw)
    }
    scope.all('/*', answer)
    // The mount itself, without a slash: the console's address as people type it.
    if (prefix !== '') scope.all('', answer)
  }
}
