import { type Galla, paise } from '@galla/sdk'
import { createdOrder, pendingOrder, scriptTokens, TOKEN_ROUTE, tokenResponse } from '@galla/testkit/factories'
import { type FakeClock, fakeClock } from '@galla/testkit/fake-clock'
import * as answers from '@galla/testkit/scripted-answers'
import { type ScriptedServer, startScriptedServer } from '@galla/testkit/scripted-server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { failureOf } from '../support/client.ts'
import { clientOf } from '../support/client-of.ts'
import { TRANSPORTS } from '../support/transports.ts'
import { until } from '../support/until.ts'

const PAY = 'POST /checkout/v2/pay'
const READ = 'GET /checkout/v2/order/{id}/status'
const ORDER = { merchantOrderId: 'order-1', amount: paise(100) }

/** A token that a store has. */
const tokenAt = (nowMs: number) => ({
  authorization: 'O-Bearer stored',
  issuedAt: Math.floor(nowMs / 1000),
  expiresAt: Math.floor(nowMs / 1000) + 3_600,
})

// Real sockets with a fake clock: time limits pass when the test says so.
describe.each(TRANSPORTS)('over $name', ({ name, make }) => {
  let clock: FakeClock
  let server: ScriptedServer
  let galla: Galla

  beforeEach(async () => {
    clock = fakeClock()
    server = scriptTokens(await startScriptedServer(), tokenResponse({}, clock.now()))
    galla = clientOf(server.origin, { clock, fetch: make(), timeoutMs: 300 })
  })
  afterEach(async () => {
    expect(clock.waiting()).toEqual([])
    await galla.close()
    await server.close()
  })
  const arrived = (route: string, count = 1) => until(() => server.requestsTo(route).length === count)

  it('a payment to a hanging server times out with outcome unknown', async () => {
    server.on(PAY, answers.hang())
    const failure = failureOf(galla.standardCheckout.pay(ORDER))
    await arrived(PAY)
    await clock.advance(300)
    expect(await failure).toMatchObject({ kind: 'timeout', outcome: 'unknown', retryable: false, attempts: 1 })
  })

  it('a read from a hanging server times out and is retryable', async () => {
    server.on(READ, answers.hang())
    const failure = failureOf(galla.standardCheckout.getOrderStatus(ORDER))
    await arrived(READ)
    await clock.advance(300)
    const error = await failure
    expect(error).toMatchObject({ kind: 'timeout', outcome: 'unknown', retryable: true, attempts: 1 })
    expect(error.message).toMatch(/^The provider at 127\.0\.0\.1:\d+ did not answer in time: after 300 ms$/)
  })

  it('a body that is incomplete at the time limit is a timeout', async () => {
    let started = false
    server.on(PAY, async ({ response, readBody }) => {
      await readBody()
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"orderId"', () => {
        started = true
      })
    })
    const failure = failureOf(galla.standardCheckout.pay(ORDER))
    await until(() => started)
    await clock.advance(300)
    expect(await failure).toMatchObject({ kind: 'timeout', outcome: 'unknown', retryable: false, attempts: 1 })
  })

  it('the token request counts towards the time limit; the call was not sent', async () => {
    server.on(TOKEN_ROUTE, answers.hang()).on(PAY, answers.json(200, createdOrder()))
    const failure = failureOf(galla.standardCheckout.pay(ORDER))
    await arrived(TOKEN_ROUTE)
    await clock.advance(300)
    expect(await failure).toMatchObject({ kind: 'timeout', outcome: 'not-sent', retryable: true, attempts: 0 })
    expect(server.requestsTo(PAY)).toHaveLength(0)
  })

  it('sends nothing that is late, after the process was paused while it waited for a token', async () => {
    const token = answers.held(answers.json(200, tokenResponse({}, clock.now())))
    server.on(TOKEN_ROUTE, token.answer).on(PAY, answers.json(200, createdOrder()))
    const failure = failureOf(galla.standardCheckout.pay(ORDER))
    await arrived(TOKEN_ROUTE)
    clock.pause(300)
    token.release()
    expect(await failure).toMatchObject({ kind: 'timeout', outcome: 'not-sent' })
    expect(server.requestsTo(PAY)).toHaveLength(0)
  })

  // `fetch` tells nothing of its connections.
  if (name !== 'fetch') {
    it('sends nothing that is late, after the process was paused while it connected', async () => {
      server.on(PAY, answers.json(200, createdOrder()))
      const paused = clientOf(server.origin, {
        clock,
        fetch: make(),
        timeoutMs: 300,
        // Runs when the exchange is under way.
        hooks: { request: ({ endpoint }) => endpoint !== 'token' && queueMicrotask(() => clock.pause(300)) },
        tokenStore: { load: async () => tokenAt(clock.now()), save: async () => {} },
      })
      const failure = failureOf(paused.standardCheckout.pay(ORDER))
      expect(await failure).toMatchObject({ kind: 'timeout', outcome: 'not-sent' })
      expect(server.requestsTo(PAY)).toHaveLength(0)
      await paused.close()
    })
  }

  it('each attempt has its own time limit within that of the call', async () => {
    server.on(READ, answers.hang(), answers.hang(), answers.json(200, pendingOrder()))
    const options = { attemptTimeoutMs: 100, timeoutMs: 1_000, retry: { retries: 2 } }
    const status = galla.standardCheckout.getOrderStatus(ORDER, options)
    await arrived(READ, 1)
    await clock.advance(100)
    await arrived(READ, 2)
    await clock.advance(100)
    expect((await status).state).toBe('PENDING')
    expect(server.requestsTo(READ)).toHaveLength(3)
  })

  it('the last attempt gets the time that is left', async () => {
    server.on(READ, answers.hang())
    const options = { attemptTimeoutMs: 200, timeoutMs: 300, retry: { retries: 5 } }
    const failure = failureOf(galla.standardCheckout.getOrderStatus(ORDER, options))
    await arrived(READ, 1)
    await clock.advance(200)
    await arrived(READ, 2)
    await clock.advance(100)
    const error = await failure
    expect(error).toMatchObject({ kind: 'timeout', attempts: 2 })
    expect(error.message).toMatch(/after 100 ms/)
  })

  it('waits for Retry-After, then retries', async () => {
    server.on(READ, answers.json(429, {}, { 'retry-after': '2' }), answers.json(200, pendingOrder()))
    const status = galla.standardCheckout.getOrderStatus(ORDER, { timeoutMs: 10_000, retry: { retries: 1 } })
    await until(() => clock.waiting().includes(2_000))
    await clock.advance(1_999)
    expect(server.requestsTo(READ)).toHaveLength(1)
    await clock.advance(1)
    expect((await status).state).toBe('PENDING')
  })

  it('does not retry when Retry-After exceeds the time limit', async () => {
    server.on(READ, answers.json(503, {}, { 'retry-after': '2' }))
    const read = galla.standardCheckout.getOrderStatus(ORDER, { timeoutMs: 2_000, retry: { retries: 1 } })
    expect(await failureOf(read)).toMatchObject({ httpStatus: 503, retryAfterMs: 2_000, attempts: 1 })
  })
})
