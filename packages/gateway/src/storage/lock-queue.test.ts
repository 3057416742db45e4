import { expect, it, vi } from 'vitest'
import { createLockQueue } from './lock-queue.ts'

/** Work that runs until `end` is called. */
function startWork(queue: ReturnType<typeof createLockQueue>, key: string, started: string[]) {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const done = queue.run(key, () => {
    started.push(key)
    return ended
  })
  return { end, done }
}

it('runs one of each key at a time, in order, and at most so many keys as there are places', async () => {
  const queue = createLockQueue(2)
  const started: string[] = []
  const [a, a2, b, c] = ['a', 'a', 'b', 'c'].map((key) => startWork(queue, key, started))
  expect(started).toEqual(['a', 'b'])
  b?.end()
  await b?.done
  await vi.waitFor(() => expect(started).toEqual(['a', 'b', 'c']))
  a?.end()
  await a?.done
  await vi.waitFor(() => expect(started).toEqual(['a', 'b', 'c', 'a']))
  a2?.end()
  c?.end()
  await Promise.all([a2?.done, c?.done])
})

it('refuses what has waited too long, and goes on after work that failed', async () => {
  vi.useFakeTimers()
  try {
    const queue = createLockQueue(1, 1_000)
    const first = startWork(queue, 'a', [])
    const late = expect(queue.run('a', async () => 'late')).rejects.toMatchObject({ code: 'BUSY' })
    await vi.advanceTimersByTimeAsync(1_000)
    await late
    first.end()
    await first.done
    await expect(queue.run('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    await expect(queue.run('a', async () => 'next')).resolves.toBe('next')
  } finally {
    vi.useRealTimers()
  }
})
