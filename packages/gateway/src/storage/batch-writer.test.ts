import { expect, it } from 'vitest'
import { batchWriter } from './batch-writer.ts'

/** A writer whose statements end when `release` is called. */
function slowWriter() {
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
  return { batches, release, write: batchWriter(statement) }
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
