import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ERRORS_URL } from '@galla/contract/docs-url'
import { createGateway } from '@galla/gateway'
import { serveSandbox } from '@galla/sandbox'
import { Galla, inr } from '@galla/sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHECKLIST } from '../src/gateway/checklist/checklist.ts'
import { COMPLETE, CONSOLE } from './gateway-variables.ts'
import { runCli } from './run-cli.ts'

interface Report {
  ok: boolean
  counts: { [status: string]: number }
  checks: { code: string; status: string; reason: string; fix?: string; url: string; details?: string[] }[]
}

let folder = ''
let sandbox: Awaited<ReturnType<typeof serveSandbox>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galla-check-'))
  sandbox = await serveSandbox({ port: 0 })
})
afterAll(async () => {
  await sandbox.close()
  await rm(folder, { recursive: true, force: true })
})

const environment = (more: { [name: string]: string } = {}) => ({
  ...COMPLETE,
  ...CONSOLE,
  GALLA_PROVIDER_URL: sandbox.url,
  GALLA_DATABASE: join(folder, 'database'),
  ...more,
})

async function check(env: { [name: string]: string }) {
  const { code, out, err } = await runCli(['gateway', '--check', '--json'], { env, fetch, nowMs: Date.now })
  const { ok, counts, checks } = JSON.parse(out) as Report
  return { code, err, ok, counts, checks, statusOf: (name: string) => checks.find((one) => one.code === name)?.status }
}

describe('galla gateway --check', () => {
  it('answers every line without creating the database', async () => {
    const { code, ok, counts, checks, statusOf } = await check(environment())
    expect([code, ok, counts.fail]).toEqual([0, true, 0])
    expect(checks.map((one) => one.code)).toEqual(CHECKLIST.flatMap(({ items }) => items.map((item) => item.code)))
    expect(statusOf('credentials-accepted')).toBe('pass')
    expect(checks.find((one) => one.code === 'database-opens')?.reason).toMatch(/first start creates it/)
    expect(existsSync(join(folder, 'database'))).toBe(false)
  })

  it('reads the database of a gateway that runs, and leaves it as it is', async () => {
    const owner = { environment: 'SANDBOX', clientId: COMPLETE.GALLA_CLIENT_ID, clientSecret: 'a secret' } as const
    const gateway = await createGateway({
      ...owner,
      client: ({ tokenStore }) => new Galla({ ...owner, clientVersion: 1, hosts: sandbox.url, tokenStore }),
      database: join(folder, 'database'),
      callbackCredentials: { username: 'tea_stall', password: 'two cups 2' },
      on: { 'order.completed': () => {} },
    })
    await gateway.start()
    const redirectUrl = 'https://shop.example/thanks'
    await gateway.orders.start({ reference: 'cart', amount: inr('1'), checkout: 'STANDARD', redirectUrl })
    await gateway.users.list()
    const before = await gateway.eventSubscriptions.list()
    const { code, statusOf, checks } = await check(environment({ GALLA_MIGRATE: 'false' }))
    expect(code).toBe(0)
    const passing = ['database-opens', 'database-schema', 'database-owner', 'database-takes-writes', 'subscriptions']
    expect(passing.map(statusOf)).toEqual(passing.map(() => 'pass'))
    expect(checks.find((one) => one.code === 'console-admin')).toMatchObject({
      status: 'warning',
      reason: expect.stringContaining('configured password'),
      fix: expect.stringContaining('Your account'),
    })
    expect(await gateway.eventSubscriptions.list()).toEqual(before)
    await gateway.stop()
    const other = await check(environment({ GALLA_CLIENT_ID: 'coffee' }))
    expect([other.code, other.statusOf('database-owner')]).toEqual([1, 'fail'])
  })

  it('fails for a server that does not answer, and prints the line, the way out and the link', async () => {
    const env = environment({ GALLA_DATABASE: 'postgres://galla:hunter4@127.0.0.1:1/gateway' })
    const { code, out } = await runCli(['gateway', '--check'], { env, fetch, nowMs: Date.now })
    expect(code).toBe(1)
    expect(out).toMatch(/^ {2}FAIL {4}database-opens: .*no server listens at its address \(ECONNREFUSED\)$/m)
    expect(out).toMatch(/^ {10}Correct GALLA_DATABASE/m)
    expect(out.split('\n')).toContain(`          ${ERRORS_URL.galla}#check-database-opens`)
    expect(out).toMatch(/^\d+ passed, \d+ with a warning, 1 failed, \d+ cannot be known from here\.$/m)
    expect(out).not.toMatch(/hunter4|a secret|two cups/)
  })

  it('fails for a folder that cannot be created', async () => {
    await writeFile(join(folder, 'file'), '')
    const { code, checks } = await check(environment({ GALLA_DATABASE: join(folder, 'file', 'database') }))
    expect(code).toBe(1)
    expect(checks.find((one) => one.code === 'database-opens')).toMatchObject({
      status: 'fail',
      reason: expect.stringContaining('cannot be stored in'),
    })
  })

  it.skipIf(process.geteuid?.() === 0)(
    'fails for a folder of another user (skipped as root, who may write)',
    async () => {
      const { code, checks } = await check(environment({ GALLA_DATABASE: '/galla-of-nobody/database' }))
      expect([code, checks.find((one) => one.code === 'database-opens')?.reason]).toEqual([
        1,
        'The folder of the database cannot be created in /',
      ])
    },
  )

  it('signs a sample with each credential of the variables, and verifies it with what the gateway accepts', async () => {
    const { checks } = await check(
      environment({
        GALLA_CALLBACK_PASSWORD: 'Tea4shop,Chai9pot',
        GALLA_CALLBACK_PASSWORD_2: 'two cups 3',
        GALLA_CALLBACK_SECRET_KEY: 'a saucer, a spoon',
        GALLA_CALLBACK_KEY_ID: 'k1',
      }),
    )
    expect(checks.find((one) => one.code === 'callback-sample')).toMatchObject({
      status: 'pass',
      reason:
        'Samples are accepted: user name tea_stall with a password of 17 characters; user name tea_stall with a password of 10 characters; the key k1 of 17 characters',
    })
    expect(checks[0]).toMatchObject({
      status: 'warning',
      details: [
        expect.stringMatching(/^GALLA_CALLBACK_PASSWORD has a comma/),
        expect.stringMatching(/^GALLA_CALLBACK_SECRET_KEY has a comma/),
      ],
    })
  })

  it('reports every problem of the variables as one line that fails', async () => {
    const { code, err, checks } = await check(environment({ GALLA_PORT: 'x', GALLA_LATE_PAYMENT: 'x' }))
    expect([code, err]).toEqual([1, ''])
    expect(checks[0]).toMatchObject({
      code: 'variables',
      status: 'fail',
      details: [expect.stringContaining('GALLA_LATE_PAYMENT'), expect.stringContaining('GALLA_PORT')],
    })
  })

  it('asks the provider for a token, and for nothing else', async () => {
    const calls: string[] = []
    const env = { ...environment(), GALLA_PROVIDER_URL: 'http://127.0.0.1:9/' }
    const refusing: typeof fetch = async (url, init) => {
      calls.push(`${init?.method} ${url}`)
      return new Response('{"message":"a secret"}', { status: 401 })
    }
    const { code, out } = await runCli(['gateway', '--check'], { env, fetch: refusing, nowMs: Date.now })
    expect([code, calls]).toEqual([1, ['POST http://127.0.0.1:9/v1/oauth/token']])
    expect(out).toMatch(/FAIL {4}credentials-accepted: The provider refused the credentials/)
    expect(out).not.toContain('a secret')
  })
})
