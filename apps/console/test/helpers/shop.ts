import type { StartOrder } from '@galla/contract/gateway-api/merchant-routes'
import type { Order } from '@galla/contract/gateway-api/orders'
import type { Refund } from '@galla/contract/gateway-api/refunds'
import { paise } from '@galla/contract/money'
import type { SimulatePayment } from '@galla/contract/sandbox-api/outcomes'
import type { Gateway, StartedOrder } from '@galla/gateway'
import type { ServedSandbox } from '@galla/sandbox'
import { until } from './until.ts'

interface NewOrder {
  reference?: string
  /** Paise. @default 49_900 */
  amount?: number
  /** @default 'STANDARD' */
  checkout?: StartOrder['checkout']
}

/** The calls of a shop's own code, and its payers. */
export interface Shop {
  createOrder(order?: NewOrder): Promise<StartedOrder>
  /** Creates an order and simulates its payment; resolves when the gateway has applied the outcome. */
  payOrder(order?: NewOrder & Partial<SimulatePayment>): Promise<Order>
  /** Simulates the payment of an order; resolves when the gateway has applied the outcome. */
  simulate(merchantOrderId: string, payment?: Partial<SimulatePayment>): Promise<Order>
  /** Requests a refund; resolves when it is completed. */
  refund(merchantOrderId: string, amount: number): Promise<Refund>
}

export function createShop(gateway: () => Gateway, sandbox: ServedSandbox, redirectUrl: string): Shop {
  let carts = 0
  let refunds = 0
  const createOrder: Shop['createOrder'] = ({
    reference = `cart-${++carts}`,
    amount = 49_900,
    checkout = 'STANDARD',
  } = {}) => gateway().orders.start({ reference, amount: paise(amount), checkout, redirectUrl })
  const simulate: Shop['simulate'] = async (merchantOrderId, payment) => {
    const outcome = payment?.outcome ?? 'SUCCESS'
    await sandbox.simulatePayment(merchantOrderId, { ...payment, outcome })
    return until(`the outcome ${outcome} is applied to ${merchantOrderId}`, async () => {
      const order = await gateway().orders.get(merchantOrderId)
      return outcome === 'PENDING' || order?.state !== 'PENDING' ? order : undefined
    })
  }
  return {
    createOrder,
    simulate,
    async payOrder({ reference, amount, ...payment } = {}) {
      const { order } = await createOrder({ ...(reference ? { reference } : {}), ...(amount ? { amount } : {}) })
      return simulate(order.merchantOrderId, payment)
    },
    async refund(merchantOrderId, amount) {
      const merchantRefundId = `refund-${++refunds}`
      await gateway().refunds.request({ merchantRefundId, merchantOrderId, amount: paise(amount) })
      return until(`${merchantRefundId} is completed`, async () => {
        const refund = await gateway().refunds.get(merchantRefundId)
        return refund?.state === 'COMPLETED' ? refund : undefined
      })
    },
  }
}
