import { createHash } from 'node:crypto'
import type { PayerView } from '@galla/contract/gateway-api/payer-routes'
import { describe, expect, it } from 'vitest'
import { createPaidOrder, setupConsoles } from './helpers/console-gateway.ts'
import { AMOUNT, CALLBACK_URL, CART, SECRET, type TestGateway } from './helpers/test-gateway.ts'

const { createGatewayWithConsole } = setupConsoles()
const authorization = createHash('sha256').update(`${SECRET.username}:${SECRET.password}`).digest('hex')
const MINUTE_MS = 60_000

const BANKS = [
  { bankId: 'HDFC', name: 'HDFC Bank' },
  { bankId: 'SBIN', name: 'State Bank of India' },
  { bankId: 'ICIC', name: 'ICICI Bank', health: 'up' as const },
]

const netBanking = (health: string, BANK?: readonly string[]) => ({
  overallHealth: 'UP',
  instruments: { NET_BANKING: { health, ...(BANK && { downProviderIds: { BANK } }) } },
})

async function openShop(policy = {}) {
  const shop = await createGatewayWithConsole({ gateway: { policy, paymentMethods: { banks: BANKS } } })
  const { testGateway } = shop
  const send = (body: object, headers: { [name: string]: string } = { authorization }) =>
    testGateway.gateway.fetch(
      new Request(CALLBACK_URL, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    )
  const report = async (payload: object, timestamp: unknown = testGateway.sandbox.clock.now()) => {
    expect((await send({ payload, timestamp })).status).toBe(200)
    await testGateway.gateway.runPendingJobs()
  }
  return { ...shop, send, report, banks: () => banksOf(testGateway) }
}

let carts = 0
async function banksOf({ gateway }: TestGateway): Promise<{ [bankId: string]: string }> {
  carts += 1
  const { order, payerToken } = await gateway.orders.start({ ...CART, checkout: 'CUSTOM', reference: `cart-${carts}` })
  const url = `http://shop.localhost/orders/${order.merchantOrderId}/status`
  const headers = { authorization: `Bearer ${payerToken}` }
  const view = (await (await gateway.fetch(new Request(url, { headers }))).json()) as PayerView
  return Object.fromEntries(view.paymentMethods.banks.map(({ bankId, health }) => [bankId, health]))
}

const ALL_UP = { HDFC: 'up', SBIN: 'up', ICIC: 'up' }
const checkOf = async ({ gateway }: TestGateway) =>
  (await gateway.health()).checks.find(({ name }) => name === 'provider')

describe('a health report of the provider', () => {
  it.each([
    ['a bank that is down', netBanking('UP', ['HDFC']), { ...ALL_UP, HDFC: 'down' }],
    ['a bank by its short name', netBanking('UP', ['SBI']), { ...ALL_UP, SBIN: 'down' }],
    ['net banking that is down', netBanking('DOWN'), { ...ALL_UP, HDFC: 'down', SBIN: 'down' }],
    ['net banking that fluctuates', netBanking('DEGRADED'), { ...ALL_UP, HDFC: 'slow', SBIN: 'slow' }],
    ['the whole gateway', { overallHealth: 'DOWN' }, { ...ALL_UP, HDFC: 'down', SBIN: 'down' }],
    [
      'a bank whose UPI alone is down',
      { overallHealth: 'UP', instruments: { UPI: { health: 'UP', downProviderIds: { BANK: ['HDFC'] } } } },
      ALL_UP,
    ],
  ])('about %s sets the health of banks, and the merchant’s own setting wins', async (_, payload, expected) => {
    const { report, banks, get } = await openShop()
    expect(await banks()).toEqual(ALL_UP)
    await report(payload)
    expect(await banks()).toEqual(expected)
    expect(await get('/callbacks')).toMatchObject({ rows: [{ event: 'health' }] })
    expect(await get('/callbacks?unknownEvent=true')).toMatchObject({ rows: [] })
  })

  it('makes the gateway refuse a payment with a bank that is down', async () => {
    const { testGateway, report } = await openShop()
    const { order, payerToken } = await testGateway.gateway.orders.start({ ...CART, checkout: 'CUSTOM' })
    await report(netBanking('UP', ['HDFC']))
    const answer = await testGateway.gateway.fetch(
      new Request(`http://shop.localhost/orders/${order.merchantOrderId}/pay`, {
        method: 'POST',
        headers: { authorization: `Bearer ${payerToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ paymentMode: { type: 'NET_BANKING', bankId: 'HDFC' } }),
      }),
    )
    expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'NOT_OFFERED' }])
  })

  it('that is not authenticated changes nothing', async () => {
    const { send, banks } = await openShop()
    expect((await send({ payload: { overallHealth: 'DOWN' }, timestamp: 1 }, {})).status).toBe(401)
    expect(await banks()).toEqual(ALL_UP)
  })

  it('counts for fifteen minutes, because the report that ends it may be lost', async () => {
    const { testGateway, report, banks } = await openShop()
    await report(netBanking('UP', ['HDFC']))
    await testGateway.advance(15 * MINUTE_MS - 1)
    expect(await banks()).toEqual({ ...ALL_UP, HDFC: 'down' })
    await testGateway.advance(1)
    expect(await banks()).toEqual(ALL_UP)
  })

  it('never replaces a newer one', async () => {
    const { testGateway, report, banks } = await openShop()
    const nowMs = testGateway.sandbox.clock.now()
    await report(netBanking('UP', []), nowMs)
    await report(netBanking('UP', ['HDFC']), nowMs - 1)
    expect(await banks()).toEqual(ALL_UP)
  })

  it.each([
    ['in the future', 9_000_000_000_000],
    ['that is missing', null],
    ['that is a text', 'now'],
  ])('with a time %s counts from its arrival', async (_, timestamp) => {
    const { testGateway, report, banks } = await openShop()
    await report(netBanking('UP', ['HDFC']), timestamp)
    expect(await banks()).toEqual({ ...ALL_UP, HDFC: 'down' })
    await testGateway.advance(1)
    await report(netBanking('UP'))
    expect(await banks()).toEqual(ALL_UP)
  })

  it.each([
    ['no time', undefined],
    ['a time in the future', 9_000_000_000_000],
  ])('with %s counts again in the same bytes', async (_, timestamp) => {
    const { testGateway, send, banks } = await openShop()
    const report = async (payload: object) => {
      await testGateway.advance(1)
      expect((await send({ payload, timestamp })).status).toBe(200)
      await testGateway.gateway.runPendingJobs()
      return banks()
    }
    const [down, up] = [netBanking('UP', ['HDFC']), netBanking('UP')]
    expect(await report(down)).toEqual({ ...ALL_UP, HDFC: 'down' })
    expect(await report(up)).toEqual(ALL_UP)
    expect(await report(down)).toEqual({ ...ALL_UP, HDFC: 'down' })
    expect(await report(up)).toEqual(ALL_UP)
  })

  it('with a time is a duplicate in the same bytes', async () => {
    const { testGateway, report, banks, get } = await openShop()
    const nowMs = testGateway.sandbox.clock.now()
    await testGateway.advance(1)
    await report(netBanking('UP', ['HDFC']), nowMs)
    await report(netBanking('UP'), nowMs)
    await report(netBanking('UP', ['HDFC']), nowMs)
    expect(await banks()).toEqual(ALL_UP)
    expect(await get('/callbacks?event=health&verdict=duplicate')).toMatchObject({ rows: [{ state: 'UP' }] })
  })

  it.each([
    ['with an event', { event: 'pg.health', payload: { overallHealth: 'DOWN' } }],
    ['without overallHealth', { payload: { instruments: { NET_BANKING: { health: 'DOWN' } } } }],
    ['whose payload is a text', { payload: 'DOWN' }],
  ])('%s is not one, and is an unknown event', async (_, body) => {
    const { testGateway, send, banks, get } = await openShop()
    expect((await send(body)).status).toBe(200)
    await testGateway.gateway.runPendingJobs()
    expect(await banks()).toEqual(ALL_UP)
    expect(await get('/callbacks?unknownEvent=true')).toMatchObject({ rows: [{ verdict: 'accepted' }] })
  })

  it('changes nothing with policy.providerHealthMs 0', async () => {
    const { testGateway, report, banks } = await openShop({ providerHealthMs: 0 })
    await report({ overallHealth: 'DOWN' })
    expect(await banks()).toEqual(ALL_UP)
    expect(await checkOf(testGateway)).toEqual({ name: 'provider', ok: true })
  })

  it.each([-1, 1.5, '900000', 86_400_001])('policy.providerHealthMs of %j is refused', async (providerHealthMs) => {
    await expect(openShop({ providerHealthMs })).rejects.toMatchObject({ field: 'policy.providerHealthMs' })
  })

  it('is in the overview and in the check provider, which fails for an instrument and not for a bank', async () => {
    const { testGateway, report, get } = await openShop()
    expect(await checkOf(testGateway)).toEqual({ name: 'provider', ok: true })
    await report(netBanking('UP', ['HDFC', 'A BANK THAT NOBODY KNOWS']))
    const shown = {
      overall: 'UP',
      instruments: { NET_BANKING: { down: { BANK: ['HDFC', 'A BANK THAT NOBODY KNOWS'] } } },
    }
    expect(await checkOf(testGateway)).toMatchObject({ ok: true, reported: shown })
    expect(await get('/overview')).toMatchObject({ providerHealth: shown })
    await testGateway.advance(1)
    await report(netBanking('DOWN'))
    expect(await checkOf(testGateway)).toMatchObject({ ok: false })
  })
})

describe('while the provider reports that its gateway is down', () => {
  it('first requests of refunds wait and status checks do not; the refunds are sent when the report ends', async () => {
    const { testGateway, report } = await openShop()
    const { gateway, sandbox } = testGateway
    const id = await createPaidOrder(testGateway, 'tea')
    const { order: open } = await gateway.orders.start({ ...CART, reference: 'open' })
    await report({ overallHealth: 'DOWN' })
    await gateway.refunds.request({ merchantOrderId: id, merchantRefundId: 'r-1', amount: AMOUNT })
    await sandbox.setFaults({ profile: 'no-callbacks' })
    await sandbox.simulatePayment(open.merchantOrderId, { outcome: 'SUCCESS' })
    await testGateway.advance(5 * MINUTE_MS)
    expect(sandbox.journal({ name: 'refund' })).toEqual([])
    expect(await gateway.refunds.get('r-1')).toMatchObject({ state: 'REQUESTED' })
    expect(await gateway.orders.get(id)).toMatchObject({ refundableAmount: 0 })
    expect(await gateway.orders.get(open.merchantOrderId)).toMatchObject({ state: 'COMPLETED' })
    await testGateway.advance(10 * MINUTE_MS)
    await testGateway.drainJobs()
    expect(sandbox.journal({ name: 'refund' })).toHaveLength(1)
  })

  it('a refund that may have been sent is still followed', async () => {
    const { testGateway, report } = await openShop()
    const { gateway, sandbox } = testGateway
    const id = await createPaidOrder(testGateway, 'tea')
    await sandbox.setFaults({ rules: [{ kind: 'status', status: 503, endpoints: ['refund'] }] })
    await gateway.refunds.request({ merchantOrderId: id, merchantRefundId: 'r-1', amount: AMOUNT })
    await testGateway.drainJobs()
    expect(await gateway.refunds.get('r-1')).toMatchObject({ state: 'REQUESTED' })
    const checks = () => sandbox.journal({ name: 'refundStatus' }).length
    const before = checks()
    await report({ overallHealth: 'DOWN' })
    await testGateway.advance(5 * MINUTE_MS)
    expect(checks()).toBeGreaterThan(before)
  })
})
