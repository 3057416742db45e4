import { expect, it } from 'vitest'
import { batchWriter } from './batch-writer.ts'

/** A statement that takes until it is let go. */
function slow() {
  const batches: number[][] = []
  const ends: (() => void)[] = []
  const write = async (items: readonly number[]) => {
    batches.push([...items])
    await new Promise<void>((resolve) => ends.push(resolve))
    if (items.includes(13)) throw new Error('thirteen')
    return items.map((item) => `row ${item}`)
  }
  const letGo = async () => {
    while (ends.length > 0) {
      ends.shift()?.()
      await turn()
    }
  }
  return { batches, letGo, ask: batchWriter(write) }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

it('whoever asks while two statements are under way shares the next one, each with its own answer', async () => {
  const { batches, letGo, ask } = slow()
  const first = ask(1)
  await turn()
  const second = ask(2)
  await turn()
  const others = [ask(3), ask(4)]
  await turn()
  expect(batches).toEqual([[1], [2]])
  await letGo()
  expect(await Promise.all([first, second, ...others])).toEqual(['row 1', 'row 2', 'row 3', 'row 4'])
  expect(batches).toEqual([[1], [2], [3, 4]])
  const later = ask(5)
  await turn()
  await letGo()
  expect(await later).toBe('row 5')
})

it('those who ask in one turn share the first statement', async () => {
  const { batches, letGo, ask } = slow()
  const all = [ask(1), ask(2), ask(3)]
  await turn()
  await letGo()
  await Promise.all(all)
  expect(batches).toEqual([[1, 2, 3]])
})

it('a bad one fails alone', async () => {
  const { letGo, ask } = slow()
  const all = Promise.allSettled([ask(12), ask(13), ask(14)])
  await turn()
  await letGo()
  expect((await all).map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual([
    'row 12',
    'Error: thirteen',
    'row 14',
  ])
})
