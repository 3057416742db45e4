import type { EventName } from '@galla/contract/gateway-api/events'
import type { After, GatewayContext } from '../../context.ts'
import { defined } from '../../domain/defined.ts'
import type { Subscriber } from '../../domain/events/events.ts'
import { MAX_ATTEMPTS, nextAttemptAt } from '../../domain/retries.ts'
import { describeError } from '../../errors.ts'
import type { Notification, Notifier } from '../../notifications/notifier.ts'
import { errorFields } from '../../observability/error-fields.ts'
import { readSubject } from '../../services/events/event-subject.ts'
import { runHandler } from '../../services/events/run-handler.ts'
import { subscribersOf } from '../../services/events/subscriptions.ts'
import { withTimeout } from '../../services/with-timeout.ts'
import { type ClaimedDelivery, claimDeliveries, markDelivered, markFailed } from '../../storage/events/deliveries.ts'
import { keepLeases } from '../keep-leases.ts'

/** Handlers at the same time, if the pool for handlers has as many connections. */
const HANDLER_CONCURRENCY = 3
/** Calls of one notifier at the same time. */
const NOTIFIER_CONCURRENCY = 4
/** Time limit of a notifier. Milliseconds. */
const NOTIFIER_LIMIT_MS = 60_000
/** While a delivery takes long, the others are looked for in this interval. Milliseconds. */
const RECHECK_MS = 250
/** An attempt that takes longer is slow: while it runs, the events of quick handlers come first. Milliseconds. */
const SLOW_MS = 250

/** Number of tries to store a failed attempt, and the delay between two tries. Milliseconds. */
const STORE_ATTEMPTS = 5
const STORE_RETRY_MS = 1_000

interface RunningAttempt {
  readonly event: EventName
  /** By the clock that only runs forward. */
  readonly startedMs: number
}

/** The deliveries of one subscriber. They neither wait for those of another nor delay them. */
interface SubscriberQueue {
  readonly subscriber: Subscriber
  readonly concurrency: number
  readonly deliver: (delivery: ClaimedDelivery) => Promise<void>
  readonly running: Set<RunningAttempt>
  /** Events whose last attempt was slow. */
  readonly slow: Set<EventName>
  /** True when more deliveries may be due than were claimed. */
  more: boolean
}

/** Runs the due deliveries that this process has code for. Returns how many. */
export function deliverEvents(context: GatewayContext): Promise<number> {
  return context.deliveryRuns.alone(() => runDueDeliveries(context, queuesOf(context)))
}

function queuesOf(context: GatewayContext): SubscriberQueue[] {
  const { notifiers, handlerDatabase } = context
  return subscribersOf(context).map((subscriber) => {
    const notifier = notifiers.find(({ name }) => name === subscriber.subscriber)
    const fresh = { subscriber, running: new Set<RunningAttempt>(), slow: new Set<EventName>(), more: true }
    if (notifier) {
      return { ...fresh, concurrency: NOTIFIER_CONCURRENCY, deliver: (one) => notify(context, notifier, one) }
    }
    const concurrency = Math.min(HANDLER_CONCURRENCY, handlerDatabase.connections)
    return { ...fresh, concurrency, deliver: (one) => runHandler(context, one) }
  })
}

/** Until nothing is due and nothing runs. During a shutdown, what runs is finished and nothing is started. */
async function runDueDeliveries(context: GatewayContext, queues: readonly SubscriberQueue[]): Promise<number> {
  const running = new Set<Promise<void>>()
  const leases = keepLeases(context, 'deliveries')
  let count = 0
  const start = (queue: SubscriberQueue, delivery: ClaimedDelivery): void => {
    count += 1
    const run = { event: delivery.event, startedMs: context.monotonicMs() }
    queue.running.add(run)
    leases.add(delivery.leaseToken)
    const attempt = attemptDelivery(context, queue, delivery).finally(() => {
      leases.delete(delivery.leaseToken)
      queue.running.delete(run)
      if (isSlow(context, run)) queue.slow.add(run.event)
      else queue.slow.delete(run.event)
      running.delete(attempt)
    })
    running.add(attempt)
  }
  try {
    for (;;) {
      const free = queues.filter((queue) => queue.more && queue.running.size < queue.concurrency)
      if (context.closing() || free.length === 0) {
        if (running.size === 0) return count
        const changed = await firstOf(running)
        // A long delivery of one queue must not keep another from those that became due meanwhile.
        if (!changed) for (const queue of queues) queue.more = true
        continue
      }
      for (const queue of free) for (const delivery of await claim(context, queue)) start(queue, delivery)
    }
  } finally {
    await Promise.all(running)
    leases.stop()
  }
}

/** Fills the free slots, the longest due first. While a slow attempt runs, those of events that are not slow come before the others. */
async function claim(context: GatewayContext, queue: SubscriberQueue): Promise<ClaimedDelivery[]> {
  const { database, clock, policy } = context
  const { subscriber, events } = queue.subscriber
  const limit = queue.concurrency - queue.running.size
  const claimOf = (some: readonly EventName[], most: number) =>
    claimDeliveries(
      database,
      { subscriber, events: some },
      { nowMs: clock.now(), leaseMs: policy.leaseMs, limit: most },
    )
  const slowNow = [...queue.running].filter((run) => isSlow(context, run))
  for (const { event } of slowNow) queue.slow.add(event)
  const quick = events.filter((event) => !queue.slow.has(event))
  const first = slowNow.length > 0 && quick.length > 0 ? await claimOf(quick, limit) : []
  const rest = first.length < limit ? await claimOf(events, limit - first.length) : []
  const claimed = [...first, ...rest]
  queue.more = claimed.length === limit
  return claimed
}

const isSlow = ({ monotonicMs }: GatewayContext, { startedMs }: RunningAttempt): boolean =>
  monotonicMs() - startedMs > SLOW_MS

/** Waits until one ends. False when none did so for a while. */
async function firstOf(running: ReadonlySet<Promise<void>>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const recheck = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), RECHECK_MS)
  })
  try {
    return await Promise.race([recheck, ...[...running].map((one) => one.then(() => true as const))])
  } finally {
    clearTimeout(timer)
  }
}

/** One attempt, which was counted when it was claimed. Its failure is stored and tried again later. */
async function attemptDelivery(
  context: GatewayContext,
  queue: SubscriberQueue,
  delivery: ClaimedDelivery,
): Promise<void> {
  const { database, clock, log, wake, deliveryRuns, after, events, tracing } = context
  const { deliveryId, event, subscriber, attempts } = delivery
  const ofOrder = defined({ merchantOrderId: delivery.merchantOrderId ?? undefined })
  try {
    try {
      if (attempts > MAX_ATTEMPTS) throw new Error('The process ended during the last attempt')
      await tracing.run({ operation: 'process', of: event, rowId: deliveryId, subscriber, ...ofOrder }, () =>
        deliveryRuns.calling(() => queue.deliver(delivery)),
      )
    } catch (error) {
      const nowMs = clock.now()
      const nextAttemptAtMs = nextAttemptAt(attempts - 1, nowMs)
      await persistently(after, () => markFailed(database, delivery, describeError(error), nextAttemptAtMs, nowMs))
      const needsReview = nextAttemptAtMs === undefined
      // The text of an error of the merchant's code may have anything in it, so the log says only where it is.
      log[needsReview ? 'error' : 'warn'](
        { deliveryId, attempts, needsReview, ...errorFields(error) },
        `${event} to ${subscriber} failed. The text of the error is in the console under Event deliveries, and in galla.delivery_attempts`,
      )
      if (nextAttemptAtMs !== undefined) wake('deliveries', nextAttemptAtMs)
    }
    events.emit({ type: 'delivery', deliveryId, ...ofOrder })
  } catch (error) {
    // The lease ends by itself, and the delivery is due again.
    log.error({ deliveryId, error: describeError(error) }, 'The result of a delivery was not stored')
  }
}

/** A database that restarts is away for some seconds; without the result, the delivery would wait until the lease ends. */
async function persistently(after: After, store: () => Promise<void>): Promise<void> {
  for (let attempt = 1; attempt < STORE_ATTEMPTS; attempt += 1) {
    try {
      return await store()
    } catch {
      await new Promise<void>((resolve) => after(STORE_RETRY_MS, resolve))
    }
  }
  await store()
}

async function notify(context: GatewayContext, notifier: Notifier, delivery: ClaimedDelivery) {
  const { database, clock } = context
  const { deliveryId, event, createdAtMs: atMs } = delivery
  const subject = await readSubject(context, database, delivery)
  await withTimeout(NOTIFIER_LIMIT_MS, 'The notifier', () =>
    // The event decides which subject was read.
    notifier.notify({ event, notificationId: deliveryId, atMs, sentAtMs: clock.now(), ...subject } as Notification),
  )
  await markDelivered(database, delivery, clock.now())
}
