import { describe, expect, it } from 'vitest'
import { reviewText } from './review-messages.ts'

describe('the findings of a review', () => {
  it('name both values, amounts in rupees', () => {
    expect(reviewText([{ code: 'amount-mismatch', ours: 49_900, theirs: 100 }])).toBe(
      'The order amount is ₹499.00, the provider reports ₹1.00.',
    )
    expect(reviewText([{ code: 'order-id-mismatch', ours: 'OMO1', theirs: 'OMO2' }])).toBe(
      'The provider’s id was OMO1 and is now OMO2.',
    )
  })

  it('name what was paid in attempts without an id', () => {
    const twice = { code: 'paid-twice', payments: 2 } as const
    expect(reviewText([{ ...twice, unnamedAmount: 49_900 }])).toMatch(/Attempts without an id have ₹499\.00: refund/)
    expect(reviewText([{ ...twice, unnamedAmount: 0 }])).toMatch(/no id and no amount: refund/)
  })

  it('are all named', () => {
    const failed = { code: 'automatic-refund-failed', merchantRefundId: 'a-late', errorCode: 'EXCEEDS_PAID' } as const
    const text = reviewText([failed, { code: 'paid-twice', payments: 3 }])
    expect(text).toMatch(/^The refund a-late failed \(EXCEEDS_PAID\), .* 3 attempts of this order are completed/)
  })
})
