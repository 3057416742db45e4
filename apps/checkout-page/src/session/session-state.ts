import type { PageAttempt, PageView } from '@galla/contract/sandbox-api/page-routes'
import { serverNow } from '@galla/react/components'

/** The order as the provider last reported it, and when the report arrived. */
export interface ReceivedView {
  view: PageView
  /** Arrival on the device's monotonic clock, `performance.now()`. Milliseconds. */
  receivedAtMs: number
}

/** Progress of the payment on this page. Each phase holds exactly what its step needs. */
export type Session =
  | { phase: 'loading' }
  | { phase: 'unavailable'; reason: UnavailableReason }
  | (ReceivedView & { phase: 'choose' })
  | (ReceivedView & { phase: 'wait' | 'otp' | 'bank'; attempt: PageAttempt })
  | (ReceivedView & { phase: 'failed'; attempt?: PageAttempt })
  | (ReceivedView & { phase: 'expired' | 'done' })

/** The link has no token, the provider does not know the token, or the provider has not answered yet. */
export type UnavailableReason = 'no-token' | 'not-found' | 'unreachable'

export interface PageState {
  session: Session
  /** A request of the payer is in flight, or got no answer and no view has arrived since: it may have been received. */
  sending: boolean
  /** Why the provider refused the last request; absent after the next one. */
  refusal?: Refusal
  connection: 'up' | 'down'
  /** The failed or cancelled attempt that the payer has dismissed. */
  dismissedAttemptId?: string
}

export interface Refusal {
  code: string
  message: string
}

export type PageEvent =
  /** `endsRequest`: no request of the payer is in flight any more. */
  | { type: 'view'; view: PageView; atMs: number; endsRequest: boolean; dismissedAttemptId?: string | undefined }
  | { type: 'request-sent' }
  | { type: 'request-refused'; refusal: Refusal }
  | { type: 'no-answer' }
  | { type: 'unavailable'; reason: UnavailableReason }
  | { type: 'try-again' }

export const INITIAL_STATE: PageState = { session: { phase: 'loading' }, sending: false, connection: 'up' }

export function reduce(state: PageState, event: PageEvent): PageState {
  switch (event.type) {
    case 'request-sent':
      return withoutRefusal({ ...state, sending: true })
    case 'request-refused':
      return { ...state, sending: false, connection: 'up', refusal: event.refusal }
    case 'no-answer':
      return state.session.phase === 'loading'
        ? { ...state, connection: 'down', session: { phase: 'unavailable', reason: 'unreachable' } }
        : { ...state, connection: 'down' }
    case 'unavailable':
      return { ...state, sending: false, session: { phase: 'unavailable', reason: event.reason } }
    case 'view': {
      const earlier = state.session.phase === 'loading' ? cancelledAttemptId(event.view) : undefined
      const dismissedAttemptId = event.dismissedAttemptId ?? state.dismissedAttemptId ?? earlier
      const session = sessionOf({ view: event.view, receivedAtMs: event.atMs }, dismissedAttemptId)
      const sending = state.sending && !event.endsRequest
      const next = { ...state, session, sending, connection: 'up' as const }
      return dismissedAttemptId === undefined ? next : { ...next, dismissedAttemptId }
    }
    case 'try-again': {
      const { session } = state
      if (session.phase !== 'failed' || !session.view.canPay || !session.attempt) return state
      const dismissedAttemptId = session.attempt.transactionId
      return { ...withoutRefusal(state), dismissedAttemptId, session: sessionOf(session, dismissedAttemptId) }
    }
  }
}

/** On arrival: the attempt that the payer cancelled before. It is no news, so the payer chooses at once. */
function cancelledAttemptId({ attempt }: PageView): string | undefined {
  return CANCELLED.has(attempt?.errorCode ?? '') ? attempt?.transactionId : undefined
}

/** The provider's codes of an attempt that the payer cancelled: by UPI or net banking, and by card. */
const CANCELLED: ReadonlySet<string> = new Set(['TXN_CANCELLED', 'CANCELLED_BY_USER'])

/** The phase follows from the view; the page's own contribution is which failed attempt was dismissed. */
function sessionOf({ view, receivedAtMs }: ReceivedView, dismissedAttemptId: string | undefined): Session {
  const received = { view, receivedAtMs }
  const { order, attempt } = view
  if (order.state === 'COMPLETED') return { ...received, phase: 'done' }
  if (order.state === 'FAILED') {
    if (order.expired) return { ...received, phase: 'expired' }
    return attempt ? { ...received, phase: 'failed', attempt } : { ...received, phase: 'failed' }
  }
  if (view.nowMs >= order.expiresAtMs) return { ...received, phase: 'expired' }
  if (attempt?.state === 'PENDING') {
    const phase = attempt.step === 'otp' || attempt.step === 'bank' ? attempt.step : 'wait'
    return { ...received, phase, attempt }
  }
  if (attempt?.state === 'FAILED' && attempt.transactionId !== dismissedAttemptId) {
    return { ...received, phase: 'failed', attempt }
  }
  return { ...received, phase: 'choose' }
}

/** With `exactOptionalPropertyTypes` a removed field is absent, not undefined. */
function withoutRefusal(state: PageState): PageState {
  const { refusal: _, ...rest } = state
  return rest
}

/** Milliseconds until the order expires, at least 0. `nowMs` is the device's monotonic clock. */
export function remainingMs(received: ReceivedView, nowMs: number): number {
  return Math.max(0, received.view.order.expiresAtMs - serverNow(received, nowMs))
}

/** Milliseconds until the next status check: the interval that the provider names, and once more at expiry. */
export function nextPollDelayMs(received: ReceivedView, nowMs: number): number | undefined {
  const { order, pollAfterMs } = received.view
  const left = remainingMs(received, nowMs)
  const checkAtExpiry = order.state === 'PENDING' && left > 0 ? left : undefined
  if (pollAfterMs === undefined) return checkAtExpiry
  return Math.min(pollAfterMs, checkAtExpiry ?? pollAfterMs)
}
