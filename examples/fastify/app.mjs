import { isGallaError } from '@galla/sdk'
import fastify from 'fastify'

/**
 * @param {import('@galla/sdk').Galla} galla
 * @param {(order: { merchantOrderId: string, amount: import('@galla/sdk').Paise }) => void} fulfil called once per paid order. In your shop:
 *   compares the amount with the one of your order
 */
export function createApp(galla, fulfil) {
  const app = fastify()
  // In your shop: a unique row in your database, written in the transaction that fulfils the order.
  const fulfilled = new Set()

  // A scope of its own, without fastify's JSON parser: the signature covers the raw bytes, which a parser discards.
  app.register(async (raw) => {
    raw.removeAllContentTypeParsers()
    raw.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
    raw.post('/callbacks', async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : ''
      const event = await galla.callbacks.verify({ headers: request.headers, body }).catch(refuse)
      if (!event) return reply.code(401).send()
      // Before the answer: when the status cannot be read, Fastify answers 500, and the provider sends the callback again.
      if (event.kind === 'order') await checkOrder(event)
      return reply.code(200).send()
    })
    // Some banks send the payer back by POST. Their form proves nothing about the payment.
    raw.post('/thanks', (_, reply) => reply.redirect('/thanks', 303))
  })

  app.get('/thanks', () => 'Thank you. We are checking your payment.')

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
