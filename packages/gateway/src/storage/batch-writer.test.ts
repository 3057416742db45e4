import { describe, expect, it } from 'vitest'
import { batchWriter, type WaitLimit } from './batch-writer.ts'

/** A writer whose statements end when `release` is called. */
function slowWriter(limit?: WaitLimit) {
  const batches: number[][] = []
  const ends: (() => void)[] = []
  const statement = async (items: readonly number[]) => {
    batches.push([...items])
    await new Promise<void>((resolve) => ends.push(resolve))
    if (items.includes(13)) throw new Error('thirteen')
    return items.map((item) => `row ${item}`)
  }
  const release = async () => {
    while (ends.length > 0) {
      ends.shift()?.()
      await turn()
    }
  }
  return { batches, release, write: batchWriter(statement, limit) }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

it('batches the items that arrive while two statements run and resolves each with its own result', async () => {
  const { batches, release, write } = slowWriter()
  const first = write(1)
  await turn()
  const second = write(2)
  await turn()
  const others = [write(3), write(4)]
  await turn()
  expect(batches).toEqual([[1], [2]])
  await release()
  expect(await Promise.all([first, second, ...others])).toEqual(['row 1', 'row 2', 'row 3', 'row 4'])
  expect(batches).toEqual([[1], [2], [3, 4]])
  const later = write(5)
  await turn()
  await release()
  expect(await later).toBe('row 5')
})

it('writes items of one turn in one statement', async () => {
  const { batches, release, write } = slowWriter()
  const all = [write(1), write(2), write(3)]
  await turn()
  await release()
  await Promise.all(all)
  expect(batches).toEqual([[1, 2, 3]])
})

it.each([
  { items: 31, shares: [31] },
  { items: 32, shares: [16, 16] },
  { items: 65, shares: [33, 32] },
  { items: 500, shares: [200, 200, 100] },
])('shares $items items of one turn out between the statements that may run', async ({ items, shares }) => {
  const { batches, release, write } = slowWriter()
  const numbers = Array.from({ length: items }, (_, at) => 100 + at)
  const all = Promise.all(numbers.map(write))
  await turn()
  const [first, second] = shares
  expect(batches.map(({ length }) => length)).toEqual(second === undefined ? [first] : [first, second])
  await release()
  expect(await all).toEqual(numbers.map((number) => `row ${number}`))
  expect(batches.map(({ length }) => length)).toEqual(shares)
})

it('rejects only the item that fails', async () => {
  const { release, write } = slowWriter()
  const all = Promise.allSettled([write(12), write(13), write(14)])
  await turn()
  await release()
  expect((await all).map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual([
    'row 12',
    'Error: thirteen',
    'row 14',
  ])
})

it.each<[string, Error]>([
  ['a server that gives no answer', new Error('Query read timeout')],
  ['a pool without a free connection', new Error('timeout exceeded when trying to connect')],
  ['a connection that ends', Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })],
  ['a server that shuts down', Object.assign(new Error('terminating connection'), { code: '57P01' })],
])('asks once for all items: %s', async (_, error) => {
  let statements = 0
  const write = batchWriter(async (): Promise<string[]> => {
    statements += 1
    throw error
  })
  const all = await Promise.allSettled([write(1), write(2), write(3)])
  expect(all.map((one) => one.status === 'rejected' && one.reason)).toEqual([error, error, error])
  expect(statements).toBe(1)
})

it('writes the items of a refused batch alone, and none of them waits for another', async () => {
  let end = () => {}
  const locked = new Promise<void>((resolve) => {
    end = resolve
  })
  const write = batchWriter(async (items: readonly number[]) => {
    if (items.length > 1) throw Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' })
    if (items[0] === 1) await locked
    return items
  })
  const waiting = write(1)
  expect(await Promise.all([write(2), write(3)])).toEqual([2, 3])
  expect(await write(4)).toBe(4)
  end()
  expect(await waiting).toBe(1)
})

describe('with a limit of waiting', () => {
  /** Timers that end when the test says so: in the order in which they were set. */
  function timers() {
    const set = new Map<number, () => void>()
    let count = 0
    const limit: WaitLimit = {
      ms: 3_000,
      after: (_, run) => {
        const id = count++
        set.set(id, run)
        return () => set.delete(id)
      },
      error: () => new Error('too slow'),
    }
    const end = (id: number) => {
      set.get(id)?.()
      set.delete(id)
    }
    return { limit, set, end }
  }
  const outcome = (result: Promise<string>) => result.catch((error: Error) => error.message)

  it('answers in time, writes nothing for a caller that has gone, and everything else', async () => {
    const { limit, set, end } = timers()
    const { batches, release, write } = slowWriter(limit)
    const first = outcome(write(1))
    await turn()
    const second = outcome(write(2))
    await turn()
    const others = [write(3), write(4)].map(outcome)
    await turn()
    end(1)
    end(2)
    expect(await Promise.race([second, others[0]])).toBe('too slow')
    await release()
    expect(await Promise.all([first, second, ...others])).toEqual(['row 1', 'too slow', 'too slow', 'row 4'])
    expect(batches).toEqual([[1], [2], [4]])
    // Every timer has ended or was cancelled.
    expect(set.size).toBe(0)
  })

  it('writes items of a refused batch alone only for those who still wait', async () => {
    const { limit, end } = timers()
    const { batches, release, write } = slowWriter(limit)
    const all = Promise.all([write(12), write(13), write(14)].map(outcome))
    await turn()
    end(2)
    await release()
    await release()
    expect(await all).toEqual(['row 12', 'thirteen', 'too slow'])
    expect(batches).toEqual([[12, 13, 14], [12], [13]])
  })
})
