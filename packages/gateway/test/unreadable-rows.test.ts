import { expect, it, vi } from 'vitest'
import { createPaidOrder, setupConsoles } from './helpers/console-gateway.ts'
import { AMOUNT, CART } from './helpers/test-gateway.ts'

const { createGatewayWithConsole } = setupConsoles()

const LISTS = [
  '/orders',
  '/orders?needsReview=true',
  '/orders?owed=true',
  '/orders?sort=amount',
  '/orders.csv',
  '/refunds',
  '/callbacks',
  '/calls',
  '/deliveries',
  '/audit?kind=order',
  '/users',
  '/reconciliation',
  '/ledger',
  '/legal-holds',
  '/overview',
  '/health',
  '/search?q=cart-odd',
]

/** A paid order with a refund that waits, beside two that are paid. */
async function oddOrder() {
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
  const console = await createGatewayWithConsole({
    gateway: { log, merchant: { keys: 'k'.repeat(40) }, on: { 'order.completed': () => {} } },
  })
  const { testGateway, request, get } = console
  await createPaidOrder(testGateway, 'cart-before')
  const id = await createPaidOrder(testGateway, 'cart-odd')
  await createPaidOrder(testGateway, 'cart-after')
  const refund = { merchantRefundId: 'odd-refund', merchantOrderId: id, amount: AMOUNT }
  await testGateway.gateway.refunds.request(refund)
  const set = (table: string, column: string, value: unknown) =>
    testGateway.rows(`update galla.${table} set "${column}" = $1::jsonb where "merchantOrderId" = $2`, [
      JSON.stringify(value),
      id,
    ])
  const statuses = async () => {
    const all = [...LISTS, `/orders/${id}`, `/orders/${id}/proof`, '/refunds/odd-refund']
    return Object.fromEntries(await Promise.all(all.map(async (path) => [path, (await request('GET', path)).status])))
  }
  const allOk = Object.fromEntries(
    [...LISTS, `/orders/${id}`, `/orders/${id}/proof`, '/refunds/odd-refund'].map((path) => [path, 200]),
  )
  return { ...testGateway, get, request, id, set, statuses, allOk, log }
}

it.each([
  ['orders', 'needsReview', { rule: 'amount-mismatch', reason: 'a test', atMs: 1 }],
  ['orders', 'needsReview', { reason: 'paid-twice', findings: [], sinceMs: 1 }],
  ['orders', 'needsReview', { reason: 'paid-twice', findings: [null], sinceMs: 1 }],
  ['orders', 'needsReview', { reason: 'paid-twice', findings: [{ code: 'paid-twice' }], sinceMs: 'today' }],
  ['orders', 'needsReview', 'paid twice'],
  ['orders', 'attempts', [{}]],
  ['orders', 'attempts', [{ state: 'COMPLETED' }]],
  ['orders', 'request', { metaInfo: 'udf1' }],
  ['refunds', 'needsReview', { reason: 'undecided' }],
  ['refunds', 'needsReview', []],
  ['decisions', 'observations', [{}]],
  ['decisions', 'events', [null]],
  ['callbacks', 'content', 7],
  ['callbacks', 'headers', []],
  ['callbacks', 'body', [null]],
  ['calls', 'request', [null]],
])('a row of galla.%s whose %s is %j takes down no list, and no other row', async (table, column, value) => {
  const { set, statuses, allOk, gateway, get, log } = await oddOrder()
  await set(table, column, value)
  expect(await statuses()).toEqual(allOk)
  const references = (await get<{ rows: { reference: string }[] }>('/orders')).rows.map(({ reference }) => reference)
  expect(references.sort()).toEqual(['cart-after', 'cart-before', 'cart-odd'])
  expect((await gateway.orders.list({})).rows).toHaveLength(3)
  expect((await gateway.refunds.list({})).rows).toHaveLength(1)
  await gateway.runPendingJobs()
  expect(log.error.mock.calls).toEqual([])
})

it.each([
  ['orders', 'attempts', { first: {} }, 'attemptsAreObjects'],
  ['orders', 'attempts', null, 'attemptsAreObjects'],
  ['orders', 'attempts', [null], 'attemptsAreObjects'],
  ['orders', 'attempts', ['COMPLETED'], 'attemptsAreObjects'],
  ['orders', 'attempts', [[{}]], 'attemptsAreObjects'],
  ['orders', 'request', null, 'requestIsObject'],
  ['orders', 'request', 'https://shop.example', 'requestIsObject'],
  ['decisions', 'observations', null, 'observationsAreObjects'],
  ['decisions', 'observations', [null], 'observationsAreObjects'],
  ['decisions', 'events', 'order.completed', 'eventsAreList'],
])('the database refuses a row of galla.%s whose %s is %j', async (table, column, value, constraint) => {
  const { set } = await oddOrder()
  await expect(set(table, column, value)).rejects.toMatchObject({ code: '23514', constraint })
})

it('an order whose review cannot be read is in review, and nothing goes out for it', async () => {
  const { set, gateway, id } = await oddOrder()
  await set('orders', 'needsReview', 'paid twice')
  const { checks } = await gateway.health()
  expect(checks).toContainEqual({
    name: 'review',
    ok: false,
    waiting: [expect.objectContaining({ name: 'orders in review', waiting: 1 })],
  })
  const listed = (await gateway.orders.list({ reference: 'cart-odd' })).rows
  const review = { reason: 'unreadable', findings: [{ code: 'unreadable' }], sinceMs: expect.any(Number) }
  expect(listed).toMatchObject([{ merchantOrderId: id, needsReview: review }])
  const refund = { merchantRefundId: 'second', merchantOrderId: id, amount: AMOUNT }
  await expect(gateway.refunds.request(refund)).rejects.toMatchObject({ code: 'REFERENCE_IN_REVIEW' })
  await gateway.runPendingJobs()
  expect(await gateway.refunds.get('odd-refund')).toMatchObject({ state: 'REQUESTED', attempts: 0 })
})

it('the unreadable review of an order keeps others of its cart from being started, until a person resolves it', async () => {
  const { rows, gateway, request } = await oddOrder()
  const { order } = await gateway.orders.start({ ...CART, reference: 'open' })
  const values = [JSON.stringify({ rule: 'amount-mismatch' }), order.merchantOrderId]
  await rows('update galla.orders set "needsReview" = $1::jsonb where "merchantOrderId" = $2', values)
  const again = { ...CART, reference: 'open', merchantOrderId: 'another' }
  await expect(gateway.orders.start(again)).rejects.toMatchObject({ code: 'REFERENCE_IN_REVIEW' })
  const path = `/orders/${order.merchantOrderId}/resolve-review`
  const { version } = (await gateway.orders.get(order.merchantOrderId)) ?? {}
  const resolved = await request('POST', path, { note: 'looked at it', version, refundSurplus: false })
  expect(resolved.status).toBe(200)
  const [stored] = await rows('select "needsReview" from galla.orders where "merchantOrderId" = $1', [
    order.merchantOrderId,
  ])
  expect(stored).toEqual({ needsReview: null })
})

it('a refund whose review cannot be read is in review, and keeps its amount', async () => {
  const { set, gateway, id } = await oddOrder()
  await set('refunds', 'needsReview', { reason: 'undecided' })
  expect(await gateway.refunds.get('odd-refund')).toMatchObject({
    needsReview: { reason: 'unreadable', ours: { state: 'REQUESTED', amount: AMOUNT } },
  })
  const refund = { merchantRefundId: 'second', merchantOrderId: id, amount: AMOUNT }
  await expect(gateway.refunds.request(refund)).rejects.toMatchObject({ code: 'REFUND_IN_PROGRESS' })
})
