import { inr } from '@galla/sdk'
import express, { type Express } from 'express'
import type { Payments } from '../starter/payments.ts'
import { mountCallbacks } from './callbacks.ts'

/** A shop without the gateway. Callbacks: `/payments/callbacks`. */
export function createApp(payments: Payments): Express {
  const app = express()

  mountCallbacks(app, payments)

  app.use(express.urlencoded({ extended: false }))
  app.get('/', (_, response) => {
    response.send('<form method="post" action="/buy"><input name="cart" value="cart-7"><button>Buy</button></form>')
  })

  app.post('/buy', async ({ body }, response) => {
    // In your shop: the id of the payer's own cart, from the session, and the amount from your own prices.
    const { redirectUrl } = await payments.start(String(body?.cart), inr('499.00'))
    response.redirect(303, redirectUrl)
  })

  app.get('/thanks', async ({ query }, response) => {
    const words = await payments.thanks(String(query.order))
    response.status(words ? 200 : 404).send(words ?? 'There is no order here.')
  })

  // Some banks send the payer back by POST. Their form proves nothing about the payment.
  app.post('/thanks', ({ query }, response) => {
    response.redirect(303, `/thanks?${new URLSearchParams({ order: String(query.order) })}`)
  })
  return app
}
