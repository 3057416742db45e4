import { describe, expect, it } from 'vitest'
import { endedAttempts } from './ended-attempts.ts'
import type { PaymentAttempt } from './order.ts'

const attempt = (transactionId: string, state: PaymentAttempt['state']): PaymentAttempt => ({
  transactionId,
  state,
  paymentMode: 'UPI_QR',
})
const orderWith = (...attempts: PaymentAttempt[]) => ({ attempts })

describe('endedAttempts', () => {
  it('returns new attempts that are final, and attempts that became final', () => {
    const before = orderWith(attempt('T1', 'PENDING'))
    const after = orderWith(attempt('T1', 'FAILED'), attempt('T2', 'COMPLETED'))
    expect(endedAttempts(before, after)).toEqual([
      { mode: 'UPI_QR', state: 'FAILED' },
      { mode: 'UPI_QR', state: 'COMPLETED' },
    ])
  })

  it('returns no attempt that was final before, and no pending attempt', () => {
    const before = orderWith(attempt('T1', 'FAILED'))
    expect(endedAttempts(before, orderWith(attempt('T1', 'FAILED'), attempt('T2', 'PENDING')))).toEqual([])
  })

  it('returns an attempt that the provider corrects from failed to completed', () => {
    const corrected = orderWith(attempt('T1', 'COMPLETED'))
    expect(endedAttempts(orderWith(attempt('T1', 'FAILED')), corrected)).toEqual([
      { mode: 'UPI_QR', state: 'COMPLETED' },
    ])
  })
})
