import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type Galla, paise } from '@galla/sdk'
import { createdOrder, tokenResponse } from '@galla/testkit/factories'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { clientOf } from '../support/client-of.ts'
import { TRANSPORTS } from '../support/transports.ts'
import { until } from '../support/until.ts'

const ORDER = { merchantOrderId: 'order-1', amount: paise(100) }

// The global fetch owns its connections; a client cannot close them.
describe.each(TRANSPORTS.filter(({ name }) => name !== 'fetch'))('over $name', ({ make }) => {
  let galla: Galla
  let server: Server
  let sockets: Set<Socket>
  /** Responses that the test has not sent yet. */
  let held: ServerResponse[]

  beforeEach(async () => {
    sockets = new Set()
    held = []
    server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
      if (request.url === '/v1/oauth/token') response.end(JSON.stringify(tokenResponse()))
      else held.push(response)
    })
    server.on('connection', (socket) => {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    galla = clientOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { fetch: make() })
  })
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })
  const answer = async (count: number) => {
    await until(() => held.length === count)
    for (const response of held) response.end(JSON.stringify(createdOrder()))
  }

  it('close() closes idle connections and can be called twice', async () => {
    const pay = galla.standardCheckout.pay(ORDER)
    await answer(1)
    await pay
    expect(sockets.size).toBeGreaterThan(0)
    await galla.close()
    await galla.close()
    await until(() => sockets.size === 0)
  })

  it('close() lets payments in flight complete', async () => {
    const pays = [galla.standardCheckout.pay(ORDER), galla.standardCheckout.pay(ORDER)]
    await until(() => held.length === 2)
    await galla.close()
    await answer(2)
    for (const pay of pays) expect((await pay).orderId).toMatch(/^OMO/)
    await until(() => sockets.size === 0)
  })

  it('await using closes at the end of the block', async () => {
    {
      await using closing = galla
      const pay = closing.standardCheckout.pay(ORDER)
      await answer(1)
      await pay
    }
    await until(() => sockets.size === 0)
  })
})
