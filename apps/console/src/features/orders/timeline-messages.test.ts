import type { CallEntry, DecisionEntry, DeliveryEntry, RefundEntry } from '@galla/contract/gateway-api/decisions'
import type { Order } from '@galla/contract/gateway-api/orders'
import { paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import { timelineEntryId, timelineText } from './timeline-messages.ts'

const AT = { atMs: 1_000 }
const decision: DecisionEntry = {
  kind: 'decision',
  ...AT,
  decisionId: '3',
  rule: 'completed-by-status',
  from: 'PENDING',
  to: 'COMPLETED',
}
const call: CallEntry = { kind: 'call', ...AT, callId: '4', endpoint: 'standardPay', httpStatus: 200, attempts: 1 }
const callback = {
  kind: 'callback',
  ...AT,
  callbackId: '5',
  event: 'checkout.order.completed',
  verdict: 'accepted',
} as const
const delivery: DeliveryEntry = {
  kind: 'delivery',
  ...AT,
  deliveryId: 'order:o-1:completed:handlers',
  event: 'order.completed',
  subscriber: 'handlers',
  state: 'done',
  attempts: 1,
}
const refund: RefundEntry = {
  kind: 'refund',
  ...AT,
  merchantRefundId: 'r-1',
  amount: paise(15_050),
  state: 'COMPLETED',
  origin: 'console',
  inDoubt: false,
}
const audit = { kind: 'audit', ...AT, action: 'checked the status' } as const

describe('timelineText', () => {
  it.each([
    ['good', 'completed-by-status', 'PENDING', 'COMPLETED'],
    ['bad', 'failed-by-status', 'PENDING', 'FAILED'],
    ['neutral', 'opened', 'CREATED', 'PENDING'],
    ['wait', 'opening-unknown', 'CREATED', 'PENDING'],
  ] as const)('shows a decision that changes the state with tone %s by the rule %s', (tone, rule, from, to) => {
    const text = timelineText({ ...decision, rule, from, to })
    expect(text).toEqual({ label: 'Decision', title: expect.stringMatching(/\.$/), tone, to })
  })

  it.each([
    ['cancelled', 'CANCELLED'],
    ['never-sent', 'EXPIRED'],
    ['never-opened', 'EXPIRED'],
  ] as const)('does not show as failed what ended by the rule %s', (rule, to) => {
    expect(timelineText({ ...decision, rule, from: 'CREATED', to: 'FAILED' })).toMatchObject({ tone: 'neutral', to })
  })

  it.each([
    ['U69', 'EXPIRED'],
    ['ZA', 'CANCELLED'],
    ['ZM', 'FAILED'],
  ])('says how an order ended in the word of its badge, with the code %s', (detailedErrorCode, to) => {
    const order = { state: 'FAILED', detailedErrorCode } as Order
    expect(timelineText({ ...decision, rule: 'failed-by-status', to: 'FAILED' }, order).to).toBe(to)
  })

  it.each([
    'wrong-order',
    'amount-mismatch',
    'currency-mismatch',
    'id-in-use',
    'order-id-mismatch',
    'unknown-state',
    'expiry-mismatch',
    'paid-twice',
    'short-payment',
    'contradiction',
    'automatic-refund-failed',
  ] as const)('shows a decision by the rule %s with tone wait', (rule) => {
    expect(timelineText({ ...decision, rule, to: 'PENDING' }).tone).toBe('wait')
  })

  it.each([
    ['Z9', 'Attempt failed: not enough money (Z9)', 'bad'],
    ['U80', 'Attempt failed: UPI app has technical trouble (U80)', 'bad'],
    ['QQ', 'Attempt failed: code QQ', 'bad'],
    ['U69', 'Attempt expired: not paid in time (U69)', 'neutral'],
    ['TXN_CANCELLED', 'Attempt cancelled by the payer, or another one replaced it', 'neutral'],
  ])('shows why an attempt failed with %s', (errorCode, title, tone) => {
    const attempt = { kind: 'failed-attempt', ...AT, transactionId: 't-1', paymentMode: 'UPI_QR', errorCode } as const
    expect(timelineText(attempt)).toEqual({ label: 'Payment attempt', title, tone, detail: 'UPI QR' })
  })

  it('tells a QR code that another attempt replaced from one that the payer cancelled', () => {
    const code = {
      kind: 'failed-attempt',
      ...AT,
      transactionId: 't-1',
      paymentMode: 'UPI_QR',
      errorCode: 'TXN_CANCELLED',
      detailedErrorCode: 'ORDER_CANCELLED_BY_USER',
    } as const
    const titleOf = (transactionId: string) => timelineText(code, { transactionId } as Order).title
    expect(titleOf('t-2')).toBe('A QR code was replaced by another attempt')
    expect(titleOf('t-1')).toMatch(/^Attempt cancelled by the payer/)
  })

  it('shows a decision without a change by its sentence alone', () => {
    expect(timelineText({ ...decision, rule: 'callback-is-a-hint', from: 'COMPLETED' })).toEqual({
      label: 'Decision',
      title: 'A webhook alone decides nothing: the status is checked at the provider.',
      tone: 'neutral',
    })
  })

  it.each([
    [{}, 'API call', 'Create payment: answered 200', 'neutral', undefined],
    [{ endpoint: 'standardOrderStatus' }, 'Status check', 'Get order status: answered 200', 'neutral', undefined],
    [
      { errorKind: 'timeout', outcome: 'unknown', attempts: 3 },
      'API call',
      'Create payment: Timed out (Unknown)',
      'wait',
      '3 attempts',
    ],
    [
      { endpoint: 'refund', httpStatus: 400, errorKind: 'bad-request', outcome: 'rejected' },
      'API call',
      'Create refund: Bad request (Rejected)',
      'bad',
      undefined,
    ],
    [
      { endpoint: 'refundStatus', httpStatus: 400, outcome: 'not-found' },
      'Status check',
      'Get refund status: the provider does not know it',
      'neutral',
      undefined,
    ],
  ] as const)('shows a call with %j as %s, "%s"', (fields, label, title, tone, detail) => {
    expect(timelineText({ ...call, ...fields })).toEqual({ label, title, tone, ...(detail && { detail }) })
  })

  it('shows a webhook with its event, state and verdict', () => {
    expect(timelineText({ ...callback, state: 'COMPLETED' })).toEqual({
      label: 'Webhook',
      title: 'Webhook checkout.order.completed with state Completed: Processed',
      tone: 'neutral',
    })
    expect(timelineText({ ...callback, verdict: 'refused' })).toMatchObject({
      title: 'Webhook checkout.order.completed: Rejected',
      tone: 'bad',
    })
  })

  it.each([
    [{}, 'Order completed, delivered to your handler: done', 'good'],
    [
      { event: 'refund.failed', state: 'cancelled' },
      'Refund failed, to your handler: cancelled, after 1 attempt',
      'neutral',
    ],
    [
      { subscriber: 'email', state: 'waiting', attempts: 0 },
      'Order completed, to notifier “email”: waiting',
      'neutral',
    ],
    [{ state: 'waiting', attempts: 4 }, 'Order completed, to your handler: waiting, after 4 attempts', 'wait'],
    [{ state: 'failed', attempts: 9 }, 'Order completed, to your handler: needs review, after 9 attempts', 'bad'],
  ] as const)('shows a delivery with %j as "%s"', (fields, title, tone) => {
    expect(timelineText({ ...delivery, ...fields })).toEqual({ label: 'Event delivery', title, tone })
  })

  it('shows the last error of a delivery that is not done', () => {
    const failing = { ...delivery, lastError: 'SMTP 421' }
    expect(timelineText({ ...failing, state: 'waiting' }).detail).toBe('SMTP 421')
    expect(timelineText(failing).detail).toBeUndefined()
  })

  it.each([
    [{}, 'Refund of ₹150.50: Refunded', 'good'],
    [{ state: 'FAILED' }, 'Refund of ₹150.50: Failed', 'bad'],
    [{ state: 'PENDING', inDoubt: true }, 'Refund of ₹150.50: Outcome unknown', 'neutral'],
  ] as const)('shows a refund with %j as "%s"', (fields, title, tone) => {
    expect(timelineText({ ...refund, ...fields, note: 'broken cup' })).toEqual({
      label: 'Refund',
      title,
      tone,
      detail: 'broken cup',
    })
  })

  it('shows what a user of the console did, with the note', () => {
    expect(timelineText(audit)).toEqual({ label: 'Console', title: 'Checked the status', tone: 'neutral' })
    expect(timelineText({ ...audit, note: 'called the bank' }).detail).toBe('called the bank')
  })
})

it('timelineEntryId is the kind and the id of the record, and undefined for an audit entry', () => {
  expect([decision, call, callback, delivery, refund, audit].map(timelineEntryId)).toEqual([
    'decision:3',
    'call:4',
    'callback:5',
    'delivery:order:o-1:completed:handlers',
    'refund:r-1',
    undefined,
  ])
})
