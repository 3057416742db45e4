import {
  type DecideRefund,
  REFUND_REASONS,
  type Refund,
  type RequestRefund,
  type ResolveRefundReview,
} from '@galla/contract/gateway-api/refunds'
import type { Paise } from '@galla/contract/money'
import { z } from 'zod'
import { notFound } from '../../http/responses.ts'
import { id, PAGING, REFUNDS_QUERY, toListRefunds, VERSION } from '../../http/schemas.ts'
import {
  refundByPerson,
  refundForConsole,
  refundsForConsole,
  refundTotals,
  syncRefundByPerson,
} from '../../services/console-records.ts'
import { decideRefund } from '../../services/refunds/decide-refund.ts'
import { resolveRefundReview } from '../../services/refunds/resolve-refund.ts'
import type { HandlersOf } from './context.ts'

export const AMOUNT = z
  .number()
  .int()
  .positive()
  .max(Number.MAX_SAFE_INTEGER)
  .transform((amount) => amount as Paise)

const DECISION = z.strictObject({ note: z.exactOptional(z.string().max(500)) }) satisfies z.ZodType<DecideRefund>

export const refundRoutes = {
  'POST /orders/:merchantOrderId/refunds': {
    body: z.strictObject({
      merchantRefundId: id,
      amount: AMOUNT,
      note: z.exactOptional(z.string().max(500)),
      reason: z.exactOptional(z.enum(REFUND_REASONS)),
    }) satisfies z.ZodType<RequestRefund>,
    handle: ({ context, params: { merchantOrderId = '' }, body }) =>
      refundByPerson(context.gateway, merchantOrderId, body),
  },
  'GET /refunds': {
    query: REFUNDS_QUERY,
    handle: ({ context, query }) => refundsForConsole(context.gateway, toListRefunds(query)),
  },
  'GET /refund-totals': {
    query: REFUNDS_QUERY.omit(PAGING),
    handle: ({ context, query }) => refundTotals(context.gateway, toListRefunds(query)),
  },
  'GET /refunds/:merchantRefundId': {
    handle: async ({ context, params: { merchantRefundId = '' } }) =>
      found(await refundForConsole(context.gateway, merchantRefundId), merchantRefundId),
  },
  'POST /refunds/:merchantRefundId/sync': {
    handle: async ({ context, params: { merchantRefundId = '' } }) =>
      found(await syncRefundByPerson(context.gateway, merchantRefundId), merchantRefundId),
  },
  'POST /refunds/:merchantRefundId/resolve-review': {
    body: z.strictObject({
      decision: z.enum(['retry', 'failed', 'adopt-amount', 'completed']),
      note: z.string().trim().min(1).max(500),
      version: VERSION,
    }) satisfies z.ZodType<Required<ResolveRefundReview>>,
    handle: ({ context, params: { merchantRefundId = '' }, body }) =>
      resolveRefundReview(context.gateway, merchantRefundId, body),
  },
  'POST /refunds/:merchantRefundId/approve': {
    body: DECISION,
    handle: ({ context, params: { merchantRefundId = '' }, body }) =>
      decideRefund(context.gateway, merchantRefundId, { ...body, decision: 'approved' }),
  },
  'POST /refunds/:merchantRefundId/decline': {
    body: DECISION,
    handle: ({ context, params: { merchantRefundId = '' }, body }) =>
      decideRefund(context.gateway, merchantRefundId, { ...body, decision: 'declined' }),
  },
} satisfies HandlersOf<
  | 'POST /orders/:merchantOrderId/refunds'
  | 'GET /refunds'
  | 'GET /refund-totals'
  | 'GET /refunds/:merchantRefundId'
  | 'POST /refunds/:merchantRefundId/sync'
  | 'POST /refunds/:merchantRefundId/resolve-review'
  | 'POST /refunds/:merchantRefundId/approve'
  | 'POST /refunds/:merchantRefundId/decline'
>

function found(refund: Refund | undefined, merchantRefundId: string): Refund {
  if (refund === undefined) throw notFound('refund', merchantRefundId)
  return refund
}
