import type { PlaygroundPay } from '@galla/contract/books/console-routes'
import { z } from 'zod'
import { payOrder } from '../doors/pay-order.ts'
import { startOrder } from '../doors/start-order.ts'
import { PAYMENT_MODE } from '../shopper-api/pay-body.ts'
import { ConsoleRefusal } from './refusal.ts'
import { AMOUNT } from './request-refund.ts'
import type { Route } from './routes.ts'

/** A payment of any kind, to see how it goes. Where the provider is real, money would be as well: there it is not offered. */
export const playgroundPay: Route<'POST /playground/pay'> = {
  body: z.strictObject({
    checkout: z.enum(['STANDARD', 'CUSTOM']),
    amount: AMOUNT,
    reference: z.string().min(1).max(200),
    paymentMode: z.exactOptional(PAYMENT_MODE),
    redirectUrl: z.exactOptional(z.url({ protocol: /^https?$/ })),
  }) satisfies z.ZodType<PlaygroundPay>,
  async answer({ desk, body: { checkout, amount, reference, paymentMode, redirectUrl = 'http://127.0.0.1/' } }) {
    const { rooms } = desk
    if (desk.sandboxUrl === undefined) {
      throw new ConsoleRefusal(404, 'NO_SANDBOX', 'The playground is for a sandbox on this machine.')
    }
    const started = await startOrder(rooms, { reference, amount, checkout, redirectUrl })
    if (checkout === 'STANDARD' || paymentMode === undefined) return started
    const { order, payment } = await payOrder(rooms, started.order.merchantOrderId, paymentMode)
    const { shopperToken } = started
    return {
      order,
      shopperToken,
      ...(payment?.redirectUrl === undefined ? {} : { redirectUrl: payment.redirectUrl }),
      ...(payment?.intentUrl === undefined ? {} : { intentUrl: payment.intentUrl }),
    }
  },
}
