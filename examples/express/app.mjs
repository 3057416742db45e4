import { isGallaError } from '@galla/sdk'
import express from 'express'

/**
 * @param {import('@galla/sdk').Galla} galla
 * @param {(order: { merchantOrderId: string, amount: import('@galla/sdk').Paise }) => void} fulfil called once per paid order. In your shop:
 *   compares the amount with the one of your order
 */
export function createApp(galla, fulfil) {
  const app = express()
  // In your shop: a unique row in your database, written in the transaction that fulfils the order.
  const fulfilled = new Set()

  // Before any JSON parser: the signature covers the raw bytes, which a parser discards.
  app.post('/callbacks', express.raw({ type: () => true }), async (request, response) => {
    const body = Buffer.isBuffer(request.body) ? request.body : ''
    const event = await galla.callbacks.verify({ headers: request.headers, body }).catch(refuse)
    if (!event) return response.sendStatus(401)
    // Before the answer: when the status cannot be read, Express answers 500, and the provider sends the callback again.
    if (event.kind === 'order') await checkOrder(event)
    response.sendStatus(200)
  })

  app.use(express.json())
  app.get('/thanks', (_, response) => response.send('Thank you. We are checking your payment.'))
  // Some banks send the payer back by POST. Their form proves nothing about the payment.
  app.post('/thanks', (_, response) => response.redirect(303, '/thanks'))

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
