import type { PlaygroundPay } from '@galla/contract/gateway-api/console-routes'
import { z } from 'zod'
import { HttpError } from '../../http/responses.ts'
import { BROWSER_OS, META_INFO, PAYMENT_MODE } from '../../http/schemas.ts'
import { payOrder } from '../../services/pay-order.ts'
import { startOrder } from '../../services/start-order.ts'
import { AMOUNT } from './request-refund.ts'
import type { Route } from './routes.ts'

/** A payment of any kind, to see how it goes. Where the provider is real, money would be as well: there it is not offered. */
export const playgroundPay: Route<'POST /playground/pay'> = {
  body: z.strictObject({
    checkout: z.enum(['STANDARD', 'CUSTOM']),
    amount: AMOUNT,
    reference: z.string().min(1).max(200),
    paymentMode: z.exactOptional(PAYMENT_MODE),
    deviceOS: z.exactOptional(BROWSER_OS),
    redirectUrl: z.exactOptional(z.url({ protocol: /^https?$/ })),
    expireAfter: z.exactOptional(z.number().int().positive()),
    message: z.exactOptional(z.string().min(1).max(255)),
    metaInfo: z.exactOptional(META_INFO),
  }) satisfies z.ZodType<PlaygroundPay>,
  async answer({ desk, body: { paymentMode, deviceOS, redirectUrl = 'http://127.0.0.1/', ...order } }) {
    const { context } = desk
    if (desk.sandboxUrl === undefined) {
      throw new HttpError(404, 'NO_SANDBOX', 'The playground is for a sandbox on this machine.')
    }
    const started = await startOrder(context, { ...order, redirectUrl })
    if (order.checkout === 'STANDARD' || paymentMode === undefined) return started
    const choice = deviceOS === undefined ? paymentMode : { ...paymentMode, deviceOS }
    const paid = await payOrder(context, started.order.merchantOrderId, choice)
    const { redirectUrl: page, intentUrl } = paid.payment ?? {}
    return {
      order: paid.order,
      payerToken: started.payerToken,
      ...(page === undefined ? {} : { redirectUrl: page }),
      ...(intentUrl === undefined ? {} : { intentUrl }),
    }
  },
}
