import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HEALTH_EVENT } from '@galla/contract/gateway-api/callbacks'
import { CALLBACK_TYPES } from '@galla/contract/provider/callbacks'
import { DISPUTE_EVENTS } from '@galla/contract/provider/disputes'
import { LINK_CALLBACK_TYPES } from '@galla/contract/provider/links'
import { SETTLEMENT_EVENTS } from '@galla/contract/provider/settlements'
import { SUBSCRIPTION_CALLBACK_TYPES } from '@galla/contract/provider/subscriptions'
import { Galla } from '@galla/sdk'
import { expect, it } from 'vitest'

const page = readFileSync(join(import.meta.dirname, 'coverage.md'), 'utf8')
const code = [...page.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text)

const EVENTS = [
  ...Object.keys(CALLBACK_TYPES),
  ...Object.keys(SUBSCRIPTION_CALLBACK_TYPES),
  ...Object.keys(DISPUTE_EVENTS),
  ...Object.keys(LINK_CALLBACK_TYPES),
  ...Object.values(SETTLEMENT_EVENTS),
  HEALTH_EVENT,
]
const named = code.filter((text) => /^(?:checkout|pg|payment|subscription|settlement|paylink)\.|^health$/.test(text))
const isNamed = (event: string, name: string) =>
  name.endsWith('.*') ? event.startsWith(name.slice(0, -1)) : event === name

const galla = new Galla({ environment: 'SANDBOX', clientId: 'a-shop', clientSecret: 'a secret', clientVersion: 1 })
/** Calls of the client: `refunds.create`, `request`. */
const CALLS = Object.entries(galla).flatMap(([name, part]: [string, unknown]) =>
  typeof part === 'object' && part !== null ? Object.keys(part).map((method) => `${name}.${method}`) : [name],
)
const calls = code.flatMap((text) => /^galla\.([\w.]+?)(?:\(\))?$/.exec(text)?.[1] ?? [])
/** They end a client, and are about no family of the provider. */
const OF_THE_CLIENT = ['close', 'flush']

it('the page about coverage names no event and no call of the SDK that does not exist', () => {
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !EVENTS.some((event) => isNamed(event, name)))).toEqual([])
  expect(calls.length).toBeGreaterThan(20)
  expect(calls.filter((call) => !CALLS.includes(call))).toEqual([])
})

it('the page about coverage names every event that a callback can have, and every call of the SDK', () => {
  expect(EVENTS.filter((event) => !named.some((name) => isNamed(event, name)))).toEqual([])
  expect(CALLS.filter((call) => !calls.includes(call) && !OF_THE_CLIENT.includes(call))).toEqual([])
})

it('the page about coverage gives each family one of three states, and a reason', () => {
  const rows = [...page.matchAll(/^\| (?!Family|-)(.+) \|$/gm)].map(([, row = '']) => row.split(' | '))
  expect(rows.length).toBeGreaterThan(20)
  for (const [family, pages = '', state, what = ''] of rows) {
    expect(pages, family).toMatch(/`[/…]/)
    expect(['supported', 'recognised', 'not'], family).toContain(state)
    expect(what.length, family).toBeGreaterThan(10)
  }
})
