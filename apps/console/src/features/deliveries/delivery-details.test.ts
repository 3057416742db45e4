import { describe, expect, it } from 'vitest'
import { effectNote, effectWords } from './delivery-details.tsx'

describe('an effect', () => {
  it('says what happened and who is told', () => {
    expect(effectWords('order.completed')).toEqual({ event: 'Order completed', to: 'your handler' })
    expect(effectWords('refund.failed → email')).toEqual({ event: 'Refund failed', to: 'notifier “email”' })
    expect(effectWords('cart.dropped')).toEqual({ event: 'cart.dropped', to: 'your handler' })
  })

  it('says what its state means', () => {
    const kind = 'order.completed'
    expect(effectNote({ state: 'waiting', attempts: 0, event: kind }).tone).toBe('neutral')
    expect(effectNote({ state: 'waiting', attempts: 1, event: kind }).says).toMatch(
      /^It failed once and is tried again/,
    )
    expect(effectNote({ state: 'failed', attempts: 8, event: kind }).says).toMatch(
      /failed 8 times.*the handler is called/,
    )
    expect(effectNote({ state: 'failed', attempts: 8, event: `${kind} → email` }).says).not.toMatch(/handler/)
    expect(effectNote({ state: 'done', attempts: 2, event: kind }).tone).toBe('good')
  })

  it('does not call done what nobody listened to', () => {
    expect(effectNote({ state: 'done', attempts: 0, event: 'order.completed' })).toEqual({
      tone: 'neutral',
      says: expect.stringMatching(/no handler was set/),
    })
    expect(effectNote({ state: 'done', attempts: 0, event: 'refund.request' }).tone).toBe('good')
    expect(effectWords('refund.request').to).toBe('the books')
  })
})
