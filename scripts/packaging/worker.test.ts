import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type ServedSandbox, serveSandbox } from '@galla/sandbox'
import { sign } from '@galla/sdk/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at } from '../lib/paths.mjs'
import { npm } from '../lib/run.mjs'
import { emptyProject } from './merchant-project.ts'

/** The program itself: the entry of the package can be a wrapper, and killing that leaves its child running. */
const WORKERD = at(
  `node_modules/@cloudflare/workerd-${process.platform}-${process.arch.replace('x64', '64')}/bin/workerd`,
)
const EXAMPLE = at('examples/cloudflare-worker')

/** The real workerd with the bundle and configuration of the example; only the two addresses differ. */
describe('the worker example on workerd', () => {
  const project = emptyProject()
  let sandbox: ServedSandbox
  let worker: ReturnType<typeof spawn>
  let url: string

  beforeAll(async () => {
    sandbox = await serveSandbox({ port: 0 })
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    const outfile = join(project.path, 'dist/worker.mjs')
    const bundled = await npm(['run', 'bundle', '--silent', '--', `--outfile=${outfile}`, '--log-level=warning'], {
      cwd: EXAMPLE,
    })
    expect(bundled).toMatchObject({ ok: true, output: '' })
    const config = readFileSync(join(EXAMPLE, 'workerd.capnp'), 'utf8')
      .replace('127.0.0.1:8787', `127.0.0.1:${port}`)
      .replace('http://127.0.0.1:4500', sandbox.url)
    project.write({ 'workerd.capnp': config })
    worker = spawn(WORKERD, ['serve', 'workerd.capnp', '--control-fd=3'], {
      cwd: project.path,
      stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
    })
    // workerd reports on its control pipe that it listens.
    const control = worker.stdio[3]
    if (control) await once(control, 'data')
  })
  afterAll(async () => {
    worker?.kill('SIGKILL')
    await sandbox?.close()
    project.remove()
  })

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
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return address.port
}
