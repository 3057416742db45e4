import { type Gateway, isGatewayError } from '@galla/gateway'
import { mountGateway } from '@galla/gateway/hono'
import { inr } from '@galla/sdk'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import { refusalFor, thanksFor } from '../starter/answers.ts'

/**
 * A shop with the gateway. Callbacks: `/payments/callbacks`. Console: `/admin/payments/`.
 * @param shopUrl address at which payers reach the shop, such as `https://shop.example`
 */
export function createShop(gateway: Gateway, shopUrl: string): Hono {
  const app = new Hono()

  mountGateway(app, '/payments', gateway.fetch)
  mountGateway(app, '/admin/payments', gateway.admin.fetch)

  app.get('/', (context) =>
    context.html('<form method="post" action="/buy"><input name="cart" value="cart-7"><button>Buy</button></form>'),
  )

  app.post('/buy', bodyLimit({ maxSize: 10_000 }), async (context) => {
    const { cart } = await context.req.parseBody().catch(noFields)
    const reference = typeof cart === 'string' ? cart : ''
    const { redirectUrl } = await gateway.orders.start({
      // In your shop: the id of the payer's own cart, from the session. One that the browser sends may be that of somebody else.
      reference,
      // In your shop: compute the amount from your own prices, never from a number that the browser sends.
      amount: inr('499.00'),
      checkout: 'STANDARD',
      redirectUrl: gateway.returns.url(`${shopUrl}/thanks`, reference),
      // A cart that was changed: its newest total counts, and a payment of an older page is refunded.
      replaces: true,
    })
    return context.redirect(redirectUrl as string, 303)
  })

  // The return of the payer proves nothing: the signed address names the cart, in whichever browser, and the provider is asked for the status.
  app.get('/thanks', async (context) => {
    const payer = await gateway.returns.read(context.req.url)
    return payer ? context.text(thanksFor(payer)) : context.text('There is no order here.', 404)
  })

  // Some banks send the payer back by POST.
  app.post('/thanks', (context) =>
    context.redirect(`/thanks?${new URLSearchParams({ order: context.req.query('order') ?? '' })}`, 303),
  )

  app.onError((error, context) => {
    if (error instanceof HTTPException) return error.getResponse()
    if (!isGatewayError(error)) throw error
    return context.text(refusalFor(error), error.status)
  })
  return app
}

/** A form that cannot be read has no fields. A form that is too large is another error. */
function noFields(error: unknown): { cart?: string } {
  if (error instanceof TypeError) return {}
  throw error
}
