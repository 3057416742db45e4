import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { createGateway, type GatewaySettings } from '../src/index.ts'
import { setupDatabases } from './helpers/template-databases.ts'
import { AMOUNT, CART, CLIENT, SECRET, setupTestGateways } from './helpers/test-gateway.ts'

const { createTestDatabase } = setupDatabases()
const open = setupTestGateways()

it.each([
  [{ notifier: [] }, 'Unknown option notifier; did you mean notifiers?'],
  [
    { database: 'mysql://user:secret@host/shop' },
    /^database must be a folder or a postgres:\/\/ URL; mysql:\/\/ is another kind/,
  ],
  [{ galla: {} }, /^Unknown option galla; known: environment, clientId, /],
  [{ on: { 'order.complete': () => {} } }, 'Unknown event on.order.complete; did you mean on.order.completed?'],
  [{ console: { pasword: 'x' } }, 'Unknown option console.pasword; did you mean console.password?'],
  [{ merchant: { key: 'x' } }, 'Unknown option merchant.key; did you mean merchant.keys?'],
  [{ paymentMethods: { bank: [] } }, 'Unknown field paymentMethods.bank; did you mean paymentMethods.banks?'],
  [{ policy: { latePayments: 'fulfil' } }, 'Unknown option policy.latePayments; did you mean policy.latePayment?'],
])('refuses %j with the nearest known name', async (wrong, message) => {
  const settings = { ...CLIENT, database: '/not/opened', ...wrong } as GatewaySettings
  await expect(createGateway(settings)).rejects.toThrow(message)
})

it('refuses what a function makes that is no client', async () => {
  const settings = { ...CLIENT, database: await createTestDatabase(), client: () => ({}) } as unknown as GatewaySettings
  await expect(createGateway(settings)).rejects.toThrow('client has no standardCheckout.pay')
})

it('verifies callbacks with a client of its own when none is given', async () => {
  const gateway = await createGateway({ ...CLIENT, database: await createTestDatabase(), callbackCredentials: SECRET })
  const authorization = createHash('sha256').update(`${SECRET.username}:${SECRET.password}`).digest('hex')
  const body = new TextEncoder().encode(
    JSON.stringify({ event: 'checkout.order.completed', payload: { merchantOrderId: 'o-1', state: 'COMPLETED' } }),
  )
  expect(await gateway.callbacks.receive({ headers: { authorization }, body })).toEqual({
    status: 200,
    verdict: 'accepted',
  })
  expect(await gateway.callbacks.receive({ headers: { authorization: 'wrong' }, body })).toMatchObject({ status: 401 })
  await gateway.stop()
})

it('lists by numbers and booleans, and refuses text', async () => {
  const { gateway } = await open()
  await gateway.orders.start({ ...CART, merchantOrderId: 'a' })
  await gateway.orders.start({ ...CART, merchantOrderId: 'b', reference: 'cart-8' })
  const idsOf = async (query: Parameters<typeof gateway.orders.list>[0]) =>
    (await gateway.orders.list(query)).rows.map(({ merchantOrderId }) => merchantOrderId).sort()
  expect(await idsOf({ state: 'OPEN', minAmount: AMOUNT, maxAmount: AMOUNT, needsReview: false })).toEqual(['a', 'b'])
  expect(await idsOf({ needsReview: true })).toEqual([])
  expect(await idsOf({ toMs: 1_000 })).toEqual([])
  expect(await idsOf({ limit: 1 })).toHaveLength(1)
  for (const wrong of [{ limit: '1' }, { limit: 501 }, { fromMs: '0' }, { minAmount: 1.5 }]) {
    await expect(gateway.orders.list(wrong as never)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      field: Object.keys(wrong)[0],
    })
  }
})

it.each([
  [{ database: undefined }, 'database must be a folder, a postgres:// URL or'],
  [{ database: '' }, 'database must be'],
  [{ console: {} }, 'console.password must be a string'],
  [{ console: { password: 'x', merchantName: 'Chai\nand more' } }, 'console.merchantName must be a text of 1 to 60'],
  [{ merchant: {} }, 'merchant.keys must be a string or an array'],
  [{ on: { 'order.completed': 'x' } }, "on['order.completed'] must be a function"],
  [{ client: { hosts: 'http://127.0.0.1:4600' } }, 'client has no standardCheckout.pay: make it with new Galla('],
  [{ client: { standardCheckout: { pay() {} } } }, 'client has no standardCheckout.getOrderStatus'],
])('refuses %j and names the option', async (wrong, message) => {
  const settings = { ...CLIENT, database: '/not/opened', ...wrong } as unknown as GatewaySettings
  await expect(createGateway(settings)).rejects.toThrow(message)
})

it('refunds.sync returns what refunds.get returns', async () => {
  const { gateway, sandbox } = await open()
  const { order } = await gateway.orders.start({ ...CART, merchantOrderId: 'paid' })
  await sandbox.simulatePayment('paid', { outcome: 'SUCCESS' })
  await gateway.orders.sync(order.merchantOrderId)
  await gateway.refunds.request({ merchantRefundId: 'r-1', merchantOrderId: 'paid', amount: AMOUNT })
  await gateway.runPendingJobs()
  await sandbox.simulateRefund('r-1', { outcome: 'SUCCESS' })
  const synced = await gateway.refunds.sync('r-1')
  expect(synced).toMatchObject({ state: 'COMPLETED' })
  expect(synced).toEqual(await gateway.refunds.get('r-1'))
})

it('refuses reads with SHUTTING_DOWN after stop()', async () => {
  const { gateway } = await open()
  await gateway.stop()
  for (const read of [
    () => gateway.orders.get('a'),
    () => gateway.orders.list(),
    () => gateway.refunds.get('a'),
    () => gateway.refunds.list(),
  ])
    await expect(read()).rejects.toMatchObject({ code: 'SHUTTING_DOWN' })
})
