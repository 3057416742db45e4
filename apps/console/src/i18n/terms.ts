import type { CallbackEventName } from '@galla/contract/provider/callbacks'

const WORDS: { readonly [paymentMode: string]: string } = {
  UPI_QR: 'UPI QR',
  UPI_INTENT: 'UPI app',
  UPI_COLLECT: 'UPI collect',
  PPE_INTENT: 'UPI app, own link',
  CARD: 'Card',
  TOKEN: 'Saved card',
  NET_BANKING: 'Net banking',
}

/** A payment mode as people say it; one that is not known here as the wire has it. */
export const modeWord = (paymentMode: string): string => WORDS[paymentMode] ?? paymentMode

export const MODES: readonly string[] = Object.keys(WORDS)

const INSTRUMENTS: { readonly [instrument: string]: string } = {
  ACCOUNT: 'bank account',
  CREDIT_CARD: 'credit card',
  DEBIT_CARD: 'debit card',
  NET_BANKING: 'net banking',
  WALLET: 'wallet',
  EGV: 'gift voucher',
}

/** What paid, as people say it. */
export const instrumentWord = (instrument: string): string => INSTRUMENTS[instrument] ?? instrument

export type Tone = 'good' | 'wait' | 'bad' | 'neutral'
export type Shape = 'done' | 'half' | 'open' | 'cross' | 'hand' | 'twice' | 'doubt'

interface Mark {
  word: string
  tone: Tone
  shape: Shape
}

type Marks = { readonly [state: string]: Mark }

const paid: Mark = { word: 'Completed', tone: 'good', shape: 'done' }
const failed: Mark = { word: 'Failed', tone: 'bad', shape: 'cross' }
const pending: Mark = { word: 'Pending', tone: 'wait', shape: 'half' }
const needsReview: Mark = { word: 'Needs a person', tone: 'bad', shape: 'hand' }

/** Every state that the console shows: its word, its colour, its shape. */
export const STATES = {
  order: {
    CREATED: { word: 'Created', tone: 'neutral', shape: 'open' },
    PENDING: pending,
    COMPLETED: paid,
    FAILED: failed,
    PARKED: needsReview,
  },
  refund: {
    REQUESTED: { word: 'Requested', tone: 'neutral', shape: 'open' },
    PENDING: pending,
    CONFIRMED: { word: 'Confirmed', tone: 'wait', shape: 'half' },
    COMPLETED: { word: 'Refunded', tone: 'good', shape: 'done' },
    FAILED: failed,
    IN_DOUBT: { word: 'Reply lost', tone: 'wait', shape: 'doubt' },
  },
  callback: {
    accepted: { word: 'Accepted', tone: 'good', shape: 'done' },
    duplicate: { word: 'Duplicate', tone: 'neutral', shape: 'twice' },
    refused: { word: 'Refused', tone: 'bad', shape: 'cross' },
  },
  effect: {
    waiting: { word: 'Waiting', tone: 'wait', shape: 'half' },
    done: { word: 'Done', tone: 'good', shape: 'done' },
    unheard: { word: 'No handler', tone: 'neutral', shape: 'open' },
    needsReview,
  },
  /** By `ApiCall.outcome`; a call without one went well: `ok`. */
  call: {
    ok: { word: 'OK', tone: 'good', shape: 'done' },
    'not-sent': { word: 'Not sent', tone: 'neutral', shape: 'open' },
    rejected: { word: 'Rejected', tone: 'bad', shape: 'cross' },
    unknown: { word: 'Unknown', tone: 'wait', shape: 'doubt' },
  },
  check: { ok: { word: 'OK', tone: 'good', shape: 'done' }, broken: { word: 'Broken', tone: 'bad', shape: 'cross' } },
} as const satisfies { readonly [kind: string]: Marks }

export type StateKind = keyof typeof STATES

/** A word that is not known here is shown as it came, and never as a success. */
export function markOf(kind: StateKind, state: string): Mark {
  const marks: Marks = STATES[kind]
  return (Object.hasOwn(marks, state) ? marks[state] : undefined) ?? { word: state, tone: 'neutral', shape: 'doubt' }
}

const ENDPOINTS: { readonly [endpoint: string]: string } = {
  token: 'Fetch a token',
  standardPay: 'Open an order (hosted page)',
  standardOrderStatus: 'Ask after an order (hosted page)',
  standardTransactionStatus: 'Ask after an attempt (hosted page)',
  standardSdkOrder: 'Open an order for the app (hosted page)',
  customPay: 'Open an order (own page)',
  customOrderStatus: 'Ask after an order (own page)',
  customTransactionStatus: 'Ask after an attempt (own page)',
  customSdkOrder: 'Open an order for the app (own page)',
  refund: 'Send a refund',
  refundStatus: 'Ask after a refund',
  validateUpi: 'Look up a UPI id',
  events: 'Send telemetry',
  raw: 'Another call',
}

/** What a call is for. */
export const endpointWords = (endpoint: string): string =>
  (Object.hasOwn(ENDPOINTS, endpoint) ? ENDPOINTS[endpoint] : undefined) ?? endpoint

/** Those that the books themselves use, for a list to choose from. */
export const BOOKS_ENDPOINTS: readonly string[] = [
  'standardPay',
  'standardOrderStatus',
  'customPay',
  'customOrderStatus',
  'refund',
  'refundStatus',
]

const KINDS: { readonly [kind: string]: string } = {
  'bad-request': 'Bad request',
  unauthorized: 'Not authorised',
  forbidden: 'Not allowed',
  'not-found': 'Not found',
  conflict: 'Id is taken',
  gone: 'Over',
  'expectation-failed': 'Not in this state',
  invalid: 'Content refused',
  'too-many-requests': 'Too many calls',
  'client-error': 'Refused',
  'server-error': 'Broken at the provider',
  http: 'Strange status',
  network: 'No connection',
  timeout: 'No answer in time',
  aborted: 'Given up here',
  'invalid-response': 'Unreadable answer',
  'invalid-request': 'Wrong before it was sent',
  'method-not-supported': 'Wrong before it was sent',
}

/** The client's kind of error in two or three words; one that is new is shown as it is. */
export const errorWords = (kind: string): string => (Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined) ?? kind

const OUTCOMES: { readonly [outcome: string]: string } = {
  'not-sent': 'It never left this machine: nothing happened at the provider.',
  rejected: 'The provider said no: nothing happened there.',
  unknown: 'It may have happened or not. The books read the status until they know; nothing is sent twice.',
}

/** Did it happen? */
export const outcomeWords = (outcome: string): string | undefined =>
  Object.hasOwn(OUTCOMES, outcome) ? OUTCOMES[outcome] : undefined

const EVENTS: { readonly [Name in CallbackEventName]: string } = {
  'checkout.order.completed': 'Order completed',
  'checkout.order.failed': 'Order failed',
  'checkout.transaction.attempt.failed': 'Attempt failed',
  'pg.order.completed': 'Order completed',
  'pg.order.failed': 'Order failed',
  'pg.transaction.attempt.failed': 'Attempt failed',
  'pg.refund.accepted': 'Refund accepted',
  'pg.refund.completed': 'Refund completed',
  'pg.refund.failed': 'Refund failed',
}

/** An event in plain words; one that is not known here keeps its own name. */
export const eventWords = (event: string): string =>
  Object.hasOwn(EVENTS, event) ? EVENTS[event as CallbackEventName] : event
