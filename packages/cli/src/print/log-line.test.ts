import { describe, expect, it } from 'vitest'
import { callLine, deliveryLine } from './log-line.ts'

const atMs = Date.UTC(2026, 0, 2, 14, 2, 7, 125)

describe('a line of the log', () => {
  it('tells a call: when, what, how it ended, whose order, how long', () => {
    const call = { seq: 1, atMs, kind: 'api', name: 'standardPay', method: 'POST', path: '/checkout/v2/pay' } as const
    expect(callLine({ ...call, status: 200, tookMs: 12.4, merchantOrderId: 'order-42' })).toBe(
      '14:02:07.125  api       POST /checkout/v2/pay  200  order-42  12 ms',
    )
    expect(callLine({ ...call, status: 500, fault: 'status' })).toContain('fault: status')
  })

  const delivery = {
    deliveryId: 'd-1',
    event: 'checkout.order.completed',
    id: 'order-42',
    state: 'COMPLETED',
    url: 'http://127.0.0.1:3000/callbacks',
    attempt: 1,
    scheduledAtMs: atMs,
    sentAtMs: atMs,
    delivered: true,
    request: { headers: {}, body: '{}' },
  }

  it('tells a delivery with the app’s answer, and the id that sends it again', () => {
    const answer = { status: 200, body: 'ok', tookMs: 4 }
    expect(deliveryLine({ ...delivery, answer })).toBe(
      '14:02:07.125  callback  checkout.order.completed  order-42  → your app: 200 in 4 ms  [d-1]',
    )
  })

  it('tells why a delivery failed', () => {
    const refused = { status: 417, body: 'Invalid Callback', tookMs: 3 }
    expect(deliveryLine({ ...delivery, attempt: 2, delivered: false, answer: refused })).toContain(
      'try 2  → your app: 417 in 3 ms: Invalid Callback',
    )
    expect(deliveryLine({ ...delivery, delivered: false, failure: 'connection refused' })).toContain(
      'your app did not answer: connection refused',
    )
  })
})
