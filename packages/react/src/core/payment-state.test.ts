import type { PayerView } from '@galla/contract/gateway-api/payer-routes'
import { describe, expect, it } from 'vitest'
import { SERVER_MS, scanning, viewOf } from '../../test/helpers/payer-view.ts'
import { INITIAL_STATE, phaseOf, reduce } from './payment-state.ts'

describe('phaseOf', () => {
  it.each<[string, Partial<PayerView>]>([
    ['choose', {}],
    ['hosted', { checkout: 'STANDARD', state: 'PENDING' }],
    ['hosted', { checkout: 'MOBILE', state: 'CREATED' }],
    ['hosted', { checkout: 'MOBILE_CUSTOM', state: 'PENDING' }],
    ['waiting', { state: 'PENDING' }],
    ['waiting', { payment: { type: 'UPI_QR', qrData: 'upi://pay' } }],
    ['done', { state: 'COMPLETED' }],
    ['done', { state: 'COMPLETED', checkout: 'STANDARD' }],
    ['failed', { state: 'FAILED', errorCode: 'INVALID_MPIN' }],
    ['failed', { state: 'FAILED', errorCode: 'TXN_NOT_COMPLETED' }],
    ['expired', { state: 'FAILED', errorCode: 'TXN_NOT_COMPLETED', nowMs: SERVER_MS + 900_000 }],
    ['expired', { state: 'PENDING', note: 'expired' }],
    ['late-payment', { state: 'COMPLETED', note: 'late-payment' }],
    ['refunding', { state: 'COMPLETED', note: 'refunding' }],
    ['unknown', { state: 'PENDING', note: 'unknown' }],
    ['already-paid', { state: 'PENDING', note: 'already-paid' }],
    ['already-paid', { state: 'FAILED', note: 'already-paid', errorCode: 'TXN_NOT_COMPLETED' }],
  ])('is %s for %j', (phase, over) => expect(phaseOf(viewOf(over))).toBe(phase))
})

describe('reduce', () => {
  const received = (view: PayerView) => ({ type: 'view', view, atMs: 1, endsRequest: false }) as const

  it('ignores a view with an older state, and accepts a late payment of a failed order', () => {
    const failed = reduce(INITIAL_STATE, received(viewOf({ state: 'FAILED' })))
    expect(reduce(failed, received(scanning())).payment.phase).toBe('failed')
    expect(reduce(failed, received(viewOf({ state: 'COMPLETED', note: 'late-payment' }))).payment.phase).toBe(
      'late-payment',
    )
  })

  it('removes the refusal when the next request is sent', () => {
    const refused = reduce(INITIAL_STATE, { type: 'request-refused', refusal: { code: 'X', message: 'x' } })
    expect(reduce(refused, { type: 'request-sent' })).toEqual({ ...INITIAL_STATE, sending: true })
  })
})
