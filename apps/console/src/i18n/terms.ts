import type { HEALTH_EVENT } from '@galla/contract/gateway-api/callbacks'
import type { SearchHit } from '@galla/contract/gateway-api/console-routes'
import type { Checkout, PaidCard } from '@galla/contract/gateway-api/orders'
import type { Role } from '@galla/contract/gateway-api/roles'
import type { CallbackEventName } from '@galla/contract/provider/callbacks'
import type { DisputeEventName } from '@galla/contract/provider/disputes'
import type { LinkEventName } from '@galla/contract/provider/links'
import type { SettlementEventName } from '@galla/contract/provider/settlements'
import type { AnyEndpointName, SubscriptionEventName } from '@galla/contract/provider/subscriptions'
import { paidCardName } from '@galla/react/components'
import { searchEnglish } from './english.ts'
import { callsEnglish } from './english-calls.ts'
import { statesEnglish, termsEnglish } from './english-terms.ts'
import { messages } from './messages.ts'

const t = messages('i18n/terms', termsEnglish)
const states = messages('i18n/states', statesEnglish)
const calls = messages('i18n/calls', callsEnglish)
const search = messages('i18n/search', searchEnglish)

type Labels = { readonly [value: string]: string }

/** The label of a value from the API; a value without one is shown as it is. */
const labelOf = (labels: Labels, value: string): string =>
  (Object.hasOwn(labels, value) ? labels[value] : undefined) ?? value

const PAYMENT_MODE_LABELS: Labels = t.modes

export const PAYMENT_MODES: readonly string[] = Object.keys(PAYMENT_MODE_LABELS)

export const paymentModeLabel = (paymentMode: string): string => labelOf(PAYMENT_MODE_LABELS, paymentMode)

const instrumentLabel = (instrument: string): string => labelOf(t.instruments, instrument)

/** The payment mode, and the instrument and the card where they add a word: `UPI QR, wallet`, `Saved credit card, RuPay •••• 0009`. */
export function paidWithText(paymentMode: string, instrument?: string, card?: PaidCard): string {
  const paidWith = withInstrument(paymentMode, instrument)
  return card ? `${paidWith}, ${paidCardName(card)}` : paidWith
}

function withInstrument(paymentMode: string, instrument?: string): string {
  const [mode, paidBy] = [paymentModeLabel(paymentMode), instrument && instrumentLabel(instrument)]
  if (!paidBy || paidBy.toLowerCase() === mode.toLowerCase()) return mode
  const isCard = instrument === 'CREDIT_CARD' || instrument === 'DEBIT_CARD'
  if (paymentMode === 'CARD' && isCard) return paidBy.charAt(0).toUpperCase() + paidBy.slice(1)
  return paymentMode === 'TOKEN' && isCard ? t.saved(paidBy) : `${mode}, ${paidBy}`
}

export type Tone = 'good' | 'wait' | 'bad' | 'neutral'
export type StateIconName = 'check' | 'half' | 'ring' | 'cross' | 'warning' | 'double' | 'question' | 'clock' | 'slash'

interface StateDescription {
  label: string
  tone: Tone
  icon: StateIconName
}

type StateDescriptions = { readonly [state: string]: StateDescription }

const completed: StateDescription = { label: states.completed, tone: 'good', icon: 'check' }
const failed: StateDescription = { label: states.failed, tone: 'bad', icon: 'cross' }
const pending: StateDescription = { label: states.pending, tone: 'wait', icon: 'half' }
const needsReview: StateDescription = { label: states.needsReview, tone: 'bad', icon: 'warning' }

/** Label, colour and icon of every state, by the kind of record. */
const STATES = {
  order: {
    CREATED: { label: states.created, tone: 'neutral', icon: 'ring' },
    PENDING: pending,
    COMPLETED: completed,
    /** A COMPLETED order whose money is refunded automatically: nothing is delivered. */
    PAID_LATE: { label: states.paidLate, tone: 'wait', icon: 'clock' },
    PAID_TWICE: { label: states.paidTwice, tone: 'wait', icon: 'double' },
    FAILED: failed,
    /** A FAILED order whose code says so. */
    EXPIRED: { label: states.expired, tone: 'neutral', icon: 'clock' },
    CANCELLED: { label: states.cancelled, tone: 'neutral', icon: 'slash' },
    NEEDS_REVIEW: needsReview,
  },
  refund: {
    REQUESTED: { label: states.requested, tone: 'neutral', icon: 'ring' },
    PENDING: pending,
    CONFIRMED: { label: states.confirmed, tone: 'wait', icon: 'half' },
    COMPLETED: { label: states.refunded, tone: 'good', icon: 'check' },
    FAILED: failed,
    BEING_SENT: { label: states.beingSent, tone: 'wait', icon: 'half' },
    IN_DOUBT: { label: states.inDoubt, tone: 'wait', icon: 'question' },
    /** REQUESTED, and a second person has to approve it. */
    TO_APPROVE: { label: states.toApprove, tone: 'wait', icon: 'clock' },
    DECLINED: { label: states.declined, tone: 'neutral', icon: 'slash' },
    NEEDS_REVIEW: needsReview,
  },
  settlement: {
    INITIATED: { label: states.onTheWay, tone: 'wait', icon: 'half' },
    PROCESSED: { label: states.paidOut, tone: 'good', icon: 'check' },
    ATTEMPT_FAILED: { label: states.attemptFailed, tone: 'bad', icon: 'cross' },
  },
  mandate: {
    ACTIVATION_IN_PROGRESS: { label: states.toApprove, tone: 'wait', icon: 'half' },
    ACTIVE: { label: states.active, tone: 'good', icon: 'check' },
    PAUSED: { label: states.paused, tone: 'wait', icon: 'clock' },
    REVOKED: { label: states.revoked, tone: 'neutral', icon: 'slash' },
    CANCEL_IN_PROGRESS: { label: states.beingCancelled, tone: 'wait', icon: 'half' },
    CANCELLED: { label: states.cancelled, tone: 'neutral', icon: 'slash' },
    EXPIRED: { label: states.expired, tone: 'neutral', icon: 'clock' },
    FAILED: { label: states.notApproved, tone: 'bad', icon: 'cross' },
  },
  /** A subscription to a plan. A mandate of the sandbox is a `mandate`. */
  subscription: {
    CREATED: { label: states.toApprove, tone: 'neutral', icon: 'ring' },
    ACTIVE: { label: states.active, tone: 'good', icon: 'check' },
    ENDING: { label: states.ending, tone: 'wait', icon: 'half' },
    PAST_DUE: { label: states.pastDue, tone: 'bad', icon: 'warning' },
    PAUSED: { label: states.paused, tone: 'wait', icon: 'clock' },
    HALTED: { label: states.halted, tone: 'bad', icon: 'cross' },
    CANCELLED: { label: states.cancelled, tone: 'neutral', icon: 'slash' },
    COMPLETED: { label: states.completed, tone: 'neutral', icon: 'check' },
    EXPIRED: { label: states.notApproved, tone: 'neutral', icon: 'clock' },
  },
  cycle: {
    OPEN: { label: states.toPay, tone: 'wait', icon: 'half' },
    PAID: { label: states.paid, tone: 'good', icon: 'check' },
    FAILED: { label: states.notPaid, tone: 'bad', icon: 'cross' },
    SKIPPED: { label: states.leftOut, tone: 'neutral', icon: 'slash' },
    MISSED: { label: states.missed, tone: 'neutral', icon: 'clock' },
    FREE: { label: states.free, tone: 'good', icon: 'check' },
  },
  debit: {
    NOTIFICATION_IN_PROGRESS: { label: states.beingAnnounced, tone: 'wait', icon: 'half' },
    NOTIFIED: { label: states.announced, tone: 'wait', icon: 'clock' },
    PENDING: { label: states.beingDebited, tone: 'wait', icon: 'half' },
    COMPLETED: { label: states.debited, tone: 'good', icon: 'check' },
    FAILED: failed,
    /** The payer refused it, or paused and resumed the mandate. */
    VOID: { label: states.void, tone: 'neutral', icon: 'slash' },
  },
  dispute: {
    CREATED: { label: states.needsAnswer, tone: 'bad', icon: 'warning' },
    ACTION_REQUIRED: { label: states.needsAnswer, tone: 'bad', icon: 'warning' },
    ANSWERED: { label: states.answered, tone: 'wait', icon: 'half' },
    UNDER_REVIEW: { label: states.underReview, tone: 'wait', icon: 'half' },
    WON: { label: states.won, tone: 'good', icon: 'check' },
    LOST: { label: states.lost, tone: 'bad', icon: 'cross' },
  },
  /** States that the provider's health webhook reports. */
  health: {
    UP: { label: states.up, tone: 'good', icon: 'check' },
    DEGRADED: { label: states.slow, tone: 'wait', icon: 'half' },
    DOWN: { label: states.down, tone: 'bad', icon: 'cross' },
  },
  callback: {
    /** Genuine, and not processed yet. */
    received: { label: states.received, tone: 'wait', icon: 'half' },
    accepted: { label: states.processed, tone: 'good', icon: 'check' },
    duplicate: { label: states.duplicate, tone: 'neutral', icon: 'double' },
    refused: { label: states.rejected, tone: 'bad', icon: 'cross' },
    needsReview,
  },
  delivery: {
    waiting: { label: states.waiting, tone: 'wait', icon: 'half' },
    retrying: { label: states.retrying, tone: 'bad', icon: 'clock' },
    done: { label: states.done, tone: 'good', icon: 'check' },
    unclaimed: { label: states.notSubscribed, tone: 'bad', icon: 'question' },
    cancelled: { label: states.cancelled, tone: 'neutral', icon: 'ring' },
    failed: needsReview,
  },
  /** By `DeliveryAttempt.result`. */
  attempt: {
    done: { label: states.done, tone: 'good', icon: 'check' },
    failed: { label: states.failed, tone: 'bad', icon: 'cross' },
  },
  /** By `ApiCall.outcome`; `ok` for a call without one. */
  call: {
    ok: { label: states.ok, tone: 'good', icon: 'check' },
    'not-sent': { label: states.notSent, tone: 'neutral', icon: 'ring' },
    rejected: { label: states.rejected, tone: 'bad', icon: 'cross' },
    unknown: { label: states.unknown, tone: 'wait', icon: 'question' },
    'not-found': { label: states.notFound, tone: 'neutral', icon: 'ring' },
  },
  check: {
    ok: { label: states.ok, tone: 'good', icon: 'check' },
    failed,
    needsReview,
  },
} as const satisfies { readonly [kind: string]: StateDescriptions }

export type StateKind = keyof typeof STATES

/** Where the payer of an order pays. */
export const CHECKOUT_LABELS: { readonly [One in Checkout]: string } = t.checkouts

/** How a state is shown. An unknown state keeps its name and is never shown as a success. */
export function describeState(kind: StateKind, state: string): StateDescription {
  const kinds: StateDescriptions = STATES[kind]
  const known = Object.hasOwn(kinds, state) ? kinds[state] : undefined
  return known ?? { label: state, tone: 'neutral', icon: 'question' }
}

const ENDPOINT_LABELS: { readonly [Name in AnyEndpointName | 'raw']: string } = calls.endpoints

/** Says in words what a call of this endpoint does. */
export const endpointLabel = (endpoint: string): string => labelOf(ENDPOINT_LABELS, endpoint)

/** The endpoints that the gateway calls. */
export const GATEWAY_ENDPOINTS: readonly string[] = [
  'standardPay',
  'standardSdkOrder',
  'standardOrderStatus',
  'customPay',
  'customSdkOrder',
  'customOrderStatus',
  'refund',
  'refundStatus',
]

const ERROR_KIND_LABELS: Labels = calls.errors

/** A kind of SDK error. */
export const errorKindLabel = (kind: string): string => labelOf(ERROR_KIND_LABELS, kind)

const OUTCOME_MESSAGES: Labels = calls.outcomes

/** Says whether a failed call took effect. Undefined for an unknown outcome. */
export const outcomeMessage = (outcome: string): string | undefined =>
  Object.hasOwn(OUTCOME_MESSAGES, outcome) ? OUTCOME_MESSAGES[outcome] : undefined

const CALLBACK_EVENT_LABELS: {
  readonly [Name in
    | CallbackEventName
    | LinkEventName
    | DisputeEventName
    | SettlementEventName
    | SubscriptionEventName
    | typeof HEALTH_EVENT]: string
} = calls.events

export const callbackEventLabel = (event: string): string => labelOf(CALLBACK_EVENT_LABELS, event)

/** Names of the ids that a search can match. */
export const FOUND_BY_LABELS: { readonly [Key in SearchHit['foundBy']]: string } = search.by

export const roleLabel = (role: Role): string => t.roles[role]
