import { expect, it } from 'vitest'
import type { GatewayContext } from '../../src/context.ts'
import { resolveReview } from '../../src/services/orders/console-orders.ts'
import { withProcesses } from '../helpers/paid-order.ts'
import { CART, setupTestGateways, type TestGatewayOptions } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

type Attempt = { readonly [field: string]: unknown }
type Status = { readonly [field: string]: unknown; readonly paymentDetails?: readonly Attempt[] }

/** A provider whose order statuses `change` changes by the order's id. */
const changedById =
  (change: (merchantOrderId: string, status: Status) => Status): NonNullable<TestGatewayOptions['wrapProvider']> =>
  (provider) =>
  async (url, init) => {
    const response = await provider(url, init)
    const { pathname } = new URL(String(url instanceof Request ? url.url : url))
    const [, merchantOrderId] = /\/order\/([^/]+)\/status$/.exec(pathname) ?? []
    if (merchantOrderId === undefined || !response.ok) return response
    return Response.json(change(merchantOrderId, (await response.json()) as Status))
  }

/** Two open orders of two carts. The status of `two` becomes `answer(payments of one)` once `one` has been checked as paid. */
async function twoOrders() {
  let paid: readonly Attempt[] = []
  let answer: ((payments: readonly Attempt[]) => object) | undefined
  let extra: readonly Attempt[] = []
  const testGateway = await createTestGateway({
    wrapProvider: changedById((merchantOrderId, status) => {
      if (merchantOrderId === 'one' && status.paymentDetails?.length) {
        paid = [...status.paymentDetails, ...extra]
        return { ...status, paymentDetails: paid }
      }
      return merchantOrderId === 'two' && answer ? { ...status, ...answer(paid) } : status
    }),
  })
  const { gateway, sandbox, drainJobs } = testGateway
  const start = (id: string) => gateway.orders.start({ ...CART, reference: `cart of ${id}`, merchantOrderId: id })
  await start('one')
  await start('two')
  return {
    ...testGateway,
    answerWith: (fields: typeof answer) => {
      answer = fields
    },
    addPayment: (attempt: Attempt) => {
      extra = [attempt]
    },
    pay: async (id: string) => {
      await sandbox.simulatePayment(id, { outcome: 'SUCCESS' })
      await drainJobs()
    },
  }
}

const WRONG_ORDER = {
  state: 'PENDING',
  needsReview: { findings: [{ code: 'wrong-order', ours: 'two', theirs: 'one' }] },
}

it('the payment of a completed order, learned with PENDING, puts the order in review before it is completed', async () => {
  const { gateway, advance, rows, answerWith, pay } = await twoOrders()
  await pay('one')
  answerWith((paymentDetails) => ({ state: 'PENDING', paymentDetails }))
  await advance(60_000)
  expect(await gateway.orders.get('two')).toMatchObject(WRONG_ORDER)
  answerWith((paymentDetails) => ({ state: 'COMPLETED', paymentDetails }))
  await gateway.orders.sync('two')
  expect(await gateway.orders.get('two')).toMatchObject(WRONG_ORDER)
  expect(await rows('select "merchantOrderId" from galla.ledger')).toEqual([{ merchantOrderId: 'one' }])
})

it('a payment that an order learned before another one was completed by it completes only the other one', async () => {
  const { gateway, rows, answerWith, pay } = await twoOrders()
  await pay('one')
  const [{ transactionId } = { transactionId: '' }] = await rows<{ transactionId: string }>(
    'select "transactionId" from galla.ledger',
  )
  // As if its status had listed the payment before `one` was completed: two replies that crossed.
  const attempts = [{ transactionId, state: 'COMPLETED', amount: CART.amount, paymentMode: 'UPI_QR' }]
  await rows(`update galla.orders set "attempts" = $1 where "merchantOrderId" = 'two'`, [JSON.stringify(attempts)])
  answerWith(() => ({ state: 'COMPLETED', paymentDetails: [] }))
  await gateway.orders.sync('two')
  expect(await gateway.orders.get('two')).toMatchObject(WRONG_ORDER)
  expect(await rows('select "merchantOrderId" from galla.ledger')).toEqual([{ merchantOrderId: 'one' }])
})

it('a second payment that a review captured for one order completes no other, learned with PENDING', async () => {
  const second = { transactionId: 'T-second', state: 'COMPLETED', amount: CART.amount, paymentMode: 'UPI_QR' }
  const orders = await twoOrders()
  const { gateway, advance, rows, answerWith, pay, addPayment } = orders
  await pay('one')
  addPayment(second)
  await gateway.orders.sync('one')
  expect(await gateway.orders.get('one')).toMatchObject({ needsReview: { reason: 'paid-twice' } })
  await withProcesses(orders, 1, ([context]) =>
    resolveReview(context as GatewayContext, 'one', { note: 'handled outside' }),
  )
  answerWith(() => ({ state: 'PENDING', paymentDetails: [second] }))
  await advance(60_000)
  expect(await gateway.orders.get('two')).toMatchObject(WRONG_ORDER)
  answerWith(() => ({ state: 'COMPLETED', paymentDetails: [second] }))
  await gateway.orders.sync('two')
  expect(await gateway.orders.get('two')).toMatchObject(WRONG_ORDER)
  const captures = await rows(`select "merchantOrderId" from galla.ledger where "transactionId" = 'T-second'`)
  expect(captures).toEqual([{ merchantOrderId: 'one' }])
})

it.each(['PENDING', 'FAILED', 'WEIRD'])(
  'COMPLETED with the payment of another order, listed as %s, needs review',
  async (listedAs) => {
    const { gateway, advance, answerWith, pay } = await twoOrders()
    await pay('one')
    answerWith((payments) => ({
      state: 'COMPLETED',
      paymentDetails: payments.map((one) => ({ ...one, state: listedAs })),
    }))
    await advance(60_000)
    expect(await gateway.orders.get('two')).toMatchObject(WRONG_ORDER)
  },
)

it('two paid orders whose statuses list one attempt that is not completed are both completed', async () => {
  const { gateway, sandbox, drainJobs, advance, rows } = await createTestGateway({
    wrapProvider: changedById((_id, status) =>
      status.state === 'COMPLETED'
        ? { ...status, paymentDetails: [{ ...status.paymentDetails?.[0], transactionId: 'NA', state: 'PENDING' }] }
        : status,
    ),
  })
  for (const id of ['one', 'two']) {
    await gateway.orders.start({ ...CART, reference: id, merchantOrderId: id })
    await sandbox.simulatePayment(id, { outcome: 'SUCCESS' })
    await drainJobs()
    await advance(60_000)
    const order = await gateway.orders.get(id)
    expect(order).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
    expect(order?.transactionId).toBeUndefined()
    expect(order?.needsReview).toBeUndefined()
  }
  expect(await rows(`select "transactionId" from galla.ledger`)).toEqual([
    { transactionId: null },
    { transactionId: null },
  ])
})
