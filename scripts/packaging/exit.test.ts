import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { run } from '../lib/run.mjs'
import { emptyProject, installPackedSdk } from './merchant-project.ts'
import { PROGRAMS } from './programs.ts'

/** A provider that never closes a connection: a client that waits for that hangs until the test fails. */
function openEndedProvider(): Server {
  const nowSec = Math.floor(Date.now() / 1000)
  const token = { access_token: 't', token_type: 'O-Bearer', issued_at: nowSec, expires_at: nowSec + 3600 }
  const order = {
    orderId: 'OMO1',
    state: 'PENDING',
    expireAt: Date.now() + 60_000,
    redirectUrl: 'https://page.example/1',
  }
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    request.resume().on('end', () => response.end(JSON.stringify(request.url?.includes('/oauth/') ? token : order)))
  })
  server.keepAliveTimeout = 0
  return server
}

const project = emptyProject()
const server = openEndedProvider()

beforeAll(async () => {
  await installPackedSdk(project)
  project.write(PROGRAMS)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
  project.remove()
})

it.for(Object.keys(PROGRAMS))(
  '%s exits although the provider keeps the connection open',
  async (program, { signal }) => {
    const { port } = server.address() as AddressInfo
    const { ok, output } = await run(process.execPath, [program, `http://127.0.0.1:${port}`, 'order-1'], {
      cwd: project.path,
      signal,
    })
    expect({ ok, output }).toEqual({ ok: true, output: expect.stringContaining('"orderId":"OMO1"') })
  },
)
