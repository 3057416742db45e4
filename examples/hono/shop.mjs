import { isGatewayError } from '@galla/gateway'
import { mountGateway } from '@galla/gateway/hono'
import { inr } from '@galla/sdk'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { getCookie, setCookie } from 'hono/cookie'
import { HTTPException } from 'hono/http-exception'

/**
 * A shop with the gateway. Callbacks: `/payments/callbacks`. Console: `/admin/payments/`.
 * @param {import('@galla/gateway').Gateway} gateway
 * @param {string} shopUrl address at which payers reach the shop, such as `https://shop.example`
 */
export function createShop(gateway, shopUrl) {
  const app = new Hono()

  mountGateway(app, '/payments', gateway.fetch)
  mountGateway(app, '/admin/payments', gateway.admin.fetch)

  app.get('/', (context) =>
    context.html('<form method="post" action="/buy"><input name="cart" value="cart-7"><button>Buy</button></form>'),
  )

  app.post('/buy', bodyLimit({ maxSize: 10_000 }), async (context) => {
    const { cart } = await context.req.parseBody().catch(noFields)
    const { order, redirectUrl } = await gateway.orders.start({
      // In your shop: the id of the payer's own cart, from the session. One that the browser sends may be that of somebody else.
      reference: typeof cart === 'string' ? cart : '',
      // In your shop: compute the amount from your own prices, never from a number that the browser sends.
      amount: inr('499.00'),
      checkout: 'STANDARD',
      redirectUrl: `${shopUrl}/thanks`,
      // A cart that was changed: its newest total counts, and a payment of an older page is refunded.
      replaces: true,
    })
    setCookie(context, 'order', order.merchantOrderId, { httpOnly: true, sameSite: 'Lax' })
    return context.redirect(/** @type {string} */ (redirectUrl), 303)
  })

  // The return of the payer proves nothing, and neither does the URL: sync() checks the status with the provider.
  app.get('/thanks', async (context) => {
    const merchantOrderId = getCookie(context, 'order')
    if (!merchantOrderId) return context.text('There is no order here.', 404)
    const order = await gateway.orders.sync(merchantOrderId)
    return context.text(thanksFor(order))
  })

  // Some banks send the payer back by POST, without the shop's cookie. The redirected GET carries the cookie.
  app.post('/thanks', (context) => context.redirect('/thanks', 303))

  // The message of a GatewayError is safe to show as plain text: the cart is already paid, the provider is unavailable. In HTML escape it: it names the cart.
  app.onError((error, context) => {
    if (error instanceof HTTPException) return error.getResponse()
    if (!isGatewayError(error)) throw error
    return context.text(error.message, error.status)
  })
  return app
}

/**
 * A form that cannot be read has no fields; one that is too large is another error.
 * @param {unknown} error
 * @returns {{ cart?: string }}
 */
function noFields(error) {
  if (error instanceof TypeError) return {}
  throw error
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
