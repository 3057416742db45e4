import type { DeliveryAttempt, EventDelivery } from '@galla/contract/gateway-api/deliveries'
import { momentText } from '../../i18n/format.ts'
import { messages } from '../../i18n/messages.ts'
import type { Tone } from '../../i18n/terms.ts'
import { deliveriesEnglish, deliveryEnglish } from './english.ts'

const t = messages('deliveries/delivery', deliveryEnglish)

/** `order.needs_review` is "Order needs review". */
export const eventLabel = (event: string): string => t.event(event)

/** Returns the label of a subscriber. */
export function subscriberLabel(subscriber: string): string {
  return subscriber === 'handlers' ? t.handler : t.notifier(subscriber)
}

/** `to your handler` */
export const toText = (subscriber: string): string => t.to(subscriberLabel(subscriber))

type DeliveryOf = Pick<EventDelivery, 'state' | 'unclaimed' | 'attempts' | 'event' | 'subscriber'>

/** The state that its badge shows. */
export const deliveryBadge = ({
  state,
  unclaimed,
  lastError,
}: Pick<EventDelivery, 'state' | 'unclaimed' | 'lastError'>): string =>
  unclaimed ? 'unclaimed' : state === 'waiting' && lastError !== undefined ? 'retrying' : state

/** Returns the result of a delivery in a list: its last error, or its number of attempts. */
export function deliveryResult({
  state,
  attempts,
  lastError,
}: Pick<EventDelivery, 'state' | 'attempts' | 'lastError'>): string {
  if (lastError !== undefined) return lastError
  return state === 'done' && attempts > 1 ? t.attempts(attempts) : '–'
}

/** Says what the state of a delivery means and what to do. */
export function deliveryNote(delivery: DeliveryOf): { tone: Tone; text: string } {
  const { state, unclaimed, attempts, event, subscriber } = delivery
  if (unclaimed) {
    return {
      tone: 'bad',
      text: t.notes.unclaimed(subscriberLabel(subscriber), event),
    }
  }
  switch (state) {
    case 'done':
      return { tone: 'good', text: t.notes.done(attempts) }
    case 'cancelled':
      return { tone: 'neutral', text: t.notes.cancelled }
    case 'failed':
      return {
        tone: 'bad',
        text: subscriber === 'handlers' ? t.notes.handlerFailed(attempts) : t.notes.failed(attempts),
      }
    default:
      return attempts === 0
        ? { tone: 'neutral', text: t.notes.first }
        : { tone: 'wait', text: t.notes.retrying(attempts) }
  }
}

/** An attempt without a result: its process ended. */
export interface LostAttempt {
  readonly lost: number
}

/** The attempts newest first, with those in between that left no result. */
export function withLostAttempts(history: readonly DeliveryAttempt[]): (DeliveryAttempt | LostAttempt)[] {
  return history.flatMap((attempt, at) => {
    const before = history[at + 1]?.attempt
    // A smaller number before a larger one is the same series: a person's retry starts again at 1.
    const lost = before === undefined || before >= attempt.attempt ? 0 : attempt.attempt - before - 1
    return [attempt, ...Array.from({ length: lost }, (_, skipped) => ({ lost: attempt.attempt - 1 - skipped }))]
  })
}

/** Says what followed a failed attempt. */
export function backOffText({ startedAtMs, tookMs, nextAttemptAtMs }: DeliveryAttempt): string {
  return nextAttemptAtMs === undefined
    ? t.history.last
    : t.history.next(delayText(nextAttemptAtMs - startedAtMs - tookMs), momentText(nextAttemptAtMs))
}

/** A delay between attempts, from one second up to six hours: `30 s`, `10 min`. */
function delayText(ms: number): string {
  const sec = Math.round(ms / 1_000)
  if (sec < 60) return t.delay.seconds(sec)
  return sec < 3_600 ? t.delay.minutes(Math.round(sec / 60)) : t.delay.hours(Math.round(sec / 3_600))
}

/** Empty states by view. */
const { any, ...ofView } = messages('deliveries/list', deliveriesEnglish).none
const EMPTY: { readonly [state: string]: { title: string; text: string } } = ofView

/** Returns the text of a list of deliveries that has no rows. */
export const noDeliveries = (state: string): { title: string; text: string } => EMPTY[state] ?? any
