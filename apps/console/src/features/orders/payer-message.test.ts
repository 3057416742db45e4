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
const { utr: _, completedAtMs: __, resolution: ___, ...UNPAID } = ORDER

const message = (order: Order, refunds: Refund[] = [], siblings: Order[] = [], language: 'en' | 'hi' = 'en') =>
  payerMessage({ order, refunds, siblings }, DAY, language)

describe('payerMessage', () => {
  it('says of a paid order what was received, with its UTR', () => {
    expect(message(ORDER)).toBe(
      'Order number: o-1 (reference cart-1)\nWe have received your payment of ₹499.00 on 26 Nov 2026, 10:30 IST.\nUTR: 602557741976\nYou need not do anything.',
    )
    expect(message(ORDER, [], [], 'hi')).toBe(
      'ऑर्डर नंबर: o-1 (संदर्भ cart-1)\nहमें आपका ₹499.00 का पेमेंट भारतीय समय के अनुसार 26 नव॰ 2026, 10:30 को मिल गया है।\nUTR: 602557741976\nआपको कुछ नहीं करना है।',
    )
  })

  it.each<[string, Order, string]>([
    ['failed', { ...UNPAID, state: 'FAILED' }, 'If money left your account, your bank returns it.'],
    ['open', { ...UNPAID, state: 'PENDING', expiresAtMs: DAY + 60_000 }, 'You can pay until 26 Nov 2026, 10:31 IST.'],
    ['over, and not decided', { ...UNPAID, state: 'PENDING', expiresAtMs: DAY - 1 }, 'Please do not pay again'],
    ['paid too late', { ...ORDER, resolution: 'late-refund' }, 'The order is not delivered, and the money goes back'],
    ['paid twice', { ...ORDER, resolution: 'duplicate-refund' }, 'the order itself is paid'],
  ])('says what to do of an order that is %s', (_name, order, text) => {
    expect(message(order)).toContain(text)
    expect(message(order)).not.toContain('You need not do anything.')
  })

  it('advises no second payment of a reference that another order has paid', () => {
    for (const state of ['FAILED', 'PENDING'] as const) {
      expect(message({ ...UNPAID, state }, [], [ORDER])).toContain('Please do not pay again.')
      expect(message({ ...UNPAID, state }, [], [ORDER])).not.toContain('please pay again')
    }
  })

  it('says why a payment failed in the words of the payment page, where the code says it', () => {
    const failed: Order = { ...UNPAID, state: 'FAILED', errorCode: 'INVALID_MPIN', detailedErrorCode: 'ZM' }
    expect(message(failed)).toBe(
      'Order number: o-1 (reference cart-1)\nWe have not received your payment of ₹499.00.\nThe UPI PIN was wrong.\nIf money left your account, your bank returns it. To buy, please pay again in the shop.\nBanks usually show returned money within 7 working days.',
    )
    expect(message(failed, [], [], 'hi')).toContain('\nUPI पिन सही नहीं था।\n')
    expect(message({ ...UNPAID, state: 'FAILED', errorCode: 'X1' }).split('\n')).toHaveLength(4)
  })

  it('says of a paid order that a second payment goes back', () => {
    const second: Order = { ...ORDER, merchantOrderId: 'o-2', resolution: 'duplicate-refund' }
    expect(message(ORDER, [], [second])).toContain(
      '\nA second payment of ₹499.00 for this order (order number o-2) reached us too. It goes back to you.\n',
    )
    expect(message(ORDER, [], [second])).toContain('within 7 working days')
    expect(message(ORDER, [], [second], 'hi').replaceAll(/cart-1|o-[12]|UTR/g, '')).not.toMatch(/[A-Za-z]/)
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
    expect(said.includes('UTR: 841')).toBe(refund.utr === '841')
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
    const said = message({ ...ORDER, resolution: 'late-refund' }, [{ ...REFUND, state: 'PENDING' }])
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
        const said = message(order, [{ ...REFUND, ...refund }], [], 'hi').replaceAll(/cart-1|o-1|UTR/g, '')
        expect(said).not.toMatch(/[A-Za-z]/)
      }
    }
  })
})
