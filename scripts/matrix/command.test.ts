import { describe, expect, it } from 'vitest'
import { at } from '../lib/paths.mjs'
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
      const facts = await ready()
      for (const address of Object.values(facts)) expect(address).toMatch(local)
      const health = await fetch(`${facts.provider}/_sandbox/health`)
      expect(await health.json()).toMatchObject({ ok: true })
      child.kill(signal)
      expect(await end()).toEqual({ code: 0, signal: null })
    },
  )

  it('takes a free port where its own is taken', async () => {
    const first = await start(at(file), ...words, '--port', '0', '--json').ready()
    const { port } = new URL(first.provider ?? '')
    const second = await start(at(file), ...words, '--port', port, '--json').ready()
    expect(new URL(second.provider ?? '').port).not.toBe(port)
    expect((await fetch(`${second.provider}/_sandbox/health`)).ok).toBe(true)
  })
})

describe('npm start -- --once', () => {
  it('takes a payment and a refund, and ends with 0 because all agree', async () => {
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
