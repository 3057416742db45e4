import { inr } from '@galla/sdk'
import { sign } from '@galla/sdk/testing'
import { describe, expect, it } from 'vitest'
import type { PaymentChoice, ReceivedCallback } from '../src/index.ts'
import { HALF, refundOf, withPaidOrder } from './helpers/paid-order.ts'
import { AMOUNT, CART, SECRET, setupTestGateways } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const createPaid = withPaidOrder(createTestGateway)

const bodyOf = (merchantOrderId: string) =>
  JSON.stringify({ event: 'checkout.order.completed', payload: { merchantOrderId, state: 'COMPLETED' } })

/** The bodies that the provider's payment endpoint received. */
function recordedPayments() {
  const bodies: { [field: string]: unknown }[] = []
  return {
    bodies,
    wrapProvider: (provider: (url: string | URL | Request, init?: RequestInit) => Promise<Response>) =>
      (async (url, init) => {
        if (/\/pay$/.test(new URL(String(url)).pathname)) bodies.push(JSON.parse(String(init?.body)))
        return provider(url, init)
      }) as typeof provider,
  }
}

describe('a caller that uses again what it passed', () => {
  it.each<
    [string, (bytes: Uint8Array<ArrayBuffer>) => ReceivedCallback['body'], (bytes: Uint8Array<ArrayBuffer>) => void]
  >([
    ['a Buffer', (bytes) => Buffer.from(bytes.buffer), (bytes) => void bytes.set(Buffer.from(bodyOf('order-B')))],
    ['an ArrayBuffer', (bytes) => bytes.buffer, (bytes) => void bytes.set(Buffer.from(bodyOf('order-B')))],
    [
      'an ArrayBuffer that is transferred',
      (bytes) => bytes.buffer,
      ({ buffer }) => void structuredClone(buffer, { transfer: [buffer] }),
    ],
  ])('has the callback stored that it passed in %s', async (_what, view, use) => {
    const { gateway, rows } = await createTestGateway()
    const bytes = Uint8Array.from(Buffer.from(bodyOf('order-A')))
    const headers: { [name: string]: string } = { ...(await sign('', SECRET)) }
    const received = gateway.callbacks.receive({ headers, body: view(bytes) })
    use(bytes)
    for (const name of Object.keys(headers)) headers[name] = ''
    expect(await received).toEqual({ status: 200, verdict: 'accepted' })
    expect(await rows('select "merchantOrderId" from galla.callbacks')).toEqual([{ merchantOrderId: 'order-A' }])
  })

  it('starts the order that it passed', async () => {
    const { bodies, wrapProvider } = recordedPayments()
    const { gateway } = await createTestGateway({ wrapProvider })
    const order = { ...CART, merchantOrderId: 'one', metaInfo: { udf1: 'green tea' } }
    const started = gateway.orders.start(order)
    Object.assign(order, { amount: inr('1'), reference: 'another', redirectUrl: 'https://another.example' })
    order.metaInfo.udf1 = 'black tea'
    expect((await started).order).toMatchObject({ merchantOrderId: 'one', reference: CART.reference, amount: AMOUNT })
    expect(bodies).toMatchObject([{ merchantOrderId: 'one', amount: AMOUNT, metaInfo: { udf1: 'green tea' } }])
    expect(JSON.stringify(bodies)).not.toContain('another.example')
  })

  it('has the payment mode sent that it passed', async () => {
    const { bodies, wrapProvider } = recordedPayments()
    const { gateway } = await createTestGateway({ wrapProvider })
    await gateway.orders.start({ ...CART, checkout: 'CUSTOM', merchantOrderId: 'one' })
    const mode = { type: 'UPI_COLLECT', details: { type: 'VPA', vpa: 'asha@ybl' }, message: 'Tea' } as const
    const given: { -readonly [Name in keyof typeof mode]: (typeof mode)[Name] } = structuredClone(mode)
    const paid = gateway.orders.pay('one', given as PaymentChoice)
    Object.assign(given, { message: 'Coffee' })
    Object.assign(given.details, { vpa: 'somebody@ybl' })
    await paid
    expect(bodies).toMatchObject([{ paymentFlow: { paymentMode: mode } }])
    await expect(gateway.orders.pay('one', mode)).resolves.toMatchObject({ order: { merchantOrderId: 'one' } })
  })

  it('requests the refund that it passed', async () => {
    const { gateway } = await createPaid()
    const refund = refundOf('r-1')
    const requested = gateway.refunds.request(refund)
    Object.assign(refund, { merchantRefundId: 'r-2', amount: inr('1') })
    expect(await requested).toMatchObject({ merchantRefundId: 'r-1', amount: HALF })
  })

  it('has the decision about a review recorded that it passed', async () => {
    const { gateway, rows, drainJobs } = await createPaid()
    await gateway.refunds.request(refundOf('r-1'))
    await drainJobs()
    await rows(`update galla.refunds set "needsReview" = jsonb_build_object('reason', 'refused', 'sinceMs', 1,
      'ours', jsonb_build_object('state', "state", 'amount', "amount"))`)
    const resolution: { decision: 'retry' | 'completed'; note: string } = { decision: 'retry', note: 'asked by phone' }
    const resolved = gateway.refunds.resolveReview('r-1', resolution)
    Object.assign(resolution, { decision: 'completed', note: 'another note' })
    await resolved
    const [entry] = await rows<{ what: string; detail: string }>(
      `select "what", "detail" from galla.audit where "what" like 'resolved the review%'`,
    )
    expect(entry).toMatchObject({
      what: expect.stringContaining('try again'),
      detail: expect.stringContaining('phone'),
    })
  })

  it('has the payer in the audit log whom it passed', async () => {
    const { gateway, rows } = await createTestGateway()
    const payer = { merchantUserId: 'asha' }
    await gateway.payers.erase(payer)
    const erased = gateway.payers.erase(payer)
    payer.merchantUserId = 'another'
    await erased
    expect(await rows(`select distinct "id" from galla.audit where "kind" = 'payer'`)).toHaveLength(1)
  })

  it('gets the page of the ledger that it asked for', async () => {
    const { gateway } = await createPaid()
    const query: { group?: 'collected' | 'refunded' } = {}
    const page = gateway.ledger.list(query)
    Object.assign(query, { toMs: 1 })
    expect((await page).rows).toHaveLength(1)
  })
})
