import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { at, cache } from '../lib/paths.mjs'
import { start } from './serving.ts'

const PROGRAMS = [
  ['packages/cli/bin/galla.mjs', ['sandbox']],
  ['scripts/start.mjs', []],
] as const

const local = /^http:\/\/127\.0\.0\.1:\d+/

describe.each(PROGRAMS)('%s %j', (file, words) => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'is ready with one line of JSON, serves, and ends cleanly at %s',
    async (signal) => {
      const { child, ready, end } = start(at(file), ...words, '--port', '0', '--json')
      const { consolePassword, ...addresses } = await ready()
      for (const address of Object.values(addresses)) expect(address).toMatch(local)
      const health = await fetch(`${addresses.provider}/_sandbox/health`)
      expect(await health.json()).toMatchObject({ ok: true })
      child.kill(signal)
      expect(await end()).toEqual({ code: 0, signal: null })
    },
  )
})

describe('npx galla sandbox', () => {
  it('takes a free port where its own is taken', async () => {
    const galla = [at('packages/cli/bin/galla.mjs'), 'sandbox', '--json', '--port'] as const
    const first = await start(...galla, '0').ready()
    const { port } = new URL(first.provider ?? '')
    const second = await start(...galla, port).ready()
    expect(new URL(second.provider ?? '').port).not.toBe(port)
    expect((await fetch(`${second.provider}/_sandbox/health`)).ok).toBe(true)
  })
})

describe('npm start', () => {
  const folder = () => {
    const data = mkdtempSync(join(tmpdir(), 'tea-'))
    onTestFinished(() => rmSync(data, { recursive: true, force: true }))
    return data
  }
  const open = (...words: string[]) => start(at('scripts/start.mjs'), '--json', ...words)
  const passing = () => readdirSync(cache).filter((name) => /^shop-\d+-/.test(name))

  it('tells a person where everything is, and the way into the console', async () => {
    const child = spawn(process.execPath, [at('scripts/start.mjs'), '--port', '0', '--data', folder()])
    onTestFinished(() => void child.kill('SIGKILL'))
    let said = ''
    child.stdout.on('data', (chunk) => {
      said += chunk
    })
    await expect.poll(() => said, { timeout: 60_000 }).toContain('Ctrl-C closes it.')
    const [, shop] = /shop +(http\S+)/.exec(said) ?? []
    const [, console, password] = /console +(http\S+) +password (\S+)/.exec(said) ?? []
    expect((await fetch(shop ?? '')).status).toBe(200)
    const login = await fetch(`${console}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: new URL(console ?? '').origin },
      body: JSON.stringify({ password }),
    })
    expect(login.status).toBe(200)
    child.kill('SIGTERM')
    await once(child, 'exit')
  })

  it('remembers its orders and its password; while it is open, a second one begins empty on free ports', async () => {
    const data = folder()
    const first = open('--port', '0', '--data', data)
    const was = await first.ready()
    const { status } = await order(was.shop)
    expect(status).toBe(200)
    const { port } = new URL(was.provider ?? '')

    const beside = open('--port', port, '--data', data)
    const other = await beside.ready()
    expect(new Set([...Object.values(was), ...Object.values(other)]).size).toBe(12)
    expect(await orders(other)).toEqual([])
    beside.child.kill('SIGTERM')
    await beside.end()

    first.child.kill('SIGTERM')
    await first.end()
    const again = await open('--port', '0', '--data', data).ready()
    expect(again.consolePassword).toBe(was.consolePassword)
    expect(await orders(again)).toEqual([{ amount: 49_900, state: 'PENDING' }])
    const fresh = await open('--port', '0', '--data', folder(), '--fresh').ready()
    expect(await orders(fresh)).toEqual([])
  })

  it('sweeps up what a killed one left behind', async () => {
    const killed = open('--port', '0')
    await killed.ready()
    const [left] = passing().filter((name) => name.startsWith(`shop-${killed.child.pid}-`))
    expect(left).toBeDefined()
    killed.child.kill('SIGKILL')
    await killed.end()
    const next = open('--port', '0')
    await next.ready()
    expect(passing()).not.toContain(left)
    next.child.kill('SIGTERM')
    await next.end()
    expect(passing().filter((name) => name.startsWith(`shop-${next.child.pid}-`))).toEqual([])
  })

  it('-- --once takes a payment and a refund, and ends with 0 because all agree', async () => {
    const { child, end } = start(at('scripts/start.mjs'), '--once', '--port', '0')
    const told: string[] = []
    child.stdout.on('data', (chunk) => told.push(String(chunk)))
    expect({ ...(await end()), told: told.join('') }).toEqual({
      code: 0,
      signal: null,
      told: expect.stringContaining(
        '✓ What the provider holds, what the callbacks said, what the SDK returned and what the books say agree.',
      ),
    })
    expect(told.join('')).toContain('₹499.00')
  })
})

function order(shop = '') {
  const body = JSON.stringify({ cartId: crypto.randomUUID(), lines: { darjeeling: 1 }, checkout: 'STANDARD' })
  return fetch(`${shop}/api/orders`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
}

/** What the provider of a running shop holds. */
async function orders({ control = '' }: { [name: string]: string }) {
  const reply = await fetch(`${control}/orders`)
  const { orders: held } = (await reply.json()) as { orders: { amount: number; state: string }[] }
  return held.map(({ amount, state }) => ({ amount, state }))
}
