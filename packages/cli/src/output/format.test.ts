import { describe, expect, it } from 'vitest'
import { formatCall, formatDelivery, formatDrillReport, formatFinding } from './format.ts'

const atMs = Date.UTC(2026, 0, 2, 14, 2, 7, 125)

describe('formatCall', () => {
  it('shows time, request, status, id and duration, and the fault of a faulty call', () => {
    const call = { seq: 1, atMs, kind: 'api', name: 'standardPay', method: 'POST', path: '/checkout/v2/pay' } as const
    expect(formatCall({ ...call, status: 200, tookMs: 12.4, merchantOrderId: 'order-42' })).toBe(
      '14:02:07.125  api       POST /checkout/v2/pay  200  order-42  12 ms',
    )
    expect(formatCall({ ...call, status: 500, fault: 'status' })).toContain('fault: status')
  })

  it('shows why the provider refused a call, and nothing else of its answer', () => {
    const call = { seq: 1, atMs, kind: 'api', name: 'refund', method: 'POST', path: '/payments/v2/refund' } as const
    const body = { code: 'REFUND_NOT_ALLOWED', message: 'Only a completed order can be refunded' }
    expect(formatCall({ ...call, status: 400, tookMs: 1, response: { body } })).toBe(
      '14:02:07.125  api       POST /payments/v2/refund  400  REFUND_NOT_ALLOWED  1 ms',
    )
    expect(formatCall({ ...call, status: 200, response: { body: { code: 'SUCCESS' } } })).toMatch(/refund {2}200$/)
    for (const odd of [undefined, null, '<html>', { code: 7 }, { code: { a: 1 } }])
      expect(formatCall({ ...call, status: 502, response: { body: odd } })).toMatch(/refund {2}502$/)
  })
})

describe('formatDelivery', () => {
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

  it('shows the answer of the app and the delivery id', () => {
    const answer = { status: 200, body: 'ok', tookMs: 4 }
    expect(formatDelivery({ ...delivery, answer })).toBe(
      '14:02:07.125  callback  checkout.order.completed  order-42  → your app: 200 in 4 ms  [d-1]',
    )
  })

  it('shows why a delivery failed', () => {
    const refused = { status: 417, body: 'Invalid Callback', tookMs: 3 }
    expect(formatDelivery({ ...delivery, attempt: 2, delivered: false, answer: refused })).toContain(
      'attempt 2  → your app: 417 in 3 ms: Invalid Callback',
    )
    expect(formatDelivery({ ...delivery, delivered: false, failure: 'connection refused' })).toContain(
      'your app did not answer: connection refused',
    )
  })
})

it('formatDrillReport shows one line per passed check, and the fix of a failed one', () => {
  const report = formatDrillReport({
    url: 'http://127.0.0.1:3000/callbacks',
    score: 33,
    summary: '1 of 3 checks passed. The missing 67: tampered failed; effects not graded',
    notGraded: [{ name: 'effects', reason: 'The number of fulfilments is not known.' }],
    orders: [],
    checks: [
      { name: 'duplicate', passed: true, expects: '2xx, once fulfilled', saw: '200' },
      { name: 'tampered', passed: false, expects: '4xx', saw: '200', fix: 'verify before you parse' },
    ],
  })
  expect(report).toBe(`Drill of http://127.0.0.1:3000/callbacks: 33 of 100
1 of 3 checks passed. The missing 67: tampered failed; effects not graded

  ✓ duplicate: 2xx, once fulfilled
  ✗ tampered
      expected  4xx
      received  200
      fix       verify before you parse
  ? effects: not graded. The number of fulfilments is not known.
      name what your app fulfilled: --effects FILE or --effects URL, with --order ID of one of its orders`)
})

it('formatFinding shows the description, and the fix below it', () => {
  expect(formatFinding({ level: 'problem', description: 'A is empty', fix: 'copy it' })).toEqual([
    'PROBLEM A is empty',
    '        copy it',
  ])
  expect(formatFinding({ level: 'ok', description: 'B' })).toEqual(['ok      B'])
})
