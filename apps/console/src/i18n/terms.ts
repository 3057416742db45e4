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

type Labels = { readonly [value: string]: string }

/** The label of a value from the API; a value without one is shown as it is. */
const labelOf = (labels: Labels, value: string): string =>
  (Object.hasOwn(labels, value) ? labels[value] : undefined) ?? value

const PAYMENT_MODE_LABELS: Labels = {
  UPI_QR: 'UPI QR',
  UPI_INTENT: 'UPI app',
  UPI_COLLECT: 'UPI collect',
  PPE_INTENT: 'PhonePe app',
  CARD: 'Card',
  TOKEN: 'Saved card',
  NET_BANKING: 'Net banking',
  UPI_AUTO_PAY: 'UPI AutoPay',
}

export const PAYMENT_MODES: readonly string[] = Object.keys(PAYMENT_MODE_LABELS)

export const paymentModeLabel = (paymentMode: string): string => labelOf(PAYMENT_MODE_LABELS, paymentMode)

const INSTRUMENT_LABELS: Labels = {
  ACCOUNT: 'bank account',
  CREDIT_CARD: 'credit card',
  DEBIT_CARD: 'debit card',
  NET_BANKING: 'net banking',
  WALLET: 'wallet',
  EGV: 'gift voucher',
}

const instrumentLabel = (instrument: string): string => labelOf(INSTRUMENT_LABELS, instrument)

/** The payment mode, and the instrument and the card where they add a word: `UPI QR, wallet`, `Saved credit card, RuPay •••• 0009`. */
export function paidWithText(paymentMode: string, instrument?: string, card?: PaidCard): string {
  const paidWith = withInstrument(paymentMode, instrument)
  return card ? `${paidWith}, ${paidCardName(card)}` : paidWith
}

function withInstrument(paymentMode: string, instrument?: string): string {
  const [mode, paidBy] = [paymentModeLabel(paymentMode), instrument && instrumentLabel(instrument)]
  if (!paidBy || paidBy.toLowerCase() === mode.toLowerCase()) return mode
  if (paymentMode === 'CARD' && isCard(paidBy)) return paidBy.charAt(0).toUpperCase() + paidBy.slice(1)
  return paymentMode === 'TOKEN' && isCard(paidBy) ? `Saved ${paidBy}` : `${mode}, ${paidBy}`
}

const isCard = (paidBy: string): boolean => paidBy.endsWith(' card')

export type Tone = 'good' | 'wait' | 'bad' | 'neutral'
export type StateIconName = 'check' | 'half' | 'ring' | 'cross' | 'warning' | 'double' | 'question' | 'clock' | 'slash'

interface StateDescription {
  label: string
  tone: Tone
  icon: StateIconName
}

type StateDescriptions = { readonly [state: string]: StateDescription }

const completed: StateDescription = { label: 'Completed', tone: 'good', icon: 'check' }
const failed: StateDescription = { label: 'Failed', tone: 'bad', icon: 'cross' }
const pending: StateDescription = { label: 'Pending', tone: 'wait', icon: 'half' }
const needsReview: StateDescription = { label: 'Needs review', tone: 'bad', icon: 'warning' }

/** Label, colour and icon of every state, by the kind of record. */
const STATES = {
  order: {
    CREATED: { label: 'Created', tone: 'neutral', icon: 'ring' },
    PENDING: pending,
    COMPLETED: completed,
    /** A COMPLETED order whose money is refunded automatically: nothing is delivered. */
    PAID_LATE: { label: 'Paid late', tone: 'wait', icon: 'clock' },
    PAID_TWICE: { label: 'Paid twice', tone: 'wait', icon: 'double' },
    FAILED: failed,
    /** A FAILED order whose code says so. */
    EXPIRED: { label: 'Expired', tone: 'neutral', icon: 'clock' },
    CANCELLED: { label: 'Cancelled', tone: 'neutral', icon: 'slash' },
    NEEDS_REVIEW: needsReview,
  },
  refund: {
    REQUESTED: { label: 'Requested', tone: 'neutral', icon: 'ring' },
    PENDING: pending,
    CONFIRMED: { label: 'Confirmed', tone: 'wait', icon: 'half' },
    COMPLETED: { label: 'Refunded', tone: 'good', icon: 'check' },
    FAILED: failed,
    IN_DOUBT: { label: 'Outcome unknown', tone: 'wait', icon: 'question' },
    /** REQUESTED, and a second person has to approve it. */
    TO_APPROVE: { label: 'To approve', tone: 'wait', icon: 'clock' },
    DECLINED: { label: 'Declined', tone: 'neutral', icon: 'slash' },
    NEEDS_REVIEW: needsReview,
  },
  settlement: {
    INITIATED: { label: 'On the way', tone: 'wait', icon: 'half' },
    PROCESSED: { label: 'Paid out', tone: 'good', icon: 'check' },
    ATTEMPT_FAILED: { label: 'Attempt failed', tone: 'bad', icon: 'cross' },
  },
  mandate: {
    ACTIVATION_IN_PROGRESS: { label: 'To approve', tone: 'wait', icon: 'half' },
    ACTIVE: { label: 'Active', tone: 'good', icon: 'check' },
    PAUSED: { label: 'Paused', tone: 'wait', icon: 'clock' },
    REVOKED: { label: 'Revoked', tone: 'neutral', icon: 'slash' },
    CANCEL_IN_PROGRESS: { label: 'Being cancelled', tone: 'wait', icon: 'half' },
    CANCELLED: { label: 'Cancelled', tone: 'neutral', icon: 'slash' },
    EXPIRED: { label: 'Expired', tone: 'neutral', icon: 'clock' },
    FAILED: { label: 'Not approved', tone: 'bad', icon: 'cross' },
  },
  /** A subscription to a plan. A mandate of the sandbox is a `mandate`. */
  subscription: {
    CREATED: { label: 'To approve', tone: 'neutral', icon: 'ring' },
    ACTIVE: { label: 'Active', tone: 'good', icon: 'check' },
    PAST_DUE: { label: 'Past due', tone: 'bad', icon: 'warning' },
    PAUSED: { label: 'Paused', tone: 'wait', icon: 'clock' },
    HALTED: { label: 'Halted', tone: 'bad', icon: 'cross' },
    CANCELLED: { label: 'Cancelled', tone: 'neutral', icon: 'slash' },
    COMPLETED: { label: 'Completed', tone: 'neutral', icon: 'check' },
    EXPIRED: { label: 'Not approved', tone: 'neutral', icon: 'clock' },
  },
  cycle: {
    OPEN: { label: 'To pay', tone: 'wait', icon: 'half' },
    PAID: { label: 'Paid', tone: 'good', icon: 'check' },
    FAILED: { label: 'Not paid', tone: 'bad', icon: 'cross' },
    SKIPPED: { label: 'Left out', tone: 'neutral', icon: 'slash' },
    MISSED: { label: 'Missed', tone: 'neutral', icon: 'clock' },
    FREE: { label: 'Free', tone: 'good', icon: 'check' },
  },
  debit: {
    NOTIFICATION_IN_PROGRESS: { label: 'Being announced', tone: 'wait', icon: 'half' },
    NOTIFIED: { label: 'Announced', tone: 'wait', icon: 'clock' },
    PENDING: { label: 'Being debited', tone: 'wait', icon: 'half' },
    COMPLETED: { label: 'Debited', tone: 'good', icon: 'check' },
    FAILED: failed,
    /** The payer refused it, or paused and resumed the mandate. */
    VOID: { label: 'Void', tone: 'neutral', icon: 'slash' },
  },
  dispute: {
    CREATED: { label: 'Needs an answer', tone: 'bad', icon: 'warning' },
    ACTION_REQUIRED: { label: 'Needs an answer', tone: 'bad', icon: 'warning' },
    ANSWERED: { label: 'Answered', tone: 'wait', icon: 'half' },
    UNDER_REVIEW: { label: 'Under review', tone: 'wait', icon: 'half' },
    WON: { label: 'Won', tone: 'good', icon: 'check' },
    LOST: { label: 'Lost', tone: 'bad', icon: 'cross' },
  },
  /** States that the provider's health webhook reports. */
  health: {
    UP: { label: 'Up', tone: 'good', icon: 'check' },
    DEGRADED: { label: 'Slow', tone: 'wait', icon: 'half' },
    DOWN: { label: 'Down', tone: 'bad', icon: 'cross' },
  },
  callback: {
    /** Genuine, and not processed yet. */
    received: { label: 'Received', tone: 'wait', icon: 'half' },
    accepted: { label: 'Processed', tone: 'good', icon: 'check' },
    duplicate: { label: 'Duplicate', tone: 'neutral', icon: 'double' },
    refused: { label: 'Rejected', tone: 'bad', icon: 'cross' },
    needsReview,
  },
  delivery: {
    waiting: { label: 'Waiting', tone: 'wait', icon: 'half' },
    retrying: { label: 'Retrying', tone: 'bad', icon: 'clock' },
    done: { label: 'Done', tone: 'good', icon: 'check' },
    unclaimed: { label: 'Not subscribed', tone: 'bad', icon: 'question' },
    cancelled: { label: 'Cancelled', tone: 'neutral', icon: 'ring' },
    failed: needsReview,
  },
  /** By `DeliveryAttempt.result`. */
  attempt: {
    done: { label: 'Done', tone: 'good', icon: 'check' },
    failed: { label: 'Failed', tone: 'bad', icon: 'cross' },
  },
  /** By `ApiCall.outcome`; `ok` for a call without one. */
  call: {
    ok: { label: 'OK', tone: 'good', icon: 'check' },
    'not-sent': { label: 'Not sent', tone: 'neutral', icon: 'ring' },
    rejected: { label: 'Rejected', tone: 'bad', icon: 'cross' },
    unknown: { label: 'Unknown', tone: 'wait', icon: 'question' },
    'not-found': { label: 'Not found', tone: 'neutral', icon: 'ring' },
  },
  check: {
    ok: { label: 'OK', tone: 'good', icon: 'check' },
    failed,
    needsReview,
  },
} as const satisfies { readonly [kind: string]: StateDescriptions }

export type StateKind = keyof typeof STATES

/** Where the payer of an order pays. */
export const CHECKOUT_LABELS: { readonly [One in Checkout]: string } = {
  STANDARD: 'Standard: hosted page',
  CUSTOM: 'Custom: own page',
  MOBILE: 'Mobile app: provider’s SDK',
  MOBILE_CUSTOM: 'Mobile app: provider’s SDK, custom checkout',
  LINK: 'Payment link',
  MANDATE: 'Subscription: first bill',
  MANDATE_CHECK: 'Subscription: mandate',
  DEBIT: 'Subscription: debit',
}

/** How a state is shown. An unknown state keeps its name and is never shown as a success. */
export function describeState(kind: StateKind, state: string): StateDescription {
  const states: StateDescriptions = STATES[kind]
  const known = Object.hasOwn(states, state) ? states[state] : undefined
  return known ?? { label: state, tone: 'neutral', icon: 'question' }
}

const ENDPOINT_LABELS: { readonly [Name in AnyEndpointName | 'raw']: string } = {
  token: 'Get access token',
  standardPay: 'Create payment',
  standardOrderStatus: 'Get order status',
  standardTransactionStatus: 'Get transaction status',
  standardSdkOrder: 'Create order for an app',
  customPay: 'Create payment (own page)',
  customOrderStatus: 'Get order status (own page)',
  customTransactionStatus: 'Get transaction status (own page)',
  customSdkOrder: 'Create order for an app (own page)',
  refund: 'Create refund',
  refundStatus: 'Get refund status',
  settlementRange: 'List settlements',
  settlementStatus: 'Get settlement status',
  linkCreate: 'Create payment link',
  linkStatus: 'Get payment link status',
  linkNotify: 'Send payment link',
  linkCancel: 'Cancel payment link',
  subscriptionSetup: 'Set up mandate',
  subscriptionStatus: 'Get mandate status',
  subscriptionOrderStatus: 'Get order status of a mandate',
  subscriptionTransactionStatus: 'Get transaction status of a mandate',
  subscriptionNotify: 'Announce debit',
  subscriptionRedeem: 'Redeem debit',
  subscriptionCancel: 'Cancel mandate',
  validateUpi: 'Validate UPI ID',
  events: 'Send telemetry',
  raw: 'Other call',
}

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

const ERROR_KIND_LABELS: Labels = {
  'bad-request': 'Bad request',
  unauthorized: 'Unauthorized',
  forbidden: 'Forbidden',
  'not-found': 'Not found',
  conflict: 'Id already used',
  gone: 'Gone',
  'expectation-failed': 'Not allowed in this state',
  invalid: 'Content rejected',
  'too-many-requests': 'Rate limited',
  'client-error': 'Rejected',
  'server-error': 'Provider error',
  http: 'Unexpected status',
  network: 'No connection',
  timeout: 'Timed out, outcome unknown',
  aborted: 'Aborted',
  'invalid-response': 'Unreadable response',
  'invalid-request': 'Invalid request, not sent',
  'method-not-supported': 'Method not supported, not sent',
}

/** A kind of SDK error. */
export const errorKindLabel = (kind: string): string => labelOf(ERROR_KIND_LABELS, kind)

const OUTCOME_MESSAGES: Labels = {
  'not-sent': 'The request was not sent: nothing happened at the provider.',
  rejected: 'The provider rejected the request: nothing happened there.',
  unknown:
    'The request may have been processed or not. The gateway checks the status until it is known; nothing is sent twice.',
}

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
} = {
  'paylink.order.completed': 'Link paid',
  'paylink.order.failed': 'Link failed',
  'checkout.order.completed': 'Order completed',
  'checkout.order.failed': 'Order failed',
  'checkout.transaction.attempt.failed': 'Attempt failed',
  'pg.order.completed': 'Order completed',
  'pg.order.failed': 'Order failed',
  'pg.transaction.attempt.failed': 'Attempt failed',
  'pg.refund.accepted': 'Refund accepted',
  'pg.refund.completed': 'Refund completed',
  'pg.refund.failed': 'Refund failed',
  'payment.dispute.created': 'Dispute created',
  'payment.dispute.action_required': 'Dispute to answer',
  'payment.dispute.under_review': 'Dispute under review',
  'payment.dispute.won': 'Dispute won',
  'payment.dispute.lost': 'Dispute lost',
  'settlement.initiated': 'Settlement on the way',
  'settlement.processed': 'Settlement paid out',
  'settlement.attempt.failed': 'Settlement attempt failed',
  'subscription.setup.order.completed': 'Mandate set up',
  'subscription.setup.order.failed': 'Mandate not set up',
  'subscription.paused': 'Mandate paused',
  'subscription.unpaused': 'Mandate resumed',
  'subscription.revoked': 'Mandate revoked',
  'subscription.cancelled': 'Mandate cancelled',
  'subscription.notification.completed': 'Debit announced',
  'subscription.notification.failed': 'Debit not announced',
  'subscription.redemption.order.completed': 'Debit completed',
  'subscription.redemption.order.failed': 'Debit failed',
  'subscription.redemption.transaction.completed': 'Debit attempt completed',
  'subscription.redemption.transaction.failed': 'Debit attempt failed',
  health: 'Health report',
}

export const callbackEventLabel = (event: string): string => labelOf(CALLBACK_EVENT_LABELS, event)

/** Names of the ids that a search can match. */
export const FOUND_BY_LABELS: { readonly [Key in SearchHit['foundBy']]: string } = {
  merchantOrderId: 'Order, by its id',
  orderId: 'Order, by the provider’s id',
  transactionId: 'Order, by its transaction',
  reference: 'Order, by its reference',
  merchantRefundId: 'Refund, by its id',
  refundId: 'Refund, by the provider’s id',
  utr: 'By its UTR',
  vpa: 'Order, by its payer',
  amount: 'Order, by its amount',
  failure: 'Order, by its failure code',
  callbackId: 'Webhook',
  subscriptionId: 'Subscription, by its id',
  merchantSubscriptionId: 'Subscription, by its mandate',
  providerId: 'Subscription, by the provider’s id',
}

export const roleLabel = (role: Role): string => `${role[0]?.toUpperCase() ?? ''}${role.slice(1)}`
