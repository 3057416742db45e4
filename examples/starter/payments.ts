import { randomUUID } from 'node:crypto'
import { type Galla, isGallaError, type Paise } from '@galla/sdk'

interface ShopOrder {
  readonly merchantOrderId: string
  readonly cart: string
  readonly amount: Paise
}

export type Payments = ReturnType<typeof createPayments>

/**
 * Payments of the shop without the gateway.
 * @param shopUrl address at which payers reach the shop, such as `https://shop.example`
 * @param fulfil called once for each paid order
 */
export function createPayments(galla: Galla, shopUrl: string, fulfil: (order: ShopOrder) => void) {
  // In your shop: a table. This map is empty again after a restart, and knows no order of another process.
  const orders = new Map<string, ShopOrder>()
  // In your shop: a unique row, written in the transaction that fulfils the order.
  const fulfilled = new Set<string>()

  /** Reads the order status, which alone decides, and fulfils a paid order once. */
  async function check(merchantOrderId: string): Promise<'PAID' | 'NOT_PAID' | 'PENDING' | undefined> {
    const order = orders.get(merchantOrderId)
    if (!order) return undefined
    const { state, amount } = await galla.standardCheckout.getOrderStatus({ merchantOrderId }, { timeoutMs: 2_000 })
    if (state === 'FAILED') return 'NOT_PAID'
    if (state !== 'COMPLETED' || amount !== order.amount) return 'PENDING'
    if (!fulfilled.has(merchantOrderId)) {
      fulfilled.add(merchantOrderId)
      fulfil(order)
    }
    return 'PAID'
  }

  return {
    /**
     * Starts a payment. Your shop prevents a second payment of the same cart.
     * @returns `redirectUrl`: the address of the provider's payment page
     */
    async start(cart: string, amount: Paise): Promise<{ merchantOrderId: string; redirectUrl: string }> {
      const merchantOrderId = randomUUID()
      // Stored before the call: the provider may know an order whose response is lost.
      orders.set(merchantOrderId, { merchantOrderId, cart, amount })
      const thanks = `${shopUrl}/thanks?${new URLSearchParams({ order: merchantOrderId })}`
      const { redirectUrl } = await galla.standardCheckout.pay({ merchantOrderId, amount, redirectUrl: thanks })
      return { merchantOrderId, redirectUrl }
    },

    /**
     * Takes a callback, and returns the HTTP status of the answer. A callback is a hint to read the order status.
     * @param body the raw bytes: the signature covers them, and a JSON parser discards them
     * @throws when the status cannot be read: answer 500, and the provider sends the callback again
     */
    async receive(headers: Callback['headers'], body: Callback['body']): Promise<200 | 401> {
      const event = await galla.callbacks.verify({ headers, body }).catch(refuse)
      if (!event) return 401
      if (event.kind === 'order') await check(event.payload.merchantOrderId ?? '')
      return 200
    },

    /** Words for a payer who returns; undefined for an order that the shop does not know. The return proves nothing. */
    async thanks(merchantOrderId: string): Promise<string | undefined> {
      const state = await check(merchantOrderId)
      return state && THANKS[state]
    },
  }
}

type Callback = Parameters<Galla['callbacks']['verify']>[0]

const THANKS = { PAID: 'Paid. Thank you!', NOT_PAID: 'Not paid.', PENDING: 'We are checking your payment.' }

/** Logs why a callback was refused. Any other failure is thrown again. */
function refuse(error: unknown): undefined {
  if (!isGallaError(error) || error.kind !== 'invalid-callback') throw error
  console.warn('callback refused:', error.reason, error.hint)
}
