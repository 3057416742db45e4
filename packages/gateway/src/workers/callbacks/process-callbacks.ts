import { hasUnknownMoney, isNews } from '../../domain/orders/news.ts'
import type { Observation, OrderRecord, ProviderOrderStatus } from '../../domain/orders/order.ts'
import { nextAttemptAt } from '../../domain/retries.ts'
import type { BillingNews } from '../../domain/subscriptions/news.ts'
import { describeError } from '../../errors.ts'
import { recordDispute } from '../../services/disputes/disputes.ts'
import { asHints, checkOrder } from '../../services/orders/check-order.ts'
import { applyObservations, applyToRow } from '../../services/orders/sync-order.ts'
import { recordProviderHealth } from '../../services/provider-health/provider-health.ts'
import { applyToSettlement } from '../../services/settlements/read-settlements.ts'
import { batchWriter } from '../../storage/batch-writer.ts'
import {
  claimDueCallbacks,
  type DueCallback,
  FOREIGN,
  type InboxPart,
  markFailedAttempt,
  markForeign,
  markProcessed,
  OUTDATED,
  observationOf,
  readableContent,
} from '../../storage/callbacks/callbacks.ts'
import type { Leased } from '../../storage/leases.ts'
import type { OrderRow } from '../../storage/orders/order-row.ts'
import { orderIdOf, readOrder } from '../../storage/orders/orders.ts'
import { orderOfPayments } from '../../storage/orders/other-orders.ts'
import { type DueWork, type JobContext, processDue } from '../process-due.ts'
import { applyToRefund, type CallbackOutcome } from '../refunds/apply-refund-callback.ts'

const CONCURRENCY = 6

/** Callbacks under replay at the same time. A person may replay thousands: other status reads are left for callbacks that arrive. */
const REPLAY_CONCURRENCY = 2

/** Ids of payments that are stored with the error of a callback that names no order, at most. */
const MAX_SHOWN_IDS = 5

type Claimed = DueCallback & Leased

/**
 * Applies the callbacks of the inbox, the longest due first. A callback is done only when what it says is applied, or when the provider's
 * status answered otherwise for an order or refund that is still polled. Any other is tried again, and needs review after its last attempt.
 */
export const processCallbacks = (context: JobContext): Promise<number> =>
  processPart(context, 'received', { job: 'inbox', concurrency: CONCURRENCY })

/** As `processCallbacks`, for those that a person replays: beside them, so that no callback that arrives waits for a replay. */
export const processReplays = (context: JobContext): Promise<number> =>
  processPart(context, 'replayed', { job: 'replays', concurrency: REPLAY_CONCURRENCY })

function processPart(
  context: JobContext,
  part: InboxPart,
  limits: Pick<DueWork<Claimed>, 'job' | 'concurrency'>,
): Promise<number> {
  const { database, clock } = context
  // Marks of callbacks that end at the same time share a statement.
  const markDone = batchWriter(async (tokens: readonly number[]) => {
    await markProcessed(database, tokens, clock.now())
    return tokens
  })
  return processDue(context, {
    ...limits,
    table: 'callbacks',
    claim: (claim) => claimDueCallbacks(database, claim, part),
    keyOf: ({ callbackId }) => String(callbackId),
    idsOf: ({ merchantOrderId, merchantRefundId }) => ({
      merchantOrderId: merchantOrderId ?? undefined,
      merchantRefundId: merchantRefundId ?? undefined,
    }),
    async work(callback) {
      const outcome = await applyCallback(context, callback)
      // A callback that is applied but not marked, as after a crash, is applied again, which changes nothing.
      if (outcome === 'applied') await markDone(callback.leaseToken)
      else await postpone(context, callback, outcome)
    },
    failed: (callback, error) => recordFailure(context, callback, error),
  })
}

async function applyCallback(context: JobContext, callback: DueCallback): Promise<CallbackOutcome> {
  const content = readableContent(callback.content)
  if (content.kind === 'order') return applyToOrder(context, callback, content.status.orderId)
  if (content.kind === 'refund') return applyToRefund(context, callback, content.status)
  // The callback is a hint: the status decides.
  if (content.kind === 'settlement') return applyToSettlement(context, content.settlementId)
  if (content.kind === 'dispute') return recordDispute(context, callback, content.dispute)
  if (content.kind === 'billing') return hearNews(context, content.news)
  if (content.kind === 'health') await recordProviderHealth(context, content.health)
  return 'applied'
}

/** Without subscriptions of its own, the gateway only keeps what it is told of mandates. */
async function hearNews({ billing, database, clock, wake }: JobContext, news: BillingNews): Promise<CallbackOutcome> {
  const isOurs = billing === undefined || (await billing.hear(database, news, clock.now()))
  wake('subscriptions')
  return isOurs ? 'applied' : 'foreign'
}

async function applyToOrder(
  context: JobContext,
  callback: DueCallback,
  orderId: string | undefined,
): Promise<CallbackOutcome> {
  const received = observationOf(callback)
  const merchantOrderId = await orderOf(context, callback, orderId, received)
  const row = merchantOrderId === undefined ? undefined : await readOrder(context.database, merchantOrderId)
  if (!row) {
    // Not an order of this gateway, or not yet: another integration of the merchant may share the callback address.
    if (callback.merchantOrderId !== null || orderId !== undefined) return 'foreign'
    if (!received.some(mayBePaid)) return 'no-known-id'
    throw new Error(
      `The callback reports a completed payment and names no order${withIds(received)}: find it in the provider's dashboard`,
    )
  }
  const reported = await asHints(context, row, received)
  if (!needsCheck(row, reported)) {
    await applyObservations(context, row.merchantOrderId, reported)
    return 'applied'
  }
  const check = await checkOrder(context, row)
  const unanswered = check.kind === 'status-failed'
  // The hint is recorded once, not with every attempt.
  const { order } =
    unanswered && callback.attempts > 0 && !isTrusted(context, reported)
      ? { order: row }
      : await applyToRow(context, row, [...reported, check])
  if (!isApplied(order, reported, !unanswered))
    throw new Error(
      unanswered
        ? `The provider has not reported the state of order ${row.merchantOrderId}, or does not know the order`
        : `The provider's status of order ${row.merchantOrderId} does not show the payment that the callback reports`,
    )
  return 'applied'
}

/** The order that a callback is about: by its ids, or without any by a payment that a status has listed. */
async function orderOf(
  { database }: JobContext,
  { merchantOrderId }: DueCallback,
  orderId: string | undefined,
  reported: readonly Observation[],
): Promise<string | undefined> {
  if (merchantOrderId !== null) return merchantOrderId
  return orderId === undefined ? orderOfPayments(database, idsOf(reported)) : orderIdOf(database, orderId)
}

const idsOf = (reported: readonly Observation[]): string[] =>
  reported.flatMap((one) => ('status' in one ? one.status.attempts.map(({ transactionId }) => transactionId) : []))

const withIds = (reported: readonly Observation[]): string => {
  const ids = idsOf(reported).slice(0, MAX_SHOWN_IDS)
  return ids.length === 0 ? '' : `, only ${ids.join(', ')}`
}

/** True when a callback leaves open that money came in. */
const mayBePaid = (one: Observation): boolean =>
  one.kind === 'callback' &&
  (one.status.unnamedPayments !== undefined ||
    one.status.attempts.some(({ state }) => state === 'COMPLETED') ||
    (one.status.state !== 'FAILED' && one.status.state !== 'PENDING' && !one.ofAttempt))

const isTrusted = ({ policy }: JobContext, reported: readonly Observation[]): boolean =>
  policy.trustHmacCallbacks && reported.some((one) => one.kind === 'callback' && one.mode === 'hmac' && !one.ofAttempt)

const reportsIn = (reported: readonly Observation[]): ProviderOrderStatus[] =>
  reported.flatMap((one) => ('status' in one ? [one.status] : []))

/** A paid order is checked again only when the callback says something that it does not show. */
const needsCheck = (row: OrderRow, reported: readonly Observation[]): boolean =>
  row.needsReview !== undefined || row.state !== 'COMPLETED' || reportsIn(reported).some((one) => isNews(row, one))

/**
 * True when nothing of the callback can be lost: the order is still followed, or shows all money that the callback reports. Without an
 * answer of the provider, the order must show everything.
 */
function isApplied(order: OrderRecord, reported: readonly Observation[], isAnswered: boolean): boolean {
  const isFollowed = order.state === 'CREATED' || order.state === 'PENDING'
  if (isAnswered) return isFollowed || !reportsIn(reported).some((one) => hasUnknownMoney(order, one))
  return !isFollowed && !reportsIn(reported).some((one) => isNews(order, one))
}

/**
 * Postpones a callback about a foreign order. The order may become known a little later: it is being committed, or was lost in a restore
 * and is started again.
 */
function postpone({ database, clock }: JobContext, callback: Claimed, outcome: CallbackOutcome): Promise<void> {
  const { leaseToken, attempts } = callback
  const nowMs = clock.now()
  const dueAtMs = outcome === 'foreign' ? nextAttemptAt(attempts, nowMs) : undefined
  return markForeign(database, leaseToken, { nowMs, dueAtMs, reason: outcome === 'outdated' ? OUTDATED : FOREIGN })
}

async function recordFailure({ database, clock, log }: JobContext, callback: Claimed, error: unknown) {
  const { callbackId, attempts } = callback
  const text = describeError(error)
  const dueAtMs = nextAttemptAt(attempts, clock.now())
  const fields = { callbackIds: [callbackId], attempts: attempts + 1, error: text }
  if (dueAtMs === undefined) log.error(fields, 'A callback needs review')
  else log.warn(fields, 'Processing a callback failed')
  await markFailedAttempt(database, callback, text, dueAtMs)
}
