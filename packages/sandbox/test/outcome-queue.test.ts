import { expect, test } from 'vitest'
import { collect, control, customOrder, setUp, standardOrder } from './helpers.ts'

test('a queued outcome overrides the rules for one payment', async () => {
  const { sandbox, post } = setUp()
  await sandbox.queueOutcome({ outcome: 'FAILURE', errorCode: 'Z9' })
  await post('/payments/v2/pay', customOrder('order-1--success', collect('success@ybl')))
  await post('/payments/v2/pay', customOrder('order-2--success', collect('success@ybl')))
  expect(await sandbox.order('order-1--success')).toMatchObject({ state: 'FAILED', detailedErrorCode: 'Z9' })
  expect(await sandbox.order('order-2--success')).toMatchObject({ state: 'COMPLETED' })
})

test('next and afterMs apply to several payments, each after its own delay', async () => {
  const { sandbox, post } = setUp()
  await sandbox.queueOutcome({ outcome: 'SUCCESS', next: 2, afterMs: 5_000 })
  for (const id of ['o-1', 'o-2', 'o-3']) await post('/payments/v2/pay', customOrder(id, collect('asha@ybl')))
  expect((await sandbox.order('o-1')).state).toBe('PENDING')
  await sandbox.clock.advance(5_000)
  const states = await Promise.all(['o-1', 'o-2', 'o-3'].map(async (id) => (await sandbox.order(id)).state))
  expect(states).toEqual(['COMPLETED', 'COMPLETED', 'PENDING'])
})

test('LATE_PAYMENT and PENDING override the rules, too', async () => {
  const { sandbox, post } = setUp()
  await sandbox.queueOutcome({ outcome: 'LATE_PAYMENT' })
  await post('/payments/v2/pay', customOrder('late', collect('success@ybl')))
  await sandbox.queueOutcome({ outcome: 'PENDING' })
  await post('/payments/v2/pay', customOrder('open', collect('success@ybl')))
  await sandbox.clock.advance(480_000)
  expect((await sandbox.order('late')).state).toBe('FAILED')
  expect((await sandbox.order('open')).state).toBe('FAILED')
  await sandbox.clock.advance(60_000)
  expect((await sandbox.order('late')).state).toBe('COMPLETED')
  expect((await sandbox.order('open')).state).toBe('FAILED')
})

test('applies to the hosted page, and a refused attempt does not consume it', async () => {
  const { sandbox, post, page } = setUp()
  const { body } = await post('/checkout/v2/pay', standardOrder('order-1'))
  await sandbox.simulatePayment('order-1', { outcome: 'SUCCESS' })
  const other = await post('/checkout/v2/pay', standardOrder('order-2'))
  await sandbox.queueOutcome({ outcome: 'SUCCESS' })
  expect((await page(body.redirectUrl).post('/attempts', { paymentMode: { type: 'UPI_QR' } })).status).toBe(409)
  await page(other.body.redirectUrl).post('/attempts', { paymentMode: { type: 'UPI_QR' } })
  expect((await sandbox.order('order-2')).state).toBe('COMPLETED')
})

test('an outcome for one order is kept for it while another order is paid', async () => {
  const { sandbox, post, page } = setUp()
  const mine = await post('/checkout/v2/pay', standardOrder('mine'))
  const other = await post('/checkout/v2/pay', standardOrder('other'))
  await sandbox.queueOutcome({ outcome: 'FAILURE', errorCode: 'Z9', merchantOrderId: 'mine' })
  await sandbox.queueOutcome({ outcome: 'SUCCESS' })
  expect((await control(sandbox).get('/outcomes')).body).toMatchObject({
    queued: { outcome: 'SUCCESS', next: 1 },
    queuedForOrders: [{ merchantOrderId: 'mine', outcome: 'FAILURE', detailedErrorCode: 'Z9', next: 1 }],
  })
  await page(other.body.redirectUrl).post('/attempts', { paymentMode: { type: 'UPI_QR' } })
  await page(mine.body.redirectUrl).post('/attempts', { paymentMode: { type: 'UPI_QR' } })
  expect((await sandbox.order('other')).state).toBe('COMPLETED')
  expect((await sandbox.order('mine')).paymentDetails).toMatchObject([{ state: 'FAILED', detailedErrorCode: 'Z9' }])
  expect((await control(sandbox).get('/outcomes')).body).not.toHaveProperty('queued')
  expect((await control(sandbox).get('/outcomes')).body).not.toHaveProperty('queuedForOrders')
})

test('an outcome for an order is no longer listed when the order is final', async () => {
  const { sandbox, post } = setUp()
  await post('/checkout/v2/pay', standardOrder('mine'))
  const { get, post: send } = control(sandbox)
  await send('/outcomes', { outcome: 'SUCCESS', merchantOrderId: 'mine', next: 2 })
  await sandbox.simulatePayment('mine', { outcome: 'SUCCESS' })
  expect((await sandbox.order('mine')).state).toBe('COMPLETED')
  expect((await get('/outcomes')).body).not.toHaveProperty('queuedForOrders')
})

test('an outcome for one order is replaced by the next, goes with a deletion, and needs the order', async () => {
  const { sandbox, post } = setUp()
  await post('/checkout/v2/pay', standardOrder('mine'))
  const { get, post: send, send: call } = control(sandbox)
  await send('/outcomes', { outcome: 'FAILURE', merchantOrderId: 'mine' })
  await send('/outcomes', { outcome: 'PENDING', merchantOrderId: 'mine', next: 2 })
  expect((await get('/outcomes')).body.queuedForOrders).toEqual([
    { merchantOrderId: 'mine', outcome: 'PENDING', next: 2, afterMs: 0 },
  ])
  expect((await call('DELETE', '/outcomes')).body).not.toHaveProperty('queuedForOrders')
  expect(await send('/outcomes', { outcome: 'SUCCESS', merchantOrderId: 'unknown' })).toMatchObject({
    status: 404,
    body: { code: 'UNKNOWN_ORDER' },
  })
  expect(await send('/outcomes', { outcome: 'SUCCESS', merchantOrderId: 7 })).toMatchObject({ status: 400 })
})

test('a queued outcome is listed, replaced, deleted, and cleared by a reset', async () => {
  const { sandbox } = setUp()
  const { get, post, send } = control(sandbox)
  const queued = async () => (await get('/outcomes')).body.queued
  expect(await queued()).toBeUndefined()
  expect((await post('/outcomes', { outcome: 'FAILURE', next: 3 })).body.queued).toEqual({
    next: 3,
    outcome: 'FAILURE',
    errorCode: 'TXN_CANCELLED',
    detailedErrorCode: 'ORDER_CANCELLED_BY_USER',
    afterMs: 0,
  })
  await post('/outcomes', { outcome: 'PENDING' })
  expect(await queued()).toEqual({ next: 1, outcome: 'PENDING', afterMs: 0 })
  expect((await send('DELETE', '/outcomes')).body).not.toHaveProperty('queued')
  await post('/outcomes', { outcome: 'SUCCESS' })
  sandbox.reset()
  expect(await queued()).toBeUndefined()
})

test.each([
  [{}, /outcome must be/],
  [{ outcome: 'NONSENSE' }, /outcome must be/],
  [{ outcome: 'FAILURE', errorCode: 'NONSENSE' }, /not a failure code/],
  [{ outcome: 'SUCCESS', next: 0 }, /next must be/],
  [{ outcome: 'SUCCESS', next: 1.5 }, /next must be/],
  [{ outcome: 'SUCCESS', afterMs: -1 }, /afterMs must be/],
])('refuses %o', async (body, message) => {
  const { post, get } = control(setUp().sandbox)
  const answer = await post('/outcomes', body)
  expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
  expect(answer.body.message).toMatch(message)
  expect((await get('/outcomes')).body).not.toHaveProperty('queued')
})
