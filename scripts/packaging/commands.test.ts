import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { at, cache } from '../lib/paths.mjs'
import { start, startProgram } from './start-program.ts'

const PROGRAMS = [
  ['packages/cli/bin/galla.mjs', ['sandbox'], 'SIGINT'],
  ['packages/cli/bin/galla.mjs', ['sandbox'], 'SIGTERM'],
  ['scripts/start.mjs', [], 'SIGINT'],
  ['scripts/dev.mjs', [], 'SIGTERM'],
] as const

const local = /^http:\/\/127\.0\.0\.1:\d+/

it.each(PROGRAMS)('%s %j prints one ready line as JSON, serves, and exits with 0 at %s', async (file, args, signal) => {
  const { child, ready, end } = startProgram(at(file), ...args, '--port', '0', '--json')
  const { consolePassword, ...addresses } = await ready()
  for (const address of Object.values(addresses)) expect(address).toMatch(local)
  const health = await fetch(`${addresses.provider}/_sandbox/health`)
  expect(await health.json()).toMatchObject({ ok: true })
  child.kill(signal)
  expect(await end()).toEqual({ code: 0, signal: null })
})

describe('npx galla sandbox', () => {
  it('takes a free port when its port is in use', async () => {
    const galla = [at('packages/cli/bin/galla.mjs'), 'sandbox', '--json', '--port'] as const
    const first = await startProgram(...galla, '0').ready()
    const { port } = new URL(first.provider ?? '')
    const second = await startProgram(...galla, port).ready()
    expect(new URL(second.provider ?? '').port).not.toBe(port)
    expect((await fetch(`${second.provider}/_sandbox/health`)).ok).toBe(true)
  })
})

describe('npm start', () => {
  const folder = () => {
    const data = mkdtempSync(join(tmpdir(), 'tea-'))
    // The server of a program that was killed writes for a moment more.
    onTestFinished(() => rmSync(data, { recursive: true, force: true, maxRetries: 20 }))
    return data
  }
  const open = (...args: string[]) => startProgram(at('scripts/start.mjs'), '--json', ...args)
  const temporary = () => readdirSync(cache).filter((name) => /^shop-\d+-/.test(name))

  it('prints every address and the password of the console', async () => {
    const args = [at('scripts/start.mjs'), '--port', '0', '--data', folder()]
    const { child, ready, ended, lines } = start(process.execPath, args, {}, /Press Ctrl-C to stop\./)
    onTestFinished(() => void child.kill('SIGKILL'))
    await ready
    const printed = lines.join('\n')
    const [, shop] = /shop +(http\S+)/.exec(printed) ?? []
    const [, console, password] = /console +(http\S+) +password (\S+)/.exec(printed) ?? []
    expect((await fetch(shop ?? '')).status).toBe(200)
    const login = await fetch(`${console}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: new URL(console ?? '').origin },
      body: JSON.stringify({ password }),
    })
    expect(login.status).toBe(200)
    child.kill('SIGTERM')
    await ended
  })

  it('keeps orders and password between runs; a second process starts empty on free ports', async () => {
    const data = folder()
    const first = open('--port', '0', '--data', data)
    const before = await first.ready()
    const { status } = await order(before.shop)
    expect(status).toBe(200)
    const { port } = new URL(before.provider ?? '')

    const second = open('--port', port, '--data', data)
    const other = await second.ready()
    expect(new Set([...Object.values(before), ...Object.values(other)]).size).toBe(12)
    expect(await orders(other)).toEqual([])
    second.child.kill('SIGTERM')
    await second.end()

    first.child.kill('SIGTERM')
    await first.end()
    const again = await open('--port', '0', '--data', data).ready()
    expect(again.consolePassword).toBe(before.consolePassword)
    expect(await orders(again)).toEqual([{ amount: 49_900, state: 'PENDING' }])
    const fresh = await open('--port', '0', '--data', folder(), '--fresh').ready()
    expect(await orders(fresh)).toEqual([])
  })

  it('deletes the temporary folder of a process that was killed', async () => {
    const killed = open('--port', '0')
    await killed.ready()
    const [abandoned] = temporary().filter((name) => name.startsWith(`shop-${killed.child.pid}-`))
    expect(abandoned).toBeDefined()
    killed.child.kill('SIGKILL')
    await killed.end()
    const next = open('--port', '0')
    await next.ready()
    expect(temporary()).not.toContain(abandoned)
    next.child.kill('SIGTERM')
    await next.end()
    expect(temporary().filter((name) => name.startsWith(`shop-${next.child.pid}-`))).toEqual([])
  })

  it('-- --once pays and refunds, and exits with 0 when every amount agrees', async () => {
    const { end, lines } = startProgram(at('scripts/start.mjs'), '--once', '--port', '0')
    expect({ ...(await end()), lines }).toEqual({
      code: 0,
      signal: null,
      lines: expect.arrayContaining(['✓ Provider, callbacks, SDK and gateway agree on every amount and state.']),
    })
    expect(lines.join()).toContain('₹499.00')
  })
})

function order(shop = '') {
  const body = JSON.stringify({ cartId: crypto.randomUUID(), lines: { darjeeling: 1 }, checkout: 'STANDARD' })
  return fetch(`${shop}/api/orders`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
}

/** The orders of the provider of a running demo. */
async function orders({ control = '' }: { [name: string]: string }) {
  const response = await fetch(`${control}/orders`)
  const { orders: stored } = (await response.json()) as { orders: { amount: number; state: string }[] }
  return stored.map(({ amount, state }) => ({ amount, state }))
}
