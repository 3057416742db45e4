import type { GatewayContext } from '../../context.ts'
import { defined } from '../../domain/defined.ts'
import { awaitsApproval } from '../../domain/refunds/controls.ts'
import { isDenied, type RefundObservation } from '../../domain/refunds/observations.ts'
import { type AskedRefund, planRefund } from '../../domain/refunds/plan.ts'
import type { RefundIds } from '../../domain/refunds/refund.ts'
import { toRefundStatus } from '../../provider/mapping.ts'
import { readStatusFailure } from '../../provider/refund-failures.ts'
import { repeatedOnConflict } from '../../storage/database.ts'
import { lockOrder } from '../../storage/orders/orders.ts'
import { type RefundRow, refundOfKey, saveNextRefundPoll } from '../../storage/refunds/refunds.ts'
import { type ObservedBy, publishRefund, readRefundFacts, writeRefund } from './write-refund.ts'

type RefundOfOrder = AskedRefund & { readonly merchantOrderId: string }

/**
 * Checks a refund's status at the provider. A failed check is an observation too, and so is one that cannot be made because the
 * provider's id alone is known. Never call it with a lock held.
 */
export async function checkRefundStatus(
  { clock, provider }: Pick<GatewayContext, 'clock' | 'provider'>,
  { merchantRefundId, version: checkedVersion = 0 }: AskedAbout,
): Promise<RefundObservation> {
  const checkedAtMs = clock.now()
  const unanswered = { kind: 'status-failed', unknownRefund: false, checkedVersion } as const
  if (merchantRefundId === undefined) return unanswered
  try {
    const status = toRefundStatus(await provider.refunds.getStatus({ merchantRefundId }))
    // A response without any state did not come from the provider: a proxy in between did.
    if (status.state === 'UNKNOWN' && status.wireState === undefined) return unanswered
    return { kind: 'status', status, checkedVersion }
  } catch (error) {
    return { kind: 'status-failed', ...readStatusFailure(error), checkedVersion, checkedAtMs }
  }
}

/** A refund whose status is asked for, as it was read before. Without a version, it is not stored. */
type AskedAbout = Pick<RefundIds, 'merchantRefundId'> & { readonly version?: number }

/**
 * True when the provider answered that it does not show the refund, for whatever reason. No code is documented for a refund that the
 * provider does not have.
 */
export const isRefused = (check: RefundObservation): boolean => check.kind === 'status-failed' && check.refused === true

/**
 * Checks the status of a refund that the provider may have, before its amount is freed, and applies what it says.
 * @returns the refund as it is then; `denied` when the provider does not have it, `unanswered` when it does not say
 */
export async function applyBeforeFreeing(
  context: GatewayContext,
  refund: RefundRow,
  leaseToken?: number,
): Promise<RefundRow | 'denied' | 'unanswered'> {
  const check = await checkRefundStatus(context, refund)
  if (isDenied(check)) return 'denied'
  // Ends the worker's lease, and plans the next check, also when there is no answer.
  const applied = await applyRefundCheck(context, refund, check, defined({ leaseToken }))
  return check.kind !== 'status' || !applied || applied.isLate ? 'unanswered' : applied.row
}

/** Checks the refund's status at the provider and applies it. */
export async function syncRefund(
  context: GatewayContext,
  refund: RefundOfOrder & Partial<Pick<RefundRow, 'version' | 'needsReview' | 'approval' | 'state'>>,
): Promise<RefundRow | undefined> {
  // Nothing was sent, and nothing reaches the provider before the approval.
  if (refund.approval !== undefined && awaitsApproval({ state: 'REQUESTED', ...refund }))
    return refund.id === undefined ? undefined : refundOfKey(context.database, refund.id)
  let asked: AskedAbout = refund
  for (let tries = 1; ; tries += 1) {
    const check = await checkRefundStatus(context, asked)
    const applied = await applyRefundCheck(context, refund, check)
    if (!applied?.isLate || tries === MAX_CHECKS) return applied?.row
    asked = applied.row
  }
}

/** Status checks of one call while the refund changes during each of them. */
const MAX_CHECKS = 3

/**
 * The only function that changes a refund, except that `markSending` counts a request: it locks the refund's order, reduces the
 * observation, saves the refund with its events, and commits. A refund that was made in the provider's dashboard is imported when it
 * is first observed. Undefined when the refund belongs to no stored order, or when it may be another one of the order.
 */
export async function applyRefundObservation(
  context: GatewayContext,
  refund: RefundOfOrder,
  learned: RefundObservation,
  observedBy: ObservedBy = {},
): Promise<RefundRow | undefined> {
  return (await applyRefundCheck(context, refund, learned, observedBy))?.row
}

/** The refund after a status check. */
export interface AppliedCheck {
  readonly row: RefundRow
  /** The refund changed while its status was asked for, so the answer was not applied: it may be older than what is stored. */
  readonly isLate: boolean
}

/** As `applyRefundObservation`, and says whether the answer came too late to be applied. */
export async function applyRefundCheck(
  context: GatewayContext,
  asked: RefundOfOrder,
  learned: RefundObservation,
  observedBy: ObservedBy = {},
): Promise<AppliedCheck | undefined> {
  const { merchantOrderId } = asked
  const { leaseToken } = observedBy
  const applied = await repeatedOnConflict(() =>
    context.database.transaction(async (tx) => {
      const locked = await lockOrder(tx, merchantOrderId)
      // Not before the lock: a transfer is posted at the time of its commit, also when the lock was waited for.
      const nowMs = context.clock.now()
      const facts = locked && (await readRefundFacts(tx, locked.row, asked, learned, nowMs, context.policy))
      if (!facts) return undefined
      const plan = planRefund(facts, learned)
      if (plan.do === 'nothing') return undefined
      if (plan.do === 'write')
        return { ...(await writeRefund(context, tx, locked, plan, observedBy, nowMs)), isLate: false }
      const { row, nextPollAtMs } = plan
      await saveNextRefundPoll(tx, row.id, { nextPollAtMs, leaseToken })
      return { row: { ...row, ...defined({ nextPollAtMs }) }, isLate: true }
    }, merchantOrderId),
  )
  if (!applied) return undefined
  publishRefund(context, applied)
  return applied
}
