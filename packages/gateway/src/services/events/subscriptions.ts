import type { EventSubscription } from '@galla/contract/gateway-api/deliveries'
import { EVENT_NAMES } from '@galla/contract/gateway-api/events'
import type { GatewayContext } from '../../context.ts'
import { HANDLERS, type Subscriber } from '../../domain/events/events.ts'
import { GatewayError, invalid } from '../../errors.ts'
import { writeAudit } from '../../storage/access/audit.ts'
import { deleteSubscription, listSubscriptions, registerSubscribers } from '../../storage/events/subscriptions.ts'
import { checkStorable } from '../validation.ts'

/** The subscription that `eventSubscriptions.remove()` removes. */
export interface SubscriptionKey extends Pick<EventSubscription, 'subscriber'> {
  /** Name of the event. A newer release may have registered an event that this release does not know. */
  event: string
}

/** The result of removing a subscription. */
export interface RemovedSubscription {
  /** Number of waiting deliveries that were cancelled. */
  cancelled: number
}

/** Returns the subscriptions that this process has code for: its handlers, and each notifier. */
export function subscribersOf({ handlers, notifiers }: Pick<GatewayContext, 'handlers' | 'notifiers'>): Subscriber[] {
  const handled = { subscriber: HANDLERS, events: EVENT_NAMES.filter((name) => handlers[name] !== undefined) }
  const notified = notifiers.map(({ name, kinds }) => ({ subscriber: name, events: kinds }))
  return [handled, ...notified].filter(({ events }) => events.length > 0)
}

/** Registers what this process has code for, before it does anything: from then on each such event is delivered. */
export function registerSubscriptions(
  context: Pick<GatewayContext, 'database' | 'clock' | 'handlers' | 'notifiers'>,
): Promise<void> {
  return registerSubscribers(context.database, subscribersOf(context), context.clock.now())
}

export async function subscriptions(context: GatewayContext): Promise<EventSubscription[]> {
  const rows = await listSubscriptions(context.database, context.clock.now())
  return rows.map((row) => ({ ...row, here: isHere(context, row) }))
}

/**
 * Removes a subscription, in one transaction with its entry in the audit log.
 * @throws GatewayError INVALID_REQUEST, NOT_FOUND
 */
export async function removeSubscription(
  context: GatewayContext,
  { subscriber, event }: SubscriptionKey,
): Promise<{ cancelled: number }> {
  for (const [field, text] of Object.entries({ subscriber, event })) checkStorable(text, field)
  if (isHere(context, { subscriber, event }))
    throw invalid('subscriber', 'must not have code in this process: deploy it without the handler or notifier first')
  const removed = await context.database.transaction(async (tx) => {
    const removal = await deleteSubscription(tx, { subscriber, event })
    if (removal && 'cancelled' in removal)
      await writeAudit(
        { ...context, database: tx },
        {
          atMs: context.clock.now(),
          what: 'removed',
          kind: 'subscription',
          id: `${event} to ${subscriber}`,
          detail: String(removal.cancelled),
        },
      )
    return removal
  })
  if (removed === undefined) throw new GatewayError('NOT_FOUND', `${subscriber} has no subscription to ${event}`)
  if ('running' in removed) throw invalid('subscriber', stillRunning(removed.running))
  const { cancelled } = removed
  context.log.info({ subscriber, event, cancelled }, 'Subscription removed')
  return { cancelled }
}

const stillRunning = (processes: number): string =>
  `must not have code in a running process: ${processes === 1 ? '1 process has' : `${processes} processes have`} it. First stop these processes, or deploy them without the handler or notifier. A killed process counts for up to 35 seconds`

const isHere = (context: GatewayContext, key: SubscriptionKey): boolean =>
  subscribersOf(context).some(
    ({ subscriber, events }) => subscriber === key.subscriber && events.some((one) => one === key.event),
  )
