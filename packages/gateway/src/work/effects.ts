import { nextAttemptAt } from '../doors/handlers.ts'
import { runHandler, type Subject, wordsOf } from '../doors/run-handler.ts'
import { viewOrder, viewRefund } from '../doors/views.ts'
import type { NotificationEvent } from '../notifier.ts'
import type { Rooms } from '../rooms.ts'
import type { Queries } from '../storage/books.ts'
import { claimNotices, type EffectRow, effectDone, effectFailed, lockDueEffect } from '../storage/effects.ts'
import { paidOrderOf, readOrder } from '../storage/orders.ts'
import { refundsOf } from '../storage/refunds.ts'
import { each } from './each.ts'

const BATCH = 50
const AT_ONCE = 4
const LEASE_MS = 120_000

/** Runs what failed before and what a crash left behind; then the notifications. */
export async function runEffects(rooms: Rooms): Promise<number> {
  let done = 0
  while (!rooms.closing() && (await runNext(rooms))) done += 1
  return rooms.closing() ? done : done + (await tell(rooms))
}

async function runNext(rooms: Rooms): Promise<boolean> {
  const { books, clock, handlers } = rooms
  return books.transaction(async (tx) => {
    const due = await lockDueEffect(tx, clock.now())
    if (!due) return false
    const kind = due.kind as NotificationEvent
    const subject = await subjectOf(tx, due)
    if (!subject || handlers[kind] === undefined) await effectDone(tx, due.deliveryId, clock.now())
    else await runHandler(rooms, tx, { deliveryId: due.deliveryId, kind, attempts: due.attempts, ...subject })
    return true
  })
}

async function tell(rooms: Rooms): Promise<number> {
  const { books, clock } = rooms
  const nowMs = clock.now()
  const due = await claimNotices(books, { nowMs, leaseUntilMs: nowMs + LEASE_MS, most: BATCH })
  await each(
    due,
    AT_ONCE,
    (notice) => tellOne(rooms, notice),
    ({ deliveryId }, error) =>
      rooms.log.error({ deliveryId, error: wordsOf(error) }, 'A notification was not written down'),
  )
  return due.length
}

async function tellOne({ books, clock, notifiers, log }: Rooms, due: EffectRow): Promise<void> {
  const { deliveryId, attempts } = due
  const notifier = notifiers.find(({ name }) => name === due.notifier)
  const subject = await subjectOf(books, due)
  try {
    if (notifier && subject) {
      await notifier.notify({ event: due.kind as NotificationEvent, notificationId: deliveryId, ...subject })
    }
  } catch (error) {
    await effectFailed(books, deliveryId, wordsOf(error), nextAttemptAt(attempts, clock.now()))
    log.warn({ deliveryId, attempts: attempts + 1 }, 'A notification failed')
    return
  }
  await effectDone(books, deliveryId, clock.now())
}

/** As it is now: a handler that comes late is told today's truth. */
async function subjectOf(on: Queries, due: EffectRow): Promise<Subject | undefined> {
  const { merchantOrderId, merchantRefundId } = due
  const row = await readOrder(on, merchantOrderId)
  if (!row) return undefined
  const [refunds, paidBy] = await Promise.all([refundsOf(on, merchantOrderId), paidOrderOf(on, row.reference)])
  const refund = refunds.find((one) => one.merchantRefundId === merchantRefundId)
  return {
    order: viewOrder(row, refunds),
    ...(refund ? { refund: viewRefund(refund) } : {}),
    ...(paidBy === undefined || paidBy === merchantOrderId ? {} : { paidBy }),
  }
}
