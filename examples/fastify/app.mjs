import { isGallaError } from '@galla/sdk'
import fastify from 'fastify'

/**
 * @param {import('@galla/sdk').Galla} galla
 * @param {(order: { merchantOrderId: string, amount: import('@galla/sdk').Paise }) => void} fulfil called once for each order that was paid
 */
export function createApp(galla, fulfil) {
  const app = fastify()
  // In your shop: a unique row in your database, written in the transaction that fulfils.
  const fulfilled = new Set()

  // A scope of its own, without fastify's JSON parser: a signature covers the bytes as they came, and a parser keeps none.
  app.register(async (raw) => {
    raw.removeAllContentTypeParsers()
    raw.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
    raw.post('/callbacks', async (request, reply) => {
      try {
        const event = await galla.callbacks.verify({
          headers: request.headers,
          body: /** @type {Buffer} */ (request.body),
        })
        if (event.kind === 'order') settle(event).catch(report)
        // At once: the provider waits a few seconds only, and sends it again if you think for longer.
        return reply.code(200).send()
      } catch (error) {
        if (!isGallaError(error)) throw error
        return reply.code(417).send(error.message)
      }
    })
    // Some banks send the payer back by POST: what their form says proves nothing.
    raw.post('/thanks', (_, reply) => reply.redirect('/thanks', 303))
  })

  app.get('/thanks', () => 'Thank you. We are checking your payment.')

  /**
   * A callback is a hint: what the provider says when asked decides, and it decides once.
   * @param {Extract<import('@galla/sdk').CallbackEvent, { kind: 'order' }>} callback
   */
  async function settle({ event, payload: { merchantOrderId = '' } }) {
    const checkout = event.startsWith('checkout.') ? galla.standardCheckout : galla.customCheckout
    const { state, amount } = await checkout.getOrderStatus({ merchantOrderId })
    if (state !== 'COMPLETED' || fulfilled.has(merchantOrderId)) return
    fulfilled.add(merchantOrderId)
    fulfil({ merchantOrderId, amount })
  }

  return app
}

// In your shop: ask again later. An order stays open until its state was read.
/** @param {Error} error */
const report = (error) => console.error(`Not settled yet: ${error.message}`)
