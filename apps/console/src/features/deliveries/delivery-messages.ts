import type { DeliveryAttempt, EventDelivery } from '@galla/contract/gateway-api/deliveries'
import { momentText } from '../../i18n/format.ts'
import { plural } from '../../i18n/plural.ts'
import type { Tone } from '../../i18n/terms.ts'

/** `order.needs_review` is "Order needs review". */
export function eventLabel(event: string): string {
  const words = event.replaceAll(/[._]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns the label of a subscriber. */
export function subscriberLabel(subscriber: string): string {
  return subscriber === 'handlers' ? 'your handler' : `notifier “${subscriber}”`
}

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
  return state === 'done' && attempts > 1 ? plural(attempts, 'attempt') : '–'
}

/** Says what the state of a delivery means and what to do. */
export function deliveryNote(delivery: DeliveryOf): { tone: Tone; text: string } {
  const { state, unclaimed, attempts, event, subscriber } = delivery
  if (unclaimed) {
    return {
      tone: 'bad',
      text: `No running process has taken this event for minutes. Start a process whose code has ${subscriberLabel(subscriber)} for ${event}: the event is then delivered. If that code was removed for good, remove the subscription.`,
    }
  }
  switch (state) {
    case 'done':
      return {
        tone: 'good',
        text: `Delivered ${attempts > 1 ? `at attempt ${attempts}` : 'once'}. A replayed webhook does not deliver it again.`,
      }
    case 'cancelled':
      return { tone: 'neutral', text: 'Not delivered, because its subscription was removed.' }
    case 'failed':
      return {
        tone: 'bad',
        text: `Failed after ${plural(attempts, 'attempt')} over several hours; retries have stopped. The payment is stored and not affected. Fix the error below, then retry${
          subscriber === 'handlers' ? ': the handler is called with the current order and the same delivery id.' : '.'
        }`,
      }
    default:
      return attempts === 0
        ? { tone: 'neutral', text: 'Stored in the same transaction as its cause; it runs next.' }
        : {
            tone: 'wait',
            text: `${plural(attempts, 'attempt')} so far. It is retried automatically, with delays from one second up to six hours. A retry now is one of these attempts.`,
          }
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
    ? 'The last attempt: retries have stopped.'
    : `Next attempt after ${delayText(nextAttemptAtMs - startedAtMs - tookMs)}, ${momentText(nextAttemptAtMs)}`
}

/** A delay between attempts, from one second up to six hours: `30 s`, `10 min`. */
function delayText(ms: number): string {
  const sec = Math.round(ms / 1_000)
  if (sec < 60) return `${sec} s`
  return sec < 3_600 ? `${Math.round(sec / 60)} min` : `${Math.round(sec / 3_600)} h`
}

const NO_DELIVERIES = {
  title: 'No event delivery yet',
  text: "When an order or refund changes, the handlers and notifiers that subscribe to the event are called; each is listed here. Subscribe a function with the option on of createGateway, on: { 'order.failed': ({ order }) => … }, or a mail or URL with notifiers; for the command galla gateway, in the module that GALLA_HANDLERS names.",
}

/** Empty state by view. */
const EMPTY: { readonly [state: string]: { title: string; text: string } } = {
  waiting: { title: 'No delivery is waiting', text: 'Everything that was due has been delivered.' },
  retrying: { title: 'No delivery is retried', text: 'No handler or notifier that is tried again has failed.' },
  unclaimed: {
    title: 'Every delivery has a subscriber',
    text: 'For every event that is due, a running process has the handler or notifier.',
  },
  failed: { title: 'No delivery needs review', text: 'Every handler and notifier has succeeded or is being retried.' },
  done: { title: 'No delivery is done yet', text: 'The first completed or failed order will be listed here.' },
}

/** Returns the text of a list of deliveries that has no rows. */
export const noDeliveries = (state: string): { title: string; text: string } => EMPTY[state] ?? NO_DELIVERIES
