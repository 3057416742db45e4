import { type Gateway, isGatewayError } from '@galla/gateway'
import { toFastify } from '@galla/gateway/fastify'
import { inr } from '@galla/sdk'
import fastify, { type FastifyInstance } from 'fastify'
import { refusalFor, thanksFor } from '../starter/answers.ts'

/**
 * A shop with the gateway. Callbacks: `/payments/callbacks`. Console: `/admin/payments/`.
 * @param shopUrl address at which payers reach the shop, such as `https://shop.example`
 */
export function createShop(gateway: Gateway, shopUrl: string): FastifyInstance {
  const app = fastify({ forceCloseConnections: true })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body as string))),
  )

  // Scopes of their own, without the parsers of the shop: the signature covers the raw bytes.
  app.register(toFastify(gateway.fetch), { prefix: '/payments' })
  app.register(toFastify(gateway.admin.fetch), { prefix: '/admin/payments' })

  app.get('/', (_, reply) =>
    reply
      .type('text/html')
      .send('<form method="post" action="/buy"><input name="cart" value="cart-7"><button>Buy</button></form>'),
  )

  app.post('/buy', async (request, reply) => {
    // Undefined without a form, null of such a JSON.
    const { cart } = (request.body ?? {}) as { cart: string }
    const { redirectUrl } = await gateway.orders.start({
      // In your shop: the id of the payer's own cart, from the session. One that the browser sends may be that of somebody else.
      reference: cart,
      // In your shop: compute the amount from your own prices, never from a number that the browser sends.
      amount: inr('499.00'),
      checkout: 'STANDARD',
      redirectUrl: gateway.returns.url(`${shopUrl}/thanks`, cart),
      // A cart that was changed: its newest total counts, and a payment of an older page is refunded.
      replaces: true,
    })
    return reply.redirect(redirectUrl as string, 303)
  })

  // The return of the payer proves nothing: the signed address names the cart, in whichever browser, and the provider is asked for the status.
  app.get('/thanks', async (request, reply) => {
    const payer = await gateway.returns.read(request.url)
    return payer ? thanksFor(payer) : reply.code(404).send('There is no order here.')
  })

  // Some banks send the payer back by POST.
  app.post('/thanks', (request, reply) => {
    const { order } = request.query as { order?: string }
    return reply.redirect(`/thanks?${new URLSearchParams({ order: String(order) })}`, 303)
  })

  app.setErrorHandler((error, _, reply) => {
    if (!isGatewayError(error)) throw error
    return reply.code(error.status).send(refusalFor(error))
  })
  return app
}
