import type { GatewayContext } from '../context.ts'
import { defined } from '../domain/defined.ts'
import type { RefundObservation } from '../domain/refund-reducer.ts'
import { describeError } from '../errors.ts'
import { readFailure, toRefundStatus } from '../provider/mapping.ts'
import { syncOrder } from '../services/sync-order.ts'
import { applyRefundObservation, syncRefund } from '../services/sync-refund.ts'
import type { Leased } from '../storage/leases.ts'
import { claimDueOrders, readOrder } from '../storage/orders.ts'
import { claimDueRefunds, countSending, type RefundRow } from '../storage/refunds.ts'
import { type JobContext, processDue } from './process-due.ts'

/** Orders and refunds in progress at the same time. */
const ORDERS = 6
const REFUNDS = 4

/** Polls every order that is due. */
export function pollOrders(context: JobContext): Promise<number> {
  const { database, log } = context
  return processDue(context, {
    job: 'poll-orders',
    table: 'orders',
    concurrency: ORDERS,
    claim: (claim) => claimDueOrders(database, claim),
    keyOf: ({ merchantOrderId }) => merchantOrderId,
    async work({ merchantOrderId }) {
      const row = await readOrder(database, merchantOrderId)
      if (row) await syncOrder(context, row)
    },
    failed: ({ merchantOrderId }, error) =>
      log.error({ merchantOrderId, error: describeError(error) }, 'Polling an order failed'),
  })
}

/**
 * Sends the due refunds. The status of a refund that may have been sent before is checked first, and it is sent again only when the
 * provider does not know it, under the same id.
 */
export function sendRefunds(context: JobContext): Promise<number> {
  return processDueRefunds(context, true, (refund) => sendOne(context, refund), 'Sending a refund failed')
}

/** Polls the refunds that the provider has accepted and that are not final. */
export function pollRefunds(context: JobContext): Promise<number> {
  const poll = async (refund: RefundRow) => void (await syncRefund(context, refund))
  return processDueRefunds(context, false, poll, 'Polling a refund failed')
}

function processDueRefunds(
  context: JobContext,
  toSend: boolean,
  work: (refund: RefundRow) => Promise<void>,
  failed: string,
): Promise<number> {
  const { database, log } = context
  return processDue<RefundRow & Leased>(context, {
    job: toSend ? 'send-refunds' : 'poll-refunds',
    table: 'refunds',
    concurrency: REFUNDS,
    claim: (claim) => claimDueRefunds(database, { ...claim, toSend }),
    keyOf: ({ merchantRefundId }) => merchantRefundId,
    work,
    failed: ({ merchantRefundId }, error) => log.error({ merchantRefundId, error: describeError(error) }, failed),
  })
}

async function sendOne(context: GatewayContext, refund: RefundRow): Promise<void> {
  if (refund.attempts > 0) {
    const checked = await syncRefund(context, refund)
    if (!checked?.send) return
  }
  await countSending(context.database, refund.merchantRefundId)
  await applyRefundObservation(context, refund, await createRefund(context, refund))
}

async function createRefund({ provider }: GatewayContext, refund: RefundRow): Promise<RefundObservation> {
  const { merchantRefundId, merchantOrderId, amount } = refund
  try {
    const response = await provider.refunds.create({
      merchantRefundId,
      originalMerchantOrderId: merchantOrderId,
      amount,
    })
    return { kind: 'reply', status: toRefundStatus(response) }
  } catch (error) {
    const { outcome, passing, code, duplicateId } = readFailure(error)
    // A rate limit or an expired token says nothing about the refund: it is sent again later.
    return { kind: 'reply-failed', outcome: passing ? 'not-sent' : outcome, duplicateId, ...defined({ code }) }
  }
}
