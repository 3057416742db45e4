import { describe, expect, it } from 'vitest'
import { nearestName } from './nearest-name.ts'

const EVENTS = ['order.completed', 'order.failed', 'refund.completed']

describe('nearestName', () => {
  it.each([
    ['order.complete', 'order.completed'],
    ['Order.Failed', 'order.failed'],
    ['refund.compelted', 'refund.completed'],
    ['payment', undefined],
    ['', undefined],
  ])('of %j is %j', (name, nearest) => {
    expect(nearestName(name, EVENTS)).toBe(nearest)
  })
})
