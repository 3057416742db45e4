import { expect, test } from 'vitest'
import { setUp, standardOrder } from './helpers.ts'

/** A backend that has created an order for its app. */
async function ordered(product: 'checkout' | 'payments' = 'checkout', more: object = {}) {
  const all = setUp()
  const order = { merchantOrderId: 'app-1', amount: 49_900, paymentFlow: { type: 'PG_CHECKOUT' }, ...more }
  const { body } = await all.post(`/${product}/v2/sdk/order`, order)
  const { orderId, token } = body as { orderId: string; token: string }
  return { ...all, app: { orderId, token } }
}

test.each(['checkout', 'payments'] as const)('the app of a %s order pays with its token', async (product) => {
  const { sandbox, app, get } = await ordered(product)
  expect(await sandbox.simulateAppPayment(app)).toMatchObject({ merchantOrderId: 'app-1', state: 'COMPLETED' })
  const status = await get(`/${product}/v2/order/app-1/status`)
  expect(status.body).toMatchObject({ state: 'COMPLETED', paymentDetails: [{ state: 'COMPLETED' }] })
})

test('the app of a payer who gives up fails the order, and the app may show the page again while it is open', async () => {
  const { sandbox, app } = await ordered()
  const tried = await sandbox.simulateAppPayment({ ...app, outcome: 'FAILURE', errorCode: 'Z9', keepOpen: true })
  expect(tried).toMatchObject({ state: 'PENDING', paymentDetails: [{ state: 'FAILED' }] })
  expect(await sandbox.simulateAppPayment({ ...app, outcome: 'FAILURE' })).toMatchObject({ state: 'FAILED' })
})

test('two phones with one token share one order: what one of them pays, the other cannot pay again', async () => {
  const { sandbox, app } = await ordered()
  expect(await sandbox.simulateAppPayment({ ...app, outcome: 'PENDING' })).toMatchObject({ state: 'PENDING' })
  expect(await sandbox.simulateAppPayment(app)).toMatchObject({ state: 'COMPLETED' })
  await expect(sandbox.simulateAppPayment(app)).rejects.toThrow('The order is COMPLETED')
  expect((await sandbox.order('app-1')).paymentDetails).toHaveLength(1)
})

test('a token opens nothing when it has expired', async () => {
  const { sandbox, app } = await ordered('checkout', { expireAfter: 300 })
  await sandbox.clock.advance(300_000)
  await expect(sandbox.simulateAppPayment(app)).rejects.toThrow(/token has expired.*orders\.start/s)
  expect(await sandbox.order('app-1')).toMatchObject({ state: 'FAILED', paymentDetails: [] })
})

test('the mobile SDK takes the token of a mobile order only, together with the orderId of that order', async () => {
  const { sandbox, app, post } = await ordered()
  const { body } = await post('/checkout/v2/pay', standardOrder('page-1'))
  const ofPage = new URL(body.redirectUrl).searchParams.get('token') ?? ''
  const refused = (request: object, problem: RegExp) =>
    expect(sandbox.simulateAppPayment({ ...app, ...request })).rejects.toThrow(problem)
  await refused({ token: 'guess' }, /^No order of the mobile SDK has this token/)
  await refused({ token: ofPage, orderId: body.orderId }, /^No order of the mobile SDK has this token/)
  await refused({ orderId: 'app-1' }, /orderId must be the id that was created with the token: OMO/)
  await refused({ token: 7 }, /token must be text/)
  expect(JSON.stringify(sandbox.journal())).not.toContain(app.token)
})
