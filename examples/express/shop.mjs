import { isGatewayError } from '@galla/gateway'
import { mountGateway } from '@galla/gateway/express'
import { inr } from '@galla/sdk'
import express from 'express'

/**
 * A shop whose payments are in the books. Callbacks: `/payments/callbacks`. Console: `/admin/payments/`.
 * @param {import('@galla/gateway').Gateway} gateway
 * @param {string} shopUrl where payers reach the shop: `https://shop.example`
 */
export function createShop(gateway, shopUrl) {
  const app = express()
  app.use(express.json(), express.urlencoded({ extended: false }))

  // In front of the parsers above, wherever it is called: a signature covers the bytes as they came.
  mountGateway(app, '/payments', gateway.fetch)
  mountGateway(app, '/admin/payments', gateway.admin.fetch)

  app.get('/', (_, response) => {
    response.send('<form method="post" action="/buy"><input name="cart" value="cart-7"><button>Buy</button></form>')
  })

  app.post('/buy', async (request, response) => {
    const { order, redirectUrl } = await gateway.orders.start({
      reference: request.body.cart,
      // In your shop: what the cart costs by your own prices, never a number from the browser.
      amount: inr('499.00'),
      checkout: 'STANDARD',
      redirectUrl: `${shopUrl}/thanks`,
    })
    response.cookie('order', order.merchantOrderId, { httpOnly: true, sameSite: 'lax' })
    response.redirect(303, /** @type {string} */ (redirectUrl))
  })

  // That the payer came back proves nothing, and nothing in the address does: the provider is asked.
  app.get('/thanks', async (request, response) => {
    const [, merchantOrderId] = /(?:^|; )order=([\w-]+)/.exec(request.headers.cookie ?? '') ?? []
    if (!merchantOrderId) return response.status(404).send('There is no order here.')
    const { state } = await gateway.orders.sync(merchantOrderId)
    response.send(state === 'COMPLETED' ? 'Paid. Thank you!' : `Not paid: ${state}`)
  })

  // Some banks send the payer back by POST, without the shop's cookie: it comes with the page that they are sent on to.
  app.post('/thanks', (_, response) => response.redirect(303, '/thanks'))

  // What the books refuse is safe to show: the cart is paid already, the provider is away.
  app.use((error, _request, response, next) => {
    if (isGatewayError(error)) response.status(error.status).send(error.message)
    else next(error)
  })
  return app
}
