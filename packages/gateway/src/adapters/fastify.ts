import type { IncomingMessage, ServerResponse } from 'node:http'
import { hasBadHost } from '@galla/http-server/request-guard'
import { closeSlowBody } from '@galla/http-server/slow-body'
import { type GatewayFetch, toNode } from './node.ts'

/** The part of a Fastify instance that the adapter uses. */
export interface FastifyScope {
  /** Complete prefix, also of nested plugins. */
  readonly prefix?: string
  /** Removes the parsers of this scope. */
  removeAllContentTypeParsers(): unknown
  /** Adds a parser to this scope. */
  addContentTypeParser(
    type: string,
    options: {
      /** The parser gets the raw bytes. */
      parseAs: 'buffer'
      /** Bytes. */
      bodyLimit?: number
    },
    parse: (request: unknown, body: Buffer, done: (error: null, body: Buffer) => void) => void,
  ): unknown
  /** Runs before a body is parsed. */
  addHook(name: 'onRequest', hook: (request: FastifyRequest, response: unknown, done: () => void) => void): unknown
  /** Registers a handler for every method. */
  all(path: string, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>): unknown
}

interface FastifyRequest {
  /** Node's request; the adapter adds raw body and address. */
  readonly raw: IncomingMessage & {
    /** Raw bytes of the body. */
    rawBody?: Buffer
    /** Address of the client. */
    ip?: string
  }
  /** Raw bytes of the body. */
  readonly body: unknown
  /** Address of the client, by Fastify's `trustProxy`. */
  readonly ip: string
}

interface FastifyReply {
  /** Node's response. */
  readonly raw: ServerResponse
  /** The adapter answers, not Fastify. */
  hijack(): unknown
}

/** Options of `app.register`. */
export interface FastifyMount {
  /** Mount path. */
  prefix?: string
}

/** Above every limit of the gateway, which refuses larger bodies itself. Bytes. */
const MAX_BYTES = 1_048_576

/**
 * Makes a plugin. The plugin's scope has its own parser, which keeps the raw bytes, whatever parsers the application has.
 * @example
 * app.register(toFastify(gateway.fetch), { prefix: '/payments' })
 */
export function toFastify(fetch: GatewayFetch): (scope: FastifyScope, options: FastifyMount) => Promise<void> {
  const listen = toNode(fetch)
  return async (scope, options) => {
    const prefix = (scope.prefix ?? options.prefix ?? '').replace(/\/+$/, '')
    // Fastify itself waits for a body as long as its sender likes.
    scope.addHook('onRequest', ({ raw }, _, done) => {
      closeSlowBody(raw)
      done()
    })
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_, body, done) => done(null, body))
    const answer = async ({ raw, body, ip }: FastifyRequest, reply: FastifyReply): Promise<void> => {
      reply.hijack()
      if (Buffer.isBuffer(body)) raw.rawBody = body
      raw.ip = ip
      // Fastify leaves its prefix on the URL, and the origin if the client sent one.
      const rest = (raw.url ?? '').replace(/^https?:\/\/[^/?#]*/i, '').slice(prefix.length)
      // The listener refuses a host that is not the one of the origin, so the origin stays.
      if (!hasBadHost(raw)) raw.url = rest.startsWith('/') ? rest : `/${rest}`
      await listen(raw, reply.raw)
    }
    scope.all('/*', answer)
    // The mount path without a slash: the console's URL as people type it.
    if (prefix !== '') scope.all('', answer)
  }
}
