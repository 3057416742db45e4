import { isGallaError } from '@galla/sdk'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'

/**
 * @param {import('@galla/sdk').Galla} galla
 * @param {(order: { merchantOrderId: string, amount: import('@galla/sdk').Paise }) => void} fulfil called once per paid order. In your shop:
 *   compares the amount with the one of your order
 */
export function createApp(galla, fulfil) {
  const app = new Hono()
  // In your shop: a unique row in your database, written in the transaction that fulfils the order.
  const fulfilled = new Set()

  // The sender is known only after the body is read.
  app.post('/callbacks', bodyLimit({ maxSize: 1_000_000 }), async (context) => {
    // The raw bytes: the signature covers them, and a JSON parser discards them.
    const body = new Uint8Array(await context.req.arrayBuffer())
    const event = await galla.callbacks.verify({ headers: context.req.raw.headers, body }).catch(refuse)
    if (!event) return context.body(null, 401)
    // Before the answer: when the status cannot be read, Hono answers 500, and the provider sends the callback again.
    if (event.kind === 'order') await checkOrder(event)
    return context.body(null, 200)
  })

  app.get('/thanks', (context) => context.text('Thank you. We are checking your payment.'))
  // Some banks send the payer back by POST. Their form proves nothing about the payment.
  app.post('/thanks', (context) => context.redirect('/thanks', 303))

  /**
   * A callback is a hint. The order status decides, and the order is fulfilled once.
   * @param {Extract<import('@galla/sdk').CallbackEvent, { kind: 'order' }>} callback
   */
  async function checkOrder({ event, payload: { merchantOrderId = '' } }) {
    const checkout = event.startsWith('checkout.') ? galla.standardCheckout : galla.customCheckout
    const { state, amount } = await checkout.getOrderStatus({ merchantOrderId }, { timeoutMs: 2_000 })
    if (state !== 'COMPLETED' || fulfilled.has(merchantOrderId)) return
    fulfilled.add(merchantOrderId)
    fulfil({ merchantOrderId, amount })
  }

  return app
}

/** Logs why a callback was refused. Another failure is thrown on. @param {Error} error */
function refuse(error) {
  if (!isGallaError(error) || error.kind !== 'invalid-callback') throw error
  console.warn('callback refused:', error.reason, error.hint)
}
