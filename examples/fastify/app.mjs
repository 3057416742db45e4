import { isGallaError } from '@galla/sdk'
import fastify from 'fastify'

/**
 * @param {import('@galla/sdk').Galla} galla
 * @param {(order: { merchantOrderId: string, amount: import('@galla/sdk').Paise }) => void} fulfil called once per paid order
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
      try {
        const event = await galla.callbacks.verify({
          headers: request.headers,
          body: /** @type {Buffer} */ (request.body),
        })
        if (event.kind === 'order') checkOrder(event).catch(report)
        // Answer at once: the provider waits a few seconds, then sends the callback again.
        return reply.code(200).send()
      } catch (error) {
        if (!isGallaError(error)) throw error
        return reply.code(417).send(error.message)
      }
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
    const { state, amount } = await checkout.getOrderStatus({ merchantOrderId })
    if (state !== 'COMPLETED' || fulfilled.has(merchantOrderId)) return
    fulfilled.add(merchantOrderId)
    fulfil({ merchantOrderId, amount })
  }

  return app
}

// In your shop: check the status again later. The order stays open until its final state was read.
/** @param {Error} error */
const report = (error) => console.error(`Order status not read yet: ${error.message}`)
