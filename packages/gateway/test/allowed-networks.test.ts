import { describe, expect, it } from 'vitest'
import type { ConsoleSettings } from '../src/index.ts'
import { CONSOLE_PASSWORD, setupConsoles } from './helpers/console-gateway.ts'

const { createTestGateway } = setupConsoles()
const BOOTSTRAP = 'the-configured-key-of-the-shop-01'
const PROXY = '10.0.0.5'

async function open(more: Partial<ConsoleSettings> = {}) {
  const { gateway, rows } = await createTestGateway({
    gateway: {
      console: { password: CONSOLE_PASSWORD, url: 'https://shop.example', trustedProxies: [PROXY], ...more },
      merchant: { keys: BOOTSTRAP, trustedProxies: [PROXY], hosts: ['pay.shop.example'] },
    },
  })
  const headersOf = (forwarded?: string) => (forwarded === undefined ? {} : { 'x-forwarded-for': forwarded })
  const visit = async (
    address: string | undefined,
    { path = '/api/sign-in/options', forwarded = undefined as string | undefined } = {},
  ) => {
    const request = new Request(`https://shop.example${path}`, { headers: headersOf(forwarded) })
    return (await gateway.admin.fetch(request, address === undefined ? {} : { address })).status
  }
  const call = async (key: string, address: string, forwarded?: string) => {
    const request = new Request('http://pay.shop.example/orders', {
      headers: { authorization: `Bearer ${key}`, ...headersOf(forwarded) },
    })
    const response = await gateway.merchant.fetch(request, { address })
    return [response.status, ((await response.json()) as { code?: string }).code]
  }
  return { gateway, rows, visit, call }
}

describe('a console with allowed networks', () => {
  const allowedNetworks = ['203.0.113.0/24', '2001:db8:1::/48', '198.51.100.7']

  it.each([
    ['203.0.113.9', 200],
    ['::ffff:203.0.113.9', 200],
    ['::ffff:cb00:7109', 200],
    ['198.51.100.7', 200],
    ['2001:db8:1:2::3', 200],
    ['203.0.114.9', 403],
    ['198.51.100.8', 403],
    ['2001:db8:2::1', 403],
    ['127.0.0.1', 403],
    ['unix:', 403],
    [undefined, 403],
  ])('answers the address %s with %i', async (address, status) => {
    const { visit } = await open({ allowedNetworks })
    expect(await visit(address)).toBe(status)
  })

  it('believes the address that a trusted proxy reports, and nobody else’s report', async () => {
    const { visit } = await open({ allowedNetworks })
    expect(await visit(PROXY, { forwarded: '203.0.113.9' })).toBe(200)
    expect(await visit(PROXY, { forwarded: '203.0.113.9, 192.0.2.1' })).toBe(403)
    expect(await visit('192.0.2.1', { forwarded: '203.0.113.9' })).toBe(403)
  })

  it('refuses pages, metrics and the API alike, but takes logouts of the provider, which its token proves', async () => {
    const { visit } = await open({ allowedNetworks })
    for (const path of ['/', '/metrics', '/api/session', '/api/nothing'])
      expect([path, await visit('192.0.2.1', { path })]).toEqual([path, 403])
    expect(await visit('192.0.2.1', { path: '/api/sign-in/logout' })).not.toBe(403)
  })

  it.each([['203.0.113.0/33'], ['203.0.113'], ['shop.example'], ['0.0.0.0/0'], ['::ffff:10.0.0.0/104'], [7]])(
    'is not made with the network %s, which the error names',
    async (network) => {
      await expect(open({ allowedNetworks: [network as string] })).rejects.toMatchObject({
        code: 'INVALID_OPTION',
        field: 'console.allowedNetworks',
        message: expect.stringContaining(JSON.stringify(network)),
      })
    },
  )

  it('is not made with an empty list, which would refuse everybody', async () => {
    await expect(open({ allowedNetworks: [] })).rejects.toMatchObject({ field: 'console.allowedNetworks' })
  })
})

describe('a key with allowed networks', () => {
  it('is accepted from these only, behind a trusted proxy too', async () => {
    const { gateway, call } = await open()
    const { key, apiKey } = await gateway.apiKeys.create({
      name: 'shop',
      scopes: ['read'],
      allowedNetworks: ['203.0.113.0/24'],
    })
    expect(apiKey.allowedNetworks).toEqual(['203.0.113.0/24'])
    expect((await gateway.apiKeys.list())[0]?.allowedNetworks).toEqual(['203.0.113.0/24'])
    expect(await call(key, '203.0.113.9')).toEqual([200, undefined])
    expect(await call(key, '::ffff:203.0.113.9')).toEqual([200, undefined])
    expect(await call(key, '192.0.2.1')).toEqual([403, 'ADDRESS_NOT_ALLOWED'])
    expect(await call(key, PROXY, '203.0.113.9')).toEqual([200, undefined])
    expect(await call(key, '192.0.2.1', '203.0.113.9')).toEqual([403, 'ADDRESS_NOT_ALLOWED'])
  })

  it('without a list is accepted from everywhere', async () => {
    const { gateway, call } = await open()
    const { key } = await gateway.apiKeys.create({ name: 'shop', scopes: ['read'] })
    expect(await call(key, '192.0.2.1')).toEqual([200, undefined])
  })

  it.each([[['10.0.0.0/33']], [[]], [['host.example']]])('is not created with the list %j', async (allowedNetworks) => {
    const { gateway } = await open()
    await expect(gateway.apiKeys.create({ name: 'shop', scopes: ['read'], allowedNetworks })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      field: 'allowedNetworks',
    })
  })

  it('keeps its list: a change by SQL is refused', async () => {
    const { gateway, rows } = await open()
    await gateway.apiKeys.create({ name: 'shop', scopes: ['read'], allowedNetworks: ['203.0.113.0/24'] })
    await expect(rows(`update galla.api_keys set "allowedNetworks" = null`)).rejects.toThrow(/create another one/)
  })
})

it('a key with the scope payers sets legal holds, and one with the scope holds ends them', async () => {
  const { gateway } = await open()
  const create = async (scope: 'payers' | 'holds') =>
    (await gateway.apiKeys.create({ name: scope, scopes: [scope] })).key
  const [payers, holds] = [await create('payers'), await create('holds')]
  const send = async (key: string, method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const request = new Request(`http://127.0.0.1:4600${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    const response = await gateway.merchant.fetch(request, { address: '127.0.0.1' })
    return [response.status, ((await response.json().catch(() => ({}))) as { code?: string }).code]
  }
  const hold = { merchantOrderId: 'o-1', reason: 'chargeback', by: 'legal' }
  await gateway.orders.start({
    merchantOrderId: 'o-1',
    reference: 'c',
    amount: 100 as never,
    checkout: 'STANDARD',
    redirectUrl: 'https://shop.example',
  })
  expect(await send(holds, 'POST', '/legal-holds', hold)).toEqual([403, 'SCOPE_MISSING'])
  expect((await send(payers, 'POST', '/legal-holds', hold))[0]).toBe(200)
  expect(await send(payers, 'DELETE', '/legal-holds/o-1')).toEqual([403, 'SCOPE_MISSING'])
  expect((await send(holds, 'DELETE', '/legal-holds/o-1'))[0]).toBe(200)
})
