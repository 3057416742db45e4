import { describe, expect, it } from 'vitest'
import { checkNames } from './check-names.ts'

const EVENTS = ['order.completed', 'order.failed', 'refund.completed']

describe('checkNames', () => {
  it('accepts known names and an empty object', () => {
    expect(() => checkNames({}, EVENTS, 'event')).not.toThrow()
    expect(() => checkNames({ 'order.failed': 1 }, EVENTS, 'event')).not.toThrow()
  })

  it('suggests the nearest name, with its prefix', () => {
    expect(() => checkNames({ latePayments: 'refund' }, ['latePayment'], 'option', 'policy.')).toThrow(
      'Unknown option policy.latePayments; did you mean policy.latePayment?',
    )
  })

  it('lists all names when none is near', () => {
    expect(() => checkNames({ paid: 1 }, EVENTS, 'event')).toThrow(
      'Unknown event paid; known: order.completed, order.failed, refund.completed',
    )
  })
})
