import { isGatewayError } from '@galla/gateway'
import { mountGateway } from '@galla/gateway/express'
import { inr } from '@galla/sdk'
import express from 'express'

/**
 * A shop with the gateway. Callbacks: `/payments/callbacks`. Console: `/admin/payments/`.
 * @param {import('@galla/gateway').Gateway} gateway
 * @param {string} shopUrl address at which payers reach the shop, such as `https://shop.example`
 */
export function createShop(gateway, shopUrl) {
  const app = express()
  app.use(express.json(), express.urlencoded({ extended: false }))

  // Mounted in front of the parsers above, in any order of calls: the signature covers the raw bytes.
  mountGateway(app, '/payments', gateway.fetch)
  mountGateway(app, '/admin/payments', gateway.admin.fetch)

  app.get('/', (_, response) => {
    response.send('<form method="post" action="/buy"><input name="cart" value="cart-7"><button>Buy</button></form>')
  })

  app.post('/buy', async (request, response) => {
    const { order, redirectUrl } = await gateway.orders.start({
      // In your shop: the id of the payer's own cart, from the session. One that the browser sends may be that of somebody else.
      // Without a form there is no body.
      reference: request.body?.cart,
      // In your shop: compute the amount from your own prices, never from a number that the browser sends.
      amount: inr('499.00'),
      checkout: 'STANDARD',
      redirectUrl: `${shopUrl}/thanks`,
      // A cart that was changed: its newest total counts, and a payment of an older page is refunded.
      replaces: true,
    })
    response.cookie('order', order.merchantOrderId, { httpOnly: true, sameSite: 'lax' })
    response.redirect(303, /** @type {string} */ (redirectUrl))
  })

  // The return of the payer proves nothing, and neither does the URL: sync() checks the status with the provider.
  app.get('/thanks', async (request, response) => {
    const [, merchantOrderId] = /(?:^|; )order=([\w-]+)/.exec(request.headers.cookie ?? '') ?? []
    if (!merchantOrderId) return response.status(404).send('There is no order here.')
    const order = await gateway.orders.sync(merchantOrderId)
    response.send(thanksFor(order))
  })

  // Some banks send the payer back by POST, without the shop's cookie. The redirected GET carries the cookie.
  app.post('/thanks', (_, response) => response.redirect(303, '/thanks'))

  // The message of a GatewayError is safe to show as plain text: the cart is already paid, the provider is unavailable. In HTML escape it: it names the cart.
  app.use((error, _request, response, next) => {
    if (isGatewayError(error)) response.status(error.status).type('text').send(error.message)
    else next(error)
  })
  return app
}

/**
 * What the payer reads. COMPLETED means that money came in, not that the cart is sold: `resolution` says what the money is for.
 * @param {import('@galla/gateway').Order} order
 */
function thanksFor({ state, resolution, amount, refundedAmount, needsReview }) {
  if (needsReview) return 'We are checking your payment and will write to you.'
  if (state === 'FAILED') return 'Not paid.'
  // The payer may have paid already: the bank or the provider is not done yet.
  if (state !== 'COMPLETED') return 'We are checking your payment.'
  if (resolution === 'duplicate-refund') return 'This cart was paid already. Your second payment is refunded.'
  if (resolution === 'late-refund') return 'Your payment came too late. It is refunded.'
  if (refundedAmount >= amount) return 'Refunded.'
  return refundedAmount > 0 ? 'Paid, and refunded in part.' : 'Paid. Thank you!'
}
