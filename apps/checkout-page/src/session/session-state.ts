import type { PageAttempt, PageView } from '@galla/contract/sandbox-api/page-routes'
import { serverNow } from '@galla/react/components'

/** A view of the order, and when it arrived on the device's steady clock. */
export interface Known {
  view: PageView
  heardAtMs: number
}

/** Where the payer stands. Each phase carries what its step needs, and nothing that could be half there. */
export type Session =
  | { phase: 'loading' }
  | { phase: 'broken'; why: Broken }
  | (Known & { phase: 'choose' })
  | (Known & { phase: 'wait' | 'otp' | 'bank'; attempt: PageAttempt })
  | (Known & { phase: 'failed'; attempt?: PageAttempt })
  | (Known & { phase: 'expired' | 'done' })

/** Why there is nothing to show: the link lacks its token, the provider does not know it, or nobody answered yet. */
export type Broken = 'no-token' | 'not-found' | 'unreachable'

export interface PageState {
  session: Session
  /** Something the payer asked for is on its way. */
  sending: boolean
  /** The last thing that the payer asked for was refused. */
  refusal?: Refusal
  line: 'up' | 'down'
  /** The failed or cancelled attempt that the payer has put behind them. */
  leftBehind?: string
}

export interface Refusal {
  code: string
  message: string
}

export type PageEvent =
  | { type: 'heard'; view: PageView; atMs: number; leaveBehind?: string }
  | { type: 'sent' }
  | { type: 'refused'; refusal: Refusal }
  | { type: 'lost' }
  | { type: 'broken'; why: Broken }
  | { type: 'try-again' }

export const START: PageState = { session: { phase: 'loading' }, sending: false, line: 'up' }

export function reduce(state: PageState, event: PageEvent): PageState {
  switch (event.type) {
    case 'sent':
      return withoutRefusal({ ...state, sending: true })
    case 'refused':
      return { ...state, sending: false, line: 'up', refusal: event.refusal }
    case 'lost':
      return state.session.phase === 'loading'
        ? { ...state, sending: false, line: 'down', session: { phase: 'broken', why: 'unreachable' } }
        : { ...state, sending: false, line: 'down' }
    case 'broken':
      return { ...state, sending: false, session: { phase: 'broken', why: event.why } }
    case 'heard': {
      const leftBehind = event.leaveBehind ?? state.leftBehind
      const session = sessionOf({ view: event.view, heardAtMs: event.atMs }, leftBehind)
      const next = { ...state, session, sending: false, line: 'up' as const }
      return leftBehind === undefined ? next : { ...next, leftBehind }
    }
    case 'try-again': {
      const { session } = state
      if (session.phase !== 'failed' || !session.view.canPay || !session.attempt) return state
      const leftBehind = session.attempt.transactionId
      return { ...withoutRefusal(state), leftBehind, session: sessionOf(session, leftBehind) }
    }
  }
}

/** The phase follows from what the provider said; the page adds only which failed attempt was put behind. */
function sessionOf({ view, heardAtMs }: Known, leftBehind: string | undefined): Session {
  const known = { view, heardAtMs }
  const { order, attempt } = view
  if (order.state === 'COMPLETED') return { ...known, phase: 'done' }
  if (order.state === 'FAILED') {
    if (order.expired) return { ...known, phase: 'expired' }
    return attempt ? { ...known, phase: 'failed', attempt } : { ...known, phase: 'failed' }
  }
  if (view.nowMs >= order.expiresAtMs) return { ...known, phase: 'expired' }
  if (attempt?.state === 'PENDING') {
    const phase = attempt.step === 'otp' || attempt.step === 'bank' ? attempt.step : 'wait'
    return { ...known, phase, attempt }
  }
  if (attempt?.state === 'FAILED' && attempt.transactionId !== leftBehind) return { ...known, phase: 'failed', attempt }
  return { ...known, phase: 'choose' }
}

/** `exactOptionalPropertyTypes`: a field that is gone is absent, not undefined. */
function withoutRefusal(state: PageState): PageState {
  const { refusal: _, ...rest } = state
  return rest
}

/** Milliseconds until the order expires, never negative. */
export function remainingMs(known: Known, nowMs: number): number {
  return Math.max(0, known.view.order.expiresAtMs - serverNow(known, nowMs))
}

/** Milliseconds until the page asks again: the provider's rhythm, and once more right at the end of the time. */
export function nextCheckMs(known: Known, nowMs: number): number | undefined {
  const { order, pollAfterMs } = known.view
  const left = remainingMs(known, nowMs)
  const lastLook = order.state === 'PENDING' && left > 0 ? left : undefined
  if (pollAfterMs === undefined) return lastLook
  return Math.min(pollAfterMs, lastLook ?? pollAfterMs)
}
