import type { GatewayContext } from '../context.ts'
import { defined } from '../domain/defined.ts'
import type { RefundObservation } from '../domain/refund-reducer.ts'
import { describeError } from '../errors.ts'
import { readFailure, toRefundStatus } from '../provider/mapping.ts'
import { runConcurrently } from '../services/concurrency.ts'
import { applyObservations, syncOrder } from '../services/sync-order.ts'
import { applyRefundObservation, syncRefund } from '../services/sync-refund.ts'
import { claimDueOrders, readOrder } from '../storage/orders.ts'
import { claimDueRefunds, countSending, type RefundRow } from '../storage/refunds.ts'
import { processDue } from './due-batches.ts'

/** Rows of a batch, and calls at the same time. */
const ORDERS = { batch: 24, concurrency: 6 }
const REFUNDS = { batch: 8, concurrency: 4 }

/** Polls every order that is due. An order that was never sent is closed by the clock: the provider cannot know it. */
export function pollOrders(context: GatewayContext): Promise<number> {
  const { database, log, clock } = context
  const poll = async (merchantOrderId: string): Promise<void> => {
    const row = await readOrder(database, merchantOrderId)
    if (row?.state === 'CREATED' && row.openedAtMs === undefined)
      await applyObservations(context, merchantOrderId, [{ kind: 'clock', atMs: clock.now() }])
    else if (row) await syncOrder(context, row)
  }
  return processDue(
    context,
    ORDERS.batch,
    (claim) => claimDueOrders(database, claim),
    (ids) =>
      runConcurrently(ids, ORDERS.concurrency, poll, (merchantOrderId, error) =>
        log.error({ merchantOrderId, error: describeError(error) }, 'Polling an order failed'),
      ),
  )
}

/**
 * Sends the due refunds. The status of a refund that may have been sent before is checked first, and it is sent again only when the
 * provider does not know it, under the same id.
 */
export function sendRefunds(context: GatewayContext): Promise<number> {
  return processDueRefunds(context, true, (refund) => sendOne(context, refund), 'Sending a refund failed')
}

/** Polls the refunds that the provider has accepted and that are not final. */
export function pollRefunds(context: GatewayContext): Promise<number> {
  const poll = async (refund: RefundRow) => void (await syncRefund(context, refund))
  return processDueRefunds(context, false, poll, 'Polling a refund failed')
}

function processDueRefunds(
  context: GatewayContext,
  toSend: boolean,
  work: (refund: RefundRow) => Promise<void>,
  failed: string,
): Promise<number> {
  const { database, log } = context
  return processDue(
    context,
    REFUNDS.batch,
    (claim) => claimDueRefunds(database, { ...claim, toSend }),
    (refunds) =>
      runConcurrently(refunds, REFUNDS.concurrency, work, ({ merchantRefundId }, error) =>
        log.error({ merchantRefundId, error: describeError(error) }, failed),
      ),
  )
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
