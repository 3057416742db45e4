import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type ServedSandbox, serveSandbox } from '@galla/sandbox'
import { sign } from '@galla/sdk/testing'
import { freePort } from '@galla/testkit/free-port'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at } from '../lib/paths.mjs'
import { npm } from '../lib/run.mjs'
import { emptyProject } from './merchant-project.ts'

/** The program itself: the entry of the package can be a wrapper, and killing that leaves its child running. */
const WORKERD = at(
  `node_modules/@cloudflare/workerd-${process.platform}-${process.arch.replace('x64', '64')}/bin/workerd`,
)
const EXAMPLE = at('examples/cloudflare-worker')

/** The real workerd with the bundle and configuration of the example; only the two addresses, and the flags, differ. */
describe('the worker example on workerd', () => {
  const project = emptyProject()
  let sandbox: ServedSandbox
  let url: string

  beforeAll(async () => {
    sandbox = await serveSandbox({ port: 0 })
    const outfile = join(project.path, 'dist/worker.mjs')
    const bundled = await npm(['run', 'bundle', '--silent', '--', `--outfile=${outfile}`, '--log-level=warning'], {
      cwd: EXAMPLE,
    })
    expect(bundled).toMatchObject({ ok: true, output: '' })
    url = await serveWorker(sandbox.url)
  })
  afterAll(async () => {
    for (const worker of workers) worker.kill('SIGKILL')
    await sandbox?.close()
    project.remove()
  })

  const workers: ReturnType<typeof spawn>[] = []
  async function serveWorker(provider: string, flags: readonly string[] = []): Promise<string> {
    const port = await freePort()
    const config = readFileSync(join(EXAMPLE, 'workerd.capnp'), 'utf8')
      .replace('127.0.0.1:8787', `127.0.0.1:${port}`)
      .replace('http://127.0.0.1:4500', provider)
      .replace('compatibilityDate', `compatibilityFlags = ${JSON.stringify(flags)}, compatibilityDate`)
    const name = `workerd-${port}.capnp`
    project.write({ [name]: config })
    const worker = spawn(WORKERD, ['serve', name, '--control-fd=3'], {
      cwd: project.path,
      stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
    })
    workers.push(worker)
    // workerd reports on its control pipe that it listens.
    const control = worker.stdio[3]
    if (control) await once(control, 'data')
    return `http://127.0.0.1:${port}`
  }

  it('starts an order and redirects the payer to the page', async () => {
    const bought = await fetch(`${url}/buy`, { method: 'POST', redirect: 'manual' })
    expect(bought.status).toBe(303)
    expect(bought.headers.get('location')).toContain(sandbox.url)
    const { orders } = (await (await fetch(`${sandbox.url}/_sandbox/orders`)).json()) as {
      orders: { amount: number }[]
    }
    expect(orders).toMatchObject([{ amount: 2000, state: 'PENDING' }])
  })

  it('verifies a callback with WebCrypto and checks the status at the provider', async () => {
    const { orders } = (await (await fetch(`${sandbox.url}/_sandbox/orders`)).json()) as {
      orders: { merchantOrderId: string; orderId: string; amount: number }[]
    }
    const [order] = orders
    const body = JSON.stringify({ event: 'checkout.order.completed', payload: { ...order, state: 'COMPLETED' } })
    const headers = await sign(body, { username: 'tea-stall', password: 'two-cups' })
    const accepted = await fetch(`${url}/callbacks`, { method: 'POST', headers, body })
    // The callback says COMPLETED, the status check says PENDING: the provider's status counts.
    expect({ status: accepted.status, body: await accepted.json() }).toEqual({
      status: 200,
      body: { state: 'PENDING', amount: 2000 },
    })

    const forged = await fetch(`${url}/callbacks`, { method: 'POST', headers: { authorization: 'no' }, body })
    expect(forged.status).toBe(401)
  })

  it('starts orders with the flag nodejs_compat', async () => {
    const withNode = await serveWorker(sandbox.url, ['nodejs_compat'])
    expect((await fetch(`${withNode}/buy`, { method: 'POST', redirect: 'manual' })).status).toBe(303)
  })

  it('starts the orders of others when the visitor whose order fetches the token is cut off', async () => {
    const held: ServerResponse[] = []
    let holds = true
    const provider = createServer(async (request, response) => {
      if (holds && request.url?.includes('oauth')) return void held.push(response)
      const answer = await fetch(sandbox.url + request.url, {
        method: request.method ?? 'GET',
        headers: {
          'content-type': request.headers['content-type'] ?? '',
          authorization: request.headers.authorization ?? '',
        },
        body: await text(request),
      })
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
    }).listen(0, '127.0.0.1')
    await once(provider, 'listening')
    const address = provider.address()
    const attacked = await serveWorker(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
    const visitor = connect(Number(new URL(attacked).port), '127.0.0.1')
    visitor.write('POST /buy HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n')
    await expect.poll(() => held.length).toBe(1)
    visitor.resetAndDestroy()
    await once(held[0] as ServerResponse, 'close')
    holds = false
    const bought = await fetch(`${attacked}/buy`, { method: 'POST', redirect: 'manual' })
    expect(bought.status).toBe(303)
    provider.closeAllConnections()
    provider.close()
  })
})
