import { expect, it, vi } from 'vitest'
import { AMOUNT, CART, type TestGateway, testGateways } from './helpers/test-gateway.ts'

const open = testGateways()

interface Line {
  endpoint: string
  request: { [field: string]: unknown } | null
  reply: { [field: string]: unknown } | null
}

/** The log is written behind the calls. */
async function lines(shop: TestGateway, least: number): Promise<Line[]> {
  return vi.waitFor(async () => {
    const rows = await shop.rows<Line>('select "endpoint", "request", "reply" from galla.calls order by "callId"')
    expect(rows.length).toBeGreaterThanOrEqual(least)
    return rows
  })
}

it('keeps what was asked and answered', async () => {
  const shop = await open()
  await shop.gateway.orders.start({ ...CART, merchantOrderId: 'one', metaInfo: { udf1: 'ravi@example.net' } })
  await shop.gateway.orders.sync('one')
  const [pay, status] = await lines(shop, 2)
  expect(pay).toMatchObject({
    endpoint: 'standardPay',
    request: { merchantOrderId: 'one', amount: AMOUNT },
    reply: { orderId: expect.stringMatching(/^OMO/), redirectUrl: expect.stringMatching(/\?\*{4}$/) },
  })
  expect(status).toMatchObject({ request: { merchantOrderId: 'one' }, reply: { state: 'PENDING', amount: AMOUNT } })
  expect(JSON.stringify([pay, status])).not.toContain('ravi@')
})

it('keeps the question of a call that failed, and no payer of one that went well', async () => {
  const shop = await open()
  await shop.sandbox.setFaults({ rules: [{ kind: 'status', status: 400, endpoints: ['customPay'], times: 1 }] })
  const mine = { ...CART, checkout: 'CUSTOM' } as const
  for (const merchantOrderId of ['refused', 'taken']) {
    await shop.gateway.orders.start({ ...mine, merchantOrderId, reference: merchantOrderId })
    const collect = { type: 'UPI_COLLECT', details: { type: 'VPA', vpa: 'ravikumar@ybl' } } as const
    await shop.gateway.orders.pay(merchantOrderId, collect).catch(() => {})
  }
  const [refused, taken] = await lines(shop, 2)
  expect(refused).toMatchObject({ request: { merchantOrderId: 'refused' }, reply: null })
  expect(taken).toMatchObject({ request: { paymentMode: { type: 'UPI_COLLECT' } }, reply: { state: 'PENDING' } })
  expect(JSON.stringify([refused, taken])).not.toContain('ravikumar')
})
