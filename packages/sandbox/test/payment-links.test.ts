import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { START_MS, setUp } from './helpers.ts'

const VECTORS = new URL('../../contract/vectors/wire/payment-links.json', import.meta.url)
const vectors = JSON.parse(readFileSync(VECTORS, 'utf8'))
const DAY_MS = 86_400_000
const ID = 'inv_2025_0042'
const LINK = { ...vectors.created.request, paymentFlow: { ...vectors.created.request.paymentFlow } }
const path = (rest: string) => `/paylinks/v1/${ID}/${rest}`
const NOTIFY = vectors.notified.request

const withLink = async (options: Parameters<typeof setUp>[0] = {}) => {
  const shop = setUp({
    ...options,
    // The clock of a test passes the life of a token.
    tokenLifeSec: 315_360_000,
    callbacks: { url: 'http://shop.example/hook' },
    deliver: async () => new Response(),
  })
  const created = await shop.post('/paylinks/v1/pay', LINK)
  expect(created.status).toBe(200)
  const stateOf = async () => (await shop.get(path('status?details=true'))).body.state
  const events = async () => {
    await shop.sandbox.idle()
    return shop.sandbox.deliveries().map(({ event, state }) => [event, state])
  }
  return { ...shop, created, stateOf, events }
}

describe('payment links of the sandbox', () => {
  it('have responses of the shape that the provider documents', async () => {
    const { sandbox, created, get, post } = await withLink()
    expect(Object.keys(created.body).sort()).toEqual(Object.keys(vectors.created.response).sort())
    expect(created.body).toMatchObject({ state: 'ACTIVE', expireAt: vectors.created.response.expireAt })
    const notified = await post('/paylinks/v1/notify', NOTIFY)
    expect(notified.body).toEqual({ orderId: created.body.orderId, paylinkUrl: created.body.paylinkUrl })
    await sandbox.simulatePayment(ID, { outcome: 'SUCCESS' })
    const { body } = await get(path('status?details=true'))
    expect(Object.keys(body).sort()).toEqual(Object.keys(vectors.status).sort())
    expect(body).toMatchObject({ state: 'COMPLETED', amount: 129_900, metaInfo: { udf1: 'crm-17' } })
    expect(body.paymentFlow).toEqual({ type: 'PAYLINK', paylinkUrl: created.body.paylinkUrl })
  })

  it('are paid on the hosted page, to which the short URL leads', async () => {
    const { sandbox, created, page, stateOf } = await withLink()
    const { pathname } = new URL(created.body.paylinkUrl)
    const answer = await sandbox.fetch(created.body.paylinkUrl, { redirect: 'manual' })
    expect(pathname).toMatch(/^\/l\/[\w-]{10}$/)
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      expect.stringMatching(/^\/transact\/pg\?token=/),
    ])
    const payer = page(`http://sandbox.localhost${answer.headers.get('location')}`)
    expect((await payer.get('/view')).body.order).toMatchObject({ amount: 129_900, message: 'Invoice 42' })
    await payer.post('/attempts', { paymentMode: { type: 'UPI_QR' } })
    await sandbox.simulatePayment(ID, { outcome: 'SUCCESS' })
    expect((await payer.get('/view')).body.order.state).toBe('COMPLETED')
    expect(await stateOf()).toBe('COMPLETED')
    expect((await sandbox.fetch('http://sandbox.localhost/l/unknown')).status).toBe(400)
  })

  it('end in the states of the provider: paid, cancelled, expired and failed', async () => {
    const paid = await withLink()
    await paid.sandbox.simulatePayment(ID, { outcome: 'SUCCESS' })
    expect([await paid.stateOf(), await paid.events()]).toEqual([
      'COMPLETED',
      [['paylink.order.completed', 'COMPLETED']],
    ])

    const cancelled = await withLink()
    expect((await cancelled.post(path('cancel'), {})).body).toMatchObject({ state: 'CANCELLED' })
    expect([await cancelled.stateOf(), await cancelled.events()]).toEqual(['CANCELLED', []])

    const expired = await withLink()
    await expired.sandbox.clock.set(vectors.created.response.expireAt)
    expect([await expired.stateOf(), await expired.events()]).toEqual(['EXPIRED', []])

    const failed = await withLink()
    await failed.sandbox.simulatePayment(ID, { outcome: 'FAILURE' })
    expect([await failed.stateOf(), await failed.events()]).toEqual(['FAILED', [['paylink.order.failed', 'FAILED']]])
  })

  it('stay ACTIVE after a failed attempt, of which no event is sent', async () => {
    const { sandbox, stateOf, events } = await withLink()
    await sandbox.simulatePayment(ID, { outcome: 'FAILURE', keepOpen: true })
    expect([await stateOf(), await events()]).toEqual(['ACTIVE', []])
  })

  it('are completed by a payment that was running when they were cancelled or expired', async () => {
    for (const end of ['cancel', 'expiry']) {
      const { sandbox, post, stateOf, events } = await withLink()
      await sandbox.simulatePayment(ID, { outcome: 'PENDING' })
      if (end === 'cancel') await post(path('cancel'), {})
      else await sandbox.clock.set(vectors.created.response.expireAt)
      await sandbox.simulatePayment(ID, { outcome: 'SUCCESS' })
      expect([end, await stateOf(), await events()]).toEqual([
        end,
        'COMPLETED',
        [['paylink.order.completed', 'COMPLETED']],
      ])
    }
  })

  it('cannot be cancelled or sent when they have ended', async () => {
    const { sandbox, post } = await withLink()
    await sandbox.simulatePayment(ID, { outcome: 'SUCCESS' })
    const cancelled = await post(path('cancel'), {})
    expect([cancelled.status, cancelled.body.code]).toEqual([400, 'BAD_REQUEST'])
    expect(cancelled.body.message).toContain('[already in terminal state]')
    const notified = await post('/paylinks/v1/notify', NOTIFY)
    expect([notified.status, notified.body.code]).toEqual([400, 'BAD_REQUEST'])
  })

  it('are sent again three times, and each message is a line of the journal', async () => {
    const { sandbox, post } = await withLink()
    const answers = []
    for (let left = 4; left > 0; left -= 1) answers.push((await post('/paylinks/v1/notify', NOTIFY)).body.code)
    expect(answers).toEqual([undefined, undefined, undefined, 'NOTIFICATION_ATTEMPTS_BREACHED'])
    const sent = sandbox.journal({ id: ID }).filter(({ name }) => name === 'link.sent')
    expect(sent.map(({ note }) => note)).toEqual(['by SMS', 'by SMS', 'by SMS', 'by SMS'])
  })

  it('have a status of their own, which no other order has', async () => {
    const { get, post } = await withLink()
    await post('/checkout/v2/pay', { merchantOrderId: 'o-1', amount: 100, paymentFlow: { type: 'PG_CHECKOUT' } })
    const statuses = [`/checkout/v2/order/${ID}/status`, `/payments/v2/order/${ID}/status`, '/paylinks/v1/o-1/status']
    for (const one of statuses) expect([one, (await get(one)).status]).toEqual([one, 400])
    expect((await post('/paylinks/v1/o-1/cancel', {})).status).toBe(400)
  })

  it('hide the payer from the journal', async () => {
    const { sandbox } = await withLink()
    const journal = JSON.stringify(sandbox.journal())
    expect(journal).not.toContain('9000000001')
    expect(journal).not.toContain('a.tester@shop.example')
  })

  it('can be refunded', async () => {
    const { sandbox, post } = await withLink()
    await sandbox.simulatePayment(ID, { outcome: 'SUCCESS' })
    const refund = { merchantRefundId: 'r-1', originalMerchantOrderId: ID, amount: 129_900 }
    expect((await post('/payments/v2/refund', refund)).status).toBe(200)
  })

  it('survive a snapshot with their short URL', async () => {
    const { sandbox, created, stateOf } = await withLink()
    const { snapshotId } = await sandbox.snapshot()
    await sandbox.simulatePayment(ID, { outcome: 'SUCCESS' })
    await sandbox.restore(snapshotId)
    expect(await stateOf()).toBe('ACTIVE')
    expect((await sandbox.fetch(created.body.paylinkUrl, { redirect: 'manual' })).status).toBe(302)
  })

  const changed = (flow: object, rest: object = {}) => ({
    ...LINK,
    ...rest,
    paymentFlow: { ...LINK.paymentFlow, ...flow },
  })
  it.each([
    ['an amount below the minimum', changed({}, { amount: 99 }), 'BAD_REQUEST'],
    ['a description that is too long', changed({}, { description: 'x'.repeat(151) }), 'BAD_REQUEST'],
    ['another type of payment', changed({ type: 'PG_CHECKOUT' }), 'BAD_REQUEST'],
    ['no phone number', changed({ customerDetails: { email: 'a@shop.example' } }), 'BAD_REQUEST'],
    ['an expiry in the past', changed({ expireAt: START_MS }), 'BAD_REQUEST'],
    ['an expiry in seconds', changed({ expireAt: START_MS / 1000 + 900 }), 'BAD_REQUEST'],
    ['an expiry after more than 30 days', changed({ expireAt: START_MS + 30 * DAY_MS + 1 }), 'INVALID_EXPIRY'],
  ])('are refused with %s', async (_, body, code) => {
    const { post } = setUp()
    const answer = await post('/paylinks/v1/pay', body)
    expect([answer.status, answer.body.code]).toEqual([400, code])
  })

  it('follow the quirks on which sources differ', async () => {
    const { sandbox, post, get, stateOf, events } = await withLink({
      quirks: {
        leastLink: 1,
        linkPhoneNumber: 'optional',
        linkBeingPaid: 'PENDING',
        linkUrlInStatus: false,
        linkExpiryReported: true,
        linkExpirySec: 60,
        linkMessages: 0,
      },
    })
    const bare = await post('/paylinks/v1/pay', {
      merchantOrderId: 'least',
      amount: 1,
      paymentFlow: { type: 'PAYLINK' },
    })
    expect(bare.body.expireAt).toBe(START_MS + 60_000)
    expect((await post('/paylinks/v1/notify', NOTIFY)).body.code).toBe('NOTIFICATION_ATTEMPTS_BREACHED')
    await sandbox.simulatePayment(ID, { outcome: 'PENDING' })
    expect([await stateOf(), (await get(path('status'))).body.paymentFlow]).toEqual(['PENDING', { type: 'PAYLINK' }])
    await sandbox.clock.advance(60_000)
    expect(await events()).toEqual([['paylink.order.failed', 'EXPIRED']])
  })

  it('can be made to end by a callback that is triggered', async () => {
    const { sandbox, stateOf } = await withLink()
    const [delivery] = await sandbox.trigger({ event: 'paylink.order.completed', merchantOrderId: ID, simulate: true })
    expect([delivery?.event, delivery?.delivered, await stateOf()]).toEqual([
      'paylink.order.completed',
      true,
      'COMPLETED',
    ])
    const { event, payload } = JSON.parse(delivery?.request.body ?? '')
    expect([event, Object.keys(payload).sort()]).toEqual([
      vectors.callback.event,
      Object.keys(vectors.callback.payload).sort(),
    ])
  })
})
