import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGateway } from '@galla/gateway'
import { Galla, inr } from '@galla/sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COMPLETE, CONSOLE } from './gateway-variables.ts'
import { runCli } from './run-cli.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galla-users-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const OWN = 'a cup of masala tea'
const ORIGIN = 'http://127.0.0.1:3000'

const users = (...options: string[]) =>
  runCli(['gateway', 'users', ...options], { env: { ...COMPLETE, ...CONSOLE, GALLA_DATABASE: folder } })

/** Statuses of requests that the console gets, one after the other. */
async function atConsole(...requests: readonly (readonly [path: string, body: object])[]): Promise<number[]> {
  const gateway = await createGateway({
    environment: 'SANDBOX',
    clientId: COMPLETE.GALLA_CLIENT_ID,
    clientSecret: COMPLETE.GALLA_CLIENT_SECRET,
    database: folder,
    console: { password: CONSOLE.GALLA_CONSOLE_PASSWORD },
  })
  try {
    const statuses: number[] = []
    for (const [path, body] of requests) {
      const init = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
      const response = await gateway.admin.fetch(new Request(`${ORIGIN}/api${path}`, init), { address: '127.0.0.1' })
      statuses.push(response.status)
    }
    return statuses
  } finally {
    await gateway.stop()
  }
}

describe('galla gateway users', () => {
  it('lets a locked-out admin in: a link sets a new password, once', async () => {
    expect((await users()).out).toMatch(/^admin {2}admin {2}active$/m)
    const { code, out } = await users('link', 'Admin', '--json')
    const { link, name } = JSON.parse(out) as { link: string; name: string }
    expect([code, name]).toEqual([0, 'admin'])
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:4600\/admin\/invitation#[\w-]{43}$/)
    const token = link.split('#')[1]
    const accept = ['/invitations/accept', { token, password: OWN }] as const
    expect(await atConsole(accept, accept, ['/session', { name: 'admin', password: OWN }])).toEqual([200, 404, 200])
  })

  it('leaves entries in the audit log, which galla gateway audit prints as JSON lines, also with --json', async () => {
    const env = { ...COMPLETE, ...CONSOLE, GALLA_DATABASE: folder }
    const audit = (...options: string[]) => runCli(['gateway', 'audit', ...options], { env })
    const { code, out } = await audit('--json')
    const entries = out.split('\n').map((line) => JSON.parse(line) as { hash: string })
    expect([code, entries.length]).toEqual([0, expect.any(Number)])
    for (const { hash } of entries) expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect((await audit()).out).toBe(out)
    // Entries of an export that takes a while are counted, apart from the data.
    let nowMs = 0
    const slow = await runCli(['gateway', 'audit'], { env, nowMs: () => (nowMs += 6_000) })
    expect([slow.out, slow.err]).toEqual([out, expect.stringMatching(/^1 entries so far$/m)])
  })

  it('adds an admin with a link', async () => {
    const added = await users('add', 'asha@shop.example')
    expect([added.code, added.out]).toEqual([0, expect.stringMatching(/asha@shop\.example \(admin\) sets a password/)])
    expect((await users('list', '--json')).out).toContain('"state":"invited"')
  })

  it('resets a second factor, and ends the sessions', async () => {
    const { code, out } = await users('reset-second-factor', 'admin')
    expect([code, out]).toEqual([0, expect.stringMatching(/^admin logs in with the password alone/)])
  })

  it.each([
    [['link'], 2, /needs one of/],
    [['sing', 'admin'], 2, /needs one of/],
    [['link', 'nobody'], 1, /There is no user nobody/],
    [['add', 'program'], 2, /is a name that the audit log gives to programs, keys and unknown people/],
    [['add', 'ravi', '--role', 'owner'], 2, /role must be one of viewer/],
    [['link', 'admin', '--role', 'admin'], 2, /--role belongs to gateway users add/],
  ] as const)('refuses %j', async (options, code, message) => {
    const refused = await users(...options)
    expect([refused.code, refused.err]).toEqual([code, expect.stringMatching(message)])
  })

  it('works on a database that is encrypted', async () => {
    const env = {
      ...{ ...COMPLETE, ...CONSOLE, GALLA_DATABASE: join(folder, 'encrypted') },
      GALLA_DATA_KEYS: `2026:${Buffer.alloc(32, 7).toString('base64')}`,
    }
    const client = {
      environment: 'SANDBOX',
      clientId: env.GALLA_CLIENT_ID,
      clientSecret: env.GALLA_CLIENT_SECRET,
    } as const
    const galla = new Galla({ ...client, clientVersion: 1, fetch: async () => Response.error() })
    const gateway = await createGateway({
      ...client,
      client: () => galla,
      database: env.GALLA_DATABASE,
      dataKeys: [env.GALLA_DATA_KEYS],
    })
    const order = { reference: 'cart-7', checkout: 'STANDARD', amount: inr('499.00'), redirectUrl: ORIGIN } as const
    await expect(gateway.orders.start({ ...order, metaInfo: { udf1: 'Susheela' } })).rejects.toThrow()
    await gateway.stop()
    const listed = await runCli(['gateway', 'users', 'list'], { env })
    expect([listed.code, listed.err]).toEqual([0, ''])
  })
})
