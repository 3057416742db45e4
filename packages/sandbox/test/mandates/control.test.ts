import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MORNING_MS, noticeBody, setupBody, withMandate } from './support.ts'

/** A call of the control API. */
async function withControl(...args: Parameters<typeof withMandate>) {
  const made = await withMandate(...args)
  const call = async (body: object) => {
    const response = await made.sandbox.fetch('http://x/_sandbox/calls', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: await response.json() }
  }
  return { ...made, call, debitAt: async (id: string) => (await made.sandbox.redemption(id)).debitAtMs }
}

describe('POST /calls', () => {
  test('sets up, notifies, redeems, reads and cancels as a merchant would, and is in the request log', async () => {
    const { sandbox, call } = await withControl()
    const post = (path: string, body?: object) => call({ method: 'POST', path, ...(body && { body }) })
    expect((await post('/subscriptions/v2/setup', setupBody({ id: 'sub-2' }))).body).toMatchObject({
      status: 200,
      body: { state: 'PENDING', intentUrl: expect.stringContaining('upi://mandate') },
    })
    expect((await post('/subscriptions/v2/notify', noticeBody('debit-1'))).body.status).toBe(200)
    await sandbox.clock.advance(25 * HOUR_MS)
    expect((await post('/subscriptions/v2/redeem', { merchantOrderId: 'debit-1' })).body.body.state).toBe('PENDING')
    await sandbox.clock.advance(HOUR_MS)
    const status = await call({ method: 'GET', path: '/subscriptions/v2/order/debit-1/status?details=true' })
    expect(status.body).toMatchObject({ status: 200, body: { state: 'COMPLETED' } })
    expect((await post('/subscriptions/v2/sub-1/cancel')).body).toEqual({ status: 204 })
    const names = sandbox.journal({ kind: 'api' }).map(({ name }) => name)
    expect(names).toContain('subscriptionNotify')
    expect(names.at(-1)).toBe('subscriptionCancel')
  })

  test('answers what the provider refuses, and nothing after a lost reply', async () => {
    const { sandbox, call } = await withControl()
    const redeem = { method: 'POST', path: '/subscriptions/v2/redeem', body: { merchantOrderId: 'none' } }
    expect((await call(redeem)).body).toMatchObject({ status: 400, body: { code: 'INVALID_MERCHANT_ORDER_ID' } })
    await sandbox.setFaults({ rules: [{ kind: 'lost-reply' }] })
    expect(await call(redeem)).toEqual({ status: 200, body: {} })
  })

  test.each([
    [{ method: 'PUT', path: '/subscriptions/v2/notify' }],
    [{ method: 'POST', path: '/_sandbox/reset' }],
    [{ method: 'POST', path: '/x/../_sandbox/reset' }],
    [{ method: 'POST', path: '/%2e%2e/_sandbox/reset' }],
    [{ method: 'POST', path: '/_sandbox' }],
    [{ method: 'GET', path: '/page-api/view' }],
    [{ method: 'GET', path: 'http://elsewhere.example/' }],
    [{ method: 'GET' }],
  ])('refuses %j', async (body) => {
    const { call, sandbox } = await withControl()
    expect((await call(body)).status).toBe(400)
    expect((await sandbox.mandate('sub-1')).state).toBe('ACTIVE')
  })

  test('stays on the sandbox whatever the path', async () => {
    const { call, sandbox } = await withControl()
    const answer = await call({ method: 'GET', path: '//elsewhere.example/x' })
    expect(answer.body).toMatchObject({ status: 400 })
    expect(sandbox.journal({ kind: 'api' }).at(-1)).toMatchObject({ name: 'unknown', path: '//elsewhere.example/x' })
  })
})

describe('when a debit comes', () => {
  test('a day after the notification, outside the peak hours', async () => {
    const { sandbox, notify, debitAt } = await withControl()
    await notify('debit-1')
    expect(await debitAt('debit-1')).toBe(MORNING_MS + 2_000 + DAY_MS)
    await sandbox.clock.advance(DAY_MS + HOUR_MS)
    expect(await debitAt('debit-1')).toBe(MORNING_MS + 2_000 + DAY_MS)
    await sandbox.clock.advance(2 * HOUR_MS)
    // 11:00 in India: the next time is 13:01.
    expect(await debitAt('debit-1')).toBe(MORNING_MS + DAY_MS + 5 * HOUR_MS + 60_000)
  })

  test('in the peak hours as well where a quirk allows it, unless the provider debits by itself', async () => {
    const { sandbox, notify, debitAt } = await withControl(
      { frequency: 'ON_DEMAND' },
      { quirks: { peakHours: 'allowed' } },
    )
    await sandbox.clock.advance(3 * HOUR_MS)
    await notify('debit-1')
    await notify('debit-2', { flow: { autoDebit: true } })
    expect(await debitAt('debit-1')).toBe(MORNING_MS + 2_000 + DAY_MS + 3 * HOUR_MS)
    expect(await debitAt('debit-2')).toBe(MORNING_MS + DAY_MS + 5 * HOUR_MS + 60_000)
  })

  test('at the next try of the provider; never after the end', async () => {
    const { sandbox, notify, redeem, debitAt } = await withControl()
    await notify('debit-1')
    await sandbox.clock.advance(25 * HOUR_MS)
    await sandbox.queueOutcome({ outcome: 'FAILURE', errorCode: 'Z9', next: 1 })
    await redeem('debit-1')
    await sandbox.clock.advance(HOUR_MS)
    const atMs = (await debitAt('debit-1')) ?? 0
    await sandbox.clock.advance(atMs - sandbox.clock.now() + 5_000)
    expect(await sandbox.redemption('debit-1')).toMatchObject({ state: 'COMPLETED' })
    expect(await debitAt('debit-1')).toBeUndefined()
  })

  test.each(['PAUSE', 'REVOKE', 'OPT_OUT'] as const)('not after %s', async (action) => {
    const { sandbox, notify, debitAt } = await withControl()
    await notify('debit-1')
    await sandbox.clock.advance(HOUR_MS)
    await sandbox.simulateMandate('sub-1', { action, pauseUntilMs: MORNING_MS + 9 * DAY_MS })
    expect(await debitAt('debit-1')).toBeUndefined()
  })
})
