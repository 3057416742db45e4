import type { About } from '@galla/contract/gateway-api/console-routes'
import { ROLES, type Role } from '@galla/contract/gateway-api/roles'
import { afterEach, expect, it } from 'vitest'
import { session } from '../api/client.ts'
import { isOffered, NAV_ITEMS, navItemOf } from './nav-items.ts'

afterEach(() => session.end())

const EVERYTHING = { sandbox: true, subscriptions: true } as About

function pagesOf(role: Role, about: About = EVERYTHING): string[] {
  session.start({ csrfToken: 'a', cursor: '1', expiresAtMs: 1, user: { userId: 'user_1', name: 'asha', role } })
  return NAV_ITEMS.filter((item) => isOffered(item, about)).map(({ label }) => label)
}

it('each role has the pages that the role may use', () => {
  const all = NAV_ITEMS.map(({ label }) => label)
  const missing = (role: Role) => all.filter((label) => !pagesOf(role).includes(label))
  const settings = ['Users', 'API keys', 'Audit log', 'Erasure and holds']
  expect(Object.fromEntries(ROLES.map((role) => [role, missing(role)]))).toEqual({
    viewer: ['Finance', 'API log', 'Telemetry', 'Guide', 'Playground', 'Sandbox', ...settings],
    support: ['Finance', 'API log', 'Telemetry', 'Guide', 'Playground', 'Sandbox', ...settings],
    developer: ['Finance', ...settings],
    finance: ['API log', 'Telemetry', 'Guide', 'Playground', 'Sandbox', ...settings],
    admin: [],
  })
})

it('an installation without subscriptions and sandbox has no pages for them', () => {
  const without = pagesOf('admin', { sandbox: false, subscriptions: false } as About)
  expect(without).not.toContain('Subscriptions')
  expect(without).not.toContain('Sandbox')
})

it('a route belongs to a page of the navigation by the start of its path', () => {
  const labelOf = (routeId: string) => navItemOf(routeId)?.label
  expect([labelOf('/'), labelOf('/orders'), labelOf('/orders/$merchantOrderId/receipt')]).toEqual([
    'Overview',
    'Orders',
    'Orders',
  ])
  expect([labelOf('/test-tools/guide'), labelOf('/test-tools/sandbox')]).toEqual(['Guide', 'Sandbox'])
  expect([labelOf('/refund-files'), labelOf('__root__')]).toEqual([undefined, undefined])
})
