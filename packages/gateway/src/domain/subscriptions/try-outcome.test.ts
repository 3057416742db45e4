import type { Paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import type { PaymentAttempt } from '../orders/order.ts'
import { hasTryFailed } from './try-outcome.ts'

const SENT_MS = 10 * 3_600_000
const tryAt = (timestamp: number, state: PaymentAttempt['state']): PaymentAttempt => ({
  transactionId: `OM${timestamp}`,
  state,
  amount: 19_900 as Paise,
  paymentMode: 'UPI_AUTO_PAY',
  timestamp,
})
const after = (listed: readonly PaymentAttempt[], askedMs: number, failedAtMs?: number) =>
  hasTryFailed(
    { tries: [{ sentAtMs: SENT_MS, ...(failedAtMs !== undefined && { failedAtMs }) }] },
    listed,
    SENT_MS + askedMs,
  )

describe('a request to debit', () => {
  it('has failed when the try that it began failed', () => {
    expect(after([tryAt(SENT_MS + 500, 'FAILED')], 10_000)).toBe(true)
  })

  it('is in doubt while its try is open, completed, or of a state that is not known', () => {
    for (const state of ['PENDING', 'COMPLETED', 'UNKNOWN'] as const)
      expect(after([tryAt(SENT_MS + 500, state)], 86_400_000)).toBe(false)
  })

  it('is in doubt while it may still arrive, and was never received after that', () => {
    expect(after([], 119_999)).toBe(false)
    expect(after([], 120_000)).toBe(true)
  })

  it('is not decided by an earlier try that failed', () => {
    expect(after([tryAt(SENT_MS - 90 * 60_000, 'FAILED')], 60_000)).toBe(false)
  })

  it('is in doubt while any try is open, also when the clock of the provider is behind', () => {
    expect(after([tryAt(SENT_MS - 10 * 60_000, 'PENDING')], 86_400_000)).toBe(false)
  })

  it('that has failed does not fail again', () => {
    expect(after([tryAt(SENT_MS, 'FAILED')], 60_000, SENT_MS + 1)).toBe(false)
    expect(hasTryFailed({ tries: [] }, [], SENT_MS)).toBe(false)
  })
})
