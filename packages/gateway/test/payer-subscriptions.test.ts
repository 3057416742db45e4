import type { PayerSubscription } from '@galla/contract/gateway-api/payer-subscriptions'
import { inr } from '@galla/sdk'
import { Client, type ClientConfig } from 'pg'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, inIndia, openSubscriptionShop, START } from './helpers/subscription-shop.ts'
import { setupTestGateways } from './helpers/test-gateway.ts'
import { untilEndedOrWaiting } from './helpers/until-waiting.ts'

const createTestGateway = setupTestGateways()

/** Begin of the second cycle of a subscription that began on 10 January. */
const SECOND = inIndia('2027-02-10')

/** A shop, and the browser of the payer of `sub-7`. */
async function openShop(options?: Parameters<typeof openSubscriptionShop>[1]) {
  const shop = await openSubscriptionShop(createTestGateway, options)
  const { gateway } = shop
  const send = (path: string, token?: string, init: RequestInit = {}) =>
    gateway.fetch(
      new Request(`http://127.0.0.1:3000${path}`, {
        ...init,
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      }),
    )
  const tokenOf = async (id = 'sub-7') => (await gateway.subscriptions.forPayer(id)).payerToken
  const see = async (id = 'sub-7') =>
    (await (await send(`/subscriptions/${id}/status`, await tokenOf(id))).json()) as PayerSubscription
  const ask = async (change: string, id = 'sub-7', body?: string) => {
    const response = await send(`/subscriptions/${id}/${change}`, await tokenOf(id), {
      method: 'POST',
      ...(body && { body }),
    })
    return { status: response.status, body: (await response.json()) as PayerSubscription & { code?: string } }
  }
  return { ...shop, send, tokenOf, see, ask }
}

describe('the token of a subscription', () => {
  it('opens that subscription only, and no order; the token of an order opens no subscription', async () => {
    const { gateway, send, activate, tokenOf, ask, read } = await openShop()
    await activate()
    const other = await gateway.subscriptions.start({ ...START, subscriptionId: 'sub-8' })
    const order = await gateway.orders.resume('sub-7-1-1')
    for (const token of [other.payerToken, order.payerToken, `${await tokenOf()}x`, 's1..', undefined])
      for (const [path, method] of [
        ['status', 'GET'],
        ['pause', 'POST'],
        ['resume', 'POST'],
        ['cancel', 'POST'],
      ] as const) {
        const response = await send(`/subscriptions/sub-7/${path}`, token, { method })
        expect([path, response.status]).toEqual([path, 401])
      }
    expect((await send('/orders/sub-7-1-1/status', await tokenOf())).status).toBe(401)
    expect(await read()).toMatchObject({ state: 'ACTIVE' })
    expect((await ask('pause', 'sub-8')).status).toBe(409)
  })

  it('is refused in a URL, and a day after it was made', async () => {
    const { send, activate, tokenOf, sandbox } = await openShop()
    await activate()
    const token = await tokenOf()
    const inUrl = await send(`/subscriptions/sub-7/status?token=${token}`, token)
    expect(await inUrl.json()).toMatchObject({ code: 'TOKEN_IN_ADDRESS' })
    await sandbox.clock.advance(DAY_MS - 1)
    expect((await send('/subscriptions/sub-7/status', token)).status).toBe(200)
    await sandbox.clock.advance(1)
    expect(await (await send('/subscriptions/sub-7/status', token)).json()).toMatchObject({ code: 'TOKEN_EXPIRED' })
  })

  it('cannot be made for a subscription that does not exist', async () => {
    const { gateway } = await openShop()
    await expect(gateway.subscriptions.forPayer('sub-9')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

it('a gateway without subscriptions says so', async () => {
  const { gateway } = await createTestGateway()
  const response = await gateway.fetch(new Request('http://127.0.0.1:3000/subscriptions/sub-7/status'))
  expect([response.status, await response.json()]).toEqual([404, expect.objectContaining({ code: 'NOT_FOUND' })])
})

describe('a payer sees', () => {
  it('the page of the mandate until it is approved, then plan, maximum and next debit, and nothing about the payer', async () => {
    const { gateway, see, activate, sandbox } = await openShop()
    const { payerToken, redirectUrl } = await gateway.subscriptions.start({ ...START, maxAmount: inr('499') })
    expect(payerToken).toMatch(/^s1\./)
    expect(await see()).toMatchObject({ state: 'CREATED', redirectUrl, changes: ['cancel'], pollAfterMs: 3_000 })
    await activate({ maxAmount: inr('499') })
    const seen = await see()
    expect(seen).toEqual({
      subscriptionId: 'sub-7',
      planName: 'Tea every month',
      state: 'ACTIVE',
      amount: 19_900,
      frequency: 'MONTHLY',
      mandate: { state: 'ACTIVE', maxAmount: 49_900, expiresAtMs: expect.any(Number) },
      nextDebit: { amount: 19_900, atMs: SECOND },
      wouldEndAtMs: SECOND,
      changes: ['pause', 'cancel'],
      nowMs: sandbox.clock.now(),
    })
  })

  it('the end of a trial as the day of the first debit', async () => {
    const { see, activate } = await openShop({ plan: { trialDays: 7 } })
    await activate()
    const firstMs = inIndia('2027-01-17')
    expect(await see()).toMatchObject({ nextDebit: { amount: 19_900, atMs: firstMs }, wouldEndAtMs: firstMs })
  })

  it('the open cycle once it is announced, with the price that is fixed', async () => {
    const { see, activate, until, gateway } = await openShop()
    await activate()
    await until(SECOND - 20 * HOUR_MS)
    await gateway.subscriptions.changeAmount('sub-7', { amount: inr('99') })
    expect(await see()).toMatchObject({ amount: 9_900, nextDebit: { amount: 19_900, atMs: SECOND } })
  })

  it('no further debit after the last cycle', async () => {
    const { see, activate } = await openShop({ plan: { cycles: 1 } })
    await activate()
    expect((await see()).nextDebit).toBeUndefined()
  })

  it('a pause in the UPI app, which only the app ends', async () => {
    const { see, activate, sandbox, until, ask } = await openShop()
    await activate()
    await sandbox.simulateMandate('sub-7-m1', { action: 'PAUSE', pauseUntilMs: SECOND + 24 * HOUR_MS })
    await until(SECOND - 20 * HOUR_MS)
    expect(await see()).toMatchObject({ state: 'PAUSED', pause: { endedBy: 'payer-in-app' }, changes: ['cancel'] })
    expect((await ask('resume')).body).toMatchObject({ code: 'SUBSCRIPTION_STATE' })
  })
})

describe('a payer', () => {
  it('pauses and resumes, and a repeated request changes nothing', async () => {
    const { ask, activate, until, debited, eventsOf, drainJobs } = await openShop()
    await activate()
    expect((await ask('pause')).body).toMatchObject({
      state: 'PAUSED',
      pause: { endedBy: 'payer' },
      changes: ['resume', 'cancel'],
    })
    expect((await ask('pause')).status).toBe(200)
    await drainJobs()
    expect(eventsOf('paused')).toHaveLength(1)
    await until(SECOND + 2 * DAY_MS)
    expect(await debited()).toEqual([])
    expect((await ask('resume')).body).toMatchObject({ state: 'ACTIVE', changes: ['pause', 'cancel'] })
    expect((await ask('resume')).status).toBe(200)
    await drainJobs()
    expect(eventsOf('resumed')).toHaveLength(1)
  })

  it('cannot end the pause of the merchant, also of one that began while the payer asked', async () => {
    const { ask, activate, gateway, settings, rows, see, read } = await openShop()
    await activate()
    await ask('pause')
    // The merchant's pause is stored while the payer's request waits for the lock.
    const merchant = new Client(settings.database as ClientConfig)
    await merchant.connect()
    await merchant.query('begin')
    await merchant.query(`update galla.plan_subscriptions set "pausedBy" = 'merchant'`)
    const asked = ask('resume')
    await untilEndedOrWaiting(asked, rows)
    await merchant.query('commit')
    await merchant.end()
    expect((await asked).body).toMatchObject({ code: 'SUBSCRIPTION_STATE' })
    expect(await see()).toMatchObject({ state: 'PAUSED', pause: { endedBy: 'merchant' }, changes: ['cancel'] })
    expect((await read()).pause).toMatchObject({ by: 'merchant' })
    expect((await ask('pause')).status).toBe(409)
    expect(await gateway.subscriptions.resume('sub-7')).toMatchObject({ state: 'ACTIVE' })
  })

  it('who cancels keeps what is paid, and is not debited again', async () => {
    const { ask, activate, until, debited, read, see, sandbox } = await openShop()
    await activate()
    await until(SECOND - 20 * HOUR_MS)
    expect((await ask('cancel')).body).toMatchObject({ state: 'ACTIVE', endsAtMs: SECOND, changes: [] })
    expect((await see()).nextDebit).toBeUndefined()
    expect((await ask('cancel')).status).toBe(200)
    expect((await ask('pause')).status).toBe(409)
    // The announced debit is not requested, and ends by itself.
    await until(SECOND + 4 * DAY_MS)
    expect(await read()).toMatchObject({ state: 'CANCELLED' })
    expect(await debited()).toEqual([])
    expect((await sandbox.mandate('sub-7-m1')).state).toMatch(/^CANCEL/)
  })

  it('who cancels while a debit is due is not debited', async () => {
    const { ask, activate, until, debited, read, see } = await openShop()
    await activate()
    // The cycle has begun, and its debit waits for the 24 hours of the announcement.
    await ask('pause')
    await until(SECOND + HOUR_MS)
    await ask('resume')
    await until(SECOND + 2 * HOUR_MS)
    const seen = await see()
    expect(seen.wouldEndAtMs).toBeUndefined()
    expect(seen.nextDebit?.atMs).toBeGreaterThan(SECOND + 20 * HOUR_MS)
    await ask('cancel')
    await until(SECOND + 3 * DAY_MS)
    expect(await read()).toMatchObject({ state: 'CANCELLED' })
    expect(await debited()).toEqual([])
  })

  it.each([
    [
      'succeeds keeps the cycle that this debit pays',
      'SUCCESS',
      { state: 'ACTIVE', cancel: { at: 'cycle-end' } },
      'PAID',
    ],
    ['fails has ended, and is not debited again', 'FAILURE', { state: 'CANCELLED' }, 'SKIPPED'],
  ] as const)('who cancels during a debit that %s', async (_, outcome, after, cycleOutcome) => {
    const { ask, activate, until, gateway, sandbox, read, see, cycles, rows } = await openShop()
    await activate()
    await until(SECOND - 60_000)
    await sandbox.setFaults({ callbacks: { dropRate: 1 } })
    await sandbox.queueOutcome({ outcome, ...(outcome === 'FAILURE' && { errorCode: 'Z9' }) })
    await sandbox.clock.advance(60_000)
    await gateway.runPendingJobs()
    const endsAtMs = inIndia('2027-03-10')
    expect(await see()).toMatchObject({ wouldEndAtMs: endsAtMs, isDebitUnderWay: true })
    const cancelled = { state: 'ACTIVE', endsAtMs, isDebitUnderWay: true, pollAfterMs: 30_000 }
    expect((await ask('cancel')).body).toMatchObject(cancelled)
    await until(SECOND + 12 * HOUR_MS)
    expect(await read()).toMatchObject(after)
    expect(await see()).not.toHaveProperty('isDebitUnderWay')
    expect(await see()).not.toHaveProperty('pollAfterMs')
    await until(endsAtMs)
    expect(await read()).toMatchObject({ state: 'CANCELLED' })
    expect(await cycles()).toMatchObject([{ outcome: 'PAID' }, { outcome: cycleOutcome }])
    expect(await rows('select 1 from galla.debit_tries')).toHaveLength(1)
    expect(await rows('select 1 from galla.refunds')).toEqual([])
  })

  it('who revokes the mandate in a paid cycle is halted when the next debit is due, and keeps the cycle after a cancellation', async () => {
    const { ask, activate, until, sandbox, drainJobs, read } = await openShop()
    await activate()
    await until(inIndia('2027-01-15'))
    await sandbox.simulateMandate('sub-7-m1', { action: 'REVOKE' })
    await drainJobs()
    await until(SECOND - HOUR_MS)
    expect(await read()).toMatchObject({ state: 'ACTIVE' })
    expect((await ask('cancel')).body).toMatchObject({ state: 'ACTIVE', endsAtMs: SECOND })
    await until(SECOND)
    expect(await read()).toMatchObject({ state: 'CANCELLED' })
  })

  it('chooses no amount and no day: a body is not read', async () => {
    const { ask, activate } = await openShop()
    await activate()
    const { body } = await ask('pause', 'sub-7', JSON.stringify({ amount: 1, untilMs: 1 }))
    expect(body).toMatchObject({ state: 'PAUSED', amount: 19_900, pause: { endedBy: 'payer' } })
    expect(body.pause?.untilMs).toBeUndefined()
  })

  it('may ask for twenty changes a minute', async () => {
    const { ask, activate } = await openShop()
    await activate()
    const statuses: number[] = []
    for (let time = 0; time < 21; time += 1) statuses.push((await ask('pause')).status)
    expect(statuses.slice(-2)).toEqual([200, 429])
  })
})
