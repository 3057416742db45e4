import { paise } from '@galla/contract/money'
import type { PageAttempt, PageView } from '@galla/contract/sandbox-api/page-routes'
import { describe, expect, it } from 'vitest'
import { viewOf } from '../../test/helpers/page-view.ts'
import { nextCheckMs, type PageEvent, reduce, remainingMs, START } from './session-state.ts'

const attempt = (over: Partial<PageAttempt> = {}): PageAttempt => ({
  transactionId: 'OM1',
  type: 'UPI_QR',
  state: 'PENDING',
  startedAtMs: 1,
  ...over,
})
const heard = (view: PageView): PageEvent => ({ type: 'heard', view, atMs: 1 })
const after = (...events: PageEvent[]) => events.reduce(reduce, START)
const phase = (view: PageView) => after(heard(view)).session.phase

describe('the phase follows from the view', () => {
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
  ])('%s', (expected, view) => {
    expect(phase(view)).toBe(expected)
  })
})

describe('a failed attempt', () => {
  const failed = viewOf({ attempt: attempt({ state: 'FAILED' }) })

  it('is put behind, and stays behind when the page asks again', () => {
    const state = after(heard(failed), { type: 'try-again' }, heard(failed))
    expect(state.session.phase).toBe('choose')
  })

  it('is shown again when the next one fails too', () => {
    const next = viewOf({ attempt: attempt({ state: 'FAILED', transactionId: 'OM2' }) })
    expect(after(heard(failed), { type: 'try-again' }, heard(next)).session.phase).toBe('failed')
  })

  it('cannot be put behind when no other may follow', () => {
    const last = viewOf({ canPay: false, attempt: attempt({ state: 'FAILED' }), order: { state: 'FAILED' } })
    expect(after(heard(last), { type: 'try-again' }).session.phase).toBe('failed')
  })

  it('needs no step when the payer gave it up on purpose', () => {
    const state = after({ type: 'heard', view: failed, atMs: 1, leaveBehind: 'OM1' }, heard(failed))
    expect(state.session.phase).toBe('choose')
  })
})

describe('the line', () => {
  it('lost before anything was heard leaves nothing to show', () => {
    expect(after({ type: 'lost' }).session).toEqual({ phase: 'broken', why: 'unreachable' })
  })

  it('lost later keeps the step on the page, and an answer mends it', () => {
    const lost = after(heard(viewOf()), { type: 'sent' }, { type: 'lost' })
    expect(lost).toMatchObject({ line: 'down', sending: false, session: { phase: 'choose' } })
    expect(reduce(lost, heard(viewOf())).line).toBe('up')
  })
})

it('keeps a refusal until the payer asks for the next thing', () => {
  const refusal = { code: 'NOT_OFFERED', message: 'no' }
  const refused = after(heard(viewOf()), { type: 'sent' }, { type: 'refused', refusal })
  expect(refused).toMatchObject({ sending: false, refusal })
  expect(reduce(refused, heard(viewOf())).refusal).toEqual(refusal)
  expect(reduce(refused, { type: 'sent' })).not.toHaveProperty('refusal')
})

const SERVER = Date.parse('2026-11-20T12:00:00+05:30')
const heardAtMs = 5_000
const known = {
  heardAtMs,
  view: viewOf({ nowMs: SERVER, order: { expiresAtMs: SERVER + 60_000, amount: paise(100) }, pollAfterMs: 3_000 }),
}

describe('the clock', () => {
  it('is the provider’s, carried on by the steady clock of a device that has no idea of the date', () => {
    expect(remainingMs(known, heardAtMs + 1_500)).toBe(58_500)
  })

  it('stands still with the provider’s, and is moved only by what is heard', () => {
    const still = { view: { ...known.view, frozen: true as const }, heardAtMs }
    expect(remainingMs(still, heardAtMs + 30_000)).toBe(remainingMs(known, heardAtMs))
  })

  it('never runs below zero, nor backwards', () => {
    expect(remainingMs(known, heardAtMs + 90_000)).toBe(0)
    expect(remainingMs(known, heardAtMs - 1)).toBe(remainingMs(known, heardAtMs))
  })
})

describe('nextCheckMs', () => {
  it('keeps the provider’s rhythm', () => {
    expect(nextCheckMs(known, heardAtMs)).toBe(3_000)
  })

  it('looks once more exactly when the time is over', () => {
    expect(nextCheckMs(known, heardAtMs + 58_000)).toBe(2_000)
  })

  it('goes on in the provider’s rhythm when the order is still open after its time', () => {
    expect(nextCheckMs(known, heardAtMs + 61_000)).toBe(3_000)
  })

  it('stops when the provider does', () => {
    const over = viewOf({ nowMs: SERVER, order: { state: 'COMPLETED', expiresAtMs: SERVER + 60_000 } })
    expect(nextCheckMs({ heardAtMs, view: over }, heardAtMs)).toBeUndefined()
  })
})
