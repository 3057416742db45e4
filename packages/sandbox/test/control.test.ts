import { constants, publicEncrypt } from 'node:crypto'
import type { CardsResponse, OutcomeRule } from '@galla/contract/sandbox-api/routes'
import { createSandbox } from '@galla/sandbox'
import { describe, expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { clientOf, collect, control, customOrder, START_MS, setUp, standardOrder } from './helpers.ts'

describe('orders', () => {
  test('are listed newest first, in pages, and filtered by state and id', async () => {
    const { sandbox, post } = setUp()
    for (const id of ['a-1', 'a-2', 'b-1']) await post('/checkout/v2/pay', standardOrder(id))
    await sandbox.simulatePayment('a-2', { outcome: 'SUCCESS' })
    const { get } = control(sandbox)
    const names = async (query: string) =>
      (await get(`/orders${query}`)).body.orders.map((one: { merchantOrderId: string }) => one.merchantOrderId)
    expect(await names('')).toEqual(['b-1', 'a-2', 'a-1'])
    expect(await names('?state=COMPLETED')).toEqual(['a-2'])
    expect(await names('?search=A-')).toEqual(['a-2', 'a-1'])
    const { transactionId } = (await sandbox.order('a-2')).paymentDetails[0] ?? {}
    expect(await names(`?search=${transactionId}`)).toEqual(['a-2'])
    const first = (await get('/orders?limit=2')).body
    expect(first.next).toBe('a-2')
    expect(await names(`?limit=2&after=${first.next}`)).toEqual(['a-1'])
  })

  test.each([
    [undefined, 'UPI_QR', ['ACCOUNT']],
    ['CREDIT_CARD', 'CARD', ['CREDIT_CARD']],
    ['NET_BANKING', 'NET_BANKING', ['NET_BANKING']],
    ['RUPAY_CREDIT', 'UPI_QR', ['ACCOUNT']],
    ['CREDIT_LINE', 'UPI_QR', ['CREDIT_LINE']],
    ['DEBIT_CARD', 'CARD', ['DEBIT_CARD']],
    ['WALLET', 'PPE_INTENT', ['WALLET']],
    ['EGV', 'PPE_INTENT', ['EGV']],
    ['SPLIT', 'PPE_INTENT', ['ACCOUNT', 'WALLET']],
  ] as const)('simulatePayment pays with instrument %s', async (instrument, mode, parts) => {
    const { sandbox, post } = setUp()
    await post('/checkout/v2/pay', standardOrder('order-1', { amount: 49_901 }))
    const order = await sandbox.simulatePayment('order-1', {
      outcome: 'SUCCESS',
      ...(instrument ? { instrument } : {}),
    })
    expect(order).toMatchObject({ state: 'COMPLETED', refundableAmount: 49_901, refundedAmount: 0 })
    const [detail] = order.paymentDetails
    expect(detail?.paymentMode).toBe(mode)
    expect(detail?.splitInstruments?.map((part) => part.instrument?.type)).toEqual(parts)
    expect(detail?.splitInstruments?.reduce((sum, part) => sum + part.amount, 0)).toBe(49_901)
    expect(detail?.instrument?.type).toBe(parts.length === 1 ? parts[0] : undefined)
  })

  test('simulatePayment replaces the pending attempt by one of the named instrument, where the payer can choose again', async () => {
    const { sandbox, post } = setUp()
    await post('/checkout/v2/pay', standardOrder('order-1'))
    await sandbox.simulatePayment('order-1', { outcome: 'PENDING' })
    const paid = await sandbox.simulatePayment('order-1', { outcome: 'SUCCESS', instrument: 'CREDIT_CARD' })
    expect(paid.state).toBe('COMPLETED')
    expect(paid.paymentDetails.map(({ paymentMode, state }) => [paymentMode, state])).toEqual(
      expect.arrayContaining([
        ['UPI_QR', 'FAILED'],
        ['CARD', 'COMPLETED'],
      ]),
    )

    await post('/checkout/v2/pay', standardOrder('order-2'))
    await sandbox.simulatePayment('order-2', { outcome: 'PENDING' })
    const same = await sandbox.simulatePayment('order-2', { outcome: 'SUCCESS', instrument: 'ACCOUNT' })
    expect(same.paymentDetails).toHaveLength(1)

    await post('/payments/v2/pay', customOrder('order-3', { type: 'UPI_QR' }))
    const fixed = await sandbox.simulatePayment('order-3', { outcome: 'SUCCESS', instrument: 'CREDIT_CARD' })
    expect(fixed.paymentDetails).toMatchObject([{ paymentMode: 'UPI_QR', state: 'COMPLETED' }])
  })

  test('an order that failed because it expired is shown as such', async () => {
    const { sandbox, post } = setUp()
    for (const id of ['o-1', 'o-2']) await post('/checkout/v2/pay', standardOrder(id))
    await sandbox.simulatePayment('o-1', { outcome: 'FAILURE' })
    await control(sandbox).post('/orders/o-2/expire')
    expect((await sandbox.order('o-1')).expired).toBeUndefined()
    expect((await sandbox.order('o-2')).expired).toBe(true)
  })

  test('expire ends the time of one order, and leaves the clock and the others alone', async () => {
    const { sandbox, post } = setUp()
    for (const id of ['o-1', 'o-2']) await post('/checkout/v2/pay', standardOrder(id))
    const { post: order, get } = control(sandbox)
    const before = sandbox.clock.now()
    expect((await order('/orders/o-1/expire')).body).toMatchObject({ state: 'FAILED', errorCode: 'TXN_NOT_COMPLETED' })
    expect((await get('/orders?state=EXPIRED')).body).toMatchObject({ orders: [{ merchantOrderId: 'o-1' }] })
    expect((await order('/orders/o-1/expire')).status).toBe(409)
    expect((await order('/orders/none/expire')).status).toBe(404)
    expect((await sandbox.order('o-2')).state).toBe('PENDING')
    expect(sandbox.clock.now() - before).toBeLessThan(60_000)
    expect(await sandbox.simulatePayment('o-1', { outcome: 'SUCCESS' })).toMatchObject({ state: 'COMPLETED' })
  })

  test('simulatePayment fails the order, or with keepOpen only the attempt, with any failure code', async () => {
    const { sandbox, post } = setUp()
    for (const id of ['o-1', 'o-2', 'o-3']) await post('/checkout/v2/pay', standardOrder(id))
    expect(await sandbox.simulatePayment('o-1', { outcome: 'FAILURE' })).toMatchObject({
      state: 'FAILED',
      errorCode: 'TXN_CANCELLED',
    })
    const open = await sandbox.simulatePayment('o-2', { outcome: 'FAILURE', errorCode: 'INVALID_MPIN', keepOpen: true })
    expect(open).toMatchObject({ state: 'PENDING', paymentDetails: [{ state: 'FAILED', detailedErrorCode: 'ZM' }] })
    await expect(sandbox.simulatePayment('o-3', { outcome: 'FAILURE', errorCode: 'NONSENSE' })).rejects.toThrow(
      /not a failure code/,
    )
    await expect(sandbox.simulatePayment('o-1', { outcome: 'SUCCESS' })).rejects.toThrow(/FAILED/)
    await expect(sandbox.simulatePayment('none', { outcome: 'SUCCESS' })).rejects.toThrow('There is no order none.')
  })

  test('simulatePayment PENDING keeps the order pending, and SUCCESS after expiry is a late payment', async () => {
    const { sandbox, post } = setUp()
    await post('/checkout/v2/pay', standardOrder('order-1'))
    expect(await sandbox.simulatePayment('order-1', { outcome: 'PENDING' })).toMatchObject({ state: 'PENDING' })
    await sandbox.clock.advance(600_000)
    expect((await sandbox.order('order-1')).state).toBe('FAILED')
    expect(await sandbox.simulatePayment('order-1', { outcome: 'SUCCESS' })).toMatchObject({ state: 'COMPLETED' })
  })

  test('an expired order without attempts accepts a late payment and nothing else', async () => {
    const { sandbox, post } = setUp()
    await post('/checkout/v2/pay', standardOrder('order-1'))
    const { expireAt } = await sandbox.order('order-1')
    await sandbox.clock.set(expireAt + 60_000)
    for (const outcome of ['PENDING', 'FAILURE'] as const)
      await expect(sandbox.simulatePayment('order-1', { outcome })).rejects.toThrow(/FAILED/)
    const paid = await sandbox.simulatePayment('order-1', { outcome: 'SUCCESS', instrument: 'WALLET' })
    expect(paid).toMatchObject({ state: 'COMPLETED', refundableAmount: 49_900 })
    expect(paid.errorCode).toBeUndefined()
    expect(paid.paymentDetails).toMatchObject([
      { state: 'COMPLETED', timestamp: expireAt, instrument: { type: 'WALLET' } },
    ])
    await expect(sandbox.simulatePayment('order-1', { outcome: 'SUCCESS' })).rejects.toThrow(/COMPLETED/)
  })
})

describe('refunds', () => {
  test('simulateRefund moves a refund forward only', async () => {
    const { sandbox, post } = setUp({ refundTiming: false })
    await post('/checkout/v2/pay', standardOrder('order-1'))
    await sandbox.simulatePayment('order-1', { outcome: 'SUCCESS' })
    await post('/payments/v2/refund', { merchantRefundId: 'r-1', originalMerchantOrderId: 'order-1', amount: 100 })
    await sandbox.clock.advance(3_600_000)
    expect(await sandbox.simulateRefund('r-1', { outcome: 'ACCEPTED' })).toMatchObject({ state: 'CONFIRMED' })
    await expect(sandbox.simulateRefund('r-1', { outcome: 'ACCEPTED' })).rejects.toThrow()
    expect(await sandbox.simulateRefund('r-1', { outcome: 'FAILURE' })).toMatchObject({
      state: 'FAILED',
      errorCode: 'REFUND_BREACHED',
      detailedErrorCode: 'BF_034',
    })
    await expect(sandbox.simulateRefund('r-1', { outcome: 'SUCCESS' })).rejects.toThrow()
    expect((await control(sandbox).get('/refunds?state=FAILED&merchantOrderId=order-1')).body.refunds).toHaveLength(1)
  })

  test('simulateRefund PENDING holds a queued refund', async () => {
    const { sandbox, post } = setUp()
    await post('/checkout/v2/pay', standardOrder('order-1'))
    await sandbox.simulatePayment('order-1', { outcome: 'SUCCESS' })
    await post('/payments/v2/refund', { merchantRefundId: 'r-1', originalMerchantOrderId: 'order-1', amount: 100 })
    expect(await sandbox.simulateRefund('r-1', { outcome: 'PENDING' })).toMatchObject({ state: 'PENDING' })
    await sandbox.clock.advance(3_600_000)
    const { get } = control(sandbox)
    expect((await get('/refunds/r-1')).body.state).toBe('PENDING')
    expect((await sandbox.simulateRefund('r-1', { outcome: 'ACCEPTED' })).state).toBe('CONFIRMED')
    await expect(sandbox.simulateRefund('r-1', { outcome: 'PENDING' })).rejects.toThrow(/CONFIRMED/)
    await expect(sandbox.simulateRefund('r-1', { outcome: 'FAILURE', errorCode: 'NONSENSE' })).rejects.toThrow(
      /failure/,
    )
    expect(await sandbox.simulateRefund('r-1', { outcome: 'FAILURE' })).toMatchObject({ detailedErrorCode: 'BF_034' })
  })

  test('fail by the suffix of their id, and are refused after 90 days', async () => {
    const { sandbox, post, get } = setUp({ tokenLifeSec: 100 * 24 * 3_600 })
    await post('/checkout/v2/pay', standardOrder('order-1'))
    await sandbox.simulatePayment('order-1', { outcome: 'SUCCESS' })
    const refund = (merchantRefundId: string) =>
      post('/payments/v2/refund', { merchantRefundId, originalMerchantOrderId: 'order-1', amount: 100 })
    await refund('r-1--fail-EXCESS_REFUND_AMOUNT')
    await sandbox.clock.advance(3_000)
    expect((await get('/payments/v2/refund/r-1--fail-EXCESS_REFUND_AMOUNT/status')).body).toMatchObject({
      state: 'FAILED',
      errorCode: 'EXCESS_REFUND_AMOUNT',
    })
    await sandbox.clock.advance(90 * 24 * 3_600_000)
    expect((await refund('r-2')).body.code).toBe('REFUND_FOR_TXN_OLDER_THAN_LIMIT')
    expect((await get('/payments/v2/refund/none/status')).status).toBe(400)
  })

  test.each([
    ['union', ['refundId', 'timestamp', 'splitInstruments', 'paymentDetails', 'merchantRefundId', 'merchantId']],
    ['root', ['refundId', 'timestamp', 'splitInstruments']],
    ['payment-details', ['paymentDetails', 'merchantRefundId', 'merchantId']],
  ] as const)('status has the fields of the shape %s', async (refundStatus, fields) => {
    const { sandbox, post, get } = setUp({ quirks: { refundStatus } })
    await post('/checkout/v2/pay', standardOrder('order-1'))
    await sandbox.simulatePayment('order-1', { outcome: 'SUCCESS' })
    await post('/payments/v2/refund', { merchantRefundId: 'r-1', originalMerchantOrderId: 'order-1', amount: 100 })
    const { body } = await get('/payments/v2/refund/r-1/status')
    expect(Object.keys(body).sort()).toEqual(['amount', 'originalMerchantOrderId', 'state', ...fields].sort())
  })
})

describe('clock', () => {
  test('is frozen, resumed, set and advanced, and refuses invalid bodies', async () => {
    const { sandbox } = setUp()
    const { get, post } = control(sandbox)
    expect((await get('/clock')).body).toEqual({ nowMs: START_MS, frozen: true })
    expect((await post('/clock', { advanceMs: 5 })).body.nowMs).toBe(START_MS + 5)
    expect((await post('/clock', { setMs: START_MS + 9 })).body.nowMs).toBe(START_MS + 9)
    expect((await post('/clock', { resume: true })).body.frozen).toBe(false)
    expect((await post('/clock', { freeze: true })).body.frozen).toBe(true)
    const before = await get('/clock')
    const tooMuch = [{ advanceMs: Number.MAX_SAFE_INTEGER }, { setMs: 9e15 }, { freeze: true, setMs: START_MS }]
    for (const wrong of [{}, { advanceMs: -1 }, { advanceMs: 1.5 }, { setMs: 'now' }, ...tooMuch]) {
      expect((await post('/clock', wrong)).status).toBe(400)
    }
    expect(await get('/clock')).toEqual(before)
  })
})

describe('snapshots', () => {
  test('restore orders, refunds, the time and the id counter', async () => {
    const { sandbox, post, get } = setUp()
    await post('/checkout/v2/pay', standardOrder('order-1'))
    const { snapshotId, ...snapshot } = await sandbox.snapshot('before')
    expect(snapshot).toEqual({ name: 'before', takenAtMs: START_MS, orders: 1, refunds: 0 })
    const first = await post('/checkout/v2/pay', standardOrder('order-2'))
    await sandbox.clock.advance(600_000)
    expect((await get('/checkout/v2/order/order-1/status')).body.state).toBe('FAILED')
    await sandbox.restore(snapshotId)
    expect(sandbox.clock.now()).toBe(START_MS)
    expect((await get('/checkout/v2/order/order-1/status')).body.state).toBe('PENDING')
    const second = await post('/checkout/v2/pay', standardOrder('order-2'))
    expect(second.body).toEqual(first.body)
    await sandbox.clock.advance(600_000)
    expect((await get('/checkout/v2/order/order-1/status')).body.state).toBe('FAILED')
    expect((await control(sandbox).get('/snapshots')).body.snapshots).toHaveLength(1)
    expect((await control(sandbox).post('/snapshots/none/restore')).status).toBe(404)
    expect(await control(sandbox).send('DELETE', `/snapshots/${snapshotId}`)).toMatchObject({ body: { snapshots: [] } })
    expect((await control(sandbox).send('DELETE', `/snapshots/${snapshotId}`)).status).toBe(404)
    await expect(sandbox.restore(snapshotId)).rejects.toThrow(/no snapshot/)
  })

  test('reset deletes all state and restores the options', async () => {
    const callbacks = { url: 'http://shop.test', username: 'u', password: 'p' }
    const { sandbox, post, get } = setUp({ profile: 'slow-callbacks', callbacks })
    await sandbox.setFaults({ profile: 'callback-storm' })
    await sandbox.setReceiver({ url: 'http://other.test' })
    await post('/checkout/v2/pay', standardOrder('order-1'))
    await control(sandbox).post('/reset')
    expect((await get('/checkout/v2/order/order-1/status')).status).toBe(400)
    expect((await control(sandbox).get('/orders')).body).toEqual({ orders: [] })
    expect((await control(sandbox).get('/faults')).body.profile).toBe('slow-callbacks')
    expect((await control(sandbox).get('/callbacks/receiver')).body.url).toBe('http://shop.test')
  })
})

describe('journal', () => {
  /** The journal of a fixed sequence of calls on a new sandbox. */
  async function journalOf(seed: string, profile = 'festival-day'): Promise<string> {
    const sandbox = createSandbox({
      seed,
      profile,
      clock: { startMs: START_MS, frozen: true },
      sleep: async () => {},
      callbacks: { url: 'http://shop.test', username: 'shop', password: 'Passw0rd' },
      deliver: async () => new Response('ok'),
    })
    const { post, get } = clientOf(sandbox)
    for (let index = 0; index < 20; index++) {
      const id = `order-${index}`
      const call = post('/payments/v2/pay', customOrder(id, collect(index % 3 ? 'success@ybl' : 'failed@ybl')))
      await call.catch(() => undefined)
      await get(`/payments/v2/order/${id}/status`).catch(() => undefined)
      await sandbox.clock.advance(7_000)
    }
    const refund = { merchantRefundId: 'r-1', originalMerchantOrderId: 'order-1', amount: 100 }
    await post('/payments/v2/refund', refund).catch(() => undefined)
    await sandbox.clock.advance(600_000)
    return JSON.stringify(sandbox.journal())
  }

  test('has the same bytes for the same seed and the same calls', async () => {
    const [first, second] = await Promise.all([journalOf('seed-1'), journalOf('seed-1')])
    expect(first).toBe(second)
    expect(first.length).toBeGreaterThan(10_000)
    expect(await journalOf('seed-2')).not.toBe(first)
    expect(await journalOf('seed-1', 'bad-line')).toBe(await journalOf('seed-1', 'bad-line'))
  })

  test('is filtered by kind, name, id and status, in pages', async () => {
    const { sandbox, post, get } = setUp()
    await post('/checkout/v2/pay', standardOrder('order-1'))
    await get('/checkout/v2/order/none/status')
    await sandbox.simulatePayment('order-1', { outcome: 'SUCCESS' })
    const read = async (query: string) => (await control(sandbox).get(`/journal${query}`)).body
    const names = async (query: string) => (await read(query)).entries.map((one: { name: string }) => one.name)
    expect(await names('?kind=api')).toEqual(['token', 'standardPay', 'standardOrderStatus'])
    expect(await names('?status=4xx')).toEqual(['standardOrderStatus'])
    expect(await names('?id=order-1')).toEqual([
      'standardPay',
      'order.completed',
      'POST /orders/:merchantOrderId/simulate',
    ])
    expect(await names('?name=token')).toEqual(['token'])
    expect((await read('?limit=-1')).entries).toHaveLength(1)
    const first = await read('?limit=2')
    expect(first).toMatchObject({ entries: [{ seq: 1 }, { seq: 2 }], next: '2' })
    expect((await read(`?after=${first.next}&limit=1`)).entries).toMatchObject([{ seq: 3 }])
    const all = (await read('')).entries
    const latest = await read('?newest=true&limit=2')
    expect(latest).toMatchObject({ entries: all.slice(-2).reverse(), next: String(all.at(-2).seq) })
    expect((await read(`?newest=true&limit=1&after=${latest.next}`)).entries).toEqual(all.slice(-3, -2))
  })
})

test('two sandboxes share no orders and no tokens', async () => {
  const [one, other] = [setUp({ seed: 'a' }), setUp({ seed: 'b' })]
  await one.post('/checkout/v2/pay', standardOrder('order-1'))
  expect((await other.get('/checkout/v2/order/order-1/status')).status).toBe(400)
  const authorization = await one.token()
  const response = await other.sandbox.fetch('http://x/checkout/v2/order/x/status', { headers: { authorization } })
  expect(response.status).toBe(401)
})

test('each listed card has its listed outcome, by number and by network token', async () => {
  const { sandbox, post } = setUp()
  const { encryption, otp, cards } = (await control(sandbox).get('/cards')).body as CardsResponse
  expect(encryption).toEqual(sandbox.cardKey)
  const { publicKeyPem: key, keyId: encryptionKeyId } = encryption
  const encrypt = (text: string) =>
    publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(text)).toString('base64')
  const outcomeOf = async (merchantOrderId: string, mode: object) => {
    const { body } = await post('/payments/v2/pay', customOrder(merchantOrderId, mode))
    const page = sandbox.order(merchantOrderId).then(({ pageUrl = '' }) => clientOf(sandbox).page(pageUrl))
    expect(body.redirectUrl).toBeDefined()
    const { transactionId } = (await sandbox.order(merchantOrderId)).paymentDetails[0] ?? {}
    await (await page).post(`/attempts/${transactionId}/otp`, { otp })
    const { state, detailedErrorCode } = await sandbox.order(merchantOrderId)
    return { COMPLETED: 'SUCCESS', PENDING: 'PENDING', FAILED: detailedErrorCode }[state]
  }
  for (const [at, { number, token, cvv, expiry, outcome }] of cards.entries()) {
    const common = { encryptionKeyId, encryptedCvv: encrypt(cvv), expiry }
    const card = { type: 'CARD', cardDetails: { ...common, encryptedCardNumber: encrypt(number) } }
    const tokenised = { type: 'TOKEN', tokenDetails: { ...common, encryptedToken: encrypt(token) } }
    expect([number, await outcomeOf(`card-${at}`, card)]).toEqual([number, outcome])
    expect([token, await outcomeOf(`token-${at}`, tokenised)]).toEqual([token, outcome])
  }
})

test('health and outcomes answer, and an unknown control route answers 404', async () => {
  const { get } = control(setUp({ seed: 's' }).sandbox)
  expect((await get('/health')).body).toEqual({ ok: true, version: manifest.version, nowMs: START_MS, seed: 's' })
  const { rules } = (await get('/outcomes')).body
  expect(rules.length).toBeGreaterThan(30)
  expect(rules.find((one: OutcomeRule) => one.match.card === '4208585190116667')?.explains).toBe(
    'Visa credit card that pays. Expiry 06/27, CVV 508, one-time password 123456.',
  )
  expect((await get('/nonsense')).status).toBe(404)
})
