import type { GatewayContext } from '../context.ts'
import type { NotificationEvent } from '../notifications/notifier.ts'
import { runConcurrently } from '../services/concurrency.ts'
import { nextAttemptAt } from '../services/handlers.ts'
import { runHandler, type Subject, wordsOf } from '../services/run-handler.ts'
import { viewOrder, viewRefund } from '../services/views.ts'
import type { Queries } from '../storage/database.ts'
import {
  claimDueNotifications,
  type DeliveryRow,
  lockDueDelivery,
  markDelivered,
  markFailed,
} from '../storage/deliveries.ts'
import { paidOrderOf, readOrder } from '../storage/orders.ts'
import { refundsOf } from '../storage/refunds.ts'

const BATCH = 50
const CONCURRENCY = 4
const LEASE_MS = 120_000

/** Runs what failed before and what a crash left behind; then the notifications. */
export async function deliverEvents(context: GatewayContext): Promise<number> {
  let done = 0
  while (!context.closing() && (await runNext(context))) done += 1
  return context.closing() ? done : done + (await tell(context))
}

async function runNext(context: GatewayContext): Promise<boolean> {
  const { database, clock, handlers } = context
  return database.transaction(async (tx) => {
    const due = await lockDueDelivery(tx, clock.now())
    if (!due) return false
    const kind = due.kind as NotificationEvent
    const subject = await subjectOf(tx, due)
    if (!subject || handlers[kind] === undefined) await markDelivered(tx, due.deliveryId, clock.now())
    else await runHandler(context, tx, { deliveryId: due.deliveryId, kind, attempts: due.attempts, ...subject })
    return true
  })
}

async function tell(context: GatewayContext): Promise<number> {
  const { database, clock } = context
  const nowMs = clock.now()
  const due = await claimDueNotifications(database, { nowMs, leaseUntilMs: nowMs + LEASE_MS, most: BATCH })
  await runConcurrently(
    due,
    CONCURRENCY,
    (notice) => tellOne(context, notice),
    ({ deliveryId }, error) =>
      context.log.error({ deliveryId, error: wordsOf(error) }, 'A notification was not written down'),
  )
  return due.length
}

async function tellOne({ database, clock, notifiers, log }: GatewayContext, due: DeliveryRow): Promise<void> {
  const { deliveryId, attempts } = due
  const notifier = notifiers.find(({ name }) => name === due.notifier)
  const subject = await subjectOf(database, due)
  try {
    if (notifier && subject) {
      await notifier.notify({ event: due.kind as NotificationEvent, notificationId: deliveryId, ...subject })
    }
  } catch (error) {
    await markFailed(database, deliveryId, wordsOf(error), nextAttemptAt(attempts, clock.now()))
    log.warn({ deliveryId, attempts: attempts + 1 }, 'A notification failed')
    return
  }
  await markDelivered(database, deliveryId, clock.now())
}

/** As it is now: a handler that comes late is told today's truth. */
async function subjectOf(on: Queries, due: DeliveryRow): Promise<Subject | undefined> {
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
