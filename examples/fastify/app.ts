import { inr } from '@galla/sdk'
import fastify, { type FastifyInstance } from 'fastify'
import type { Payments } from '../starter/payments.ts'
import { mountCallbacks } from './callbacks.ts'

/** A shop without the gateway. Callbacks: `/payments/callbacks`. */
export function createApp(payments: Payments): FastifyInstance {
  const app = fastify({ forceCloseConnections: true })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body as string))),
  )

  mountCallbacks(app, payments)

  app.get('/', (_, reply) =>
    reply
      .type('text/html')
      .send('<form method="post" action="/buy"><input name="cart" value="cart-7"><button>Buy</button></form>'),
  )

  app.post('/buy', async ({ body }, reply) => {
    // In your shop: the id of the payer's own cart, from the session, and the amount from your own prices.
    const { cart } = (body ?? {}) as { cart?: string }
    const { redirectUrl } = await payments.start(String(cart), inr('499.00'))
    return reply.redirect(redirectUrl, 303)
  })

  app.get('/thanks', async ({ query }, reply) => {
    const words = await payments.thanks(orderOf(query))
    return reply.code(words ? 200 : 404).send(words ?? 'There is no order here.')
  })

  // Some banks send the payer back by POST. Their form proves nothing about the payment.
  app.post('/thanks', ({ query }, reply) =>
    reply.redirect(`/thanks?${new URLSearchParams({ order: orderOf(query) })}`, 303),
  )
  return app
}

const orderOf = (query: unknown): string => String((query as { order?: string }).order)
