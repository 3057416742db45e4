import { type Gateway, isGatewayError } from '@galla/gateway'
import { mountGateway } from '@galla/gateway/express'
import { inr } from '@galla/sdk'
import express, { type Express, type NextFunction, type Request, type Response } from 'express'
import { refusalFor, thanksFor } from '../starter/answers.ts'

/**
 * A shop with the gateway. Callbacks: `/payments/callbacks`. Console: `/admin/payments/`.
 * @param shopUrl address at which payers reach the shop, such as `https://shop.example`
 */
export function createShop(gateway: Gateway, shopUrl: string): Express {
  const app = express()
  app.use(express.json(), express.urlencoded({ extended: false }))

  // Mounted in front of the parsers above, in any order of calls: the signature covers the raw bytes.
  mountGateway(app, '/payments', gateway.fetch)
  mountGateway(app, '/admin/payments', gateway.admin.fetch)

  app.get('/', (_, response) => {
    response.send('<form method="post" action="/buy"><input name="cart" value="cart-7"><button>Buy</button></form>')
  })

  app.post('/buy', async (request, response) => {
    // In your shop: the id of the payer's own cart, from the session. One that the browser sends may be that of somebody else.
    // Without a form there is no body.
    const cart = request.body?.cart
    const { redirectUrl } = await gateway.orders.start({
      reference: cart,
      // In your shop: compute the amount from your own prices, never from a number that the browser sends.
      amount: inr('499.00'),
      checkout: 'STANDARD',
      redirectUrl: gateway.returns.url(`${shopUrl}/thanks`, cart),
      // A cart that was changed: its newest total counts, and a payment of an older page is refunded.
      replaces: true,
    })
    response.redirect(303, redirectUrl as string)
  })

  // The return of the payer proves nothing: the signed address names the cart, in whichever browser, and the provider is asked for the status.
  app.get('/thanks', async (request, response) => {
    const payer = await gateway.returns.read(request.originalUrl)
    if (payer) response.send(thanksFor(payer))
    else response.status(404).send('There is no order here.')
  })

  // Some banks send the payer back by POST.
  app.post('/thanks', ({ query }, response) => {
    response.redirect(303, `/thanks?${new URLSearchParams({ order: String(query.order) })}`)
  })

  app.use((error: unknown, _request: Request, response: Response, next: NextFunction) => {
    if (isGatewayError(error)) response.status(error.status).type('text').send(refusalFor(error))
    else next(error)
  })
  return app
}
