import { inr } from '@galla/sdk'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Payments } from '../starter/payments.ts'
import { mountCallbacks } from './callbacks.ts'

/** A shop without the gateway. Callbacks: `/payments/callbacks`. */
export function createApp(payments: Payments): Hono {
  const app = new Hono()

  mountCallbacks(app, payments)

  app.get('/', (context) =>
    context.html('<form method="post" action="/buy"><input name="cart" value="cart-7"><button>Buy</button></form>'),
  )

  app.post('/buy', bodyLimit({ maxSize: 10_000 }), async (context) => {
    // In your shop: the id of the payer's own cart, from the session, and the amount from your own prices.
    const { cart } = await context.req.parseBody()
    const { redirectUrl } = await payments.start(String(cart), inr('499.00'))
    return context.redirect(redirectUrl, 303)
  })

  app.get('/thanks', async (context) => {
    const words = await payments.thanks(context.req.query('order') ?? '')
    return words ? context.text(words) : context.text('There is no order here.', 404)
  })

  // Some banks send the payer back by POST. Their form proves nothing about the payment.
  app.post('/thanks', (context) =>
    context.redirect(`/thanks?${new URLSearchParams({ order: context.req.query('order') ?? '' })}`, 303),
  )
  return app
}
