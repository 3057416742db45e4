import { ERRORS_URL } from '@galla/contract/docs-url'
import { ROUTE_ACCESS } from '@galla/contract/gateway-api/console-permissions'
import { ROLES } from '@galla/contract/gateway-api/roles'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mayDo, rolesWith } from '../src/domain/access/roles.ts'
import type { ConsolePassword } from '../src/routes/console/access.ts'
import { HANDLERS } from '../src/routes/console/console.ts'
import { seedOrder } from './helpers/seed.ts'
import { createTestConsole, testPassword } from './helpers/test-console.ts'
import { createTestContext } from './helpers/test-context.ts'
import { startTestDatabase, type TestDatabase } from './helpers/test-database.ts'

let test: TestDatabase
let password: ConsolePassword

beforeAll(async () => {
  ;[test, password] = await Promise.all([startTestDatabase(), testPassword()])
})
afterAll(() => test.end())
beforeEach(() => test.clear())

const openConsole = () => createTestConsole(createTestContext(test.database), password)

describe('roles', () => {
  it.each(ROLES)(
    '%s may call what its permissions allow, and is refused everything else before it is read',
    async (role) => {
      const { as } = await openConsole()
      const { request } = await as(role, 'asha')
      for (const [key, access] of Object.entries(ROUTE_ACCESS)) {
        const [method = '', path = ''] = key.replace('ALL', 'POST').split(' ')
        // They end the session, stream without end, or start work at the provider.
        if (/session|live|reconciliation\/run/.test(path) && access !== 'users') continue
        const response = await request(`/api${path.replaceAll(/:\w+|\*/g, 'x')}`, { method })
        const isAllowed = access === 'own' || access === 'public' || mayDo(role, access)
        const { code } = response.ok ? { code: 'ok' } : ((await response.json()) as { code: string })
        expect([key, code === 'NOT_ALLOWED']).toEqual([key, !isAllowed])
        if (!isAllowed) expect(response.status).toBe(403)
      }
    },
  )

  it('guard every route that has a handler', () => {
    for (const key of Object.keys(HANDLERS)) expect(ROUTE_ACCESS).toHaveProperty([key])
  })

  it('give every permission to the admin, and none but reading to the viewer', () => {
    for (const access of new Set(Object.values(ROUTE_ACCESS)))
      if (access !== 'own' && access !== 'public')
        expect([access, rolesWith(access)]).toEqual([access, expect.arrayContaining(['admin'])])
    expect(ROLES.filter((role) => mayDo(role, 'refund'))).toEqual(['finance', 'admin'])
    expect(Object.values(ROUTE_ACCESS).filter((access) => access === 'users').length).toBeGreaterThan(4)
  })

  it('say which role is needed', async () => {
    const { as } = await openConsole()
    const { request } = await as('support')
    const response = await request('/api/orders/order-1/refunds', { method: 'POST' })
    expect([response.status, await response.json()]).toEqual([
      403,
      {
        code: 'NOT_ALLOWED',
        message: 'This action needs the role finance or admin; your role is support.',
        docsUrl: `${ERRORS_URL['@galla/gateway']}#gateway-not-allowed`,
      },
    ])
    const calls = await request('/api/calls')
    expect(await calls.json()).toMatchObject({
      message: 'This action needs the role developer or admin; your role is support.',
    })
  })

  it('apply to open sessions as soon as they change', async () => {
    await seedOrder(test.database, { merchantOrderId: 'order-1' })
    const { as, request: asAdmin } = await openConsole()
    const { request, userId } = await as('viewer')
    const erase = () => request('/api/payers/preview', { method: 'POST', body: { merchantOrderId: 'order-1' } })
    expect((await erase()).status).toBe(403)
    await asAdmin(`/api/users/${userId}/change`, { method: 'POST', body: { role: 'admin' } })
    expect((await erase()).status).toBe(200)
    await asAdmin(`/api/users/${userId}/change`, { method: 'POST', body: { disabled: true } })
    expect((await erase()).status).toBe(401)
  })
})
