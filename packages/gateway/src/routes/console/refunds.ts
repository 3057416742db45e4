import type { RequestRefund } from '@galla/contract/gateway-api/refunds'
import type { Paise } from '@galla/contract/money'
import { z } from 'zod'
import { defined } from '../../domain/defined.ts'
import { notFound } from '../../http/responses.ts'
import { id, REFUNDS_QUERY, toListRefunds } from '../../http/schemas.ts'
import { requestRefund } from '../../services/request-refund.ts'
import { syncRefund } from '../../services/sync-refund.ts'
import { writeAudit } from '../../storage/audit.ts'
import { listRefunds, readRefund, viewRefund } from '../../storage/refunds.ts'
import type { HandlersOf } from './context.ts'

export const AMOUNT = z
  .number()
  .int()
  .positive()
  .max(Number.MAX_SAFE_INTEGER)
  .transform((amount) => amount as Paise)

export const refundRoutes = {
  'POST /orders/:merchantOrderId/refunds': {
    body: z.strictObject({
      merchantRefundId: id,
      amount: AMOUNT,
      note: z.exactOptional(z.string().max(500)),
    }) satisfies z.ZodType<RequestRefund>,
    async answer({ context: { gateway }, params: { merchantOrderId = '' }, body }) {
      const refund = await requestRefund(gateway, { ...body, merchantOrderId, origin: 'console' })
      await writeAudit(gateway.database, {
        atMs: gateway.clock.now(),
        what: `requested refund ${body.merchantRefundId}`,
        kind: 'order',
        id: merchantOrderId,
        ...defined({ detail: body.note }),
      })
      return refund
    },
  },
  'GET /refunds': {
    query: REFUNDS_QUERY,
    answer: ({ context, query }) => listRefunds(context.gateway.database, toListRefunds(query)),
  },
  'GET /refunds/:merchantRefundId': {
    async answer({ context, params: { merchantRefundId = '' } }) {
      const row = await readRefund(context.gateway.database, merchantRefundId)
      if (!row) throw notFound('refund', merchantRefundId)
      return viewRefund(row)
    },
  },
  'POST /refunds/:merchantRefundId/sync': {
    async answer({ context: { gateway }, params: { merchantRefundId = '' } }) {
      const row = await readRefund(gateway.database, merchantRefundId)
      if (!row) throw notFound('refund', merchantRefundId)
      const applied = await syncRefund(gateway, row)
      return viewRefund(applied?.refund ?? row)
    },
  },
} satisfies HandlersOf<
  | 'POST /orders/:merchantOrderId/refunds'
  | 'GET /refunds'
  | 'GET /refunds/:merchantRefundId'
  | 'POST /refunds/:merchantRefundId/sync'
>
