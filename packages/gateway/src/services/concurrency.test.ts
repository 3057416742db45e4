import { expect, it } from 'vitest'
import { createLimiter } from './concurrency.ts'

it('runs no more than its limit at the same time, and all in the order of the calls', async () => {
  const limited = createLimiter(3)
  const ends: (() => void)[] = []
  const started: number[] = []
  const all = Array.from({ length: 7 }, (_, n) =>
    limited(async () => {
      started.push(n)
      await new Promise<void>((resolve) => ends.push(resolve))
      if (n === 1) throw new Error('one fails')
      return n
    }).catch(() => -1),
  )
  for (let ended = 0; ended < 7; ended += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    expect(started).toEqual([0, 1, 2, 3, 4, 5, 6].slice(0, Math.min(7, ended + 3)))
    ends[ended]?.()
  }
  expect(await Promise.all(all)).toEqual([0, -1, 2, 3, 4, 5, 6])
})
