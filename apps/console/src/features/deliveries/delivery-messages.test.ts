import { EVENT_NAMES } from '@galla/contract/gateway-api/events'
import { describe, expect, it } from 'vitest'
import { deliveryBadge, deliveryNote, eventLabel, subscriberLabel } from './delivery-messages.ts'

describe('an event delivery', () => {
  const event = 'order.completed'
  const waiting = { state: 'waiting', attempts: 0, event, subscriber: 'handlers' } as const

  it('is labelled with its event and its subscriber', () => {
    expect(eventLabel('order.needs_review')).toBe('Order needs review')
    for (const name of EVENT_NAMES) expect(eventLabel(name)).toMatch(/^(Order|Refund) [a-z ]+$/)
    expect(subscriberLabel('handlers')).toBe('your handler')
    expect(subscriberLabel('email')).toBe('notifier “email”')
  })

  it('has a note that explains its state', () => {
    expect(deliveryNote(waiting).tone).toBe('neutral')
    expect(deliveryNote({ ...waiting, attempts: 1 }).text).toMatch(/^1 attempt so far\. It is retried automatically/)
    const failed = { ...waiting, state: 'failed', attempts: 8 } as const
    expect(deliveryNote(failed).text).toMatch(/after 8 attempts.*the handler is called/)
    expect(deliveryNote({ ...failed, subscriber: 'email' }).text).not.toMatch(/handler/)
    expect(deliveryNote({ ...waiting, state: 'done', attempts: 2 }).tone).toBe('good')
    expect(deliveryNote({ ...waiting, state: 'cancelled' }).text).toMatch(/subscription was removed/)
  })

  it('that no process takes says which code is missing', () => {
    expect(deliveryBadge(waiting)).toBe('waiting')
    const unclaimed = { ...waiting, subscriber: 'email', unclaimed: true } as const
    expect(deliveryBadge(unclaimed)).toBe('unclaimed')
    expect(deliveryNote(unclaimed).text).toMatch(/notifier “email” for order\.completed/)
  })
})
