import type { GatewayContext } from '../context.ts'
import { defined } from '../domain/defined.ts'
import { nextAttemptAt } from '../domain/schedule.ts'
import { describeError } from '../errors.ts'
import type { NotificationEvent } from '../notifications/notifier.ts'
import { runConcurrently } from '../services/concurrency.ts'
import { type EventSubject, runHandler } from '../services/run-handler.ts'
import type { Queries } from '../storage/database.ts'
import {
  claimDueNotifications,
  type DeliveryRow,
  lockDueDelivery,
  markDelivered,
  markFailed,
} from '../storage/deliveries.ts'
import { paidOrderOf, readOrder, viewOrder } from '../storage/orders.ts'
import { refundsOf, viewRefund } from '../storage/refunds.ts'

const BATCH = 50
const CONCURRENCY = 4

/** Runs the due deliveries to handlers, then those to notifiers. Returns how many. */
export async function deliverEvents(context: GatewayContext): Promise<number> {
  let done = 0
  while (!context.closing() && (await runNext(context))) done += 1
  return context.closing() ? done : done + (await notifyDue(context))
}

async function runNext(context: GatewayContext): Promise<boolean> {
  const { database, clock, handlers } = context
  return database.transaction(async (tx) => {
    const due = await lockDueDelivery(tx, clock.now())
    if (!due) return false
    const event = due.event as NotificationEvent
    const subject = await subjectOf(tx, due)
    if (!subject || handlers[event] === undefined) await markDelivered(tx, due.deliveryId, clock.now())
    else await runHandler(context, tx, { deliveryId: due.deliveryId, event, attempts: due.attempts, ...subject })
    return true
  })
}

async function notifyDue(context: GatewayContext): Promise<number> {
  const { database, clock, policy } = context
  const due = await claimDueNotifications(database, { nowMs: clock.now(), leaseMs: policy.leaseMs, limit: BATCH })
  await runConcurrently(
    due,
    CONCURRENCY,
    (delivery) => notifyOne(context, delivery),
    ({ deliveryId }, error) =>
      context.log.error({ deliveryId, error: describeError(error) }, 'The result of a notification was not stored'),
  )
  return due.length
}

async function notifyOne({ database, clock, notifiers, log }: GatewayContext, due: DeliveryRow): Promise<void> {
  const { deliveryId, attempts } = due
  const notifier = notifiers.find(({ name }) => name === due.notifier)
  const subject = await subjectOf(database, due)
  try {
    if (notifier && subject) {
      await notifier.notify({ event: due.event as NotificationEvent, notificationId: deliveryId, ...subject })
    }
  } catch (error) {
    await markFailed(database, deliveryId, describeError(error), nextAttemptAt(attempts, clock.now()))
    log.warn({ deliveryId, attempts: attempts + 1 }, 'A notification failed')
    return
  }
  await markDelivered(database, deliveryId, clock.now())
}

/** The order and refund as they are now, not as they were at the time of the event. */
async function subjectOf(on: Queries, due: DeliveryRow): Promise<EventSubject | undefined> {
  const { merchantOrderId, merchantRefundId } = due
  const row = await readOrder(on, merchantOrderId)
  if (!row) return undefined
  const [refunds, paidBy] = await Promise.all([refundsOf(on, merchantOrderId), paidOrderOf(on, row.reference)])
  const refund = refunds.find((one) => one.merchantRefundId === merchantRefundId)
  return {
    order: viewOrder(row),
    ...defined({ refund: refund && viewRefund(refund), paidBy: paidBy === merchantOrderId ? undefined : paidBy }),
  }
}
