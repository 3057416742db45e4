import { EVENT_NAMES } from '@galla/contract/gateway-api/events'
import { describe, expect, it } from 'vitest'
import {
  backOffText,
  deliveryBadge,
  deliveryNote,
  deliveryResult,
  eventLabel,
  noDeliveries,
  subscriberLabel,
  withLostAttempts,
} from './delivery-messages.ts'

it('says in an empty list how to subscribe', () => {
  expect(noDeliveries('').text).toMatch(/on: \{ 'order\.failed': .*notifiers.*GALLA_HANDLERS/)
  expect(noDeliveries('failed').title).toBe('No delivery needs review')
})

describe('an event delivery', () => {
  const event = 'order.completed'
  const waiting = { state: 'waiting', attempts: 0, event, subscriber: 'handlers' } as const

  it('is labelled with its event and its subscriber', () => {
    expect(eventLabel('order.needs_review')).toBe('Order needs review')
    for (const name of EVENT_NAMES)
      expect(eventLabel(name)).toMatch(/^(Order|Refund|Subscription|Settlement|Day) [a-z ]+$/)
    expect(subscriberLabel('handlers')).toBe('your handler')
    expect(subscriberLabel('email')).toBe('notifier “email”')
  })

  it('has a note that explains its state', () => {
    expect(deliveryNote(waiting).tone).toBe('neutral')
    expect(deliveryNote({ ...waiting, attempts: 1 }).text).toMatch(/^1 attempt so far\. It is retried automatically/)
    const failed = { ...waiting, state: 'failed', attempts: 8 } as const
    expect(deliveryNote(failed).text).toMatch(/after 8 attempts.*the handler is called/)
    expect(deliveryNote({ ...failed, subscriber: 'email' }).text).not.toMatch(/handler/)
    const done = { ...waiting, state: 'done' } as const
    expect(deliveryNote({ ...done, attempts: 1 }).text).toMatch(/^Delivered once\. A replayed webhook/)
    expect(deliveryNote({ ...done, attempts: 5 })).toEqual({
      tone: 'good',
      text: 'Delivered at attempt 5. A replayed webhook does not deliver it again.',
    })
    expect(deliveryNote({ ...waiting, state: 'cancelled' }).text).toMatch(/subscription was removed/)
  })

  it('says in the list how many attempts it took, and else its last error', () => {
    const done = { state: 'done', attempts: 2 } as const
    expect(deliveryResult(done)).toBe('2 attempts')
    expect(deliveryResult({ ...done, attempts: 1 })).toBe('–')
    expect(deliveryResult({ state: 'waiting', attempts: 2, lastError: 'offline' })).toBe('offline')
  })

  it('that no process takes says which code is missing', () => {
    expect(deliveryBadge(waiting)).toBe('waiting')
    expect(deliveryBadge({ ...waiting, lastError: 'connect ECONNREFUSED' })).toBe('retrying')
    const unclaimed = { ...waiting, subscriber: 'email', unclaimed: true } as const
    expect(deliveryBadge(unclaimed)).toBe('unclaimed')
    expect(deliveryNote(unclaimed).text).toMatch(/notifier “email” for order\.completed/)
  })
})

describe('the attempts of a delivery', () => {
  const failed = { attempt: 1, startedAtMs: 1_000, tookMs: 250, result: 'failed', error: 'offline' } as const

  it('list those whose process ended, and start again at 1 after a person retried', () => {
    const history = [1, 4, 2, 1].map((attempt) => ({ ...failed, attempt }))
    const listed = withLostAttempts(history).map((one) => ('lost' in one ? `lost ${one.lost}` : one.attempt))
    expect(listed).toEqual([1, 4, 'lost 3', 2, 1])
  })

  it('say when the next one was due', () => {
    expect(backOffText({ ...failed, nextAttemptAtMs: 6_250 })).toMatch(/^Next attempt after 5 s, 1 Jan 1970/)
    expect(backOffText({ ...failed, nextAttemptAtMs: 3_601_250 })).toMatch(/after 1 h/)
    expect(backOffText({ ...failed, nextAttemptAtMs: 601_250 })).toMatch(/after 10 min/)
    expect(backOffText(failed)).toBe('The last attempt: retries have stopped.')
  })
})
