import { isGatewayError } from '@galla/gateway'
import { mountGateway } from '@galla/gateway/hono'
import { inr } from '@galla/sdk'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
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
    return context.redirect(/** @type {string} */ (redirectUrl), 303)
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
 * @param {import('@galla/gateway').ReturnedPayer} payer
 */
function thanksFor({ order: { state, resolution, amount, refundedAmount, needsReview }, refundedPayment }) {
  if (refundedPayment && resolution === 'fulfil') return 'Paid. Thank you! Your other payment of this cart is refunded.'
  if (refundedPayment) return 'The cart has changed since your payment. Your payment is refunded.'
  if (needsReview) return 'We are checking your payment and will write to you.'
  if (state === 'FAILED') return 'Not paid.'
  // The payer may have paid already: the bank or the provider is not done yet.
  if (state !== 'COMPLETED') return 'We are checking your payment.'
  if (resolution === 'duplicate-refund') return 'This cart was paid already. Your second payment is refunded.'
  if (resolution === 'late-refund') return 'Your payment came too late. It is refunded.'
  if (refundedAmount >= amount) return 'Refunded.'
  return refundedAmount > 0 ? 'Paid, and refunded in part.' : 'Paid. Thank you!'
}

/** @type {{ readonly [code: string]: string }} */
const REFUSALS = {
  REFERENCE_PAID: 'This cart is paid already.',
  REFERENCE_IN_REVIEW: 'A payment of this cart is being checked. Please do not pay again.',
}

/**
 * Words for the payer in place of an error. The message of a GatewayError is for you: it is English, and names the cart.
 * @param {import('@galla/gateway').GatewayError} error
 */
const refusalFor = ({ code }) =>
  REFUSALS[code] ?? 'The payment cannot be started now. Nothing was charged. Try again later.'
