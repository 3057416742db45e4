import { describe, expect, it, vi } from 'vitest'
import { AMOUNT, CART, setupTestGateways, type TestGateway } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

interface CallRow {
  endpoint: string
  request: { [field: string]: unknown } | null
  response: { [field: string]: unknown } | null
}

/** Waits until the log has at least `minCount` rows: it is written asynchronously. */
async function readCalls(testGateway: TestGateway, minCount: number): Promise<CallRow[]> {
  return vi.waitFor(
    async () => {
      const rows = await testGateway.rows<CallRow>(
        'select "endpoint", "request", "response" from galla.calls order by "callId"',
      )
      expect(rows.length).toBeGreaterThanOrEqual(minCount)
      return rows
    },
    { timeout: 20_000 },
  )
}

describe('API call log', () => {
  it('stores request and response with secrets and payer data masked', async () => {
    const testGateway = await createTestGateway()
    await testGateway.gateway.orders.start({ ...CART, merchantOrderId: 'one', metaInfo: { udf1: 'ravi@example.net' } })
    await testGateway.gateway.orders.sync('one')
    const calls = await readCalls(testGateway, 2)
    // Written at the same time, in any order.
    const callOf = (wanted: string) => calls.find(({ endpoint }) => endpoint === wanted)
    const [pay, status] = [callOf('standardPay'), callOf('standardOrderStatus')]
    expect(pay).toMatchObject({
      request: { merchantOrderId: 'one', amount: AMOUNT },
      response: { orderId: expect.stringMatching(/^OMO/), redirectUrl: expect.stringMatching(/\?\*{4}$/) },
    })
    expect(status).toMatchObject({
      request: { merchantOrderId: 'one' },
      response: { state: 'PENDING', amount: AMOUNT },
    })
    expect(JSON.stringify([pay, status])).not.toContain('ravi@')
  })

  it('stores the request of a failed call, and masks the VPA in every call', async () => {
    const testGateway = await createTestGateway()
    await testGateway.sandbox.setFaults({
      rules: [{ kind: 'status', status: 400, endpoints: ['customPay'], times: 1 }],
    })
    const order = { ...CART, checkout: 'CUSTOM' } as const
    for (const merchantOrderId of ['refused', 'accepted']) {
      await testGateway.gateway.orders.start({ ...order, merchantOrderId, reference: merchantOrderId })
      const collect = { type: 'UPI_COLLECT', details: { type: 'VPA', vpa: 'ravikumar@ybl' } } as const
      await testGateway.gateway.orders.pay(merchantOrderId, collect).catch(() => {})
    }
    const calls = await readCalls(testGateway, 2)
    const callAbout = (id: string) => calls.find(({ request }) => request?.merchantOrderId === id)
    const [refused, accepted] = [callAbout('refused'), callAbout('accepted')]
    expect(refused).toMatchObject({ request: { merchantOrderId: 'refused' }, response: null })
    expect(accepted).toMatchObject({
      request: { paymentMode: { type: 'UPI_COLLECT' } },
      response: { state: 'PENDING' },
    })
    expect(JSON.stringify([refused, accepted])).not.toContain('ravikumar')
  })

  it('stores the look-up before a first refund as an answer, not as a failed call', async () => {
    const testGateway = await createTestGateway()
    const { gateway } = testGateway
    await gateway.orders.start({ ...CART, merchantOrderId: 'paid' })
    await testGateway.sandbox.simulatePayment('paid', { outcome: 'SUCCESS' })
    await gateway.orders.sync('paid')
    await gateway.refunds.request({ merchantRefundId: 'first', merchantOrderId: 'paid', amount: AMOUNT })
    await gateway.runPendingJobs()
    const [lookUp] = await vi.waitFor(
      async () => {
        const rows = await testGateway.rows(
          `select "errorKind", "outcome", "httpStatus" from galla.calls where "endpoint" = 'refundStatus' order by "callId"`,
        )
        expect(rows.length).toBeGreaterThan(0)
        return rows
      },
      { timeout: 20_000 },
    )
    expect(lookUp).toEqual({ errorKind: null, outcome: 'not-found', httpStatus: 400 })
  })
})
