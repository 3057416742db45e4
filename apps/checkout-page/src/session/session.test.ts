import type { PageAttempt, PageView } from '@galla/contract/sandbox-api/page-routes'
import { describe, expect, it } from 'vitest'
import { viewOf } from '../../test/view-of.ts'
import { type PageEvent, reduce, START } from './session.ts'

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
