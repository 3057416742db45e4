import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { toNext } from '../../src/adapters/next.ts'
import { toNode } from '../../src/adapters/node.ts'
import type { ClientAddress } from '../../src/http/request.ts'
import { setupTestGateways } from '../helpers/test-gateway.ts'

const KEY = 'the-key-of-the-shop-0123456789abcdef'
const ELSEWHERE = '10.9.8.7'
const createTestGateway = setupTestGateways()

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const open = async (hosts: readonly string[] = [], more: object = {}) => {
  const { gateway } = await createTestGateway({ gateway: { merchant: { keys: KEY, hosts }, ...more } })
  const ask = (host: string, from?: ClientAddress, headers: Record<string, string> = {}) =>
    gateway.merchant.fetch(
      new Request('http://localhost/orders', { headers: { host, authorization: `Bearer ${KEY}`, ...headers } }),
      from,
    )
  return { gateway, ask }
}

describe('a call of the merchant API under a name of this machine', () => {
  it.each(['localhost', 'localhost:4600', '127.0.0.1:4600', '[::1]:4600', 'shop.localhost'])(
    'is refused from another machine, before its key is looked at: Host %s',
    async (host) => {
      const { ask } = await open()
      for (const address of [ELSEWHERE, `::ffff:${ELSEWHERE}`, '2001:db8::1', 'unknown', '']) {
        const response = await ask(host, { address })
        expect([response.status, await response.json()]).toEqual([403, expect.objectContaining({ code: 'NOT_LOCAL' })])
      }
      expect((await ask(host, { address: ELSEWHERE }, { authorization: 'Bearer wrong' })).status).toBe(403)
    },
  )

  it('is answered to this machine, over a Unix socket too', async () => {
    const { ask } = await open()
    for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', 'unix:'])
      expect((await ask('localhost', { address })).status).toBe(200)
  })

  it.each<{ [name: string]: string }>([
    { via: '1.1 proxy' },
    { 'x-forwarded-proto': 'https' },
    { 'x-forwarded-host': 'shop.example' },
    { 'x-forwarded': `for=${ELSEWHERE}` },
    { 'x-forwarded-for': ' ', 'x-forwarded-port': '443' },
  ])('is refused where a proxy reports no client: %j', async (headers) => {
    const { ask } = await open()
    for (const address of ['127.0.0.1', 'unix:'])
      expect((await ask('localhost', { address }, headers)).status).toBe(403)
    for (const reported of [{ 'x-forwarded-for': '127.0.0.1' }, { forwarded: 'for=127.0.0.1' }, { 'x-real-ip': '::1' }])
      expect((await ask('localhost', { address: '127.0.0.1' }, { ...headers, ...reported })).status).toBe(200)
  })

  it.each<{ [name: string]: string }>([
    { 'x-forwarded-for': ELSEWHERE },
    { 'x-real-ip': ELSEWHERE },
    { 'fly-client-ip': ELSEWHERE },
    { 'x-envoy-external-address': ELSEWHERE },
    { forwarded: `for=${ELSEWHERE}` },
  ])('is refused where a proxy on this machine reports a client elsewhere: %j', async (headers) => {
    const { ask } = await open()
    for (const address of ['127.0.0.1', 'unix:'])
      expect((await ask('localhost', { address }, headers)).status).toBe(403)
  })

  it('is refused where only the reported address is one of this machine', async () => {
    const { ask } = await open()
    expect((await ask('localhost', { address: '127.0.0.1', peer: ELSEWHERE })).status).toBe(403)
  })

  it('is refused where the server does not tell the address, and answered to a call without a network', async () => {
    const { gateway, ask } = await open()
    expect((await ask('localhost', {})).status).toBe(403)
    expect((await ask('localhost')).status).toBe(403)
    const { GET } = toNext(gateway.merchant.fetch, '/merchant')
    const headers = { host: 'localhost:3000', authorization: `Bearer ${KEY}` }
    expect((await GET(new Request('http://localhost:3000/merchant/orders', { headers }))).status).toBe(403)
    const inside = new Request('http://localhost/orders', { headers: { authorization: `Bearer ${KEY}` } })
    expect((await gateway.merchant.fetch(inside)).status).toBe(200)
  })

  it('is answered to the address of a container’s host that is allowed, and to everybody under a name that merchant.hosts has', async () => {
    const container = await open([], { hostsWithoutTls: ['172.28.0.1'] })
    expect((await container.ask('localhost', { address: '172.28.0.1' })).status).toBe(200)
    expect((await container.ask('localhost', { address: '172.28.0.2' })).status).toBe(403)
    const named = await open(['localhost', 'galla'])
    for (const host of ['localhost:4600', 'galla'])
      expect((await named.ask(host, { address: ELSEWHERE })).status).toBe(200)
  })

  it('is refused by the address of the socket, whatever the request says', async () => {
    const { gateway } = await open()
    const server = createServer(toNode(gateway.merchant.fetch))
    server.on('connection', (socket) => Object.defineProperty(socket, 'remoteAddress', { value: ELSEWHERE }))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => server.close().closeAllConnections())
    const { port } = server.address() as AddressInfo
    const headers = { host: 'localhost', authorization: `Bearer ${KEY}`, 'x-forwarded-for': '127.0.0.1' }
    const body = await new Promise<string>((resolve, reject) => {
      request({ port, host: '127.0.0.1', path: '/orders', headers }, (response) => resolve(text(response)))
        .on('error', reject)
        .end()
    })
    expect(body).toContain('NOT_LOCAL')
  })
})
