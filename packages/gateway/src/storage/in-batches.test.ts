import { expect, it } from 'vitest'
import { inBatches } from './in-batches.ts'

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
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return { batches, letGo, ask: inBatches(write) }
}

it('whoever asks while a statement is under way shares the next one, each with its own answer', async () => {
  const { batches, letGo, ask } = slow()
  const first = ask(1)
  await new Promise((resolve) => setImmediate(resolve))
  const others = [ask(2), ask(3)]
  await letGo()
  expect(await Promise.all([first, ...others])).toEqual(['row 1', 'row 2', 'row 3'])
  expect(batches).toEqual([[1], [2, 3]])
  const later = ask(4)
  await new Promise((resolve) => setImmediate(resolve))
  await letGo()
  expect(await later).toBe('row 4')
})

it('a bad one fails alone', async () => {
  const { letGo, ask } = slow()
  const all = Promise.allSettled([ask(12), ask(13), ask(14)])
  await new Promise((resolve) => setImmediate(resolve))
  await letGo()
  expect((await all).map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual([
    'row 12',
    'Error: thirteen',
    'row 14',
  ])
})
