import type {
  CallEntry,
  DecisionEntry,
  DeliveryEntry,
  FailedAttemptEntry,
  OrderRule,
  RefundEntry,
  TimelineEntry,
} from '@galla/contract/gateway-api/decisions'
import type { Order } from '@galla/contract/gateway-api/orders'
import { refundState } from '../../components/records.tsx'
import { reasonInSentence } from '../../i18n/failure-messages.ts'
import { failureCode, failureGroup } from '../../i18n/failures.ts'
import { amountText } from '../../i18n/format.ts'
import { messages } from '../../i18n/messages.ts'
import { reportedKind } from '../../i18n/reported-kind.ts'
import { describeState, endpointLabel, errorKindLabel, paymentModeLabel, type Tone } from '../../i18n/terms.ts'
import { actionText } from '../audit/audit-actions.ts'
import { eventLabel, subscriberLabel } from '../deliveries/delivery-messages.ts'
import { ruleText } from './decision-messages.ts'
import { timelineEnglish } from './english-timeline.ts'

const t = messages('orders/timeline', timelineEnglish)

export interface TimelineText {
  /** Kind of the entry. */
  label: string
  title: string
  tone: Tone
  /** The state that the order changed to, as a key of `STATES`: expired and cancelled orders differ from failed ones. */
  to?: string
  detail?: string
  /** Language of a title that the gateway has written. */
  lang?: 'en'
}

/** How an entry is shown. `order`: the decision that ended it says how, as its badge does. */
export function timelineText(entry: TimelineEntry, order?: Order): TimelineText {
  switch (entry.kind) {
    case 'decision':
      return decisionText(entry, order)
    case 'call':
      return callText(entry)
    case 'callback': {
      const { event, verdict, state } = entry
      return {
        label: t.labels.callback,
        title: t.callback(
          event,
          state === undefined ? undefined : describeState(reportedKind(event), state).label,
          describeState('callback', verdict).label,
        ),
        tone: verdict === 'refused' ? 'bad' : 'neutral',
      }
    }
    case 'failed-attempt':
      return attemptText(entry, order)
    case 'delivery':
      return deliveryText(entry)
    case 'refund':
      return refundText(entry)
    case 'audit': {
      const { action, note } = entry
      const { text, lang } = actionText(action)
      return {
        label: t.labels.audit,
        title: text.slice(0, 1).toUpperCase() + text.slice(1),
        ...(lang && { lang }),
        tone: 'neutral',
        ...(note === undefined ? {} : { detail: note }),
      }
    }
  }
}

/** Rules after which the order's state is in doubt. */
const WARNING_RULES: ReadonlySet<OrderRule> = new Set<OrderRule>([
  'opening-unknown',
  'wrong-order',
  'amount-mismatch',
  'currency-mismatch',
  'id-in-use',
  'order-id-mismatch',
  'unknown-state',
  'expiry-mismatch',
  'paid-twice',
  'short-payment',
  'contradiction',
  'automatic-refund-failed',
])

/** The end of an order that is stored as FAILED but did not fail, by the rule that decided. */
const ENDED_BY: { readonly [Rule in OrderRule]?: string } = {
  cancelled: 'CANCELLED',
  'never-opened': 'EXPIRED',
  'never-sent': 'EXPIRED',
}

/** Expired and cancelled orders differ from failed ones. */
function endOf(order: Order): string {
  const group = failureGroup(failureCode(order))
  return group === 'DECLINED' ? 'FAILED' : group
}

function decisionText({ rule, from, to }: DecisionEntry, order: Order | undefined): TimelineText {
  const shown = ENDED_BY[rule] ?? (to === 'FAILED' && order?.state === 'FAILED' ? endOf(order) : to)
  const text = { label: t.labels.decision, title: ruleText(rule), ...(from === to ? {} : { to: shown }) }
  if (WARNING_RULES.has(rule)) return { ...text, tone: 'wait' }
  if (from === to) return { ...text, tone: 'neutral' }
  return { ...text, tone: shown === 'COMPLETED' ? 'good' : shown === 'FAILED' ? 'bad' : 'neutral' }
}

/** True when the call reads the state of an order, a payment attempt or a refund. */
export const isStatusCheck = ({ endpoint }: CallEntry): boolean => /status/i.test(endpoint)

function callText(entry: CallEntry): TimelineText {
  const { endpoint, httpStatus, errorKind, outcome = 'unknown', attempts } = entry
  const answer = outcome === 'not-found' ? t.notKnown : t.answered(httpStatus)
  const result =
    errorKind === undefined ? answer : t.callFailed(errorKindLabel(errorKind), describeState('call', outcome).label)
  return {
    label: isStatusCheck(entry) ? t.labels.check : t.labels.call,
    title: `${endpointLabel(endpoint)}: ${result}`,
    tone: errorKind === undefined ? 'neutral' : entry.outcome === 'unknown' ? 'wait' : 'bad',
    ...(attempts > 1 ? { detail: t.attempts(attempts) } : {}),
  }
}

/** True when the attempt itself failed. Not a cancelled attempt, such as a QR code that another code replaced, and not an expired one. */
export const isRefused = (attempt: FailedAttemptEntry): boolean => failureGroup(failureCode(attempt)) === 'DECLINED'

/** True when the attempt is a QR code that was shown until a later attempt replaced the code. No payer cancelled anything. */
const isReplacedCode = (attempt: FailedAttemptEntry, order: Order | undefined): boolean =>
  attempt.paymentMode === 'UPI_QR' &&
  attempt.detailedErrorCode === 'ORDER_CANCELLED_BY_USER' &&
  order?.transactionId !== undefined &&
  order.transactionId !== attempt.transactionId

function attemptText(attempt: FailedAttemptEntry, order: Order | undefined): TimelineText {
  const group = failureGroup(failureCode(attempt))
  if (isReplacedCode(attempt, order)) {
    return { label: t.labels.attempt, title: t.replaced, tone: 'neutral' }
  }
  return {
    label: t.labels.attempt,
    // The reason of a cancelled attempt would name the payer, who may only have seen another QR code.
    title: group === 'CANCELLED' ? t.attempt.CANCELLED : t.attempt[group](reasonInSentence(attempt)),
    tone: group === 'DECLINED' ? 'bad' : 'neutral',
    detail: paymentModeLabel(attempt.paymentMode),
  }
}

function deliveryText(entry: DeliveryEntry): TimelineText {
  const { event, subscriber, state, attempts, lastError } = entry
  const after = attempts > (state === 'done' ? 1 : 0) ? t.delivery.after(attempts) : ''
  const text = state === 'done' ? t.delivery.delivered : t.delivery.to
  return {
    label: t.labels.delivery,
    title: `${text(eventLabel(event), subscriberLabel(subscriber))}: ${t.delivery.states[state]}${after}`,
    tone:
      state === 'done' ? 'good' : state === 'failed' ? 'bad' : state === 'waiting' && attempts > 0 ? 'wait' : 'neutral',
    ...(state === 'done' || lastError === undefined ? {} : { detail: lastError }),
  }
}

function refundText(entry: RefundEntry): TimelineText {
  const { amount, state, note } = entry
  return {
    label: t.labels.refund,
    title: t.refund(amountText(amount), describeState('refund', refundState(entry)).label),
    tone: state === 'FAILED' ? 'bad' : state === 'COMPLETED' ? 'good' : 'neutral',
    ...(note === undefined ? {} : { detail: note }),
  }
}

/** The entry's id in the page's address: `callback:11`. Undefined when it has no details. */
export function timelineEntryId(entry: TimelineEntry): string | undefined {
  switch (entry.kind) {
    case 'decision':
      return `decision:${entry.decisionId}`
    case 'call':
      return `call:${entry.callId}`
    case 'callback':
      return `callback:${entry.callbackId}`
    case 'delivery':
      return `delivery:${entry.deliveryId}`
    case 'refund':
      return `refund:${entry.merchantRefundId}`
    case 'failed-attempt':
    case 'audit':
      return undefined
  }
}
