import type { PayerView } from '@galla/contract/gateway-api/payer-routes'

/** The gateway's last report of the order, and the time of arrival of the report. */
export interface ReceivedView {
  /** The part of the order that the payer may see. */
  readonly view: PayerView
  /** Time of arrival of `view`, in milliseconds on the device's monotonic clock (`performance.now()`). */
  readonly receivedAtMs: number
}

/** No report of the gateway has arrived yet. */
interface LoadingPayment {
  /** `loading` until the first report arrives. */
  readonly phase: 'loading'
}

/** The order cannot be read. */
interface UnavailablePayment {
  /** `unavailable` when the order cannot be read with this token. */
  readonly phase: 'unavailable'
  /** `no-token`: the token is missing or malformed. `refused`: the gateway refuses the token, for example an expired token. */
  readonly reason: 'no-token' | 'refused'
}

/** The gateway has reported the order. */
interface ReportedPayment extends ReceivedView {
  /** Phase of the reported order; see `PaymentPhase`. */
  readonly phase: PaymentPhase
}

/** Progress of a payment, which only the gateway's reports change. All phases except `loading` and `unavailable` contain the last report. */
export type Payment = LoadingPayment | UnavailablePayment | ReportedPayment

/**
 * Phase of an order that the gateway has reported.
 *
 * - `choose`: no payment has started; the payer chooses how to pay.
 * - `hosted`: the payer pays on the provider's page.
 * - `waiting`: a payment has started; the payer, a UPI app or a bank has to act.
 * - `done`: paid.
 * - `failed`: the payment failed; a new order is needed to try again.
 * - `expired`: the time to pay is over and no money has arrived.
 * - `late-payment`: money arrived after expiry and is refunded.
 * - `refunding`: another payment of the same cart came first; this payment is refunded.
 * - `unknown`: the order is in review by the merchant.
 * - `already-paid`: another payment of the same cart is paid; the payer must not pay this order.
 */
export type PaymentPhase =
  | 'choose'
  | 'hosted'
  | 'waiting'
  | 'done'
  | 'failed'
  | 'expired'
  | 'late-payment'
  | 'refunding'
  | 'unknown'
  | 'already-paid'

/** State of a payment session. */
export interface PaymentState {
  /** Progress of the payment. */
  readonly payment: Payment
  /** True while a `pay` request is in flight. Without an answer, true until the next report: the payment may have started. */
  readonly sending: boolean
  /** The gateway's refusal of the last `pay` request; absent from the next request on. */
  readonly refusal?: Refusal
  /** `down` while the gateway does not answer or the device is offline; the session retries automatically. */
  readonly connection: 'up' | 'down'
}

/** A request that the gateway refused. */
export interface Refusal {
  /**
   * Stable code, for example `PAYMENT_IN_PROGRESS` or `ORDER_CLOSED`.
   * @see `docs/errors.md` of `@galla/gateway`
   */
  readonly code: string
  /** The gateway's English description, for logs. Show the payer a message in the payer's language instead. */
  readonly message: string
}

export type PaymentEvent =
  /** `endsRequest`: no `pay` request is in flight any more. */
  | { type: 'view'; view: PayerView; atMs: number; endsRequest: boolean }
  | { type: 'request-sent' }
  | { type: 'request-refused'; refusal: Refusal }
  | { type: 'no-answer' }
  | { type: 'unavailable'; reason: 'no-token' | 'refused' }

export const INITIAL_STATE: PaymentState = { payment: { phase: 'loading' }, sending: false, connection: 'up' }

export function reduce(state: PaymentState, event: PaymentEvent): PaymentState {
  switch (event.type) {
    case 'request-sent': {
      const { refusal: _, ...rest } = state
      return { ...rest, sending: true }
    }
    case 'request-refused':
      return { ...state, sending: false, connection: 'up', refusal: event.refusal }
    case 'no-answer':
      return { ...state, connection: 'down' }
    case 'unavailable':
      return { ...state, sending: false, connection: 'up', payment: { phase: 'unavailable', reason: event.reason } }
    case 'view': {
      const next = { ...state, connection: 'up' as const, sending: state.sending && !event.endsRequest }
      if (isOlder(event.view, state.payment)) return next
      const { view, atMs: receivedAtMs } = event
      return { ...next, payment: { phase: phaseOf(view), view, receivedAtMs } }
    }
  }
}

const RANK = { CREATED: 0, PENDING: 1, FAILED: 2, COMPLETED: 3 } as const

/** An order's state never goes back, so a view with a lower rank was overtaken by a newer one. */
function isOlder(view: PayerView, payment: Payment): boolean {
  return 'view' in payment && RANK[view.state] < RANK[payment.view.state]
}

/** The notes that are phases: a newer gateway may send others. */
const NOTES: ReadonlySet<string> = new Set(['expired', 'late-payment', 'refunding', 'unknown', 'already-paid'])

/**
 * Phase of an order, from the gateway's view of it.
 *
 * @example
 * ```ts
 * phaseOf(view) // 'waiting'
 * ```
 */
export function phaseOf(view: PayerView): PaymentPhase {
  const { state, note, checkout, payment } = view
  if (note !== undefined && NOTES.has(note)) return note
  if (state === 'COMPLETED') return 'done'
  if (state === 'FAILED') return hasTimedOut(view) ? 'expired' : 'failed'
  if (checkout !== 'CUSTOM') return 'hosted'
  return payment || state === 'PENDING' ? 'waiting' : 'choose'
}

/** The provider closes an expired order with the code of a payment that was not approved. */
function hasTimedOut({ errorCode, expiresAtMs, nowMs }: PayerView): boolean {
  return errorCode === 'TXN_NOT_COMPLETED' && expiresAtMs !== undefined && nowMs >= expiresAtMs
}
