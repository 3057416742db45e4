import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { type Galla, paise } from '@galla/sdk'
import { undiciTransport } from '@galla/sdk/undici'
import { createdOrder, scriptTokens, tokenResponse } from '@galla/testkit/factories'
import { type FakeClock, fakeClock } from '@galla/testkit/fake-clock'
import * as answers from '@galla/testkit/scripted-answers'
import { type ScriptedServer, startScriptedServer } from '@galla/testkit/scripted-server'
import { ProxyAgent } from 'undici'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { failureOf } from '../support/client.ts'
import { clientOf } from '../support/client-of.ts'

const PAY = 'POST /checkout/v2/pay'
const ORDER = { merchantOrderId: 'order-1', amount: paise(100) }

/** A proxy that tunnels to any address; `onTunnel` runs before it answers. */
async function startProxy() {
  const proxy = { tunnels: 0, onTunnel: () => {} }
  const server = createServer().on('connect', (request, socket) => {
    proxy.tunnels += 1
    const [host = '', port] = (request.url ?? '').split(':')
    const target = connect(Number(port), host, () => {
      proxy.onTunnel()
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      socket.pipe(target).pipe(socket)
    })
    for (const side of [socket, target]) side.on('error', () => target.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(proxy, { url, close: () => server.close() })
}

let clock: FakeClock
let server: ScriptedServer
let proxy: Awaited<ReturnType<typeof startProxy>>
let dispatcher: ProxyAgent
let galla: Galla
beforeEach(async () => {
  clock = fakeClock()
  server = scriptTokens(await startScriptedServer(), tokenResponse({}, clock.now())).on(
    PAY,
    answers.json(200, createdOrder()),
  )
  proxy = await startProxy()
  dispatcher = new ProxyAgent(proxy.url)
  galla = clientOf(server.origin, { clock, fetch: undiciTransport({ dispatcher }), timeoutMs: 300 })
})
afterEach(async () => {
  await galla.close()
  await dispatcher.close()
  proxy.close()
  await server.close()
})

it('an undici dispatcher sends the requests, and closing the client leaves it open', async () => {
  await galla.standardCheckout.pay(ORDER)
  expect(proxy.tunnels).toBeGreaterThan(0)
  await galla.close()
  const { statusCode } = await dispatcher.request({ origin: server.origin, path: '/', method: 'GET' })
  expect(statusCode).toBeGreaterThan(0)
})

it('sends nothing that is late, after the process was paused while the tunnel was opened', async () => {
  proxy.onTunnel = () => clock.pause(300)
  const nowSec = Math.floor(clock.now() / 1000)
  const token = { authorization: 'O-Bearer stored', issuedAt: nowSec, expiresAt: nowSec + 3_600 }
  const paused = clientOf(server.origin, {
    clock,
    fetch: undiciTransport({ dispatcher }),
    timeoutMs: 300,
    tokenStore: { load: async () => token, save: async () => {} },
  })
  expect(await failureOf(paused.standardCheckout.pay(ORDER))).toMatchObject({ kind: 'timeout', outcome: 'not-sent' })
  expect([proxy.tunnels, server.requestsTo(PAY).length]).toEqual([1, 0])
  await paused.close()
})
