import { Galla, inr } from '@galla/sdk'
import { expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, inIndia, openSubscriptionShop, START } from '../helpers/subscription-shop.ts'
import { CLIENT, REDIRECT_URL, setupTestGateways } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const openShop = () => openSubscriptionShop(createTestGateway)

/** Begin of the second cycle of a subscription that began on 10 January. */
const SECOND = inIndia('2027-02-10')

const ORDER = { amount: inr('10'), checkout: 'STANDARD', redirectUrl: REDIRECT_URL } as const

it('a debit takes the next number when ordinary orders have its id', async () => {
  const { activate, until, gateway, cycles, debited, advance } = await openShop()
  await activate()
  for (const merchantOrderId of ['sub-7-2-1', 'sub-7-2-2'])
    await gateway.orders.start({ ...ORDER, merchantOrderId, reference: `cart of ${merchantOrderId}` })
  await until(SECOND - 37 * HOUR_MS)
  for (let count = 0; count < 14; count += 1) await advance(3 * HOUR_MS)
  expect((await cycles()).map(({ outcome }) => outcome)).toEqual(['PAID', 'PAID'])
  expect(await debited()).toEqual(['sub-7-2-3'])
})

it.each(['sub-7/2', 'sub-7/mandate/2'])(
  'an order with the reference %s of a subscription is refused',
  async (reference) => {
    const { gateway } = await openShop()
    await gateway.subscriptions.start(START)
    const refusal = { code: 'INVALID_REQUEST', field: 'reference' }
    await expect(gateway.orders.start({ ...ORDER, reference })).rejects.toMatchObject(refusal)
    await expect(
      gateway.links.create({ amount: inr('10'), reference, customer: { phoneNumber: '9876543210' }, sendBy: ['SMS'] }),
    ).rejects.toMatchObject(refusal)
  },
)

it.each(['sub-7', 'sub-7/', 'sub-7/two', 'sub-7/02', 'sub-7/2/3', 'sub-8/2'])(
  'an order with the reference %s, which no bill has, is started',
  async (reference) => {
    const { gateway } = await openShop()
    await gateway.subscriptions.start(START)
    expect((await gateway.orders.start({ ...ORDER, reference })).order.reference).toBe(reference)
  },
)

it.each(['sub-7/2', 'sub-7/mandate/1'])(
  'a subscription is refused when an order has the reference %s of a bill',
  async (reference) => {
    const { gateway, rows } = await openShop()
    await gateway.orders.start({ ...ORDER, merchantOrderId: 'cart-order', reference })
    await expect(gateway.subscriptions.start(START)).rejects.toMatchObject({
      code: 'ID_TAKEN',
      field: 'subscriptionId',
      message: expect.stringContaining('cart-order'),
    })
    expect(await rows('select from galla.plan_subscriptions')).toEqual([])
  },
)

it('a subscription is started when orders have references that no bill has', async () => {
  const { gateway } = await openShop()
  for (const reference of ['sub-7', 'sub-7/two', 'sub-70/1', 'sub-7.1/1'])
    await gateway.orders.start({ ...ORDER, reference })
  expect((await gateway.subscriptions.start(START)).subscription.state).toBe('CREATED')
})

it('a payment of another program under the id of a bill does not pay the cycle, and a person decides', async () => {
  const { activate, until, sandbox, rows, debited, cycles, orderEvents } = await openShop()
  await activate()
  const other = new Galla({ ...CLIENT, clientVersion: 1, fetch: sandbox.fetch })
  await other.standardCheckout.pay({ merchantOrderId: 'sub-7-2-1', amount: inr('199'), redirectUrl: REDIRECT_URL })
  await sandbox.simulatePayment('sub-7-2-1', { outcome: 'SUCCESS' })
  await other.close()
  await until(SECOND + 8 * DAY_MS)
  expect(await debited()).toEqual([])
  expect(await rows('select "merchantOrderId" from galla.orders where "needsReview" is not null')).toEqual([
    { merchantOrderId: 'sub-7-2-1' },
  ])
  expect(orderEvents).toEqual(['review sub-7-2-1'])
  expect(await cycles()).toMatchObject([{ outcome: 'PAID' }, { outcome: null }])
})
