import { Galla, inr } from '@galla/sdk'
import { describe, expect, it } from 'vitest'
import {
  AMOUNT,
  CART,
  CLIENT,
  REDIRECT_URL,
  setupTestGateways,
  type TestGateway,
  type TestGatewayOptions,
} from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const SECOND = { ...CART, merchantOrderId: 'second', metaInfo: { udf1: 'another tab' } } as const
const CUSTOM = { ...CART, merchantOrderId: 'second', checkout: 'CUSTOM' } as const

/** The provider knows an order that this database does not, as after the database was restored from an older backup. */
async function startBeforeRestore({ sandbox }: TestGateway, merchantOrderId: string, amount = AMOUNT) {
  const client = new Galla({ ...CLIENT, clientVersion: 1, fetch: sandbox.fetch })
  await client.standardCheckout.pay({ merchantOrderId, amount, redirectUrl: REDIRECT_URL })
  await client.close()
}

/** The provider's status of a payment a minute after the expiry of its order. */
async function paidLate(response: Response): Promise<Response> {
  const status = (await response.json()) as { expireAt: number; paymentDetails: { timestamp: number }[] }
  const [payment] = status.paymentDetails
  return Response.json(payment ? { ...status, expireAt: payment.timestamp - 60_000 } : status)
}

/** A gateway whose reference has a paid order; `reads` has the orders whose status was asked for, `handled` what handlers got. */
async function withPaidReference(options: TestGatewayOptions = {}) {
  const reads: string[] = []
  const handled: string[] = []
  const testGateway = await createTestGateway({
    ...options,
    gateway: {
      on: {
        'order.completed': ({ order }) => void handled.push(order.merchantOrderId),
        'refund.completed': ({ refund }) => void handled.push(refund.merchantRefundId),
      },
    },
    wrapProvider: (provider) => (url, init) => {
      const id = /\/order\/([^/]+)\/status/.exec(String(url))?.[1]
      if (id !== undefined) reads.push(id)
      return (options.wrapProvider?.(provider) ?? provider)(url, init)
    },
  })
  await testGateway.gateway.orders.start({ ...CART, merchantOrderId: 'first' })
  await testGateway.sandbox.simulatePayment('first', { outcome: 'SUCCESS' })
  await testGateway.gateway.orders.sync('first')
  await testGateway.gateway.markRestored()
  reads.splice(0)
  return { ...testGateway, reads, handled }
}

const storedIds = async ({ rows }: TestGateway) =>
  (await rows<{ id: string }>('select "merchantOrderId" as "id" from galla.orders order by 1')).map(({ id }) => id)

describe('a start of an order of a reference that the backup does not have', () => {
  it.each([
    ['-dup', 'duplicate-refund'],
    ['-late', 'late-refund'],
  ])('fulfils no payment that was refunded since the backup as %s', async (suffix, resolution) => {
    const testGateway = await createTestGateway()
    const { gateway, sandbox } = testGateway
    await startBeforeRestore(testGateway, 'second')
    await sandbox.simulatePayment('second', { outcome: 'SUCCESS' })
    await gateway.markRestored()
    const client = new Galla({ ...CLIENT, clientVersion: 1, fetch: sandbox.fetch })
    const refund = { merchantRefundId: `second${suffix}`, originalMerchantOrderId: 'second', amount: AMOUNT }
    await client.refunds.create(refund)
    await client.close()
    await expect(gateway.orders.start(SECOND)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    await testGateway.drainJobs()
    for (let minutes = 0; minutes < 5; minutes++) await testGateway.advance(60_000)
    expect(await gateway.orders.get('second')).toMatchObject({ state: 'COMPLETED', resolution, refundableAmount: 0 })
    expect(await gateway.refunds.get(refund.merchantRefundId)).toMatchObject({ state: 'COMPLETED', attempts: 0 })
    expect((await sandbox.order('second')).refundedAmount).toBe(AMOUNT)
  })

  it('fulfils one that was not refunded', async () => {
    const testGateway = await createTestGateway()
    const { gateway, sandbox } = testGateway
    await startBeforeRestore(testGateway, 'second')
    await sandbox.simulatePayment('second', { outcome: 'SUCCESS' })
    await gateway.markRestored()
    await expect(gateway.orders.start(SECOND)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    for (let minutes = 0; minutes < 5; minutes++) await testGateway.advance(60_000)
    expect(await gateway.orders.get('second')).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
  })
})

describe('a start of an order that was started since the backup, and is not stored', () => {
  it('imports a second payment of a paid reference, which is refunded, and is refused as any repeat', async () => {
    const testGateway = await withPaidReference()
    const { gateway, sandbox } = testGateway
    await startBeforeRestore(testGateway, 'second')
    await sandbox.simulatePayment('second', { outcome: 'SUCCESS' })
    const refusal = { code: 'REFERENCE_PAID', message: expect.stringContaining('by order first') }
    await expect(gateway.orders.start(SECOND)).rejects.toMatchObject(refusal)
    await testGateway.drainJobs()
    await testGateway.advance(60_000)
    await testGateway.advance(60_000)
    expect(await gateway.orders.get('second')).toMatchObject({
      state: 'COMPLETED',
      resolution: 'duplicate-refund',
      metaInfo: SECOND.metaInfo,
    })
    expect((await sandbox.order('second')).refundedAmount).toBe(AMOUNT)
    expect((await sandbox.order('first')).refundedAmount).toBe(0)
    expect(testGateway.handled).toEqual(['first', 'second-dup'])
    await expect(gateway.orders.start(SECOND)).rejects.toMatchObject(refusal)
    await expect(gateway.orders.start({ ...SECOND, amount: inr('1') })).rejects.toMatchObject({ code: 'ID_TAKEN' })
  })

  it('is refused with another amount than the provider has, so that the right one imports it', async () => {
    const testGateway = await withPaidReference()
    const { gateway, sandbox } = testGateway
    await startBeforeRestore(testGateway, 'second')
    await sandbox.simulatePayment('second', { outcome: 'SUCCESS' })
    const wrong = gateway.orders.start({ ...SECOND, amount: inr('600') })
    await expect(wrong).rejects.toMatchObject({ code: 'ID_TAKEN', field: 'amount' })
    expect(await storedIds(testGateway)).toEqual(['first'])
    await expect(gateway.orders.start(SECOND)).rejects.toMatchObject({ code: 'REFERENCE_PAID' })
    await testGateway.drainJobs()
    await testGateway.advance(60_000)
    expect((await sandbox.order('second')).refundedAmount).toBe(AMOUNT)
  })

  it('imports an open one, whose later payment is refunded', async () => {
    const testGateway = await withPaidReference()
    const { gateway, sandbox } = testGateway
    await startBeforeRestore(testGateway, 'second')
    const starts = await Promise.allSettled([gateway.orders.start(SECOND), gateway.orders.start(SECOND)])
    for (const one of starts) expect(one).toMatchObject({ reason: { code: 'REFERENCE_PAID' } })
    expect(await gateway.orders.get('second')).toMatchObject({ state: 'PENDING' })
    await sandbox.simulatePayment('second', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    await testGateway.advance(60_000)
    expect((await sandbox.order('second')).refundedAmount).toBe(AMOUNT)
  })

  it('imports one of a reference in review', async () => {
    const testGateway = await createTestGateway()
    const { gateway, rows } = testGateway
    await gateway.orders.start({ ...CART, merchantOrderId: 'first' })
    await gateway.markRestored()
    await rows(`update galla.orders set "needsReview" =
      '{"reason":"amount-mismatch","sinceMs":1,"findings":[{"code":"amount-mismatch","sinceMs":1}]}'`)
    await startBeforeRestore(testGateway, 'second')
    await expect(gateway.orders.start(SECOND)).rejects.toMatchObject({ code: 'REFERENCE_IN_REVIEW' })
    expect(await gateway.orders.get('second')).toMatchObject({ state: 'PENDING' })
  })

  it('imports one of another amount than an open order: the later amount counts', async () => {
    const testGateway = await createTestGateway()
    const { gateway, sandbox } = testGateway
    await gateway.orders.start({ ...CART, merchantOrderId: 'first', amount: inr('1') })
    await gateway.markRestored()
    await startBeforeRestore(testGateway, 'second')
    await sandbox.simulatePayment('second', { outcome: 'SUCCESS' })
    await expect(gateway.orders.start(SECOND)).rejects.toMatchObject({ code: 'REFERENCE_PAID' })
    expect(await gateway.orders.get('second')).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
  })

  it.each([
    ['FAILED', 'ORDER_CLOSED'],
    ['PENDING', 'DIFFERENT_AMOUNT'],
  ])(
    'imports one of another amount that is %s before an order that can be paid: that one is fulfilled',
    async (state, code) => {
      const testGateway = await withPaidReference()
      const { gateway, sandbox } = testGateway
      const cart = { ...CART, reference: 'changed cart' }
      await startBeforeRestore(testGateway, 'second')
      if (state === 'FAILED') await sandbox.simulatePayment('second', { outcome: 'FAILURE' })
      const changed = { ...cart, merchantOrderId: 'changed', amount: inr('1') }
      await gateway.orders.start(changed)
      const repeated = gateway.orders.start({ ...cart, merchantOrderId: 'second' })
      await expect(repeated).rejects.toMatchObject({ code })
      expect(await gateway.orders.get('second')).toMatchObject({ state })
      expect((await gateway.orders.start(changed)).redirectUrl).toBeDefined()
      expect((await gateway.orders.start({ ...cart, amount: inr('1') })).order.merchantOrderId).toBe('changed')
      await sandbox.simulatePayment('changed', { outcome: 'SUCCESS' })
      await gateway.orders.sync('changed')
      await testGateway.drainJobs()
      expect(await gateway.orders.get('changed')).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
      expect(testGateway.handled).toContain('changed')
    },
  )

  it('imports one of another amount after an open order that has failed at the provider: its payment is fulfilled', async () => {
    const testGateway = await withPaidReference()
    const { gateway, sandbox } = testGateway
    const cart = { ...CART, reference: 'changed cart' }
    await gateway.orders.start({ ...cart, merchantOrderId: 'old', amount: inr('1') })
    await sandbox.setFaults({ profile: 'no-callbacks' })
    await sandbox.simulatePayment('old', { outcome: 'FAILURE' })
    await startBeforeRestore(testGateway, 'second')
    const repeated = gateway.orders.start({ ...cart, merchantOrderId: 'second' })
    await expect(repeated).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    await sandbox.simulatePayment('second', { outcome: 'SUCCESS' })
    await gateway.orders.sync('second')
    expect(await gateway.orders.get('second')).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
  })

  it.each([
    ['was paid late', 'second', { state: 'COMPLETED', resolution: 'late-refund' }],
    ['was refunded before the restore', 'refunded', undefined],
  ])(
    'one of another amount that %s does not count: an order that can be paid is fulfilled',
    async (_, merchantOrderId, imported) => {
      const testGateway = await withPaidReference({
        wrapProvider: (provider) => async (url, init) => {
          const response = await provider(url, init)
          return String(url).includes('/order/second/status') ? paidLate(response) : response
        },
      })
      const { gateway, sandbox } = testGateway
      const cart = { ...CART, reference: 'changed cart' }
      await startBeforeRestore(testGateway, merchantOrderId)
      await sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
      const client = new Galla({ ...CLIENT, clientVersion: 1, fetch: sandbox.fetch })
      const merchantRefundId = `${merchantOrderId}-late`
      await client.refunds.create({ merchantRefundId, originalMerchantOrderId: merchantOrderId, amount: AMOUNT })
      await client.close()
      await gateway.orders.start({ ...cart, merchantOrderId: 'changed', amount: inr('1') })
      await gateway.orders.start({ ...cart, merchantOrderId }).catch(() => {})
      await testGateway.drainJobs()
      await sandbox.simulatePayment('changed', { outcome: 'SUCCESS' })
      await gateway.orders.sync('changed')
      await testGateway.drainJobs()
      expect(await gateway.orders.get('changed')).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
      const found = await gateway.orders.get(merchantOrderId)
      if (imported) expect(found).toMatchObject(imported)
      else expect(found).toBeUndefined()
      expect(testGateway.handled).not.toContain(merchantOrderId)
      expect((await sandbox.order(merchantOrderId)).refundedAmount).toBe(AMOUNT)
    },
  )

  it('does not import one that can be paid while it is not known whether an open order of another amount can', async () => {
    let isAway = false
    const testGateway = await createTestGateway({
      wrapProvider: (provider) => async (url, init) =>
        isAway && String(url).includes('/order/changed/status')
          ? new Response('busy', { status: 503 })
          : provider(url, init),
    })
    const { gateway } = testGateway
    await startBeforeRestore(testGateway, 'second')
    await gateway.orders.start({ ...CART, merchantOrderId: 'changed', amount: inr('1') })
    await gateway.markRestored()
    isAway = true
    await expect(gateway.orders.start(SECOND)).rejects.toMatchObject({ code: 'DIFFERENT_AMOUNT' })
    expect(await storedIds(testGateway)).toEqual(['changed'])
    isAway = false
    await expect(gateway.orders.start(SECOND)).rejects.toMatchObject({ code: 'DIFFERENT_AMOUNT' })
    expect(await storedIds(testGateway)).toEqual(['changed', 'second'])
  })

  it('imports one of the custom checkout', async () => {
    const testGateway = await withPaidReference()
    const { gateway, sandbox } = testGateway
    const client = new Galla({ ...CLIENT, clientVersion: 1, fetch: sandbox.fetch })
    await client.customCheckout.pay({ merchantOrderId: 'second', amount: AMOUNT, paymentMode: { type: 'UPI_QR' } })
    await client.close()
    await sandbox.simulatePayment('second', { outcome: 'SUCCESS' })
    await expect(gateway.orders.start(CUSTOM)).rejects.toMatchObject({ code: 'REFERENCE_PAID' })
    expect(await gateway.orders.get('second')).toMatchObject({ resolution: 'duplicate-refund', checkout: 'CUSTOM' })
  })
})

describe('a start that is refused because of its reference', () => {
  it('asks nothing in a database that was never restored', async () => {
    const reads: string[] = []
    const testGateway = await createTestGateway({
      wrapProvider: (provider) => (url, init) => {
        reads.push(String(url))
        return provider(url, init)
      },
    })
    const { gateway, sandbox } = testGateway
    await gateway.orders.start({ ...CART, merchantOrderId: 'first' })
    await sandbox.simulatePayment('first', { outcome: 'SUCCESS' })
    await gateway.orders.sync('first')
    reads.splice(0)
    await expect(gateway.orders.start(SECOND)).rejects.toMatchObject({ code: 'REFERENCE_PAID' })
    expect(reads).toEqual([])
  })

  it('stores nothing when the provider does not know its id', async () => {
    const testGateway = await withPaidReference()
    await expect(testGateway.gateway.orders.start(SECOND)).rejects.toMatchObject({ code: 'REFERENCE_PAID' })
    expect(await storedIds(testGateway)).toEqual(['first'])
    expect(testGateway.reads).toEqual(['second'])
  })

  it('asks nothing without an id of the caller, and nothing about a stored order', async () => {
    const testGateway = await withPaidReference()
    await expect(testGateway.gateway.orders.start(CART)).rejects.toMatchObject({ code: 'REFERENCE_PAID' })
    const known = { ...CART, merchantOrderId: 'first' }
    await expect(testGateway.gateway.orders.start(known)).rejects.toMatchObject({ code: 'REFERENCE_PAID' })
    expect(testGateway.reads).toEqual([])
  })

  it.each([
    ['is busy', () => new Response('busy', { status: 503 })],
    ['answers about another order', () => Response.json({ merchantOrderId: 'third', state: 'COMPLETED', amount: 1 })],
  ])('stores nothing while the provider %s, and asks again', async (_, answer) => {
    let isAway = true
    const testGateway = await withPaidReference({
      wrapProvider: (provider) => async (url, init) =>
        isAway && String(url).includes('/order/second/status') ? answer() : provider(url, init),
    })
    await startBeforeRestore(testGateway, 'second')
    await expect(testGateway.gateway.orders.start(SECOND)).rejects.toMatchObject({ code: 'REFERENCE_PAID' })
    expect(await storedIds(testGateway)).toEqual(['first'])
    isAway = false
    await expect(testGateway.gateway.orders.start(SECOND)).rejects.toMatchObject({ code: 'REFERENCE_PAID' })
    expect(await storedIds(testGateway)).toEqual(['first', 'second'])
  })
})
