import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ConsolePassword } from '../../src/routes/console/access.ts'
import { changeUser, inviteUser } from '../../src/services/access/users.ts'
import { createTestConsole, PASSWORD, testPassword } from '../helpers/test-console.ts'
import { createTestContext } from '../helpers/test-context.ts'
import { startTestDatabase, type TestDatabase } from '../helpers/test-database.ts'

const { scrypt } = crypto
const done: string[] = []

let test: TestDatabase
let password: ConsolePassword

beforeAll(async () => {
  crypto.scrypt = ((...given: Parameters<typeof scrypt>) => {
    const { N, r, p } = given[3]
    done.push(`N=${N} r=${r} p=${p}`)
    scrypt(...given)
  }) as typeof scrypt
  syncBuiltinESMExports()
  ;[test, password] = await Promise.all([startTestDatabase(), testPassword()])
})
afterAll(() => {
  crypto.scrypt = scrypt
  syncBuiltinESMExports()
  return test.end()
})
beforeEach(() => test.clear())

const OWN = 'a phrase of the owner'

it('a failed login does the same work for every name and for both kinds of password', async () => {
  const context = createTestContext(test.database)
  const { raw, invite, admin, request } = await createTestConsole(context, password)
  /** The scrypt calls of a login, and its status. */
  const logIn = async (name: string, given: string) => {
    done.length = 0
    const body = JSON.stringify({ name, password: given })
    const headers = { 'content-type': 'application/json' }
    const { status } = await raw('/api/session', { method: 'POST', headers, body })
    return [status, ...done]
  }
  await invite('asha', 'viewer', OWN)
  await inviteUser(context, { name: 'ravi', role: 'viewer' })
  await invite('meena', 'viewer', OWN)
  const users = (await (await request('/api/users')).json()) as { rows: { userId: string; name: string }[] }
  await changeUser(context, users.rows.find(({ name }) => name === 'meena')?.userId ?? '', { disabled: true })

  const refused = [401, 'N=32768 r=8 p=3']
  const wrong = 'a wrong guess of it'
  expect(await logIn('admin', wrong)).toEqual(refused)
  for (const name of ['not a user', 'asha', 'ravi', 'meena'])
    expect([name, await logIn(name, wrong)]).toEqual([name, refused])
  expect(await logIn('meena', OWN)).toEqual(refused)
  const change = { method: 'POST', body: { current: PASSWORD, password: OWN } }
  expect((await request('/api/account/password', change)).status).toBe(200)
  expect(await logIn(admin.name, PASSWORD)).toEqual(refused)
  expect(await logIn(admin.name, OWN)).toEqual([200, 'N=32768 r=8 p=3'])
})
