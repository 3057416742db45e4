import type { GatewayContext } from '../../context.ts'
import { defined } from '../../domain/defined.ts'
import { fitsBeside } from '../../domain/finance/ledger.ts'
import { ANSWER_MS, FLIGHT_MS } from '../../domain/limits.ts'
import { awaitsApproval } from '../../domain/refunds/controls.ts'
import type { RefundObservation } from '../../domain/refunds/observations.ts'
import { hasOurId, isAtProvider } from '../../domain/refunds/refund.ts'
import { isPaidAmountUnknown } from '../../domain/refunds/request.ts'
import { maySend } from '../../domain/refunds/sending.ts'
import type { ProviderRefundStatus, Refusal } from '../../domain/refunds/statements.ts'
import { toRefundStatus } from '../../provider/mapping.ts'
import { readSendFailure } from '../../provider/refund-failures.ts'
import { postedRefund } from '../../storage/finance/ledger.ts'
import type { Leased } from '../../storage/leases.ts'
import { lockOrder } from '../../storage/orders/orders.ts'
import { shownRefundId } from '../../storage/refunds/refund-ids.ts'
import {
  markSending,
  type RefundRow,
  refundOfKey,
  refundsOf,
  saveNextRefundPoll,
} from '../../storage/refunds/refunds.ts'
import { expireRefund } from './decide-refund.ts'
import { duplicateObstacle, isHeldBack } from './lost-refunds.ts'
import { applyRefundObservation, checkRefundStatus } from './sync-refund.ts'

/** Time limit of the request. Milliseconds. */
const SEND_LIMIT_MS = ANSWER_MS / 2
/** A process that was paused for longer between the mark and the request does not send it. Milliseconds. */
const MAX_PAUSE_MS = ANSWER_MS - SEND_LIMIT_MS

/** Delay before the next try of a refund whose order another refund occupies at the provider. Milliseconds. */
const BUSY_DELAY_MS = 30_000

/**
 * Checks the status of a refund that this worker has claimed, and sends the request if the provider does not know it. The status is
 * always checked first: the id may have been sent before, also when nothing of that is stored, as after a restore from a backup.
 */
export async function processRefund(context: GatewayContext, refund: RefundRow & Leased): Promise<void> {
  const { leaseToken } = refund
  if (awaitsApproval(refund)) {
    await expireRefund(context, refund, leaseToken)
    return
  }
  const check = await checkRefundStatus(context, refund)
  if (hasOurId(refund) && maySend(refund, check)) {
    const obstacle = await duplicateObstacle(context, refund)
    if (obstacle) {
      await applyRefundObservation(context, refund, obstacle, { leaseToken })
      return
    }
    if (await sendRefund(context, refund)) return
  }
  await applyRefundObservation(context, refund, check, { leaseToken })
}

/** One that has an id of ours, under which the provider knows it. */
type SentRefund = RefundRow & { readonly merchantRefundId: string }

/** Sends the request at most once, with the lease held, and applies what came of it. False when the order lacks the amount, or needs review. */
async function sendRefund(context: GatewayContext, refund: SentRefund & Leased): Promise<boolean> {
  const { leaseToken } = refund
  const startedMs = context.monotonicMs()
  const start = await beginSending(context, refund)
  if (start !== 'sending') return start === 'postponed'
  const sending = { attempt: refund.attempts + 1, first: !refund.inDoubt }
  const pausedMs = context.monotonicMs() - startedMs
  if (pausedMs > MAX_PAUSE_MS) {
    context.log.warn({ merchantRefundId: shownRefundId(refund), pausedMs }, 'A paused process did not send a refund')
    await applyRefundObservation(
      context,
      refund,
      { kind: 'response-failed', outcome: 'not-sent', ...sending },
      { leaseToken },
    )
    return true
  }
  const result = await requestAtProvider(context, refund, sending)
  const refusal = result.kind === 'response-failed' ? result.refusal : undefined
  if (refusal === undefined || refusal.meaning === 'unclear') {
    await applyRefundObservation(context, refund, result, { leaseToken })
    return true
  }
  // A clear refusal decides together with the status, which is read at once, while the lease is still held.
  const refused = await applyRefundObservation(context, refund, result)
  const check = await checkRefundStatus(context, refused ?? refund)
  await applyRefundObservation(context, refund, check, { leaseToken })
  return true
}

/**
 * Commits that the request may be received from now on. `postponed`: another worker has the refund, it was decided meanwhile, or the
 * provider is working on another refund of the order. `in-review`: the payment of the order, or of the one that is fulfilled instead, may have
 * been taken back, or was short. `insufficient-balance`: the ledger does not hold the amount, or with what the provider reports of a refund in
 * review the order lacks it. In both cases it waits like one that the provider does not know, at last in review itself.
 */
async function beginSending(
  context: GatewayContext,
  refund: RefundRow & Leased,
): Promise<'sending' | 'postponed' | 'in-review' | 'insufficient-balance'> {
  const { id, merchantOrderId, leaseToken } = refund
  const { policy } = context
  const nowMs = context.clock.now()
  return context.database.transaction(async (tx) => {
    const order = (await lockOrder(tx, merchantOrderId))?.row
    const refunds = await refundsOf(tx, merchantOrderId)
    if (refunds.some((one) => one.id !== id && isAtProvider(one))) {
      const current = await refundOfKey(tx, id)
      if (current?.state === 'REQUESTED')
        await saveNextRefundPoll(tx, id, { nextPollAtMs: nowMs + BUSY_DELAY_MS, leaseToken })
      return 'postponed'
    }
    if (order && (isPaidAmountUnknown(order) || (await isHeldBack(tx, refund)))) return 'in-review'
    const { held } = await postedRefund(tx, id)
    if (!order || held < refund.amount || !fitsBeside(refund, order, refunds)) return 'insufficient-balance'
    const isMarked = await markSending(tx, refund, { nowMs, leaseMs: Math.max(policy.leaseMs, FLIGHT_MS) })
    return isMarked ? 'sending' : 'postponed'
  }, merchantOrderId)
}

const failedReply = ({ errorCode, detailedErrorCode }: ProviderRefundStatus): Omit<Refusal, 'atMs'> => ({
  ...defined({ code: detailedErrorCode ?? errorCode }),
  meaning: 'unclear',
})

async function requestAtProvider(
  { provider }: GatewayContext,
  { merchantRefundId, merchantOrderId, amount }: SentRefund,
  sending: { readonly attempt: number; readonly first: boolean },
): Promise<RefundObservation> {
  try {
    const response = await provider.refunds.create(
      { merchantRefundId, originalMerchantOrderId: merchantOrderId, amount },
      { timeoutMs: SEND_LIMIT_MS, retry: 'off' },
    )
    const status = toRefundStatus(response)
    // A response without any state did not come from the provider: a proxy in between did.
    if (status.state === 'UNKNOWN' && status.wireState === undefined)
      return { kind: 'response-failed', outcome: 'unknown', ...sending }
    // The documented replies are not final. One that is decides nothing: the status does.
    if (status.state === 'COMPLETED') return { kind: 'response-failed', outcome: 'unknown', ...sending }
    if (status.state === 'FAILED')
      return { kind: 'response-failed', outcome: 'rejected', ...sending, refusal: failedReply(status) }
    return { kind: 'response', status, attempt: sending.attempt }
  } catch (error) {
    const { once, ...failure } = readSendFailure(error)
    // A client that repeated the request by itself makes the refusal one of a repeat.
    return { kind: 'response-failed', ...failure, ...sending, first: sending.first && once }
  }
}
