import { describe, expect, it } from 'vitest'
import { refundState } from '../../components/records.tsx'
import { describeState } from '../../i18n/terms.ts'
import { decisionsOf, reviewText, wordsOf } from './refund-review.tsx'

describe('a refund in review', () => {
  const needsReview = { reason: 'refused', sinceMs: 0, ours: { state: 'REQUESTED', amount: 1 } } as const

  it('is shown as Needs review, whatever its state', () => {
    const state = refundState({ state: 'REQUESTED', inDoubt: true, needsReview })
    expect(describeState('refund', state).label).toBe('Needs review')
  })

  it('shows the statuses of both sides', () => {
    expect(wordsOf({ state: 'COMPLETED', amount: 20_000 })).toBe('Refunded, ₹200.00')
    expect(wordsOf({ code: 'WINDOW_BUSY', message: 'Try later' })).toBe('WINDOW_BUSY, Try later')
  })

  it('says in one sentence what differs', () => {
    const order = { merchantOrderId: 'cart-7' }
    const ours = { state: 'FAILED', amount: 10_000 } as const
    const base = { reason: 'contradiction', sinceMs: 0, ours } as const
    expect(
      reviewText(order, { ...base, reason: 'amount-mismatch', theirs: { state: 'PENDING', amount: 20_000 } }),
    ).toBe('The refund is of ₹100.00, the provider reports ₹200.00 and “Pending”.')
    expect(reviewText(order, { ...base, ours: { ...ours, refundId: 'OMR1' }, theirs: { refundId: 'OMR2' } })).toBe(
      'The provider’s id was OMR1 and is now OMR2.',
    )
    expect(reviewText(order, { ...base, theirs: { merchantRefundId: 'r-1' } })).toMatch(/answered with the refund r-1/)
    expect(reviewText(order, { ...base, ours: { ...ours, availableAmount: 0 }, theirs: { state: 'PENDING' } })).toMatch(
      /More has left than was paid.*only ₹0.00/,
    )
    const notEnough = {
      ...base,
      reason: 'insufficient-balance',
      ours: { state: 'REQUESTED', amount: 20_000, availableAmount: 9_900 },
    } as const
    expect(reviewText(order, notEnough)).toMatch(/of ₹200.00 and was never sent, and the order has only ₹99.00/)
  })

  it('offers the provider’s amount when that is what differs', () => {
    const mismatch = {
      ...needsReview,
      reason: 'amount-mismatch',
      theirs: { state: 'PENDING', amount: 20_000 },
    } as const
    const refund = { merchantRefundId: 'r-1' }
    expect(decisionsOf(refund, needsReview).map(({ value }) => value)).toEqual(['retry', 'failed'])
    expect(decisionsOf(refund, mismatch).map(({ value }) => value)).toEqual(['retry', 'failed', 'adopt-amount'])
    expect(decisionsOf(refund, mismatch).at(-1)?.label).toContain('₹200.00')
  })

  it('offers what the order has left for a refund that was never sent, as far as it is anything', () => {
    const notEnough = (availableAmount: number) => ({
      ...needsReview,
      reason: 'insufficient-balance' as const,
      ours: { ...needsReview.ours, availableAmount },
    })
    const refund = { merchantRefundId: 'r-1' }
    expect(decisionsOf(refund, notEnough(9_900)).at(-1)).toMatchObject({ value: 'adopt-amount' })
    expect(decisionsOf(refund, notEnough(9_900)).at(-1)?.label).toContain('₹99.00')
    expect(decisionsOf(refund, notEnough(99)).map(({ value }) => value)).toEqual(['retry', 'failed'])
  })

  it('offers to accept that more has left than was paid', () => {
    const ours = { ...needsReview.ours, availableAmount: 0 }
    const values = decisionsOf({ merchantRefundId: 'r-1' }, { ...needsReview, reason: 'contradiction', ours })
    expect(values.map(({ value }) => value)).toEqual(['retry', 'failed', 'accept'])
  })

  it('offers to complete a refund that the provider names by its own id only', () => {
    const refund = { merchantRefundId: 'external:OMR1' }
    const values = decisionsOf(refund, { ...needsReview, reason: 'undecided' }).map(({ value }) => value)
    expect(values).toEqual(['retry', 'failed', 'completed'])
  })
})
