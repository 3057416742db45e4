import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createHeap } from './heap.ts'

test('gives back what it got, smallest first', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), (values) => {
      const heap = createHeap<number>((a, b) => a - b)
      for (const value of values) heap.push(value)
      const taken: (number | undefined)[] = []
      while (heap.peek() !== undefined) taken.push(heap.pop())
      expect(taken).toEqual([...values].sort((a, b) => a - b))
      expect(heap.pop()).toBeUndefined()
    }),
  )
})
