import { paise } from '@galla/contract/money'
import type { PageAttempt, PageView } from '@galla/contract/sandbox-api/page-routes'
import { describe, expect, it } from 'vitest'
import { viewOf } from '../../test/helpers/page-view.ts'
import { INITIAL_STATE, nextPollDelayMs, type PageEvent, reduce, remainingMs } from './session-state.ts'

const attempt = (over: Partial<PageAttempt> = {}): PageAttempt => ({
  transactionId: 'OM1',
  type: 'UPI_QR',
  state: 'PENDING',
  startedAtMs: 1,
  ...over,
})
const received = (view: PageView): PageEvent => ({ type: 'view', view, atMs: 1, endsRequest: true })
const after = (...events: PageEvent[]) => events.reduce(reduce, INITIAL_STATE)
const phase = (view: PageView) => after(received(view)).session.phase

describe('the phase of a view', () => {
  it.each<[string, PageView]>([
    ['choose', viewOf()],
    ['wait', viewOf({ attempt: attempt({ step: 'scan' }) })],
    ['wait', viewOf({ attempt: attempt({ step: 'approve', type: 'UPI_COLLECT' }) })],
    ['wait', viewOf({ attempt: attempt() })],
    ['otp', viewOf({ attempt: attempt({ step: 'otp', type: 'CARD' }) })],
    ['bank', viewOf({ attempt: attempt({ step: 'bank', type: 'NET_BANKING' }) })],
    ['failed', viewOf({ attempt: attempt({ state: 'FAILED' }) })],
    ['failed', viewOf({ canPay: false, order: { state: 'FAILED', errorCode: 'INVALID_MPIN' } })],
    ['expired', viewOf({ order: { state: 'FAILED', expired: true, errorCode: 'INVALID_MPIN' } })],
    ['expired', viewOf({ nowMs: 10, order: { expiresAtMs: 10 } })],
    ['done', viewOf({ attempt: attempt({ state: 'COMPLETED' }), order: { state: 'COMPLETED' } })],
  ])('is %s', (expected, view) => {
    expect(phase(view)).toBe(expected)
  })
})

describe('a failed attempt', () => {
  const failed = viewOf({ attempt: attempt({ state: 'FAILED' }) })

  it('is dismissed by try-again, and stays dismissed in the next view', () => {
    const state = after(received(failed), { type: 'try-again' }, received(failed))
    expect(state.session.phase).toBe('choose')
  })

  it('does not hide the failure of the next attempt', () => {
    const next = viewOf({ attempt: attempt({ state: 'FAILED', transactionId: 'OM2' }) })
    expect(after(received(failed), { type: 'try-again' }, received(next)).session.phase).toBe('failed')
  })

  it('cannot be dismissed when no other attempt is allowed', () => {
    const last = viewOf({ canPay: false, attempt: attempt({ state: 'FAILED' }), order: { state: 'FAILED' } })
    expect(after(received(last), { type: 'try-again' }).session.phase).toBe('failed')
  })

  it('is not shown on arrival when the payer cancelled it before', () => {
    const cancelled = viewOf({ attempt: attempt({ state: 'FAILED', errorCode: 'TXN_CANCELLED' }) })
    expect(phase(cancelled)).toBe('choose')
    expect(after(received(viewOf()), received(cancelled)).session.phase).toBe('failed')
  })

  it('is not shown when the payer cancelled it', () => {
    const state = after(
      { type: 'view', view: failed, atMs: 1, endsRequest: true, dismissedAttemptId: 'OM1' },
      received(failed),
    )
    expect(state.session.phase).toBe('choose')
  })
})

describe('a lost connection', () => {
  it('shows an error when nothing was received yet', () => {
    expect(after({ type: 'no-answer' }).session).toEqual({ phase: 'unavailable', reason: 'unreachable' })
  })

  it('keeps the current step, and ends with the next view', () => {
    const lost = after(received(viewOf()), { type: 'request-sent' }, { type: 'no-answer' })
    expect(lost).toMatchObject({ connection: 'down', session: { phase: 'choose' } })
    expect(reduce(lost, received(viewOf())).connection).toBe('up')
  })

  it('keeps the payer from sending again until a view shows what became of the request', () => {
    const lost = after(received(viewOf()), { type: 'request-sent' }, { type: 'no-answer' })
    expect(lost.sending).toBe(true)
    expect(reduce(lost, received(viewOf())).sending).toBe(false)
  })
})

it('keeps a refusal until the next request', () => {
  const refusal = { code: 'NOT_OFFERED', message: 'no' }
  const refused = after(received(viewOf()), { type: 'request-sent' }, { type: 'request-refused', refusal })
  expect(refused).toMatchObject({ sending: false, refusal })
  expect(reduce(refused, received(viewOf())).refusal).toEqual(refusal)
  expect(reduce(refused, { type: 'request-sent' })).not.toHaveProperty('refusal')
})

const SERVER = Date.parse('2026-11-20T12:00:00+05:30')
const receivedAtMs = 5_000
const current = {
  receivedAtMs,
  view: viewOf({ nowMs: SERVER, order: { expiresAtMs: SERVER + 60_000, amount: paise(100) }, pollAfterMs: 3_000 }),
}

describe('remainingMs', () => {
  it('advances the provider’s time by the device’s monotonic clock', () => {
    expect(remainingMs(current, receivedAtMs + 1_500)).toBe(58_500)
  })

  it('stands still with a frozen provider clock', () => {
    const still = { view: { ...current.view, frozen: true as const }, receivedAtMs }
    expect(remainingMs(still, receivedAtMs + 30_000)).toBe(remainingMs(current, receivedAtMs))
  })

  it('never goes below zero or back', () => {
    expect(remainingMs(current, receivedAtMs + 90_000)).toBe(0)
    expect(remainingMs(current, receivedAtMs - 1)).toBe(remainingMs(current, receivedAtMs))
  })
})

describe('nextPollDelayMs', () => {
  it('is pollAfterMs', () => {
    expect(nextPollDelayMs(current, receivedAtMs)).toBe(3_000)
  })

  it('is the time to expiry where that is shorter', () => {
    expect(nextPollDelayMs(current, receivedAtMs + 58_000)).toBe(2_000)
  })

  it('is pollAfterMs for an order that is still open after expiry', () => {
    expect(nextPollDelayMs(current, receivedAtMs + 61_000)).toBe(3_000)
  })

  it('is undefined when the provider names no interval', () => {
    const over = viewOf({ nowMs: SERVER, order: { state: 'COMPLETED', expiresAtMs: SERVER + 60_000 } })
    expect(nextPollDelayMs({ receivedAtMs, view: over }, receivedAtMs)).toBeUndefined()
  })
})
