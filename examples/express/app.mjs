import { isGallaError } from '@galla/sdk'
import express from 'express'

/**
 * @param {import('@galla/sdk').Galla} galla
 * @param {(order: { merchantOrderId: string, amount: import('@galla/sdk').Paise }) => void} fulfil called once for each order that was paid
 */
export function createApp(galla, fulfil) {
  const app = express()
  // In your shop: a unique row in your database, written in the transaction that fulfils.
  const fulfilled = new Set()

  // Before any JSON parser: a signature covers the bytes as they came, and a parser keeps none of them.
  app.post('/callbacks', express.raw({ type: () => true }), async (request, response) => {
    const body = Buffer.isBuffer(request.body) ? request.body : ''
    try {
      const event = await galla.callbacks.verify({ headers: request.headers, body })
      // At once: the provider waits a few seconds only, and sends it again if you think for longer.
      response.sendStatus(200)
      if (event.kind === 'order') settle(event).catch(report)
    } catch (error) {
      if (!isGallaError(error)) throw error
      response.status(417).send(error.message)
    }
  })

  app.use(express.json())
  app.get('/thanks', (_, response) => response.send('Thank you. We are checking your payment.'))
  // Some banks send the payer back by POST: what their form says proves nothing.
  app.post('/thanks', (_, response) => response.redirect(303, '/thanks'))

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
