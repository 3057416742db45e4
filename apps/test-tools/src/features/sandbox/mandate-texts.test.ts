import { paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import { advanceToDebit, debitState, nextDebit, noDebitText, termsText, triesToFail } from './mandate-texts.ts'

const terms = {
  authWorkflowType: 'TRANSACTION',
  amountType: 'FIXED',
  maxAmount: paise(19_900),
  frequency: 'MONTHLY',
} as const

const debit = (more: object = {}) => ({
  merchantOrderId: 'debit-1',
  state: 'NOTIFIED' as const,
  amount: paise(19_900),
  debitAtMs: 1_000,
  paymentFlow: { type: 'SUBSCRIPTION_REDEMPTION' as const, merchantSubscriptionId: 'sub-1', autoDebit: false, ...more },
})

describe('the texts of a mandate', () => {
  it('names the amount of each debit', () => {
    expect(termsText(terms)).toBe('₹199.00 every month')
    expect(termsText({ ...terms, amountType: 'VARIABLE', frequency: 'ON_DEMAND' })).toBe('up to ₹199.00 on demand')
  })

  it('calls a debit void only while it could still happen', () => {
    expect(debitState({ state: 'NOTIFIED', void: true })).toBe('VOID')
    expect(debitState({ state: 'FAILED', void: true })).toBe('FAILED')
    expect(debitState({ state: 'NOTIFIED' })).toBe('NOTIFIED')
  })
})

describe('the next debit', () => {
  it('is the earliest that can come', () => {
    const { debitAtMs: _none, ...over } = debit()
    const redemptions = [over, { ...debit(), debitAtMs: 9_000 }, debit()]
    expect(nextDebit({ redemptions })?.debitAtMs).toBe(1_000)
    expect(nextDebit({ redemptions: [over] })).toBeUndefined()
  })

  it('is not announced, or can never come', () => {
    expect(noDebitText({ state: 'PAUSED' })).toBe('not announced')
    expect(noDebitText({ state: 'REVOKED' })).toBe('none')
  })

  it('is run to its end where the sandbox debits, and to its first time where the merchant redeems', () => {
    expect(advanceToDebit(debit(), 400)).toBe(600)
    expect(advanceToDebit(debit({ autoDebit: true }), 400)).toBe(5_600)
    expect(advanceToDebit({ ...debit(), state: 'PENDING' }, 4_000)).toBe(5_000)
  })

  it('fails after four tries of the provider, or one of the merchant', () => {
    expect(triesToFail({ redemptions: [] })).toBe(4)
    const redemptions = [debit({ redemptionRetryStrategy: 'CUSTOM' })] as never
    expect(triesToFail({ redemptions })).toBe(1)
  })
})
