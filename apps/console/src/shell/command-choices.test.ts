import type { SearchHit } from '@galla/contract/gateway-api/console-routes'
import { describe, expect, it, vi } from 'vitest'
import { type Choice, matching, type Recent, readRecent, remember } from './command-choices.ts'
import type { Command } from './commands.ts'

// The links come with the router's types, which read the page's address.
vi.stubGlobal('document', { baseURI: 'http://127.0.0.1/admin/' })
const { choicesFor } = await import('./command-choices.ts')

const command = (id: string, title: string, group: Command['group']): Command => ({ id, title, group, run: () => {} })
const COMMANDS = [command('p', 'Orders', 'Pages'), command('s', 'Stop the clock', 'Sandbox')]
const hit: SearchHit = {
  kind: 'order',
  id: 'o-1',
  foundBy: 'utr',
  title: 'cart',
  state: 'COMPLETED',
  amount: 49_900 as never,
  atMs: 1,
}
const shape = (groups: readonly { label: string; choices: readonly Choice[] }[]) =>
  groups.map(({ label, choices }) => `${label}: ${choices.map(({ title }) => title).join(', ')}`)

it('offers the recent ones and everything before anything is typed', () => {
  const recents = [{ kind: 'order', id: 'o-9' } as const, { command: 's' }, { command: 'gone' }]
  const groups = choicesFor('', COMMANDS, [], recents)
  expect(shape(groups)).toEqual(['Recent: o-9, Stop the clock', 'Pages: Orders', 'Sandbox: Stop the clock'])
  const ids = groups.flatMap(({ choices }) => choices.map(({ id }) => id))
  expect(new Set(ids).size).toBe(ids.length)
})

it('offers what was found first, each thing once, and says by which id', () => {
  const groups = choicesFor('o-1', COMMANDS, [hit, { ...hit, foundBy: 'reference' }], [{ command: 's' }])
  expect(shape(groups)).toEqual(['Found: o-1'])
  expect(groups[0]?.choices[0]?.says).toBe('By its UTR, COMPLETED, ₹499.00')
})

const ITEMS = [
  { title: 'Orders', also: 'go to page' },
  { title: 'Ask the provider about this order', also: 'status' },
  { title: 'Move the clock on by 1 hour', also: 'time advance' },
  { title: 'Colours: dark', also: 'theme' },
]
const titles = (typed: string) => matching(ITEMS, typed).map(({ title }) => title)

describe('what is typed', () => {
  it.each([
    ['', ITEMS.map(({ title }) => title)],
    ['  ', ITEMS.map(({ title }) => title)],
    ['ord', ['Orders', 'Ask the provider about this order']],
    ['CLOCK hour', ['Move the clock on by 1 hour']],
    ['hour clo', ['Move the clock on by 1 hour']],
    ['theme d', ['Colours: dark']],
    ['rders', []],
    ['o-0mwq', []],
  ])('%j finds %j', (typed, found) => {
    expect(titles(typed)).toEqual(found)
  })

  it('finds a title before other words', () => {
    expect(matching([{ title: 'One', also: 'page' }, { title: 'Page' }], 'page').map(({ title }) => title)).toEqual([
      'Page',
      'One',
    ])
  })
})

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
