import type { Order, ReviewReason } from '@galla/contract/gateway-api/orders'
import { paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import { refundBlock, resolutionText, reviewConsequence, reviewText } from './review-messages.ts'

describe('the findings of a review', () => {
  it('name both values, amounts in rupees', () => {
    expect(reviewText([{ code: 'amount-mismatch', key: 'amount-mismatch', ours: 49_900, theirs: 100 }])).toBe(
      'The order amount is ₹499.00, the provider reports ₹1.00.',
    )
    expect(reviewText([{ code: 'order-id-mismatch', key: 'order-id-mismatch', ours: 'OMO1', theirs: 'OMO2' }])).toBe(
      'The provider’s id was OMO1 and is now OMO2.',
    )
  })

  it('name states as lists name them', () => {
    const states = { ours: 'COMPLETED', theirs: 'FAILED' }
    expect(reviewText([{ code: 'contradiction', key: 'contradiction', ...states }])).toMatch(
      /^A payment of this order is “Completed”, .* as “Failed”\./,
    )
  })

  it('name both times of a moved expiry in Indian time', () => {
    const times = { ours: '2026-11-21T09:34:00.000Z', theirs: '2026-11-21T09:04:00.000Z' }
    expect(reviewText([{ code: 'expiry-mismatch', key: 'expiry-mismatch:1', ...times }])).toMatch(
      /15:04.* IST, and too late by .*14:34.* IST/,
    )
  })

  it('name what was paid in attempts without an id', () => {
    const twice = { code: 'paid-twice', key: 'paid-twice', payments: 2 } as const
    expect(reviewText([{ ...twice, unnamedAmount: 49_900 }])).toMatch(/Attempts without an id have ₹499\.00: refund/)
    expect(reviewText([{ ...twice, unnamedAmount: 0 }])).toMatch(/no id and no amount: refund/)
  })

  it('are all named', () => {
    const failed = {
      code: 'automatic-refund-failed',
      key: 'automatic-refund-failed',
      merchantRefundId: 'a-late',
      errorCode: 'EXCEEDS_PAID',
    } as const
    const text = reviewText([failed, { code: 'paid-twice', key: 'paid-twice', payments: 3 }])
    expect(text).toMatch(
      /^The automatic refund with the id a-late failed \(EXCEEDS_PAID\)\. Too little of the payment was left, .* 3 attempts of this order are completed/,
    )
  })
})

describe('a refund of an order in review', () => {
  const reviewed = (code: 'contradiction' | 'short-payment' | 'amount-mismatch' | 'automatic-refund-failed') => ({
    needsReview: { reason: code, sinceMs: 0, findings: [{ code, key: code }] },
  })

  it('waits for the review where the payment may have been taken back or was short', () => {
    for (const code of ['contradiction', 'short-payment'] as const)
      expect(refundBlock(reviewed(code))).toMatch(/^Resolve the review first: /)
  })

  it('is possible otherwise', () => {
    expect(refundBlock(reviewed('automatic-refund-failed'))).toBeUndefined()
    expect(refundBlock({})).toBeUndefined()
  })

  it('is in the text of the review: none, or one on request', () => {
    const refundableAmount = paise(49_900)
    const text = (code: Parameters<typeof reviewed>[0], mayRefund = true) =>
      reviewConsequence({ ...reviewed(code), refundableAmount }, mayRefund)
    expect(text('contradiction')).toMatch(/neither fulfilled nor refunded\.$/)
    expect(text('amount-mismatch')).toMatch(/on its own\. Meanwhile you can refund it yourself\.$/)
    expect(text('automatic-refund-failed')).toMatch(
      /on its own\. Meanwhile you can refund it yourself, here under a new id, or in the provider’s dashboard\.$/,
    )
    expect(text('automatic-refund-failed', false)).toMatch(/on its own\.$/)
  })
})

describe('resolving a review', () => {
  const order = (order: Partial<Order>) => ({ refundableAmount: paise(49_900), ...order }) as Order
  const reviewed = (reason: ReviewReason) => ({ reason, sinceMs: 0, findings: [{ code: reason, key: reason }] })

  it('delivers nothing of a payment that is refunded, and refunds nothing again', () => {
    const needsReview = reviewed('automatic-refund-failed')
    const { goods, money } = resolutionText(
      order({ state: 'COMPLETED', resolution: 'late-refund', needsReview }),
      [],
      false,
    )
    expect(goods).toBe('Nothing is delivered: order.completed is not sent to your handlers.')
    expect(money).toMatch(
      /the failed refund is not sent again\. ₹499\.00 is owed to the payer: request that refund first\.$/,
    )
  })

  it('of an order that was paid twice refunds the second payment, or nothing', () => {
    const twice = order({
      state: 'COMPLETED',
      resolution: 'fulfil',
      needsReview: reviewed('paid-twice'),
      surplusAmount: paise(49_900),
    })
    expect(resolutionText(twice, [], true).goods).toMatch(/is not sent again\.$/)
    expect(resolutionText(twice, [], true).money).toBe('₹499.00 of the second payment goes back to the payer now.')
    expect(resolutionText(twice, [], false).money).toMatch(/^Nothing is refunded: /)
  })

  it('of a third payment says how the payment is refunded afterwards', () => {
    const needsReview = reviewed('paid-twice')
    const { money } = resolutionText(order({ state: 'COMPLETED', resolution: 'fulfil', needsReview }), [], true)
    expect(money).toMatch(/^Nothing is refunded by this\. .* once the review is resolved\.$/)
  })

  it('of a payment that may have been refunded before accepts it', () => {
    const needsReview = {
      reason: 'undecided',
      findings: [{ code: 'undecided', key: 'undecided', theirs: 'COMPLETED' }],
      sinceMs: 1,
    } as const
    const { goods } = resolutionText(order({ state: 'PENDING', needsReview }), [], false)
    expect(goods).toMatch(/^The payment is accepted: order\.completed is sent/)
    expect(reviewText(needsReview.findings)).toMatch(/does not say whether the payment was already refunded/)
  })

  it('of an undecided payment lets the next status decide', () => {
    const { goods } = resolutionText(order({ state: 'PENDING', needsReview: reviewed('amount-mismatch') }), [], false)
    expect(goods).toMatch(/If something else differs, nothing is delivered, and the order needs review again\.$/)
  })
})
