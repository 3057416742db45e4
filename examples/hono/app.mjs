import { isGallaError } from '@galla/sdk'
import { Hono } from 'hono'

/**
 * @param {import('@galla/sdk').Galla} galla
 * @param {(order: { merchantOrderId: string, amount: import('@galla/sdk').Paise }) => void} fulfil called once for each order that was paid
 */
export function createApp(galla, fulfil) {
  const app = new Hono()
  // In your shop: a unique row in your database, written in the transaction that fulfils.
  const fulfilled = new Set()

  app.post('/callbacks', async (context) => {
    // The bytes as they came: a signature covers them, and a JSON parser keeps none of them.
    const body = new Uint8Array(await context.req.arrayBuffer())
    try {
      const event = await galla.callbacks.verify({ headers: context.req.raw.headers, body })
      if (event.kind === 'order') settle(event).catch(report)
      // At once: the provider waits a few seconds only, and sends it again if you think for longer.
      return context.body(null, 200)
    } catch (error) {
      if (!isGallaError(error)) throw error
      return context.text(error.message, 417)
    }
  })

  app.get('/thanks', (context) => context.text('Thank you. We are checking your payment.'))
  // Some banks send the payer back by POST: what their form says proves nothing.
  app.post('/thanks', (context) => context.redirect('/thanks', 303))

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
