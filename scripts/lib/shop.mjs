import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGateway } from '@galla/gateway'
import { toNode } from '@galla/gateway/node'
import { serveSandbox } from '@galla/sandbox'
import { createCallbacks, Galla } from '@galla/sdk'

const MOUNT = '/payments'

/**
 * A small shop with everything behind it: the provider, a client, the books on a real PostgreSQL in a folder of their own,
 * and a server that the provider calls back. What each callback said is kept, as a witness beside the books.
 * @param {{ port?: number, onEvent?: (event: import('@galla/sdk').CallbackEvent) => void }} options
 */
export async function openShop({ port = 0, onEvent = () => {} } = {}) {
  // Made up at each start: nothing to keep, nothing to leak.
  const secret = { username: 'tea_stall', password: `a1${randomBytes(9).toString('hex')}` }
  const credentials = { clientId: 'tea-stall', clientSecret: randomBytes(12).toString('base64url') }
  const callbacks = createCallbacks(secret)
  const heard = []
  const refused = []
  const fulfilled = []
  let books = async () => new Response('The books are not open yet', { status: 503 })

  const listen = async (request) => {
    try {
      const event = await callbacks.verify({ headers: request.headers, body: await request.text() })
      heard.push(event)
      onEvent(event)
    } catch (error) {
      refused.push(error.message)
    }
  }
  const server = createServer(
    toNode(async (request, from) => {
      const { pathname } = new URL(request.url)
      if (!pathname.startsWith(`${MOUNT}/`)) return new Response('Thank you. The shop is checking your payment.')
      if (pathname === `${MOUNT}/callbacks`) await listen(request.clone())
      return books(request, from)
    }),
  )
  await new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const url = `http://127.0.0.1:${server.address().port}`

  const sandbox = await serveSandbox({
    port,
    fallbackToFreePort: true,
    callbacks: { url: `${url}${MOUNT}/callbacks`, mode: 'classic', ...secret },
    // A till is no place to wait for a bank's three seconds.
    refundAutoSettle: { acceptAfterMs: 100, completeAfterMs: 300 },
  })
  const folder = await mkdtemp(join(tmpdir(), 'galla-'))
  let galla
  const gateway = await createGateway({
    galla: ({ tokenStore }) => {
      galla = new Galla({ ...credentials, clientVersion: 1, hosts: sandbox.url, callbackSecrets: secret, tokenStore })
      return galla
    },
    environment: 'SANDBOX',
    ...credentials,
    database: join(folder, 'books'),
    path: MOUNT,
    on: { 'order.completed': ({ order }) => void fulfilled.push(order.merchantOrderId) },
  })
  books = gateway.fetch
  await gateway.start()

  return {
    url,
    sandbox,
    galla,
    gateway,
    heard,
    refused,
    fulfilled,
    async close() {
      server.close()
      server.closeAllConnections()
      await sandbox.close()
      await gateway.stop()
      await galla.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The first answer of `look` that is not undefined, asked again and again; undefined when patience ran out. */
export async function eventually(look, patienceMs = 15_000) {
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline) {
    const seen = await look()
    if (seen !== undefined) return seen
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return undefined
}
