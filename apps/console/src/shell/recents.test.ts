import { describe, expect, it } from 'vitest'
import { addRecent, parseRecent, type Recent } from './recents.ts'

describe('recent entries', () => {
  const order = (id: string): Recent => ({ kind: 'order', id })

  it('are the last six, the newest first, without duplicates', () => {
    let recents: Recent[] = []
    for (const id of ['a', 'b', 'c', 'a', 'd', 'e', 'f', 'g']) recents = addRecent(recents, order(id))
    expect(recents.map((one) => ('id' in one ? one.id : ''))).toEqual(['g', 'f', 'e', 'd', 'a', 'c'])
  })

  it('are parsed from storage, and other values are ignored', () => {
    const recents = addRecent([order('a'), { kind: 'subscription', id: 'sub-7' }], { command: 'log out' })
    expect(parseRecent(JSON.stringify(recents))).toEqual(recents)
    for (const other of [undefined, '', '{', '{}', '[null, 1, {"kind":"payer","id":"x"}, {"kind":"order"}]']) {
      expect(parseRecent(other)).toEqual([])
    }
  })
})
