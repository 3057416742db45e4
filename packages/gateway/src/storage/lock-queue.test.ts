import { expect, it, vi } from 'vitest'
import { createLockQueue } from './lock-queue.ts'
import { createWorkQueue, type WorkQueue } from './work-queue.ts'

/** Work that runs until `end` is called. */
function startWork(queue: WorkQueue, key: string, started: string[]) {
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
    const queue = createLockQueue(1)
    const first = startWork(queue, 'a', [])
    const late = expect(queue.run('a', async () => 'late')).rejects.toMatchObject({ code: 'BUSY' })
    await vi.advanceTimersByTimeAsync(10_000)
    await late
    first.end()
    await first.done
    await expect(queue.run('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    await expect(queue.run('a', async () => 'next')).resolves.toBe('next')
  } finally {
    vi.useRealTimers()
  }
})

it('refuses what would wait among too many, of its key or of all, at once', async () => {
  const refusal = () => new Error('too many')
  const queue = createWorkQueue({ places: 3, placesOfKey: 2, waiting: 3, waitingOfKey: 2, refusal })
  const started: string[] = []
  const [a, a2, a3, a4] = ['a', 'a', 'a', 'a'].map((key) => startWork(queue, key, started))
  await expect(startWork(queue, 'a', started).done).rejects.toThrow('too many')
  const b = startWork(queue, 'b', started)
  const c = startWork(queue, 'c', started)
  await expect(startWork(queue, 'd', started).done).rejects.toThrow('too many')
  expect(started).toEqual(['a', 'a', 'b'])
  for (const one of [a, a2, a3, a4, b, c]) one?.end()
  await Promise.all([a, a2, a3, a4, b, c].map((one) => one?.done))
  expect(started).toHaveLength(6)
})
