import type { DeliveryEntry } from '@galla/contract/gateway-api/decisions'
import type { EventName } from '@galla/contract/gateway-api/events'
import type { Order } from '@galla/contract/gateway-api/orders'
import { messages } from '../../i18n/messages.ts'
import type { StateIconName, Tone } from '../../i18n/terms.ts'
import { fulfilmentEnglish } from './english-result.ts'

const t = messages('orders/fulfilment', fulfilmentEnglish)

export interface OrderStep {
  label: string
  tone: Tone
  icon: StateIconName
  /** Epoch milliseconds; absent for a step that has not happened. */
  atMs?: number
}

export const step = (label: string, tone: Tone, icon: StateIconName, atMs?: number): OrderStep =>
  atMs === undefined ? { label, tone, icon } : { label, tone, icon, atMs }

/** Events that tell the shop what became of an order of a subscription. */
const BILLING_EVENTS: readonly string[] = [
  'subscription.activated',
  'subscription.charge_completed',
  'subscription.charge_failed',
  'subscription.expired',
] satisfies EventName[]

/** Events that tell the shop of a payment that it must fulfil. */
const PAYMENT_EVENTS: readonly string[] = ['order.completed', 'subscription.charge_completed'] satisfies EventName[]

/** The last step: whether the shop's code ran. */
export function deliveryStep({ state }: Order, deliveries: readonly DeliveryEntry[]): OrderStep {
  const ofOrder = deliveries.filter(
    ({ event, state }) => (event.startsWith('order.') || BILLING_EVENTS.includes(event)) && state !== 'cancelled',
  )
  const last = ofOrder.at(-1)
  if (!last) {
    return state === 'COMPLETED' || state === 'FAILED'
      ? step(t.none, 'neutral', 'ring')
      : step(t.notYet, 'neutral', 'ring')
  }
  const failed = ofOrder.find((one) => one.state === 'failed')
  if (failed) return step(textsOf([failed]).failed, 'bad', 'warning', failed.atMs)
  const open = ofOrder.filter((one) => one.state !== 'done')
  if (open.length === 0) return step(textsOf(ofOrder).ran, 'good', 'check', last.atMs)
  return step(progressText(open), 'wait', 'half')
}

const textsOf = (deliveries: readonly DeliveryEntry[]) => (deliveries.some(isOfHandler) ? t.handler : t.notifier)

function progressText(open: readonly DeliveryEntry[]): string {
  const { retried, running, next } = textsOf(open)
  if (open.some(({ lastError }) => lastError !== undefined)) return retried
  return open.some(({ attempts }) => attempts > 0) ? running : next
}

/** The delivery of a payment to the shop, for a headline. `text` is empty, or a sentence and a space. */
interface Fulfilment {
  tone: Tone
  icon: StateIconName
  title: string
  text: string
  /** The delivery that is not done: its id. */
  delivery?: string
}

/** A delivery that waits this long for its first attempt has no process that takes it. */
const UNCLAIMED_MS = 300_000

/** Tells whether the shop received a payment that it must fulfil. Until then, the payer sees an unpaid order. */
export function fulfilmentOf(deliveries: readonly DeliveryEntry[], nowMs: number): Fulfilment {
  const ofPayment = deliveries.filter(({ event }) => PAYMENT_EVENTS.includes(event))
  const kept = ofPayment.filter(({ state }) => state !== 'cancelled')
  // Without any, the shop may read the API instead, or they are older than what is kept: the last step says so.
  const [cancelled] = ofPayment
  if (kept.length === 0 && cancelled)
    return {
      tone: 'wait',
      icon: 'half',
      title: t.notSent.title,
      text: t.notSent.text(cancelled.event),
    }
  const late = kept.filter((one) => isLate(one, nowMs))
  const worst = late.find(isOfHandler) ?? late.find(({ state }) => state === 'failed') ?? late[0]
  if (!worst) return { tone: 'good', icon: 'check', title: t.paid, text: '' }
  const isOver = worst.state === 'failed'
  return {
    ...(isOver ? { tone: 'bad', icon: 'warning' } : { tone: 'wait', icon: 'half' }),
    title: isOfHandler(worst) ? t.handlerMissed(isOver) : t.notifierMissed(worst.subscriber, isOver),
    text: `${lateText(worst)} `,
    delivery: worst.deliveryId,
  }
}

const isOfHandler = ({ subscriber }: DeliveryEntry): boolean => subscriber === 'handlers'

const isLate = ({ state, attempts, lastError, atMs }: DeliveryEntry, nowMs: number): boolean =>
  state === 'failed' ||
  (state === 'waiting' && (lastError !== undefined || (attempts === 0 && nowMs - atMs > UNCLAIMED_MS)))

function lateText(delivery: DeliveryEntry): string {
  const { state, attempts, lastError } = delivery
  const isHandler = isOfHandler(delivery)
  if (state === 'failed') return t.late.stopped(isHandler, attempts)
  if (lastError === undefined) return t.late.unclaimed
  // A retry by hand counts from 0 again.
  return attempts === 0 ? t.late.again(isHandler) : t.late.retried(isHandler, attempts)
}
