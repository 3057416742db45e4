import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CALLBACK_TYPES } from '@galla/contract/provider/callbacks'
import { LINK_CALLBACK_TYPES } from '@galla/contract/provider/links'
import { type ServedSandbox, serveSandbox } from '@galla/sandbox'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCli } from './run-cli.ts'

/** An app that receives callbacks and answers with `status`. */
let app: Server
let status: number
let received: string[]
let sandbox: ServedSandbox

beforeEach(async () => {
  status = 200
  received = []
  app = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const [, event = 'unknown'] = /"event":"([^"]+)"/.exec(Buffer.concat(chunks).toString('utf8')) ?? []
      received.push(event)
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

/** Runs a command against this sandbox, with the real network. */
const runAgainstSandbox = (...line: string[]) => runCli([...line, '--sandbox', sandbox.url], { fetch })

describe('galla trigger', () => {
  it('sends a callback and prints the answer of the app', async () => {
    const { code, out } = await runAgainstSandbox('trigger', 'checkout.order.completed')
    expect(out).toMatch(/callback {2}checkout\.order\.completed {2}\S+ {2}→ your app: 200 in \d+ ms {2}\[.+\]/)
    expect(code).toBe(0)
    expect(received).toEqual(['checkout.order.completed'])
  })

  it.each(Object.keys({ ...CALLBACK_TYPES, ...LINK_CALLBACK_TYPES }))('sends %s', async (event) => {
    const { code, out, err } = await runAgainstSandbox('trigger', event)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain(event)
    expect(received).toContain(event)
  })

  it.each([
    ['pg.refund.failed', '--order'],
    ['pg.order.failed', '--refund'],
  ])('rejects %s with %s, which does not apply', async (event, option) => {
    const { code, err } = await runAgainstSandbox('trigger', event, option, 'mine-1')
    expect(code).toBe(2)
    expect(err).toContain(option)
    expect(received).toEqual([])
  })

  it('exits with 1 when the app refuses the callback', async () => {
    status = 417
    const { code, out } = await runAgainstSandbox('trigger', 'pg.refund.failed')
    expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining('your app: 417') })
  })
})

describe('galla logs', () => {
  it('prints calls and deliveries, filtered by kind and by failure', async () => {
    const token = await fetch(`${sandbox.url}/v1/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'x' }),
    })
    expect(token.ok).toBe(false)
    await runAgainstSandbox('trigger', 'checkout.order.failed')

    const all = await runAgainstSandbox('logs')
    expect(all.out).toContain('POST /v1/oauth/token')
    expect(all.out).toContain('checkout.order.failed')
    expect((await runAgainstSandbox('logs', '--kind', 'callback')).out).not.toContain('/v1/oauth/token')
    expect((await runAgainstSandbox('logs', '--failed')).out).toMatch(/oauth/)
    expect((await runAgainstSandbox('logs', '--failed')).out).not.toContain('checkout.order.failed')
    expect((await runAgainstSandbox('logs', '--limit', '1')).out.split('\n')).toHaveLength(1)
    for (const line of (await runAgainstSandbox('logs', '--json')).out.split('\n'))
      expect(JSON.parse(line)).toHaveProperty('kind')
  })

  it('follows until it is stopped, and prints no entry twice', async () => {
    const stopping = new AbortController()
    const lines: string[] = []
    let polls = 0
    const pause = async () => {
      polls += 1
      if (polls === 1) await runAgainstSandbox('trigger', 'pg.order.completed')
      if (polls === 3) stopping.abort()
    }
    const out = (line: string) => void lines.push(line)
    const line = ['logs', '-f', '--kind', 'callback', '--sandbox', sandbox.url]
    const { code } = await runCli(line, { fetch, out, pause, stop: stopping.signal })
    expect(code).toBe(0)
    expect(lines).toEqual([expect.stringContaining('pg.order.completed')])
  })

  it('resends one delivery, and all that failed', async () => {
    status = 500
    await runAgainstSandbox('trigger', 'checkout.order.completed')
    status = 200
    const again = await runAgainstSandbox('logs', '--resend-failed')
    expect({ code: again.code, out: again.out }).toEqual({ code: 0, out: expect.stringContaining('your app: 200') })
    expect(received).toEqual(['checkout.order.completed', 'checkout.order.completed'])

    const [, id = ''] = /\[(.+)\]$/.exec(again.out) ?? []
    expect((await runAgainstSandbox('logs', '--resend', id)).code).toBe(0)
    expect(received).toHaveLength(3)
    expect((await runAgainstSandbox('logs', '--resend', 'unknown-id')).code).toBe(1)
  })
})

describe('galla drill', () => {
  it('scores a faulty app below 100, and prints what that costs and the fixes', async () => {
    const { port } = app.address() as AddressInfo
    const { code, out } = await runAgainstSandbox('drill', `http://127.0.0.1:${port}/callbacks`)
    expect(code).toBe(1)
    expect(out).toMatch(/✗ .*\n {6}expected .*\n {6}received .*\n {6}fix /)
    expect(out).toMatch(
      /^Drill of .*: \d\d of 100\n\d+ of 25 checks passed\. The missing \d+: .*unsigned.* failed; .* not graded\n/,
    )
  })
})
