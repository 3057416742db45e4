import { expect, it } from 'vitest'
import { loggablePayload } from './instrumentation.ts'

it('keeps ids, amounts and states', () => {
  const payload = {
    state: 'COMPLETED',
    amount: 49_900,
    paymentDetails: [{ transactionId: 'OM1', paymentMode: 'UPI_QR' }],
  }
  expect(loggablePayload(payload)).toEqual(payload)
})

it('keeps no payer, no card, and no link that opens a payment', () => {
  const kept = loggablePayload({
    redirectUrl: 'https://pay.example/pg?token=abc.def',
    intentUrl: 'upi://pay?pa=tea@ybl&am=499',
    metaInfo: { udf1: 'ravi@example.net' },
    paymentMode: {
      type: 'CARD',
      cardDetails: { encryptedCardNumber: 'c2VhbGVk', expiry: { month: '06', year: '2027' } },
      details: { type: 'VPA', vpa: 'ravikumar@ybl' },
    },
  })
  expect(kept).toMatchObject({
    redirectUrl: 'https://pay.example/pg?****',
    intentUrl: 'upi://pay?****',
    paymentMode: { type: 'CARD', cardDetails: '****' },
  })
  expect(JSON.stringify(kept)).not.toMatch(/abc\.def|ravi@|ravikumar|c2Vh|2027/)
})

it('tells a long text and a long message by their lengths', () => {
  expect(loggablePayload({ orderId: `data:image/png;base64,${'A'.repeat(4_000)}` })).toEqual({
    orderId: 'data:image/png;base64,AAAAAAAAAAAAAAAAAA… (4022 characters)',
  })
  const many = Array.from({ length: 2_000 }, (_, id) => ({ id }))
  expect(loggablePayload(many)).toEqual({ leftOut: expect.stringMatching(/^\d+ characters$/) })
  expect(loggablePayload(undefined)).toBeUndefined()
})
