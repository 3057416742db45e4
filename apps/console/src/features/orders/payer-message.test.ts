import type { Order } from '@galla/contract/gateway-api/orders'
import type { Refund } from '@galla/contract/gateway-api/refunds'
import { paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import { payerMessage } from './payer-message.ts'

const DAY = Date.parse('2026-11-26T10:30:00+05:30')
const ORDER: Order = {
  merchantOrderId: 'o-1',
  reference: 'cart-1',
  checkout: 'STANDARD',
  amount: paise(49_900),
  state: 'COMPLETED',
  resolution: 'fulfil',
  orderId: 'OMO1',
  utr: '602557741976',
  refundedAmount: paise(0),
  refundableAmount: paise(49_900),
  createdAtMs: DAY,
  updatedAtMs: DAY,
  paidAtMs: DAY,
  completedAtMs: DAY,
  version: 1,
}
const REFUND: Refund = {
  merchantRefundId: 'r-1',
  merchantOrderId: 'o-1',
  amount: paise(10_000),
  state: 'COMPLETED',
  origin: 'console',
  note: 'torn bag',
  requestedBy: 'asha',
  inDoubt: false,
  attempts: 1,
  createdAtMs: DAY,
  updatedAtMs: DAY,
  version: 1,
}
const LATE: Order = { ...ORDER, resolution: 'late-refund', refundableAmount: paise(0) }
const SECOND: Order = { ...LATE, merchantOrderId: 'o-2', resolution: 'duplicate-refund' }
const { utr: _, paidAtMs: __, completedAtMs: ___, resolution: ____, ...UNPAID } = ORDER

const message = (order: Order, refunds: Refund[] = [], siblings: Order[] = [], language: 'en' | 'hi' = 'en') =>
  payerMessage({ order, refunds, siblings }, DAY, language)

describe('payerMessage', () => {
  it('says of a proved mandate that its amount comes back, and of no payment', () => {
    const setup: Order = { ...UNPAID, checkout: 'MANDATE_CHECK', amount: paise(200), resolution: 'fulfil' }
    expect(message(setup)).toBe(
      'Order number: o-1\nYou have approved the mandate. ₹2.00 was taken to check your account, and comes back to you automatically.\nYou do not need to do anything.',
    )
    expect(message(setup, [], [], 'hi')).toBe(
      'ऑर्डर नंबर: o-1\nआपने मैंडेट को मंज़ूरी दे दी है। ₹2.00 आपका खाता जाँचने के लिए कटे थे, और अपने आप आपको वापस मिल जाते हैं।\nआपको कुछ नहीं करना है।',
    )
  })

  it('says of a paid order what was received, with its UTR', () => {
    expect(message(ORDER)).toBe(
      'Order number: o-1\nWe have received your payment of ₹499.00 on 26 Nov 2026, 10:30 IST.\nUTR of your payment: 602557741976\nYou do not need to do anything.',
    )
    expect(message(ORDER, [], [], 'hi')).toBe(
      'ऑर्डर नंबर: o-1\nहमें आपका ₹499.00 का पेमेंट भारतीय समय के अनुसार 26 नव॰ 2026, 10:30 को मिल गया है।\nआपके पेमेंट का UTR: 602557741976\nआपको कुछ नहीं करना है।',
    )
  })

  it('names the shop first, where its name is set', () => {
    expect(payerMessage({ order: ORDER, refunds: [], siblings: [] }, DAY, 'hi', 'Chai & Chapters')).toMatch(
      /^Chai & Chapters\nऑर्डर नंबर: o-1\n/,
    )
  })

  it.each<[string, Order, string]>([
    ['failed', { ...UNPAID, state: 'FAILED' }, 'If money left your account, your bank returns it.'],
    ['open', { ...UNPAID, state: 'PENDING', expiresAtMs: DAY + 60_000 }, 'You can pay until 26 Nov 2026, 10:31 IST.'],
    ['over, and not decided', { ...UNPAID, state: 'PENDING', expiresAtMs: DAY - 1 }, 'Please do not pay again'],
    ['paid too late', LATE, 'The order is not delivered.\n'],
    ['paid too late', LATE, '\nThe money is being refunded to you.\n'],
    ['paid twice', SECOND, 'You have paid for this order twice.'],
    ['paid twice', SECOND, '\nThe money is being refunded to you.\n'],
  ])('says what to do of an order that is %s', (_name, order, text) => {
    expect(message(order)).toContain(text)
    expect(message(order)).not.toContain('You do not need to do anything.')
  })

  it('advises no second payment of a reference that another order has paid', () => {
    for (const state of ['FAILED', 'PENDING'] as const) {
      expect(message({ ...UNPAID, merchantOrderId: 'o-2', state }, [], [ORDER])).toContain(
        'Another payment for this order has reached us (order number o-1). Please do not pay again.',
      )
      expect(message({ ...UNPAID, state }, [], [ORDER])).not.toContain('please pay again')
    }
  })

  it('says why a payment failed in the words of the payment page, where the code says it', () => {
    const failed: Order = { ...UNPAID, state: 'FAILED', errorCode: 'INVALID_MPIN', detailedErrorCode: 'ZM' }
    expect(message(failed)).toBe(
      'Order number: o-1\nWe have not received your payment of ₹499.00.\nThe UPI PIN was wrong.\nIf money left your account, your bank returns it. To buy, please pay again in the shop.\nBanks usually show returned money within 7 working days.',
    )
    expect(message(failed, [], [], 'hi')).toContain('\nUPI पिन सही नहीं था।\n')
    expect(message({ ...UNPAID, state: 'FAILED', errorCode: 'X1' }).split('\n')).toHaveLength(4)
  })

  it('says of a paid order what became of a second payment', () => {
    const refunded: Order = { ...SECOND, refundedAmount: SECOND.amount }
    const owed: Order = { ...SECOND, refundableAmount: SECOND.amount }
    const intro = '\nA second payment of ₹499.00 for this order (order number o-2) reached us too.'
    expect(message(ORDER, [], [SECOND])).toContain(`${intro} It is being refunded to you.\n`)
    expect(message(ORDER, [], [refunded])).toContain(`${intro} It has been refunded to you.\n`)
    expect(message(ORDER, [], [owed])).toContain(
      `${intro} It has not been returned yet. We will write to you about it.`,
    )
    expect(message(ORDER, [], [SECOND])).toContain('within 7 working days')
    expect(message(ORDER, [], [owed])).not.toContain('within 7 working days')
    for (const second of [SECOND, refunded, owed])
      expect(message(ORDER, [], [second], 'hi').replaceAll(/o-[12]|UTR/g, '')).not.toMatch(/[A-Za-z]/)
  })

  it('names both orders of a second payment, each by what it is, and its refund once', () => {
    const refund: Refund = { ...REFUND, merchantOrderId: 'o-2', amount: SECOND.amount }
    const head =
      'Order number of the second payment: o-2\nOrder number of the paid order: o-1\nYou have paid for this order twice. Your payment of ₹499.00 is the second one.\nUTR of your payment: 602557741976\n'
    expect(message(SECOND, [{ ...refund, utr: '841' }], [ORDER])).toBe(
      `${head}We have refunded ₹499.00 to the account or card that you paid with.\nUTR of the refund: 841\nIf you do not see it, please give the UTR of the refund to your bank.`,
    )
    expect(message(SECOND, [{ ...refund, state: 'PENDING' }], [ORDER])).toBe(
      `${head}A refund of ₹499.00 is in progress. It goes to the account or card that you paid with; you do not need to do anything.\nBanks usually show returned money within 7 working days.`,
    )
    expect(message(SECOND, [], [ORDER])).toBe(
      `${head}The money is being refunded to you.\nBanks usually show returned money within 7 working days.`,
    )
    const hindi = message(SECOND, [{ ...refund, utr: '841' }], [ORDER], 'hi')
    expect(hindi).toContain('दूसरे पेमेंट का ऑर्डर नंबर: o-2\nजिस ऑर्डर का पेमेंट हो चुका है, उसका नंबर: o-1\n')
    expect(hindi).toContain('\nरिफ़ंड का UTR: 841\n')
    expect(hindi).not.toContain('वापस मिल')
  })

  it('says when the payment was made, and not when the gateway learned of it', () => {
    expect(message({ ...ORDER, paidAtMs: DAY - 120_000 })).toContain('on 26 Nov 2026, 10:28 IST.')
  })

  it('names the merchant’s reference in no message', () => {
    for (const order of [ORDER, SECOND, LATE]) expect(message(order, [REFUND], [ORDER])).not.toContain('cart-1')
  })

  it('promises no result of an order that needs review', () => {
    const text = message({ ...ORDER, needsReview: { reason: 'amount-mismatch', sinceMs: DAY, findings: [] } } as Order)
    expect(text).toContain('We are checking your payment of ₹499.00')
    expect(text).not.toContain('received')
  })

  it.each<[string, Partial<Refund>, string]>([
    ['completed', { utr: '841', state: 'COMPLETED' }, 'We have refunded ₹100.00 to the account'],
    ['pending', { state: 'PENDING' }, 'A refund of ₹100.00 is in progress.'],
    ['failed', { state: 'FAILED', errorCode: 'X' }, 'A refund of ₹100.00 did not go through.'],
  ])('names a refund that is %s, without what is internal', (_name, refund, text) => {
    const said = message(ORDER, [{ ...REFUND, ...refund }])
    expect(said).toContain(text)
    expect(said).not.toMatch(/asha|torn bag|r-1|OMO1/)
    expect(said.includes('UTR of the refund: 841')).toBe(refund.utr === '841')
  })

  it('says of a refund without a UTR that the bank may show it later', () => {
    expect(message(ORDER, [REFUND])).toContain(
      '₹100.00 to the account or card that you paid with.\nBanks usually show returned money within 7 working days.',
    )
    expect(message(ORDER, [{ ...REFUND, utr: '841' }])).not.toContain('working days')
  })

  it('says of a late payment whose refunds failed what is still owed, and not when a bank shows it', () => {
    const late: Order = { ...ORDER, resolution: 'late-refund', refundableAmount: paise(50_101) }
    const failed: Refund = { ...REFUND, state: 'FAILED', errorCode: 'BF_034' }
    const said = message(late, [failed, { ...failed, merchantRefundId: 'r-2' }])
    expect(said).toContain('\n₹501.01 of it has not been returned yet. We will write to you about it.')
    expect(said).not.toMatch(/did not go through|working days/)
    expect(message(late, [failed], [], 'hi')).toContain('इसमें से ₹501.01 अभी वापस नहीं हुए हैं।')
  })

  it('says once when the money is seen of a late payment and its refund', () => {
    const said = message(LATE, [{ ...REFUND, state: 'PENDING' }])
    expect(said).not.toContain('The money is being refunded')
    expect(said.split('within 7 working days')).toHaveLength(2)
  })

  it('says nothing of a refund that the provider never saw', () => {
    const waiting = { ...REFUND, state: 'REQUESTED', approval: { state: 'waiting', untilMs: DAY } } as const
    const declined = { ...REFUND, state: 'FAILED', errorCode: 'DECLINED' } as const
    expect(message(ORDER, [waiting, declined])).toBe(message(ORDER))
  })

  it('writes Hindi for every case', () => {
    const orders: Order[] = [ORDER, { ...UNPAID, state: 'FAILED' }, { ...UNPAID, state: 'PENDING' }]
    for (const order of orders) {
      for (const refund of [{}, { state: 'PENDING' }, { state: 'FAILED', errorCode: 'X' }] as const) {
        const said = message(order, [{ ...REFUND, ...refund }], [], 'hi').replaceAll(/o-1|UTR/g, '')
        expect(said).not.toMatch(/[A-Za-z]/)
      }
    }
  })
})
