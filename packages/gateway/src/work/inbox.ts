import type { Observation } from '../books/observation.ts'
import { isOpen } from '../books/refundable.ts'
import { askOrder, askRefund } from '../doors/ask-provider.ts'
import { nextAttemptAt } from '../doors/handlers.ts'
import { wordsOf } from '../doors/run-handler.ts'
import { settle } from '../doors/settle.ts'
import { settleRefund } from '../doors/settle-refund.ts'
import type { Rooms } from '../rooms.ts'
import { claimWaiting, markProcessed, markStumbled, type WaitingCallback } from '../storage/callbacks.ts'
import type { OrderRow } from '../storage/order-row.ts'
import { orderIdOf, readOrder } from '../storage/orders.ts'
import { readRefund, refundIdOf } from '../storage/refunds.ts'
import { each } from './each.ts'

const BATCH = 24
const AT_ONCE = 6
/** Longer than a batch takes when the provider lets every call of it run into its 30 s. */
const LEASE_MS = 150_000

/** Folds what waits in the inbox, oldest first; all that was said of one order goes into one fold. */
export async function drainInbox(rooms: Rooms): Promise<number> {
  const { books, clock } = rooms
  let folded = 0
  while (!rooms.closing()) {
    const nowMs = clock.now()
    const batch = await claimWaiting(books, { nowMs, leaseUntilMs: nowMs + LEASE_MS, most: BATCH })
    if (batch.length === 0) return folded
    folded += batch.length
    const done: number[] = []
    await each(
      [...bySubject(batch).values()],
      AT_ONCE,
      async (group) => {
        await fold(rooms, group)
        done.push(...group.map(({ callbackId }) => callbackId))
      },
      (group, error) => stumble(rooms, group, error),
    )
    // What is folded and not marked, as a crash would leave it, is folded again, which changes nothing.
    await markProcessed(books, done, clock.now())
  }
  return folded
}

function bySubject(batch: readonly WaitingCallback[]): Map<string, WaitingCallback[]> {
  const groups = new Map<string, WaitingCallback[]>()
  for (const one of batch) {
    const key = `${one.facts.kind} ${subjectOf(one) ?? one.callbackId}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return groups
}

function subjectOf({ facts, merchantOrderId, merchantRefundId }: WaitingCallback): string | null | undefined {
  if (facts.kind === 'refund') return merchantRefundId ?? facts.facts.refundId
  return merchantOrderId ?? (facts.kind === 'order' ? facts.status.orderId : undefined)
}

async function fold(rooms: Rooms, group: readonly WaitingCallback[]): Promise<void> {
  const [first] = group
  if (first?.facts.kind === 'order') return foldOrder(rooms, first, group)
  if (first?.facts.kind === 'refund') return foldRefund(rooms, first)
}

/** What it says of the refund is a hint: the provider is asked, as it is about an order. */
async function foldRefund(rooms: Rooms, told: WaitingCallback): Promise<void> {
  const { books } = rooms
  const refundId = told.facts.kind === 'refund' ? told.facts.facts.refundId : undefined
  // Callbacks of failed refunds are known to leave our id out, and by it alone the provider can be asked.
  const merchantRefundId =
    told.merchantRefundId ?? (refundId === undefined ? undefined : await refundIdOf(books, refundId))
  if (merchantRefundId === undefined) return
  const known = await readRefund(books, merchantRefundId)
  const merchantOrderId = known?.merchantOrderId ?? told.merchantOrderId
  const order = merchantOrderId == null ? undefined : await readOrder(books, merchantOrderId)
  if (!order || (known && !isOpen(known))) return
  const heard = await askRefund(rooms, merchantRefundId)
  if (heard.kind === 'status')
    await settleRefund(rooms, { merchantRefundId, merchantOrderId: order.merchantOrderId }, heard)
  // One of ours is polled. Of one that was made beside us nobody else will tell.
  else if (!known && heard.kind === 'status-failed' && !heard.unknownRefund)
    throw new Error('The provider could not be asked about a refund')
}

async function foldOrder(rooms: Rooms, first: WaitingCallback, group: readonly WaitingCallback[]): Promise<void> {
  const orderId = first.facts.kind === 'order' ? first.facts.status.orderId : undefined
  const merchantOrderId =
    first.merchantOrderId ?? (orderId === undefined ? undefined : await orderIdOf(rooms.books, orderId))
  const row = merchantOrderId == null ? undefined : await readOrder(rooms.books, merchantOrderId)
  // Not of these books: another integration of the same merchant may share the callback's address.
  if (!row) return
  const told = group.flatMap(observationOf)
  const heard = isNews(row, told) ? [...told, await askOrder(rooms, row)] : told
  await settle(rooms, row.merchantOrderId, heard)
}

function observationOf({ facts, receivedAtMs, callbackId }: WaitingCallback): Observation[] {
  if (facts.kind !== 'order') return []
  const { status, mode } = facts
  return [{ kind: 'callback', atMs: receivedAtMs, source: String(callbackId), status, mode }]
}

/** A paid order is asked after again only when the callback tells of a payment that is not in the books. */
function isNews(row: OrderRow, told: readonly Observation[]): boolean {
  if (row.needsReview) return false
  if (row.state !== 'COMPLETED') return true
  const known = new Set(row.attempts.map(({ transactionId }) => transactionId))
  return told.some(
    (one) =>
      'status' in one &&
      one.status.attempts.some(({ state, transactionId }) => state === 'COMPLETED' && !known.has(transactionId)),
  )
}

function stumble({ books, clock, log }: Rooms, group: readonly WaitingCallback[], error: unknown): void {
  log.error({ callbackIds: group.map(({ callbackId }) => callbackId), error: wordsOf(error) }, 'A callback stumbled')
  for (const { callbackId, attempts } of group) {
    // If this fails too, the lease brings it back.
    void markStumbled(books, callbackId, wordsOf(error), nextAttemptAt(attempts, clock.now())).catch(() => {})
  }
}
