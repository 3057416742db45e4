import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CALLBACK_TYPES } from '@galla/contract/provider/callbacks'
import { type ServedSandbox, serveSandbox } from '@galla/sandbox'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type } from './terminal.ts'

/** An app that takes callbacks; `status` is its mood. */
let app: Server
let status: number
let taken: string[]
let sandbox: ServedSandbox

beforeEach(async () => {
  status = 200
  taken = []
  app = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const [, event = 'unreadable'] = /"event":"([^"]+)"/.exec(Buffer.concat(chunks).toString('utf8')) ?? []
      taken.push(event)
      response.writeHead(status).end(status === 200 ? '' : 'Invalid Callback')
    })
  })
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(app.address() as AddressInfo).port}/callbacks`
  sandbox = await serveSandbox({ port: 0, callbacks: { url, username: 'tea-stall', password: 'two-cups' } })
})
afterEach(async () => {
  await sandbox.close()
  app.closeAllConnections()
  app.close()
})

/** A command line at this sandbox, with a real network. */
const at = (...line: string[]) => type([...line, '--sandbox', sandbox.url], { fetch })

describe('galla trigger', () => {
  it('sends the app a callback and tells its answer', async () => {
    const { code, out } = await at('trigger', 'checkout.order.completed')
    expect(out).toMatch(/callback {2}checkout\.order\.completed {2}\S+ {2}→ your app: 200 in \d+ ms {2}\[.+\]/)
    expect(code).toBe(0)
    expect(taken).toEqual(['checkout.order.completed'])
  })

  it.each(Object.keys(CALLBACK_TYPES))('has a %s to send', async (event) => {
    const { code, out, err } = await at('trigger', event)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain(event)
    expect(taken).toContain(event)
  })

  it.each([
    ['pg.refund.failed', '--order'],
    ['pg.order.failed', '--refund'],
  ])('refuses %s with %s, which would be about something else', async (event, option) => {
    const { code, err } = await at('trigger', event, option, 'mine-1')
    expect(code).toBe(2)
    expect(err).toContain(option)
    expect(taken).toEqual([])
  })

  it('ends with 1 when the app refuses', async () => {
    status = 417
    const { code, out } = await at('trigger', 'pg.refund.failed')
    expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining('your app: 417') })
  })
})

describe('galla logs', () => {
  it('tells calls and deliveries, by kind and by failure', async () => {
    const token = await fetch(`${sandbox.url}/v1/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'x' }),
    })
    expect(token.ok).toBe(false)
    await at('trigger', 'checkout.order.failed')

    const all = await at('logs')
    expect(all.out).toContain('POST /v1/oauth/token')
    expect(all.out).toContain('checkout.order.failed')
    expect((await at('logs', '--kind', 'callback')).out).not.toContain('/v1/oauth/token')
    expect((await at('logs', '--failed')).out).toMatch(/oauth/)
    expect((await at('logs', '--failed')).out).not.toContain('checkout.order.failed')
    expect((await at('logs', '--limit', '1')).out.split('\n')).toHaveLength(1)
    for (const line of (await at('logs', '--json')).out.split('\n')) expect(JSON.parse(line)).toHaveProperty('kind')
  })

  it('follows until it is stopped, and shows nothing twice', async () => {
    const stopping = new AbortController()
    const lines: string[] = []
    let looks = 0
    const pause = async () => {
      looks += 1
      if (looks === 1) await at('trigger', 'pg.order.completed')
      if (looks === 3) stopping.abort()
    }
    const out = (line: string) => void lines.push(line)
    const line = ['logs', '-f', '--kind', 'callback', '--sandbox', sandbox.url]
    const { code } = await type(line, { fetch, out, pause, stop: stopping.signal })
    expect(code).toBe(0)
    expect(lines).toEqual([expect.stringContaining('pg.order.completed')])
  })

  it('sends a delivery again, and all that failed', async () => {
    status = 500
    await at('trigger', 'checkout.order.completed')
    status = 200
    const again = await at('logs', '--resend-failed')
    expect({ code: again.code, out: again.out }).toEqual({ code: 0, out: expect.stringContaining('your app: 200') })
    expect(taken).toEqual(['checkout.order.completed', 'checkout.order.completed'])

    const [, id = ''] = /\[(.+)\]$/.exec(again.out) ?? []
    expect((await at('logs', '--resend', id)).code).toBe(0)
    expect(taken).toHaveLength(3)
    expect((await at('logs', '--resend', 'nothing-like-it')).code).toBe(1)
  })
})

describe('galla drill', () => {
  it('grades a bad app below 100 % and says how to mend it', async () => {
    const { port } = app.address() as AddressInfo
    const { code, out } = await at('drill', `http://127.0.0.1:${port}/callbacks`)
    expect(code).toBe(1)
    expect(out).toMatch(/✗ .*\n {6}expected .*\n {6}saw .*\n {6}mend /)
    expect(out).toMatch(/\d+ of \d+ passed: \d+ %$/)
  })
})
