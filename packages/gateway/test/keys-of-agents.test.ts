import type { ApiKeyScope } from '@galla/contract/gateway-api/api-keys'
import type { CallbackRecord, CallbackRecordDetail } from '@galla/contract/gateway-api/callbacks'
import type { OrderWithTimeline } from '@galla/contract/gateway-api/decisions'
import type { HealthReport } from '@galla/contract/gateway-api/health'
import type { KeyRights } from '@galla/contract/gateway-api/merchant-routes'
import type { Page } from '@galla/contract/gateway-api/orders'
import type { ListedRefund, Refund } from '@galla/contract/gateway-api/refunds'
import { describe, expect, it } from 'vitest'
import type { RefundControls } from '../src/domain/refunds/controls.ts'
import { createPaidOrder, ORIGIN, setupConsoles } from './helpers/console-gateway.ts'
import { sentStatuses } from './helpers/paid-order.ts'
import { AMOUNT } from './helpers/test-gateway.ts'

const { createTestGateway, createGatewayWithConsole } = setupConsoles()
const BOOTSTRAP = 'the-configured-key-of-the-shop-01'

type Refusal = { code: string; message: string }

/** A gateway, by default without limits of refunds, and a program with a key of its own. */
async function openShop(scopes: readonly ApiKeyScope[], refundControls: RefundControls = {}) {
  const opened = await createGatewayWithConsole({
    gateway: { merchant: { keys: BOOTSTRAP }, refundControls },
    sandbox: { refundTiming: false },
  })
  const { gateway } = opened.testGateway
  const { key } = await gateway.apiKeys.create({ name: 'assistant', scopes })
  const call = async <Body>(route: string, body?: object, withKey = key) => {
    const [method = '', path] = route.split(' ')
    const response = await gateway.merchant.fetch(
      new Request(`http://127.0.0.1:4600${path}`, {
        method,
        headers: { authorization: `Bearer ${withKey}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      }),
      { address: '127.0.0.1' },
    )
    return { status: response.status, body: (await response.json()) as Body }
  }
  return { ...opened, gateway, key, call }
}

describe('a key with the scope refunds:request', () => {
  it('requests the smallest refund, which waits for a second person although no limit is configured', async () => {
    const { testGateway, gateway, call, get, post } = await openShop(['refunds:request'])
    const id = await createPaidOrder(testGateway)
    const wanted = { merchantRefundId: 'tea-1', amount: 100, note: 'cold tea' }
    const asked = await call<Refund>(`POST /orders/${id}/refund-requests`, wanted)
    expect(asked).toMatchObject({
      status: 200,
      body: { state: 'REQUESTED', approval: { state: 'waiting' }, requestedBy: 'key:assistant' },
    })
    expect((await call<Refund>(`POST /orders/${id}/refund-requests`, wanted)).body).toEqual(asked.body)
    await testGateway.advance(60_000)
    expect(sentStatuses(testGateway)).toEqual([])
    expect(await gateway.orders.get(id)).toMatchObject({ refundableAmount: AMOUNT - 100 })
    expect((await get<{ rows: ListedRefund[] }>('/refunds?awaitsApproval=true')).rows).toHaveLength(1)
    await post('/refunds/tea-1/approve')
    await testGateway.drainJobs()
    expect(sentStatuses(testGateway)).toEqual([200])
  })

  it('refunds nothing by itself, and neither reads nor approves', async () => {
    const { testGateway, call } = await openShop(['refunds:request'])
    const id = await createPaidOrder(testGateway)
    const refused = await call<Refusal>(`POST /orders/${id}/refunds`, { merchantRefundId: 'tea-1', amount: 100 })
    expect(refused).toMatchObject({ status: 403, body: { code: 'SCOPE_MISSING' } })
    for (const route of ['GET /orders', 'GET /refunds', `GET /orders/${id}/timeline`, 'POST /refunds/tea-1/sync'])
      expect(await call(route, route.startsWith('POST') ? {} : undefined)).toMatchObject({ status: 403 })
    expect((await call('POST /refunds/tea-1/approve', {})).status).toBe(404)
  })

  it('is not approved by the person who created the key', async () => {
    const { testGateway, call, post } = await openShop(['read'])
    const id = await createPaidOrder(testGateway)
    const { key } = await post<{ key: string }>('/api-keys', { name: 'own', scopes: ['refunds:request'] })
    await call(`POST /orders/${id}/refund-requests`, { merchantRefundId: 'tea-1', amount: 100 }, key)
    expect(await post('/refunds/tea-1/approve')).toMatchObject({ code: 'SECOND_PERSON_NEEDED' })
  })

  it('counts for the daily limit of programs', async () => {
    const { testGateway, call } = await openShop(['refunds:request'], { dailyLimits: { program: 150 } })
    const id = await createPaidOrder(testGateway)
    const ask = (amount: number) =>
      call<Refusal>(`POST /orders/${id}/refund-requests`, { merchantRefundId: `tea-${amount}`, amount })
    expect(await ask(200)).toMatchObject({ status: 409, body: { code: 'REFUND_LIMIT' } })
    expect(await ask(100)).toMatchObject({ status: 200, body: { approval: { state: 'waiting' } } })
  })
})

describe('a key with the scope operations', () => {
  it('reads timelines, callbacks and the health report, with payer data masked', async () => {
    const { testGateway, call } = await openShop(['operations'])
    const id = await createPaidOrder(testGateway)
    const story = await call<OrderWithTimeline>(`GET /orders/${id}/timeline`)
    expect(story.body.order).toMatchObject({ merchantOrderId: id, state: 'COMPLETED' })
    expect(story.body.timeline.map(({ kind }) => kind)).toContain('decision')
    const { rows } = (await call<Page<CallbackRecord>>(`GET /callbacks?id=${id}`)).body
    const { callbackId = '' } = rows[0] ?? {}
    const { body } = (await call<CallbackRecordDetail>(`GET /callbacks/${callbackId}`)).body
    expect(JSON.stringify(body)).toContain(id)
    expect(JSON.stringify([story, body])).not.toMatch(/\b[a-z]{3,}@ybl\b/)
    const health = await call<HealthReport>('GET /health')
    expect(health.body.checks.map(({ name }) => name)).toContain('database')
    expect(await call('GET /orders/none/timeline')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect(await call('GET /callbacks/999')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect(await call('GET /callbacks?verdic=refused')).toMatchObject({ status: 400 })
    expect(await call('GET /orders')).toMatchObject({ status: 403, body: { code: 'SCOPE_MISSING' } })
  })
})

describe('GET /key', () => {
  it('tells any key its scopes, the environment and where the console is', async () => {
    const { call } = await openShop(['metrics'])
    expect((await call<KeyRights>('GET /key')).body).toEqual({
      name: 'assistant',
      scopes: ['metrics'],
      environment: 'SANDBOX',
      console: expect.any(String),
    })
    const configured = await call<KeyRights>('GET /key', undefined, BOOTSTRAP)
    expect(configured.body).not.toHaveProperty('name')
    expect(configured.body.scopes).toContain('refunds')
  })
})

it.each([
  [{ url: 'https://pay.shop.example', path: '/admin' }, 'https://pay.shop.example/admin'],
  [{ url: 'https://pay.shop.example/own/', path: '/admin' }, 'https://pay.shop.example/own/'],
  [{ url: 'https://pay.shop.example' }, 'https://pay.shop.example/'],
  [{ path: '/admin' }, '/admin'],
  [{}, '/'],
])('GET /key names the console of %j as people open it: %s', async (settings, address) => {
  const { gateway } = await createTestGateway({
    gateway: { merchant: { keys: BOOTSTRAP }, console: { password: 'two cups of tea', ...settings } },
  })
  const headers = { authorization: `Bearer ${BOOTSTRAP}` }
  const response = await gateway.merchant.fetch(new Request('http://127.0.0.1:4600/key', { headers }))
  expect(await response.json()).toMatchObject({ console: address })
})

describe('/metrics', () => {
  const scrape = async ({ testGateway }: Awaited<ReturnType<typeof openShop>>, authorization: string) => {
    const response = await testGateway.gateway.admin.fetch(
      new Request(`${ORIGIN}/metrics`, { headers: { authorization } }),
      { address: '127.0.0.1' },
    )
    return { status: response.status, text: await response.text() }
  }

  it('is read with a key of the scope metrics, which opens nothing else', async () => {
    const shop = await openShop(['metrics'])
    const read = await scrape(shop, `Bearer ${shop.key}`)
    expect(read.status).toBe(200)
    expect(read.text).toContain('# TYPE')
    for (const route of ['GET /orders', 'GET /callbacks', 'GET /health'])
      expect(await shop.call(route)).toMatchObject({ status: 403 })
    const response = await shop.testGateway.gateway.admin.fetch(
      new Request(`${ORIGIN}/api/orders`, { headers: { authorization: `Bearer ${shop.key}` } }),
      { address: '127.0.0.1' },
    )
    expect(response.status).toBe(401)
  })

  it('refuses a key without the scope, a revoked one and an unknown one', async () => {
    const shop = await openShop(['read', 'operations', 'refunds', 'orders', 'payers', 'refunds:request'])
    expect(await scrape(shop, `Bearer ${shop.key}`)).toMatchObject({
      status: 403,
      text: expect.stringContaining('the scope metrics'),
    })
    const { key, apiKey } = await shop.gateway.apiKeys.create({ name: 'prometheus', scopes: ['metrics'] })
    expect((await scrape(shop, `Bearer ${key}`)).status).toBe(200)
    await shop.gateway.apiKeys.revoke(apiKey.keyId)
    expect((await scrape(shop, `Bearer ${key}`)).text).toContain('KEY_REVOKED')
    expect((await scrape(shop, `Bearer ${BOOTSTRAP}`)).status).toBe(401)
    expect((await scrape(shop, 'Bearer ')).status).toBe(401)
  })

  it('evaluates no more than twenty wrong keys of an address in a minute', async () => {
    const shop = await openShop(['metrics'])
    const statuses: number[] = []
    for (let n = 0; n < 21; n += 1) statuses.push((await scrape(shop, `Bearer wrong-${n}`)).status)
    expect(statuses).toEqual([...Array<number>(20).fill(401), 429])
    expect((await scrape(shop, `Bearer ${shop.key}`)).status).toBe(200)
  })
})
