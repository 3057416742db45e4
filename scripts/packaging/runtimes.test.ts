import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type ServedSandbox, serveSandbox } from '@galla/sandbox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run } from '../lib/run.mjs'
import { bun, deno, nodeOf } from '../lib/runtimes.mjs'
import { installedProject, WITHOUT_NETWORK } from './merchant-project.ts'
import { LOST_REPLY, PROGRAMS } from './programs.ts'

/** Each runtime, and how it starts a program. */
const RUNTIMES: readonly [name: string, start: () => Promise<[binary: string, ...args: string[]]>][] = [
  ['Node 20', async () => [await nodeOf(20)]],
  ['Node 22', async () => [await nodeOf(22)]],
  ['Node 24', async () => [await nodeOf(24)]],
  ['Bun', async () => [await bun()]],
  // Only the permissions that a merchant's backend needs: network and settings.
  ['Deno', async () => [await deno(), 'run', '--no-prompt', '--allow-net=127.0.0.1', '--allow-env', '--allow-read=.']],
]

describe('the packed sdk', () => {
  const project = installedProject(['sdk'], WITHOUT_NETWORK, { ...PROGRAMS, [LOST_REPLY.file]: LOST_REPLY.text })
  let sandbox: ServedSandbox
  beforeAll(async () => {
    sandbox = await serveSandbox({ port: 0 })
  })
  afterAll(() => sandbox?.close())

  it('installs no dependency', () => {
    const installed = readdirSync(join(project.path, 'node_modules')).filter((name) => !name.startsWith('.'))
    expect(installed).toEqual(['@galla'])
    expect(readdirSync(join(project.path, 'node_modules/@galla'))).toEqual(['sdk'])
  })

  describe.each(RUNTIMES)('on %s', (name, start) => {
    it.for(Object.keys(PROGRAMS))('pays in %s and exits', async (program, { signal }) => {
      const merchantOrderId = `${program}-${name}`.replace(/[ .]/g, '-')
      const [binary, ...args] = await start()
      const { ok, output } = await run(binary, [...args, program, sandbox.url, merchantOrderId], {
        cwd: project.path,
        signal,
      })
      expect(output).not.toContain('canary-secret')
      expect({ ok, output }).toEqual({ ok: true, output: expect.stringMatching(/^\{.*\}\n$/) })
      expect(JSON.parse(output)).toMatchObject({ state: 'PENDING', redirectUrl: expect.stringContaining(sandbox.url) })

      const order = await fetch(`${sandbox.url}/_sandbox/orders/${merchantOrderId}`)
      expect(await order.json()).toMatchObject({ merchantOrderId, amount: 49_900, state: 'PENDING' })
    })

    it.each(['default', 'fetch'])(
      'sends a payment once whose reply is lost, with the transport %s',
      async (transport) => {
        const provider = await serveLostReplies()
        const [binary, ...args] = await start()
        const { output } = await run(binary, [...args, LOST_REPLY.file, provider.url, transport], { cwd: project.path })
        await provider.close()
        expect({ output, payments: provider.payments() }).toEqual({ output: 'unknown\n', payments: 1 })
      },
    )
  })
})

/** Issues tokens, and ends the connection when it has received a payment. */
async function serveLostReplies() {
  let payments = 0
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      if (request.url?.includes('oauth')) {
        const issuedAt = Math.floor(Date.now() / 1_000)
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ access_token: 't', issued_at: issuedAt, expires_at: issuedAt + 3_600 }))
      } else {
        payments += 1
        request.socket.destroy()
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    payments: () => payments,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
