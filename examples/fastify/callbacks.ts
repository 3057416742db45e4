import type { FastifyInstance } from 'fastify'
import type { Payments } from '../starter/payments.ts'

/** Receives callbacks at `/payments/callbacks`. */
export function mountCallbacks(app: FastifyInstance, payments: Payments): void {
  // A scope of its own, without fastify's parsers: the signature covers the raw bytes, which a parser discards.
  app.register(async (raw) => {
    raw.removeAllContentTypeParsers()
    raw.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
    raw.post('/payments/callbacks', async ({ headers, body }, reply) => {
      // When the order status cannot be read, Fastify answers 500, and the provider sends the callback again.
      return reply.code(await payments.receive(headers, Buffer.isBuffer(body) ? body : '')).send()
    })
  })
}
