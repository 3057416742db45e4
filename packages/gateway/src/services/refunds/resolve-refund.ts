import type { Refund, RefundReview, ResolveRefundReview } from '@galla/contract/gateway-api/refunds'
import type { Paise } from '@galla/contract/money'
import type { GatewayContext } from '../../context.ts'
import { defined } from '../../domain/defined.ts'
import { flightEndMs } from '../../domain/refunds/polls.ts'
import { hasOurId } from '../../domain/refunds/refund.ts'
import { adoptableAmount, completionObstacle, isOverdraft, mayFail, mayRetry } from '../../domain/refunds/resolve.ts'
import { mayStillArrive } from '../../domain/refunds/sending.ts'
import { amountText, GatewayError, invalid } from '../../errors.ts'
import { writeAudit } from '../../storage/access/audit.ts'
import type { Queries } from '../../storage/database.ts'
import { readOrder } from '../../storage/orders/orders.ts'
import { shownRefundId } from '../../storage/refunds/refund-ids.ts'
import { findRefund, type RefundRow, viewRefund } from '../../storage/refunds/refunds.ts'
import { availableToRefund } from '../finance/ledger.ts'
import { checkAsRead, checkNote } from '../validation.ts'
import { applyBeforeFreeing, applyRefundObservation } from './sync-refund.ts'

const RESULTS = {
  retry: 'try again',
  failed: 'no money left',
  completed: 'paid out',
  accept: 'more has left than was paid',
} as const

/**
 * A person resolves the review of a refund: recorded in the audit log of its order, with the note.
 * @throws GatewayError INVALID_REQUEST, NOT_FOUND, REVIEW_CHANGED, PROVIDER_UNAVAILABLE
 */
export async function resolveRefundReview(
  context: GatewayContext,
  shownId: string,
  resolution: ResolveRefundReview,
): Promise<Refund> {
  const { decision, note, version } = resolution
  if (decision !== 'adopt-amount' && !Object.hasOwn(RESULTS, decision))
    throw invalid('decision', "must be 'retry', 'failed', 'completed', 'accept' or 'adopt-amount'")
  checkNote(note, 'note')
  const stored = await findRefund(context.database, shownId)
  if (!stored) throw new GatewayError('NOT_FOUND', `There is no refund ${shownId}`)
  checkAsRead(stored, version)
  const row = decision === 'failed' ? await checkedToFail(context, stored) : stored
  const resolved = await applyRefundObservation(
    context,
    row,
    { kind: 'resolution', decision },
    {
      record: (tx, locked) =>
        recordResolution({ ...context, database: tx }, locked, { decision, note, ...defined({ version }) }),
    },
  )
  return viewRefund(resolved ?? row)
}

/**
 * The refund after a status check: what a person read may be a day old, and a failed refund frees its amount.
 * @throws GatewayError PROVIDER_UNAVAILABLE when the provider does not answer, or a request may still reach it, INVALID_REQUEST when it has decided the refund meanwhile
 */
async function checkedToFail(context: GatewayContext, stored: RefundRow): Promise<RefundRow> {
  if (!stored.needsReview || !hasOurId(stored)) return stored
  const checkedAtMs = context.clock.now()
  const known = await applyBeforeFreeing(context, stored)
  if (known === 'denied' && mayStillArrive(stored, { checkedAtMs }))
    throw new GatewayError(
      'PROVIDER_UNAVAILABLE',
      `The last request of this refund may still reach the provider, so its amount cannot be freed before ${new Date(flightEndMs(stored)).toISOString()}. Try again then`,
    )
  if (known === 'denied') return stored
  if (known === 'unanswered')
    throw new GatewayError(
      'PROVIDER_UNAVAILABLE',
      'The provider does not say whether it has the refund, so the amount cannot be freed. Try again in a minute',
    )
  if (known.needsReview || known.state === 'FAILED') return known
  throw invalid('decision', `cannot be 'failed': the provider now reports the refund as ${known.state}`)
}

type Recording = { readonly database: Queries } & Pick<GatewayContext, 'actor' | 'clock'>

/**
 * Writes the audit entry of a decision that may be made, in its transaction: neither exists without the other.
 * @throws GatewayError INVALID_REQUEST, REVIEW_CHANGED when it may not be made, such as because another person was faster
 */
async function recordResolution(
  context: Recording,
  row: RefundRow,
  { decision, note, version }: ResolveRefundReview,
): Promise<void> {
  checkAsRead(row, version)
  const { needsReview } = row
  if (!needsReview) throw invalid('merchantRefundId', 'names a refund that does not need review')
  if (decision === 'failed') checkMayFail(row)
  if (decision === 'completed') await checkMayComplete(context, row)
  if (decision === 'accept' && !isOverdraft(needsReview))
    throw invalid('decision', "can be 'accept' only for a refund that overdraws its order")
  if (decision === 'retry' && !mayRetry(row, needsReview)) throw invalid('decision', whyNoRetry(needsReview))
  const result =
    decision === 'adopt-amount'
      ? `adopted ${amountText(await checkAdoption(context, row))} instead of ${amountText(row.amount)}`
      : RESULTS[decision]
  await writeAudit(context, {
    atMs: context.clock.now(),
    what: `resolved the review of refund ${shownRefundId(row)}: ${result}`,
    kind: 'order',
    id: row.merchantOrderId,
    detail: `${needsReview.reason}: ${note.trim()}`,
  })
}

function whyNoRetry(review: RefundReview): string {
  const way = isOverdraft(review)
    ? "The review ends when the order has the amount, or when you 'accept' it"
    : "Look for the refund in the provider's dashboard, and decide 'completed', 'adopt-amount' or 'failed'"
  return `cannot be 'retry': the status cannot be checked without your id. ${way}`
}

/** @throws GatewayError INVALID_REQUEST when the provider reports that money left or will leave */
function checkMayFail(row: RefundRow): void {
  if (row.needsReview === undefined || mayFail(row, row.needsReview)) return
  const { ours, theirs } = row.needsReview
  const { state, amount } = theirs?.state === undefined ? ours : theirs
  throw invalid(
    'decision',
    `cannot be 'failed': the provider reports the refund as ${state}${amount === undefined || amount < 0 ? '' : ` with ${amountText(amount)}`}, so money left or will leave`,
  )
}

/** @throws GatewayError INVALID_REQUEST when the refund may not be decided as paid out */
async function checkMayComplete(context: Recording, row: RefundRow): Promise<void> {
  const obstacle = completionObstacle(row, await availableTo(context, row))
  if (obstacle === 'overdrawn')
    throw invalid(
      'decision',
      "cannot be 'completed': the refund counts already, and overdraws its order. 'accept' ends the review",
    )
  if (obstacle === 'status')
    throw invalid('decision', "cannot be 'completed': the status of this refund can be checked, and decides")
  if (obstacle === 'amount')
    throw invalid('decision', "cannot be 'completed': the provider reports another amount or order")
}

async function availableTo({ database }: Recording, row: RefundRow): Promise<Paise> {
  const order = await readOrder(database, row.merchantOrderId)
  return order ? availableToRefund(database, order, row.id) : (0 as Paise)
}

/** The provider's amount, in paise, if it may become that of the refund. */
async function checkAdoption(context: Recording, row: RefundRow): Promise<Paise> {
  const { reason } = row.needsReview ?? {}
  const available = await availableTo(context, row)
  const amount = adoptableAmount(row, available)
  if (amount !== undefined) return amount
  if (reason === 'insufficient-balance')
    throw invalid(
      'decision',
      "cannot be 'adopt-amount': either the order has the amount again, and the review ends automatically, or the order has less left than the provider refunds, and only 'failed' is possible",
    )
  throw invalid('decision', "can be 'adopt-amount' only for a refund whose amount differs at the provider")
}
