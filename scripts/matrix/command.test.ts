import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { describe, expect, it, onTestFinished } from 'vitest'
import { at } from '../lib/paths.mjs'

/** A program that serves until it is stopped; its lines, and how it ended. */
function start(file: string, ...line: string[]) {
  const child = spawn(process.execPath, [at(file), ...line], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })
  return {
    child,
    ready: async (): Promise<{ [name: string]: string }> => {
      const cut = ended.then(() => Promise.reject(new Error(`${file} ended before it was ready`)))
      const [first] = await Promise.race([once(lines, 'line'), cut])
      return JSON.parse(String(first)).ready
    },
    end: async () => {
      const [code, signal] = await ended
      return { code, signal }
    },
  }
}

const PROGRAMS = [
  ['packages/cli/bin/galla.mjs', ['sandbox']],
  ['scripts/start.mjs', []],
] as const

const local = /^http:\/\/127\.0\.0\.1:\d+/

describe.each(PROGRAMS)('%s %j', (file, words) => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'is ready with one line of JSON, serves, and ends cleanly at %s',
    async (signal) => {
      const { child, ready, end } = start(file, ...words, '--port', '0', '--json')
      const facts = await ready()
      for (const address of Object.values(facts)) expect(address).toMatch(local)
      const health = await fetch(`${facts.provider}/_sandbox/health`)
      expect(await health.json()).toMatchObject({ ok: true })
      child.kill(signal)
      expect(await end()).toEqual({ code: 0, signal: null })
    },
  )

  it('takes a free port where its own is taken', async () => {
    const first = await start(file, ...words, '--port', '0', '--json').ready()
    const { port } = new URL(first.provider ?? '')
    const second = await start(file, ...words, '--port', port, '--json').ready()
    expect(new URL(second.provider ?? '').port).not.toBe(port)
    expect((await fetch(`${second.provider}/_sandbox/health`)).ok).toBe(true)
  })
})

describe('npm start -- --once', () => {
  it('takes a payment and a refund, and ends with 0 because all agree', async () => {
    const { child, end } = start('scripts/start.mjs', '--once', '--port', '0')
    const told: string[] = []
    child.stdout.on('data', (chunk) => told.push(String(chunk)))
    expect({ ...(await end()), told: told.join('') }).toEqual({
      code: 0,
      signal: null,
      told: expect.stringContaining(
        '✓ What the provider holds, what the callbacks said and what the SDK returned agree.',
      ),
    })
    expect(told.join('')).toContain('₹499.00')
  })
})
