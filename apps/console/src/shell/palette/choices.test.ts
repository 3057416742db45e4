import type { SearchHit } from '@galla/contract/gateway-api/console-routes'
import { expect, it, vi } from 'vitest'
import type { Choice } from './choices.ts'
import type { Command } from './commands.ts'

// The links come with the router's types, which read the page's address.
vi.stubGlobal('document', { baseURI: 'http://127.0.0.1/admin/' })
const { choicesFor } = await import('./choices.ts')

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
