import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveSandbox } from '@galla/sandbox'
import { afterEach, describe, expect, it } from 'vitest'
import { readGatewayEnvironment } from '../src/gateway-environment.ts'
import { GATEWAY_VARIABLES } from '../src/words/gateway-variables.ts'
import { HELP } from '../src/words/help.ts'
import { type } from './terminal.ts'

const COMPLETE = {
  GALLA_ENVIRONMENT: 'SANDBOX',
  GALLA_CLIENT_ID: 'tea-stall',
  GALLA_CLIENT_SECRET: 'a secret',
  GALLA_CALLBACK_USERNAME: 'tea_stall',
  GALLA_CALLBACK_PASSWORD: 'two cups 2',
}

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

describe('the environment', () => {
  const read = (env: { [name: string]: string | undefined }) =>
    readGatewayEnvironment({ ...COMPLETE, ...env }, () => 'from a file\n')

  it('is complete with five settings; the rest has defaults', () => {
    expect(read({}).config).toEqual({
      environment: 'SANDBOX',
      clientId: 'tea-stall',
      clientSecret: 'a secret',
      clientVersion: '1',
      database: './data/books',
      credentials: [{ username: 'tea_stall', password: 'two cups 2' }],
      lateSuccess: 'refund',
      host: '127.0.0.1',
      port: 4600,
      logLevel: 'info',
    })
  })

  it.each([
    [{ GALLA_ENVIRONMENT: 'prod' }, /GALLA_ENVIRONMENT must be SANDBOX or PRODUCTION; got 'prod'/],
    [{ GALLA_ENVIRONMENT: undefined }, /GALLA_ENVIRONMENT is missing/],
    [{ GALLA_CLIENT_SECRET: '' }, /GALLA_CLIENT_SECRET is missing/],
    [{ GALLA_PORT: '80 80' }, /GALLA_PORT must be a whole number/],
    [{ GALLA_PORT: '65536' }, /GALLA_PORT must be a whole number/],
    [{ GALLA_PROVIDER_URL: '127.0.0.1:4500' }, /GALLA_PROVIDER_URL must be a whole http or https address/],
    [{ GALLA_CONSOLE_URL: 'javascript:alert(1)' }, /GALLA_CONSOLE_URL must be a whole http or https address/],
    [{ GALLA_CONSOLE_PASSWORD: 'short' }, /12 characters or more/],
    [{ GALLA_CALLBACK_PASSWORD: undefined }, /come together/],
    [{ GALLA_CALLBACK_USERNAME: undefined, GALLA_CALLBACK_PASSWORD: undefined }, /Callbacks have no secret/],
    [{ GALLA_CALLBACK_KEY_ID: 'k' }, /GALLA_CALLBACK_SECRET_KEY is missing/],
    [{ GALLA_LATE_SUCCESS: 'keep' }, /GALLA_LATE_SUCCESS must be refund or fulfil/],
    [{ GALLA_LOG_LEVEL: 'loud' }, /GALLA_LOG_LEVEL must be/],
    [{ GALLA_CLIENTID: 'x' }, /GALLA_CLIENTID is no setting/],
    [{ GALLA_CLIENT_SECRET_FILE: '/x' }, /both set: keep one/],
  ])('%o is refused by name', (env, problem) => {
    expect(read(env).problems.join('\n')).toMatch(problem)
  })

  it('takes secrets from files, and tells every problem at once without a secret in it', () => {
    expect(read({ GALLA_CLIENT_SECRET: undefined, GALLA_CLIENT_SECRET_FILE: '/run/secret' }).config?.clientSecret).toBe(
      'from a file',
    )
    const { problems } = read({ GALLA_PORT: 'x', GALLA_LATE_SUCCESS: 'x', GALLA_CONSOLE_PASSWORD: 'hunter2' })
    expect(problems.length).toBe(3)
    expect(problems.join()).not.toMatch(/hunter2|a secret|two cups/)
  })

  it('is told in full by its help page and by the guide', () => {
    const guide = readFileSync(new URL('../../../docs/gateway.md', import.meta.url), 'utf8')
    for (const { name } of GATEWAY_VARIABLES) {
      expect(HELP.gateway).toContain(name)
      expect(guide).toContain(`\`${name}\``)
    }
  })

  it('is checked without opening anything', async () => {
    expect((await type(['gateway', '--check'], { env: COMPLETE })).code).toBe(0)
    const bad = await type(['gateway', '--check'], { env: { ...COMPLETE, GALLA_PORT: 'x' } })
    expect([bad.code, bad.err]).toEqual([2, expect.stringContaining('GALLA_PORT')])
  })
})

describe('the server', () => {
  it('opens, answers probes, payers, provider and people, runs the shop’s module, and stops by itself', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'galla-cli-'))
    closing.push(() => rm(folder, { recursive: true, force: true }))
    const sandbox = await serveSandbox({ port: 0 })
    closing.push(() => sandbox.close())
    const handlers = join(folder, 'handlers.mjs')
    await writeFile(handlers, `export const on = { 'order.completed': () => {} }\n`)
    const stop = new AbortController()
    const env = {
      ...COMPLETE,
      GALLA_PROVIDER_URL: sandbox.url,
      GALLA_DATABASE: join(folder, 'books'),
      GALLA_CONSOLE_PASSWORD: 'two cups of tea',
      GALLA_HANDLERS: handlers,
      GALLA_PORT: '0',
    }
    const log: string[] = []
    let running: ReturnType<typeof type> | undefined
    const line = await new Promise<string>((resolve, reject) => {
      running = type(['gateway', '--json'], {
        env,
        stop: stop.signal,
        out: resolve,
        err: (said) => void log.push(said),
      })
      running.then(() => reject(new Error(log.join('\n'))))
    })
    const { ready } = JSON.parse(line) as { ready: { gateway: string; console: string } }
    const at = (path: string) => new URL(path, ready.gateway)

    expect(await (await fetch(at('/healthz'))).text()).toBe('ok\n')
    expect((await fetch(at('/readyz'))).status).toBe(200)
    expect((await fetch(`${ready.gateway}/orders/order-1/status`)).status).toBe(401)
    expect((await fetch(`${ready.gateway}/callbacks`, { method: 'POST', body: '{}' })).status).toBe(401)
    const login = await fetch(`${ready.console}api/session`, {
      method: 'POST',
      body: JSON.stringify({ password: 'two cups of tea' }),
      headers: { 'content-type': 'application/json' },
    })
    expect(login.status).toBe(200)
    const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const about = await (await fetch(`${ready.console}api/about`, { headers: { cookie } })).json()
    expect(about).toMatchObject({ environment: 'SANDBOX', sandbox: true, clientId: 'te****l' })
    expect((await fetch(at('/elsewhere'))).status).toBe(404)

    stop.abort()
    expect((await running)?.code).toBe(0)
    await expect(fetch(at('/healthz'))).rejects.toThrow()
    expect(log.map((said) => (JSON.parse(said) as { msg: string }).msg)).toEqual(
      expect.arrayContaining(['The gateway is at work', 'A callback was refused', 'The gateway has stopped']),
    )
    expect([line, ...log].join('\n')).not.toMatch(/two cups|a secret/)
  })
})
