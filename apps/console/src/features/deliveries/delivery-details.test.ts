import { describe, expect, it } from 'vitest'
import { deliveryLabel, deliveryNote } from './delivery-details.tsx'

describe('an event delivery', () => {
  it('is labelled with its event and recipient', () => {
    expect(deliveryLabel('order.completed')).toEqual({ event: 'Order completed', to: 'your handler' })
    expect(deliveryLabel('refund.failed → email')).toEqual({ event: 'Refund failed', to: 'notifier “email”' })
    expect(deliveryLabel('cart.dropped')).toEqual({ event: 'cart.dropped', to: 'your handler' })
  })

  it('has a note that explains its state', () => {
    const event = 'order.completed'
    expect(deliveryNote({ state: 'waiting', attempts: 0, event }).tone).toBe('neutral')
    expect(deliveryNote({ state: 'waiting', attempts: 1, event }).text).toMatch(
      /^Failed after 1 attempt\. It is retried automatically/,
    )
    expect(deliveryNote({ state: 'failed', attempts: 8, event }).text).toMatch(
      /after 8 attempts.*the handler is called/,
    )
    expect(deliveryNote({ state: 'failed', attempts: 8, event: `${event} → email` }).text).not.toMatch(/handler/)
    expect(deliveryNote({ state: 'done', attempts: 2, event }).tone).toBe('good')
  })

  it('without a handler is not shown as delivered', () => {
    expect(deliveryNote({ state: 'done', attempts: 0, event: 'order.completed' })).toEqual({
      tone: 'neutral',
      text: expect.stringMatching(/no handler was registered/),
    })
    expect(deliveryNote({ state: 'done', attempts: 0, event: 'refund.request' }).tone).toBe('good')
    expect(deliveryLabel('refund.request').to).toBe('the gateway')
  })
})
