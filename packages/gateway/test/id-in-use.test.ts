import type { ApiKeyScope } from '@galla/contract/gateway-api/api-keys'
import { Galla } from '@galla/sdk'
import { describe, expect, it } from 'vitest'
import { CONSOLE_PASSWORD, logInAt, postToConsole } from './helpers/console-gateway.ts'
import { AMOUNT, CART, CLIENT, REDIRECT_URL, setupTestGateways, type TestGateway } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const ID = 'till-1'
const FOREIGN = { ...CART, reference: 'my-own', merchantOrderId: ID } as const
const PAY = { paymentMode: { type: 'UPI_QR' } } as const

/** Acts right before, or in place of, a response of the provider; set by each test. */
interface Provider {
  before?: (path: string) => Promise<void> | void
  replaced?: (path: string) => Response | undefined
}

async function open() {
  const provider: Provider = {}
  const testGateway = await createTestGateway({
    gateway: {
      merchant: { keys: 'the-configured-key-of-the-shop-01', hosts: ['galla'] },
      console: { password: CONSOLE_PASSWORD },
    },
    wrapProvider: (fetch) => async (url, init) => {
      const path = new URL(String(url)).pathname
      await provider.before?.(path)
      return provider.replaced?.(path) ?? fetch(url, init)
    },
  })
  const { gateway } = testGateway
  const keyOf = async (scopes: ApiKeyScope[]) => (await gateway.apiKeys.create({ name: 'shop', scopes })).key
  const call = async (key: string, path: string, body: object = {}) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const request = new Request(`http://galla:4600${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const response = await gateway.merchant.fetch(request, { address: '10.0.0.7' })
    return {
      status: response.status,
      ...((await response.json()) as { code?: string; field?: string; payerToken?: string }),
    }
  }
  return { ...testGateway, provider, keyOf, call }
}

/** Another integration, or this gateway before a restore. */
async function withClient({ sandbox }: TestGateway, act: (client: Galla) => Promise<unknown>) {
  const client = new Galla({ ...CLIENT, clientVersion: 1, fetch: sandbox.fetch })
  await act(client)
  await client.close()
}

async function payElsewhere(testGateway: TestGateway, { isPaid = true, isCustom = false } = {}) {
  await withClient(testGateway, (client) =>
    isCustom
      ? client.customCheckout.pay({ merchantOrderId: ID, amount: AMOUNT, ...PAY })
      : client.standardCheckout.pay({ merchantOrderId: ID, amount: AMOUNT, redirectUrl: REDIRECT_URL }),
  )
  if (isPaid) await testGateway.sandbox.simulatePayment(ID, { outcome: 'SUCCESS' })
}

const refundElsewhere = (testGateway: TestGateway, suffix: string) =>
  withClient(testGateway, (client) =>
    client.refunds.create({ merchantRefundId: `${ID}${suffix}`, originalMerchantOrderId: ID, amount: AMOUNT }),
  )

async function pollSixTimes(testGateway: TestGateway) {
  await testGateway.drainJobs()
  for (let minutes = 0; minutes < 6; minutes++) await testGateway.advance(60_000)
  await testGateway.gateway.orders.sync(ID)
}

async function resolveReview({ gateway }: TestGateway) {
  const session = await logInAt(gateway, { password: CONSOLE_PASSWORD })
  const body = { note: 'its goods are owed here', version: (await gateway.orders.get(ID))?.version }
  return postToConsole(gateway, `/orders/${ID}/resolve-review`, body, session)
}

const isPay = (path: string) => path.endsWith('/pay')
const isOrderStatus = (path: string) => path.includes(`/order/${ID}/status`)
const isRefundStatus = (path: string) => path.includes('/refund/') && path.endsWith('/status')
const busy = () => new Response('busy', { status: 503 })

describe('a start whose id the provider had before, with a key that may not import', () => {
  it('of the custom checkout needs review when it is paid for', async () => {
    const testGateway = await open()
    const { gateway, sandbox, keyOf, call } = testGateway
    const key = await keyOf(['orders'])
    await payElsewhere(testGateway, { isCustom: true })
    expect(await call(key, '/orders', { ...FOREIGN, checkout: 'CUSTOM' })).toMatchObject({ status: 200 })
    const paid = await call(key, `/orders/${ID}/pay`, PAY)
    expect(paid).toMatchObject({ code: 'ID_TAKEN', field: 'merchantOrderId' })
    await pollSixTimes(testGateway)
    expect(await gateway.orders.get(ID)).toMatchObject({ state: 'CREATED', needsReview: { reason: 'id-in-use' } })
    expect(await call(key, `/orders/${ID}/pay`, PAY)).toMatchObject({ code: 'ORDER_CLOSED' })
    expect(sandbox.journal({ name: 'customPay' })).toHaveLength(2)
  })

  it('is fulfilled after a person has resolved its review', async () => {
    const testGateway = await open()
    const { gateway, sandbox, keyOf, call } = testGateway
    const key = await keyOf(['orders'])
    await payElsewhere(testGateway)
    expect(await call(key, '/orders', FOREIGN)).toMatchObject({ code: 'ID_TAKEN', field: 'merchantOrderId' })
    expect(await call(key, '/orders', FOREIGN)).toMatchObject({ code: 'REFERENCE_IN_REVIEW' })
    expect(sandbox.journal({ name: 'standardPay' })).toHaveLength(2)
    expect((await resolveReview(testGateway)).status).toBe(200)
    await pollSixTimes(testGateway)
    expect(await gateway.orders.get(ID)).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
  })

  it('is not adopted when the payer, who has no key, starts the payment', async () => {
    const testGateway = await open()
    const { gateway, keyOf, call } = testGateway
    await payElsewhere(testGateway, { isCustom: true })
    await call(await keyOf(['orders']), '/orders', { ...FOREIGN, checkout: 'CUSTOM' })
    await expect(gateway.orders.pay(ID, PAY.paymentMode)).rejects.toMatchObject({ code: 'ID_TAKEN' })
    await pollSixTimes(testGateway)
    expect(await gateway.orders.get(ID)).toMatchObject({ needsReview: { reason: 'id-in-use' } })
  })

  it('is neither fulfilled nor refunded after the provider refused it for another reason', async () => {
    const testGateway = await open()
    const { gateway, sandbox, provider, keyOf, call } = testGateway
    await payElsewhere(testGateway)
    provider.replaced = (path) => (isPay(path) ? Response.json({ code: 'BAD_REQUEST' }, { status: 422 }) : undefined)
    expect(await call(await keyOf(['orders']), '/orders', FOREIGN)).toMatchObject({ code: 'PROVIDER_REFUSED' })
    delete provider.replaced
    await pollSixTimes(testGateway)
    expect(await gateway.orders.get(ID)).toMatchObject({ needsReview: { reason: 'id-in-use' } })
    expect((await sandbox.order(ID)).refundedAmount).toBe(0)
  })

  it('is neither fulfilled nor refunded when another integration uses its id after it has expired unsent', async () => {
    const testGateway = await open()
    const { gateway, sandbox, keyOf, call } = testGateway
    await call(await keyOf(['orders']), '/orders', { ...FOREIGN, checkout: 'CUSTOM' })
    await testGateway.advance(3_600_000)
    expect(await gateway.orders.get(ID)).toMatchObject({ state: 'FAILED' })
    await payElsewhere(testGateway, { isCustom: true })
    await pollSixTimes(testGateway)
    expect(await gateway.orders.get(ID)).toMatchObject({ state: 'FAILED', needsReview: { reason: 'id-in-use' } })
    expect((await sandbox.order(ID)).refundedAmount).toBe(0)
  })

  it('of the custom checkout is not fulfilled by a status check that comes instead of a payment', async () => {
    const testGateway = await open()
    const { gateway, keyOf, call } = testGateway
    const key = await keyOf(['orders'])
    await payElsewhere(testGateway, { isCustom: true })
    await call(key, '/orders', { ...FOREIGN, checkout: 'CUSTOM' })
    await call(key, `/orders/${ID}/sync`)
    expect((await gateway.orders.get(ID))?.resolution).toBeUndefined()
  })

  it.each([
    ['paid', true],
    ['open, and paid later', false],
  ])('is not fulfilled by a status check while it is sent, when it is %s', async (_, isPaid) => {
    const testGateway = await open()
    const { gateway, sandbox, provider, keyOf, call } = testGateway
    const key = await keyOf(['orders'])
    await payElsewhere(testGateway, { isPaid })
    provider.before = async (path) => {
      if (isPay(path)) await call(key, `/orders/${ID}/sync`)
    }
    const started = await call(key, '/orders', FOREIGN)
    if (!isPaid) await sandbox.simulatePayment(ID, { outcome: 'SUCCESS' })
    await pollSixTimes(testGateway)
    expect((await gateway.orders.get(ID))?.resolution).toBeUndefined()
    expect(started).toMatchObject({ code: 'ID_TAKEN' })
  })
})

/** A database that was restored: the provider may know orders of it. */
async function openRestored() {
  const testGateway = await open()
  await testGateway.gateway.markRestored()
  return testGateway
}

describe('a start whose id the provider had before, whose payment may have been refunded before a restore', () => {
  it('needs review when the provider does not say whether it was refunded', async () => {
    const testGateway = await openRestored()
    const { gateway, provider } = testGateway
    await payElsewhere(testGateway)
    await refundElsewhere(testGateway, '-dup')
    provider.replaced = (path) => (isRefundStatus(path) ? busy() : undefined)
    await expect(gateway.orders.start(FOREIGN)).rejects.toMatchObject({ code: 'ID_TAKEN', field: 'merchantOrderId' })
    delete provider.replaced
    await pollSixTimes(testGateway)
    expect(await gateway.orders.get(ID)).toMatchObject({ state: 'CREATED', needsReview: { reason: 'id-in-use' } })
  })

  it('is not fulfilled when the provider does not answer the status of the order', async () => {
    const testGateway = await openRestored()
    const { gateway, provider } = testGateway
    await payElsewhere(testGateway)
    await refundElsewhere(testGateway, '-dup')
    provider.replaced = (path) => (isOrderStatus(path) ? busy() : undefined)
    await expect(gateway.orders.start(FOREIGN)).rejects.toMatchObject({ code: 'ID_TAKEN', field: 'merchantOrderId' })
    delete provider.replaced
    await pollSixTimes(testGateway)
    expect(await gateway.orders.get(ID)).toMatchObject({ state: 'CREATED', needsReview: { reason: 'id-in-use' } })
  })

  it('is not fulfilled by a status check while the refund is looked for', async () => {
    const testGateway = await openRestored()
    const { gateway, provider } = testGateway
    await payElsewhere(testGateway)
    await refundElsewhere(testGateway, '-dup')
    await testGateway.sandbox.clock.advance(1)
    provider.before = async (path) => {
      if (!isRefundStatus(path)) return
      delete provider.before
      await gateway.orders.sync(ID)
    }
    await expect(gateway.orders.start(FOREIGN)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    await pollSixTimes(testGateway)
    expect(await gateway.orders.get(ID)).toMatchObject({ state: 'COMPLETED', resolution: 'duplicate-refund' })
  })

  it.each<[string, (given: Awaited<ReturnType<typeof open>>) => Promise<unknown>]>([
    [
      'the reply is lost',
      async ({ gateway, provider }) => {
        provider.replaced = (path) => (path.endsWith('/pay') ? busy() : undefined)
        await expect(gateway.orders.start(FOREIGN)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
        delete provider.replaced
      },
    ],
    [
      'it is a custom checkout that is not sent',
      ({ gateway }) => gateway.orders.start({ ...FOREIGN, checkout: 'CUSTOM' }),
    ],
  ])('is not fulfilled when %s', async (_, start) => {
    const testGateway = await openRestored()
    await payElsewhere(testGateway, { isCustom: true })
    await refundElsewhere(testGateway, '-dup')
    await testGateway.sandbox.clock.advance(1)
    await start(testGateway)
    await testGateway.gateway.orders.sync(ID)
    await pollSixTimes(testGateway)
    const order = await testGateway.gateway.orders.get(ID)
    expect(order).toMatchObject({ state: 'COMPLETED', resolution: 'duplicate-refund', refundableAmount: 0 })
  })
})
