import type { SearchHit } from '@galla/contract/gateway-api/console-routes'
import { beforeEach, describe, expect, it } from 'vitest'
import { session } from '../api/client.ts'
import { type Choice, choicesFor, dayIn, matching, splitAction } from './command-choices.ts'
import type { Command } from './commands.ts'

const command = (id: string, title: string, group: Command['group']): Command => ({ id, title, group, run: () => {} })
const COMMANDS = [command('p', 'Orders', 'Pages'), command('s', 'Freeze the clock', 'Sandbox')]
const hit: SearchHit = {
  kind: 'order',
  id: 'o-1',
  foundBy: 'utr',
  title: 'cart',
  state: 'COMPLETED',
  amount: 49_900 as never,
  atMs: 1,
}

beforeEach(() =>
  session.start({
    csrfToken: 'x',
    cursor: 'a-1',
    expiresAtMs: 0,
    user: { userId: 'u-1', name: 'asha', role: 'finance' },
  }),
)

describe('choices', () => {
  const summary = (groups: readonly { label: string; choices: readonly Choice[] }[]) =>
    groups.map(({ label, choices }) => `${label}: ${choices.map(({ title }) => title).join(', ')}`)

  it('for an empty text are the recent entries and all commands', () => {
    const recents = [{ kind: 'order', id: 'o-9' } as const, { command: 's' }, { command: 'gone' }]
    const groups = choicesFor('', COMMANDS, [], recents)
    expect(summary(groups)).toEqual(['Recent: o-9, Freeze the clock', 'Pages: Orders', 'Sandbox: Freeze the clock'])
    const ids = groups.flatMap(({ choices }) => choices.map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('contain each found record once, described by the id that matched', () => {
    const groups = choicesFor('o-1', COMMANDS, [hit, { ...hit, foundBy: 'reference' }], [{ command: 's' }])
    expect(summary(groups)).toEqual(['Found: o-1', 'Actions: Refund cart…, Receipt of cart, Copy the order ID of cart'])
    expect(groups[0]?.choices[0]?.description).toBe('By its UTR, Completed, ₹499.00')
    const twice = choicesFor('o-1', COMMANDS, [{ ...hit, resolution: 'duplicate-refund' }], [])
    expect(twice[0]?.choices[0]?.description).toBe('By its UTR, Paid twice, ₹499.00')
  })

  it('contain a found subscription with its state and price, and open its page', () => {
    const subscription: SearchHit = {
      kind: 'subscription',
      id: 'sub-7',
      foundBy: 'merchantSubscriptionId',
      title: 'Tea every month',
      state: 'PAST_DUE',
      amount: 19_900 as never,
      atMs: 1,
    }
    const groups = choicesFor('sub-7-m1', COMMANDS, [subscription], [])
    expect(summary(groups)).toEqual(['Found: sub-7'])
    const [choice] = groups[0]?.choices ?? []
    expect(choice).toMatchObject({
      description: 'Subscription, by its mandate, Past due, ₹199.00',
      recent: { kind: 'subscription', id: 'sub-7' },
    })
    const opened: unknown[] = []
    choice?.run({ router: { navigate: (to: unknown) => opened.push(to) } } as never)
    expect(opened).toEqual([{ to: '/subscriptions/$subscriptionId', params: { subscriptionId: 'sub-7' } }])
  })

  it('end with the list of all orders of an amount or a failure code, of which the newest are shown', () => {
    const alike = (count: number, foundBy: SearchHit['foundBy']) =>
      Array.from({ length: count }, (_, n) => ({ ...hit, id: `o-${n}`, foundBy }))
    expect(summary(choicesFor('499', COMMANDS, alike(5, 'amount'), []))[0]).toBe('Found: o-0, o-1, o-2, o-3, o-4')
    const searches: unknown[] = []
    const router = { navigate: ({ search }: { search: unknown }) => searches.push(search) }
    for (const [typed, foundBy] of [
      ['refund 499', 'amount'],
      ['wrong_pin ', 'failure'],
    ] as const) {
      const choices = choicesFor(typed, COMMANDS, alike(6, foundBy), [])
        .filter(({ label }) => label === 'Found')
        .flatMap((group) => group.choices)
      expect(choices.map(({ title }) => title).slice(4)).toEqual([
        'o-4',
        expect.stringMatching(/^All orders (of ₹499\.00|with WRONG_PIN)$/),
      ])
      choices.at(-1)?.run({ router } as never)
    }
    expect(searches).toEqual([{ minAmount: '49900', maxAmount: '49900' }, { failure: 'WRONG_PIN' }])
  })

  it('put a typed action first, and offer no refund of an order that is not paid', () => {
    expect(summary(choicesFor('refund cart', COMMANDS, [hit], []))).toEqual(['Actions: Refund cart…', 'Found: o-1'])
    expect(summary(choicesFor('cart', COMMANDS, [{ ...hit, state: 'FAILED' }], []))).toEqual([
      'Found: o-1',
      'Actions: Copy the order ID of cart',
    ])
    expect(splitAction('Refund  cart-1067')).toEqual({ action: 'refund', rest: 'cart-1067' })
    expect(splitAction('cart refund')).toEqual({ rest: 'cart refund' })
  })

  it('offer a refund to those only who may refund', () => {
    const user = { userId: 'u-1', name: 'vera' }
    const titles = () => summary(choicesFor('cart', COMMANDS, [hit], [])).at(-1)
    for (const role of ['viewer', 'support', 'developer'] as const) {
      session.start({ csrfToken: 'x', cursor: 'a-1', expiresAtMs: 0, user: { ...user, role } })
      expect([role, titles()]).toEqual([role, 'Actions: Receipt of cart, Copy the order ID of cart'])
    }
    session.start({ csrfToken: 'x', cursor: 'a-1', expiresAtMs: 0, user: { ...user, role: 'finance' } })
    expect(titles()).toBe('Actions: Refund cart…, Receipt of cart, Copy the order ID of cart')
  })

  it('contain the orders of a day that was typed', () => {
    const now = Date.parse('2026-11-22T10:00:00+05:30')
    expect(summary(choicesFor('21 nov', COMMANDS, [], [], undefined, now))).toEqual(['Days: Orders of 21 Nov 2026'])
    expect(['today', '2026-02-03', '3 february 2025', '31 nov', 'nov', '5 x'].map((text) => dayIn(text, now))).toEqual([
      '2026-11-22',
      '2026-02-03',
      '2025-02-03',
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('matching', () => {
  const ITEMS = [
    { title: 'Orders', also: 'go to page' },
    { title: 'Check the status of this order', also: 'sync' },
    { title: 'Advance the clock by 1 hour', also: 'time move' },
    { title: 'Theme: dark', also: 'colours' },
  ]
  const titles = (typed: string) => matching(ITEMS, typed).map(({ title }) => title)

  it.each([
    ['', ITEMS.map(({ title }) => title)],
    ['  ', ITEMS.map(({ title }) => title)],
    ['ord', ['Orders', 'Check the status of this order']],
    ['CLOCK hour', ['Advance the clock by 1 hour']],
    ['hour clo', ['Advance the clock by 1 hour']],
    ['colours d', ['Theme: dark']],
    ['rders', []],
    ['o-0mwq', []],
  ])('%j finds %j', (typed, found) => {
    expect(titles(typed)).toEqual(found)
  })

  it('takes Hindi letters with their marks as words, and finds a Hindi title by its English name', () => {
    const hindi = [{ title: 'रिफ़ंड', also: 'Refunds go to open page' }]
    const isFound = (typed: string) => matching(hindi, typed).length > 0
    expect(['रिफ़', 'refunds', 'रि\u095eंड'].map(isFound)).toEqual([true, true, true])
    expect(['फ़ंड', 'रफड'].map(isFound)).toEqual([false, false])
  })

  it('puts matches of the title before matches of other words', () => {
    expect(matching([{ title: 'One', also: 'page' }, { title: 'Page' }], 'page').map(({ title }) => title)).toEqual([
      'Page',
      'One',
    ])
  })
})
