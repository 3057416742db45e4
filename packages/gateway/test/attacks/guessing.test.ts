import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loginLimit } from '../../src/routes/console/access.ts'
import { acceptInvitation, ensureFirstAdmin, inviteUser } from '../../src/services/access/users.ts'
import { CONSOLE_PASSWORD, setupConsoles } from '../helpers/console-gateway.ts'
import { createTestContext } from '../helpers/test-context.ts'
import { startTestDatabase, type TestDatabase } from '../helpers/test-database.ts'

const { createTestGateway, createGatewayWithConsole } = setupConsoles()
let test: TestDatabase
beforeAll(async () => {
  test = await startTestDatabase()
})
afterAll(() => test.end())
beforeEach(() => test.clear())

const SLOW_MS = 15_000
const HOUR_MS = 60 * 60_000
const digest = (text: string) => text
/** Resolves with the end of an attempt: true, false, or the status of its refusal. */
const outcomeOf = (attempt: Promise<boolean>) => attempt.catch(({ status }: { status: number }) => status)

describe('guesses at one account from many addresses', () => {
  const open = () => {
    const context = createTestContext(test.database)
    const limit = loginLimit(context, { digest })
    const from = (n: number, more: object = {}) => ({ address: `203.0.113.${n}`, user: 'asha', ...more })
    const guess = (n: number) => outcomeOf(limit.attempt(from(n), async () => false))
    return { context, limit, from, guess }
  }

  it('are twenty an hour, and then one in fifteen seconds, however many addresses they come from', async () => {
    const { context, guess } = open()
    const outcomes = []
    for (let n = 0; n < 40; n += 1) outcomes.push(await guess(n))
    expect(outcomes).toEqual([...Array(21).fill(false), ...Array(19).fill(429)])
    context.setNow(context.clock.now() + SLOW_MS - 1)
    expect(await guess(50)).toBe(429)
    context.setNow(context.clock.now() + 1)
    expect([await guess(51), await guess(52)]).toEqual([false, 429])
    context.setNow(context.clock.now() + HOUR_MS)
    expect([await guess(53), await guess(54)]).toEqual([false, false])
  })

  it('are no more when they arrive at once', async () => {
    const { guess } = open()
    const at = (first: number) => Array.from({ length: 20 }, (_, n) => guess(first + n))
    const outcomes = [...(await Promise.all(at(0))), ...(await Promise.all(at(50)))]
    expect(outcomes.filter((one) => one === false)).toHaveLength(21)
  })

  it('refuse neither a known browser of the account, nor an open session of the account, nor another account', async () => {
    const { limit, from, guess } = open()
    for (let n = 0; n < 22; n += 1) await guess(n)
    const right = async () => true
    expect(await outcomeOf(limit.attempt(from(99), right))).toBe(429)
    expect(await outcomeOf(limit.attempt(from(99, { browser: 'own' }), right))).toBe(true)
    expect(await outcomeOf(limit.attempt(from(99, { session: 'own' }), right))).toBe(true)
    expect(await outcomeOf(limit.attempt(from(99, { user: 'ravi' }), right))).toBe(true)
  })

  it('do not count right passwords, nor right ones that need a code', async () => {
    const { limit, from, guess } = open()
    for (let n = 0; n < 30; n += 1) {
      await outcomeOf(limit.attempt(from(n), async () => true))
      await outcomeOf(limit.attempt(from(100 + n), async () => 'code-needed'))
    }
    expect(await guess(200)).toBe(false)
  })
})

describe('a password that a list of common ones finds', () => {
  const COMMON = 'Password@2024'
  const refusal = { code: 'INVALID_REQUEST', field: 'password', message: expect.stringContaining('easy to guess') }

  it('is refused in a link, before the link is used up', async () => {
    const context = createTestContext(test.database)
    await ensureFirstAdmin(context)
    const { token } = await inviteUser(context, { name: 'asha', role: 'finance' })
    await expect(acceptInvitation(context, token, COMMON)).rejects.toMatchObject(refusal)
    expect(await acceptInvitation(context, token, 'a cup of masala tea')).toMatchObject({ name: 'asha' })
  })

  it('is refused as a new password of one’s own', async () => {
    const { post } = await createGatewayWithConsole()
    expect(await post('/account/password', { current: CONSOLE_PASSWORD, password: COMMON })).toMatchObject(refusal)
  })

  it('is refused as the configured password when the gateway is made', async () => {
    await expect(createTestGateway({ gateway: { console: { password: COMMON } } })).rejects.toMatchObject({
      code: 'INVALID_OPTION',
      field: 'console.password',
      message: expect.not.stringContaining(COMMON),
    })
  })
})
