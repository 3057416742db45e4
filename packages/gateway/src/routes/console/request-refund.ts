import type { RequestRefund } from '@galla/contract/gateway-api/refunds'
import type { Paise } from '@galla/contract/money'
import { z } from 'zod'
import { id } from '../../http/schemas.ts'
import { requestRefund as request } from '../../services/request-refund.ts'
import { writeAudit } from '../../storage/audit.ts'
import type { Route } from './routes.ts'

export const AMOUNT = z
  .number()
  .int()
  .positive()
  .max(Number.MAX_SAFE_INTEGER)
  .transform((amount) => amount as Paise)

/** The same function that the merchant's own code calls. */
export const requestRefund: Route<'POST /orders/:merchantOrderId/refunds'> = {
  body: z.strictObject({
    merchantRefundId: id,
    amount: AMOUNT,
    note: z.exactOptional(z.string().max(500)),
  }) satisfies z.ZodType<RequestRefund>,
  async answer({ desk: { context }, params: { merchantOrderId = '' }, body }) {
    const refund = await request(context, { ...body, merchantOrderId, origin: 'console' })
    await writeAudit(context.database, {
      atMs: context.clock.now(),
      what: `asked for refund ${body.merchantRefundId}`,
      kind: 'order',
      id: merchantOrderId,
      ...(body.note === undefined ? {} : { detail: body.note }),
    })
    return refund
  },
}
