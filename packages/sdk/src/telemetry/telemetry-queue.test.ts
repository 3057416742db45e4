import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createQueue } from './telemetry.ts'

type Step = { add: number } | { take: number } | { putBack: number[] }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ add: fc.integer() }),
  fc.record({ take: fc.nat(5) }),
  fc.record({ putBack: fc.array(fc.integer(), { maxLength: 5 }) }),
)

describe('the queue', () => {
  it('behaves like a list with a maximum length', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 7 }), fc.array(step, { maxLength: 60 }), (capacity, steps) => {
        const queue = createQueue<number>(capacity)
        let model: number[] = []
        for (const step of steps) {
          if ('add' in step) {
            const fits = model.length < capacity
            expect(queue.add(step.add)).toBe(fits)
            if (fits) model.push(step.add)
          } else if ('take' in step) {
            expect(queue.take(step.take)).toEqual(model.slice(0, step.take))
            model = model.slice(step.take)
          } else {
            // The last items are kept: they precede the queued ones directly.
            const free = capacity - model.length
            const kept = step.putBack.slice(Math.max(0, step.putBack.length - free))
            expect(queue.putBack(step.putBack)).toBe(step.putBack.length - kept.length)
            model = [...kept, ...model]
          }
          expect(queue.size).toBe(model.length)
        }
        expect(queue.take(capacity)).toEqual(model)
      }),
    )
  })

  it('releases items that were taken', async () => {
    const queue = createQueue<object>(3)
    queue.add({ big: 'thing' })
    queue.take(1)
    expect(JSON.stringify(queue)).not.toContain('thing')
    expect(queue.take(1)).toEqual([])
  })
})
