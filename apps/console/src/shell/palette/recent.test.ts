import { expect, it } from 'vitest'
import { type Recent, readRecent, remember } from './recent.ts'

const order = (id: string): Recent => ({ kind: 'order', id })

it('the latest comes first, each once, and few of them', () => {
  let all: Recent[] = []
  for (const one of ['a', 'b', 'c', 'a', 'd', 'e', 'f', 'g']) all = remember(all, order(one))
  expect(all.map((one) => ('id' in one ? one.id : ''))).toEqual(['g', 'f', 'e', 'd', 'a', 'c'])
})

it('what a browser kept is read back, and what is none of ours is left out', () => {
  const all = remember([order('a')], { command: 'log out' })
  expect(readRecent(JSON.stringify(all))).toEqual(all)
  for (const strange of [undefined, '', '{', '{}', '[null, 1, {"kind":"payer","id":"x"}, {"kind":"order"}]']) {
    expect(readRecent(strange)).toEqual([])
  }
})
