import type { PayerView } from '@galla/contract/gateway-api/payer-routes'

/** A view of the order, and when it arrived on the device's steady clock. */
export interface Known {
  readonly view: PayerView
  readonly heardAtMs: number
}

/** Where the payer stands, as the server last said. Only the server's word moves it. */
export type Payment =
  | { readonly phase: 'loading' }
  /** The token is missing or no token, or the server does not take it (any more). */
  | { readonly phase: 'broken'; readonly why: 'no-token' | 'refused' }
  | (Known & { readonly phase: KnownPhase })

export type KnownPhase =
  /** Nothing begun: the payer chooses. */
  | 'choose'
  /** Paid on the provider's page. */
  | 'hosted'
  /** Begun: the payer, an app or a bank has to act. */
  | 'waiting'
  | 'done'
  | 'failed'
  /** The time is over, and no money has been seen. */
  | 'expired'
  /** Money came after the end and goes back. */
  | 'late-payment'
  /** Another payment of the same cart was first: this one goes back. */
  | 'refunding'
  /** A person at the shop has to look. */
  | 'unknown'

export interface PaymentState {
  readonly payment: Payment
  /** Something that the payer asked for is on its way. */
  readonly sending: boolean
  /** The last thing that the payer asked for was refused. */
  readonly refusal?: Refusal
  readonly line: 'up' | 'down'
}

export interface Refusal {
  readonly code: string
  readonly message: string
}

export type PaymentEvent =
  | { type: 'heard'; view: PayerView; atMs: number; settles: boolean }
  | { type: 'sent' }
  | { type: 'refused'; refusal: Refusal }
  | { type: 'lost'; settles: boolean }
  | { type: 'broken'; why: 'no-token' | 'refused' }

export const START: PaymentState = { payment: { phase: 'loading' }, sending: false, line: 'up' }

export function reduce(state: PaymentState, event: PaymentEvent): PaymentState {
  switch (event.type) {
    case 'sent': {
      const { refusal: _, ...rest } = state
      return { ...rest, sending: true }
    }
    case 'refused':
      return { ...state, sending: false, line: 'up', refusal: event.refusal }
    case 'lost':
      return { ...state, line: 'down', sending: event.settles ? false : state.sending }
    case 'broken':
      return { ...state, sending: false, line: 'up', payment: { phase: 'broken', why: event.why } }
    case 'heard': {
      const heard = { ...state, line: 'up' as const, sending: event.settles ? false : state.sending }
      if (isBehind(state.payment, event.view)) return heard
      const { view, atMs: heardAtMs } = event
      return { ...heard, payment: { phase: phaseOf(view), view, heardAtMs } }
    }
  }
}

const RANK = { CREATED: 0, PENDING: 1, FAILED: 2, COMPLETED: 3 } as const

/** Orders only ever go forward: a view from further back was overtaken on its way. */
function isBehind(payment: Payment, view: PayerView): boolean {
  return 'view' in payment && RANK[view.state] < RANK[payment.view.state]
}

export function phaseOf(view: PayerView): KnownPhase {
  const { state, note, checkout, payment } = view
  if (note === 'unknown' || note === 'late-payment' || note === 'refunding' || note === 'expired') return note
  if (state === 'COMPLETED') return 'done'
  if (state === 'FAILED') return ranOut(view) ? 'expired' : 'failed'
  if (checkout === 'STANDARD') return 'hosted'
  return payment || state === 'PENDING' ? 'waiting' : 'choose'
}

/** The provider closes an order whose time is over with the code of one that nobody approved. */
function ranOut({ errorCode, expiresAtMs, nowMs }: PayerView): boolean {
  return errorCode === 'TXN_NOT_COMPLETED' && expiresAtMs !== undefined && nowMs >= expiresAtMs
}
