import type { Order } from '@galla/contract/gateway-api/orders'
import type { Refund } from '@galla/contract/gateway-api/refunds'
import { paise } from '@galla/contract/money'
import type { SimulatePayment } from '@galla/contract/sandbox-api/outcomes'
import type { Gateway, StartedOrder } from '@galla/gateway'
import type { ServedSandbox } from '@galla/sandbox'
import { until } from './until.ts'

export interface Shop {
  /** Opens an order as the shop's own code would. Amounts in paise; default 499 rupees. */
  open(order?: { reference?: string; amount?: number }): Promise<StartedOrder>
  /** Opens one and has the payer's bank say this; resolves when the books know. */
  sell(order?: { reference?: string; amount?: number } & Partial<SimulatePayment>): Promise<Order>
  /** What the payer's bank says of an open order; resolves when the books know. */
  settle(merchantOrderId: string, wanted?: Partial<SimulatePayment>): Promise<Order>
  /** Gives money back as the shop's own code would; resolves when it is done. */
  refund(merchantOrderId: string, amount: number): Promise<Refund>
}

export function shopOf(gateway: Gateway, sandbox: ServedSandbox, redirectUrl: string): Shop {
  let carts = 0
  let refunds = 0
  const open: Shop['open'] = ({ reference = `cart-${++carts}`, amount = 49_900 } = {}) =>
    gateway.orders.start({ reference, amount: paise(amount), checkout: 'STANDARD', redirectUrl })
  const settle: Shop['settle'] = async (merchantOrderId, wanted) => {
    const outcome = wanted?.outcome ?? 'SUCCESS'
    await sandbox.simulatePayment(merchantOrderId, { ...wanted, outcome })
    return until(`the books know that ${merchantOrderId} is ${outcome}`, async () => {
      const order = await gateway.orders.get(merchantOrderId)
      return outcome === 'PENDING' || order?.state !== 'PENDING' ? order : undefined
    })
  }
  return {
    open,
    settle,
    async sell({ reference, amount, ...wanted } = {}) {
      const { order } = await open({ ...(reference ? { reference } : {}), ...(amount ? { amount } : {}) })
      return settle(order.merchantOrderId, wanted)
    },
    async refund(merchantOrderId, amount) {
      const merchantRefundId = `refund-${++refunds}`
      await gateway.refunds.request({ merchantRefundId, merchantOrderId, amount: paise(amount) })
      return until(`${merchantRefundId} is done`, async () => {
        const refund = await gateway.refunds.get(merchantRefundId)
        return refund?.state === 'COMPLETED' ? refund : undefined
      })
    },
  }
}
