import type { PayerView } from '@galla/contract/gateway-api/payer-routes'
import { describe, expect, it } from 'vitest'
import { SERVER_MS, scanning, viewOf } from '../../test/helpers/payer-view.ts'
import { phaseOf, reduce, START } from './payment-state.ts'

describe('phaseOf', () => {
  it.each<[string, Partial<PayerView>]>([
    ['choose', {}],
    ['hosted', { checkout: 'STANDARD', state: 'PENDING' }],
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
  ])('%s: %j', (phase, over) => expect(phaseOf(viewOf(over))).toBe(phase))
})

describe('reduce', () => {
  const heard = (view: PayerView, settles = false) => ({ type: 'heard', view, atMs: 1, settles }) as const

  it('lets an order go forward only, and a failed one become paid late', () => {
    const failed = reduce(START, heard(viewOf({ state: 'FAILED' })))
    expect(reduce(failed, heard(scanning())).payment.phase).toBe('failed')
    expect(reduce(failed, heard(viewOf({ state: 'COMPLETED', note: 'late-payment' }))).payment.phase).toBe(
      'late-payment',
    )
  })

  it('forgets a refusal when the payer asks anew', () => {
    const refused = reduce(START, { type: 'refused', refusal: { code: 'X', message: 'x' } })
    expect(reduce(refused, { type: 'sent' })).toEqual({ ...START, sending: true })
  })
})
