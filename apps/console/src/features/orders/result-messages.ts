import type { ConsoleRoute } from '@galla/contract/gateway-api/console-permissions'
import type {
  CallbackEntry,
  DeliveryEntry,
  OrderWithTimeline,
  TimelineEntry,
} from '@galla/contract/gateway-api/decisions'
import type { Order } from '@galla/contract/gateway-api/orders'
import type { Refund } from '@galla/contract/gateway-api/refunds'
import type { Paise } from '@galla/contract/money'
import { orderState } from '../../components/records.tsx'
import { reasonInSentence, reasonOf } from '../../i18n/failure-messages.ts'
import { amountText, clockText, dayStart, momentText, secondsText, shortMomentText } from '../../i18n/format.ts'
import { messages } from '../../i18n/messages.ts'
import type { StateIconName, Tone } from '../../i18n/terms.ts'
import { resultEnglish } from './english-result.ts'
import { explainFailure } from './failure-explanations.ts'
import { deliveryStep, fulfilmentOf, type OrderStep, step } from './fulfilment-messages.ts'
import { newRefundText, openRefundState, refundAdvice, reviewText } from './review-messages.ts'
import { isRefused, timelineText } from './timeline-messages.ts'

const t = messages('orders/result', resultEnglish)

export interface ResultText {
  tone: Tone
  icon: StateIconName
  /** The result in one or two words. */
  title: string
  /** The evidence for the result, and the next step. */
  text: string
  /** The `merchantOrderId` of the order of the same reference that the text speaks of. */
  other?: string
  /** The delivery of order.completed that the text speaks of: its id. */
  delivery?: string
}

type Story = Pick<OrderWithTimeline, 'order' | 'timeline' | 'siblings' | 'refunds'>

/**
 * Returns the state of the order's money, for a reader with ten seconds.
 * @param may tells whether the person's role may call a route: the text asks only for allowed actions
 */
export function resultOf(story: Story, nowMs: number, may: (route: ConsoleRoute) => boolean): ResultText {
  const { order } = story
  if (order.needsReview) return reviewResult(story, may('POST /orders/:merchantOrderId/refunds'))
  switch (order.state) {
    case 'COMPLETED':
      return paidResult(story, nowMs)
    case 'FAILED':
      return failedResult(story)
    default:
      return openResult(story, nowMs, may('POST /orders/:merchantOrderId/sync'))
  }
}

function reviewResult({ order, refunds }: Pick<Story, 'order' | 'refunds'>, mayRefund: boolean): ResultText {
  const advice = refundAdvice(order, refunds, mayRefund)
  const refund = newRefundText(order, refunds)
  return {
    tone: 'bad',
    icon: 'warning',
    title: t.review(refund),
    text: [advice, reviewText(order.needsReview?.findings ?? [], refunds)].filter((one) => one !== '').join(' '),
  }
}

/** True when the provider returns by itself what it takes: ₹2 that prove a mandate. No payment is recorded. */
export const provesMandate = ({ checkout }: Pick<Order, 'checkout'>): boolean => checkout === 'MANDATE_CHECK'

function paidResult({ order, timeline, siblings, refunds }: Story, nowMs: number): ResultText {
  if (provesMandate(order))
    return { tone: 'good', icon: 'check', title: t.mandate.title, text: t.mandate.text(amountText(order.amount)) }
  const owed = owedOf(order)
  const isLate = order.resolution === 'late-refund'
  if (owed > 0) {
    return {
      tone: 'bad',
      icon: 'warning',
      title: (isLate ? t.owed.late : t.owed.twice)(amountText(owed)),
      text: isLate ? t.owed.lateText : t.owed.twiceText,
      ...(order.resolution === 'duplicate-refund' && otherOf(paidSibling(siblings))),
    }
  }
  if (isLate) return { tone: 'wait', icon: 'half', title: refundTitle(order, t.late), text: t.late.text }
  if (order.resolution === 'duplicate-refund') {
    return {
      tone: 'wait',
      icon: 'double',
      title: refundTitle(order, t.twice),
      text: t.twice.text(order.reference),
      ...otherOf(paidSibling(siblings)),
    }
  }
  const utr = order.utr === undefined ? '' : t.utr(order.utr)
  const refunded = order.refundedAmount > 0 ? t.refunded(amountText(order.refundedAmount)) : ''
  const { text, ...result } = fulfilmentOf(deliveriesIn(timeline), nowMs)
  return {
    ...result,
    text: `${text}${evidenceText(timeline)}${utr}${refunded}${openRefundText(order, refunds)}${secondPaymentText(siblings)}`,
    ...otherOf(siblings.find(isSecondPayment)),
  }
}

/** Returns the amount, in paise, that an undelivered payment still owes its payer. Refunds under way are not part of the amount. */
export const owedOf = ({ resolution, refundableAmount }: Pick<Order, 'resolution' | 'refundableAmount'>): Paise =>
  resolution === 'late-refund' || resolution === 'duplicate-refund' ? refundableAmount : (0 as Paise)

/** Paise of an undelivered payment that are on their way back to the payer. Only of an order that owes nothing. */
const beingRefunded = ({ amount, refundedAmount }: Pick<Order, 'amount' | 'refundedAmount'>): number =>
  Math.max(amount - refundedAmount, 0)

function refundTitle(
  order: Pick<Order, 'amount' | 'refundedAmount'>,
  texts: { refunding(amount: string): string; refunded: string },
): string {
  const rest = beingRefunded(order)
  return rest > 0 ? texts.refunding(amountText(rest)) : texts.refunded
}

/** True when the order is a second payment of its reference, which is refunded automatically. */
export const isSecondPayment = ({ state, resolution }: Pick<Order, 'state' | 'resolution'>): boolean =>
  state === 'COMPLETED' && resolution === 'duplicate-refund'

/** The payer may ask about either payment. */
function secondPaymentText(siblings: readonly Order[]): string {
  const second = siblings.find(isSecondPayment)
  if (!second) return ''
  const owed = owedOf(second)
  const { merchantOrderId } = second
  if (owed > 0) return t.second.owed(merchantOrderId, amountText(owed))
  return (beingRefunded(second) > 0 ? t.second.refunding : t.second.refunded)(merchantOrderId)
}

/** The provider never saw these: a person or another payment decided them. */
const NEVER_SENT: readonly (string | undefined)[] = ['DECLINED', 'APPROVAL_EXPIRED', 'OTHER_PAYMENT_REFUNDED']

/** True when the provider may know the refund: it neither waits for approval nor ended before it was sent. */
export const mayBeSent = ({ approval, errorCode }: Pick<Refund, 'approval' | 'errorCode'>): boolean =>
  approval?.state !== 'waiting' && !NEVER_SENT.includes(errorCode)

/** The newest refund, where somebody waits for it. */
function openRefundText({ refundableAmount }: Order, refunds: readonly Refund[]): string {
  const [newest] = [...refunds].sort((one, two) => two.createdAtMs - one.createdAtMs)
  if (!newest || newest.state === 'COMPLETED') return ''
  const amount = amountText(newest.amount)
  if (newest.state === 'FAILED') {
    if (!mayBeSent(newest) || refundableAmount < newest.amount) return ''
    return t.refundFailed(amount)
  }
  return t.refundOpen(amount, openRefundState(newest))
}

function evidenceText(timeline: readonly TimelineEntry[]): string {
  const byWebhook = timeline.some(
    (entry) => entry.kind === 'callback' && entry.verdict === 'accepted' && isOfPayment(entry),
  )
  const byStatus = !timeline.some((entry) => entry.kind === 'decision' && entry.rule === 'completed-by-signed-callback')
  if (!byStatus) return t.evidence.webhook
  return byWebhook ? t.evidence.both : t.evidence.status
}

/** The timeline also has the callbacks of refunds, which say nothing about the payment. */
const isOfPayment = ({ event, state }: CallbackEntry): boolean =>
  event.endsWith('.order.completed') && state === 'COMPLETED'

const otherOf = (other: Order | undefined) => other && { other: other.merchantOrderId }

/** The order of the same reference that is paid and counts. */
const paidSibling = (siblings: readonly Order[]): Order | undefined =>
  siblings.find(({ state, resolution }) => state === 'COMPLETED' && resolution === 'fulfil')

function failedResult({ order, siblings }: Pick<OrderWithTimeline, 'order' | 'siblings'>): ResultText {
  const ending = orderState(order)
  const reason = reasonOf(order) ?? ''
  const { fix: usualFix, meaning } = explainFailure(order)
  // What usually helps, a new order of the reference, would be a second payment.
  const paid = paidSibling(siblings)
  const other = otherOf(paid)
  const fix = paid ? t.otherPaid(order.reference) : usualFix
  if (ending === 'EXPIRED') {
    return { tone: 'neutral', icon: 'clock', title: t.expired(reason), text: fix, ...other }
  }
  if (ending === 'CANCELLED') {
    return { tone: 'neutral', icon: 'slash', title: t.cancelled(reason), text: fix, ...other }
  }
  return { tone: 'bad', icon: 'cross', title: t.failed, text: `${t.meaning(meaning, reason)} ${fix}`, ...other }
}

/** Why the last attempt failed, of an order that can still be paid. */
function lastAttemptText(timeline: readonly TimelineEntry[], nowMs: number): string {
  const last = timeline
    .filter((entry) => entry.kind === 'failed-attempt')
    .filter(isRefused)
    .at(-1)
  if (!last) return ''
  return t.lastAttempt(nearText(last.atMs, nowMs), reasonInSentence(last))
}

/** A moment of today by its time only. */
const nearText = (atMs: number, nowMs: number, timeText = clockText): string =>
  dayStart(atMs) === dayStart(nowMs) ? timeText(atMs) : shortMomentText(atMs, nowMs)

/** A status answer of this age still says how an open order is. */
const FRESH_MS = 120_000

/** Says when the provider was last asked about an open order. `isFresh`: the answer is recent. Otherwise the provider may know of a payment. */
function lastCheck(
  timeline: readonly TimelineEntry[],
  nextPollAtMs: number | undefined,
  nowMs: number,
  mayCheck: boolean,
): { isFresh: boolean; text: string } {
  const advice = mayCheck ? t.check.advice : ''
  const last = timeline
    .filter((entry) => entry.kind === 'call')
    .filter(({ endpoint }) => endpoint.endsWith('OrderStatus'))
    .at(-1)
  if (!last) {
    const isPlanned = nextPollAtMs !== undefined && nextPollAtMs > nowMs
    const text = isPlanned ? t.check.next(nearText(nextPollAtMs, nowMs, secondsText)) : t.check.never
    return { isFresh: false, text: text + advice }
  }
  const at = nearText(last.atMs, nowMs)
  if (last.errorKind !== undefined) {
    return { isFresh: false, text: (mayCheck ? t.check.failedRetry : t.check.failed)(at) }
  }
  return nowMs - last.atMs < FRESH_MS
    ? { isFresh: true, text: t.check.last(at) }
    : { isFresh: false, text: t.check.last(at) + advice }
}

function openResult(
  { order, timeline, siblings }: Pick<Story, 'order' | 'timeline' | 'siblings'>,
  nowMs: number,
  mayCheck: boolean,
): ResultText {
  const { state, expiresAtMs, orderId, nextPollAtMs } = order
  const paid = paidSibling(siblings)
  if (paid)
    return {
      tone: 'neutral',
      icon: 'double',
      title: t.open.otherPaid(order.reference, paid.merchantOrderId),
      text: t.open.otherPaidText + lastCheck(timeline, nextPollAtMs, nowMs, mayCheck).text,
      ...otherOf(paid),
    }
  const last = lastAttemptText(timeline, nowMs)
  const { isFresh, text: checked } = lastCheck(timeline, nextPollAtMs, nowMs, mayCheck)
  // The webhook of a payment may be lost: only the provider knows that there is none.
  const title = isFresh ? t.open.notPaid : t.open.unknown
  if (expiresAtMs !== undefined && expiresAtMs < nowMs) {
    const next = nextPollAtMs === undefined ? '' : t.check.after(momentText(nextPollAtMs))
    return {
      tone: 'bad',
      icon: 'question',
      title,
      text: `${t.open.over}${last}${isFresh ? `${checked}${next}` : checked}`,
    }
  }
  const until = expiresAtMs === undefined ? undefined : momentText(expiresAtMs)
  if (state === 'CREATED' && orderId === undefined) {
    return {
      tone: 'neutral',
      icon: 'ring',
      title,
      text: t.open.unconfirmed(until) + checked,
    }
  }
  const waiting = isFresh ? t.open.waiting : t.open.payable
  return { tone: 'wait', icon: 'half', title, text: `${waiting(until)}${last}${checked}` }
}

/** The four steps of every order: created, known to the provider, paid, delivered to your code. */
export function stepsOf({ order, timeline }: Pick<OrderWithTimeline, 'order' | 'timeline'>): readonly OrderStep[] {
  const decisions = timeline.filter((entry) => entry.kind === 'decision')
  const opened = decisions.find(({ rule }) => rule === 'opened')
  const isKnown = order.orderId !== undefined || opened !== undefined
  return [
    step(t.steps.created, 'good', 'check', order.createdAtMs),
    isKnown
      ? step(t.steps.sent, 'good', 'check', opened?.atMs ?? order.createdAtMs)
      : order.state === 'FAILED'
        ? step(t.steps.notSent, 'bad', 'cross')
        : step(t.steps.sent, 'neutral', 'ring'),
    paymentStep(order, decisions.filter(({ from, to }) => from !== to).at(-1)?.atMs),
    deliveryStep(order, deliveriesIn(timeline)),
  ]
}

const deliveriesIn = (timeline: readonly TimelineEntry[]): readonly DeliveryEntry[] =>
  timeline.filter((entry) => entry.kind === 'delivery')

function paymentStep(order: Order, decidedAtMs: number | undefined): OrderStep {
  switch (orderState(order)) {
    case 'NEEDS_REVIEW':
      return step(t.steps.review, 'bad', 'warning', order.needsReview?.sinceMs)
    case 'COMPLETED':
      return step(provesMandate(order) ? t.steps.approved : t.steps.paid, 'good', 'check', order.paidAtMs)
    case 'PAID_LATE':
      return step(t.steps.late, 'wait', 'clock', order.paidAtMs)
    case 'PAID_TWICE':
      return step(t.steps.twice, 'wait', 'double', order.paidAtMs)
    case 'FAILED':
      return step(t.steps.failed, 'bad', 'cross', decidedAtMs)
    case 'EXPIRED':
      return step(t.steps.expired, 'neutral', 'clock', decidedAtMs)
    case 'CANCELLED':
      return step(t.steps.cancelled, 'neutral', 'slash', decidedAtMs)
    default:
      return step(t.steps.waiting, 'wait', 'half')
  }
}

/** True when the entry changed the order. */
export function isMilestone(entry: TimelineEntry): boolean {
  switch (entry.kind) {
    case 'decision':
      return entry.from !== entry.to || timelineText(entry).tone === 'wait'
    case 'callback':
      return entry.verdict === 'refused'
    case 'failed-attempt':
      return isRefused(entry)
    case 'call':
      return entry.errorKind !== undefined
    case 'delivery':
      return entry.state !== 'done'
    case 'refund':
    case 'audit':
      return true
  }
}
