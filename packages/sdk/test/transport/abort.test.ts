import { type Galla, type HookRequestEvent, paise } from '@galla/sdk'
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

/** A signal that exposes its listeners. */
function countingSignal() {
  const listeners = new Set<() => void>()
  const signal = {
    aborted: false,
    addEventListener: (_type: 'abort', listener: () => void) => void listeners.add(listener),
    removeEventListener: (_type: 'abort', listener: () => void) => void listeners.delete(listener),
  }
  return {
    signal,
    listeners,
    abort() {
      signal.aborted = true
      for (const listener of [...listeners]) listener()
    },
  }
}

describe.each(TRANSPORTS)('over $name', ({ make }) => {
  let clock: FakeClock
  let server: ScriptedServer
  let galla: Galla
  let requestEvents: HookRequestEvent[]

  beforeEach(async () => {
    clock = fakeClock()
    requestEvents = []
    server = scriptTokens(await startScriptedServer(), tokenResponse({}, clock.now()))
    server.on(PAY, answers.json(200, createdOrder())).on(READ, answers.json(200, pendingOrder()))
    galla = clientOf(server.origin, { clock, fetch: make(), hooks: { request: (event) => requestEvents.push(event) } })
  })
  afterEach(async () => {
    await galla.close()
    await server.close()
  })
  const cancelled = { kind: 'aborted', retryable: false }

  it('before the call: sends nothing, not even a token request', async () => {
    const failure = failureOf(galla.standardCheckout.pay(ORDER, { signal: AbortSignal.abort() }))
    expect(await failure).toMatchObject({ ...cancelled, outcome: 'not-sent', attempts: 0, endpoint: 'standardPay' })
    expect(server.requests).toHaveLength(0)
    expect(requestEvents).toHaveLength(0)
  })

  it('before the call, with a cached token: sends nothing', async () => {
    await galla.standardCheckout.pay(ORDER)
    const failure = failureOf(galla.standardCheckout.pay(ORDER, { signal: AbortSignal.abort() }))
    expect(await failure).toMatchObject({ ...cancelled, outcome: 'not-sent', attempts: 0 })
    expect(server.requestsTo(PAY)).toHaveLength(1)
    expect(requestEvents).toHaveLength(1)
  })

  it('during the token request: not-sent, and the request continues for other calls', async () => {
    const token = answers.held(answers.json(200, tokenResponse({}, clock.now())))
    server.on(TOKEN_ROUTE, token.answer)
    const control = new AbortController()
    const one = failureOf(galla.standardCheckout.pay(ORDER, { signal: control.signal }))
    const other = galla.standardCheckout.pay(ORDER)
    await until(() => server.requestsTo(TOKEN_ROUTE).length === 1)
    control.abort()
    const error = await one
    expect(error).toMatchObject({ ...cancelled, outcome: 'not-sent', attempts: 0 })
    expect(error.message).toBe('The call was cancelled: while waiting for the access token')
    token.release()
    expect((await other).orderId).toMatch(/^OMO/)
    expect(server.requestsTo(TOKEN_ROUTE)).toHaveLength(1)
  })

  it('during the exchange: unknown for a payment, and the connection is closed', async () => {
    let gone = false
    server.on(PAY, async ({ readBody, gone: signal }) => {
      await readBody()
      signal.addEventListener('abort', () => {
        gone = true
      })
    })
    const control = new AbortController()
    const failure = failureOf(galla.standardCheckout.pay(ORDER, { signal: control.signal }))
    await until(() => server.requestsTo(PAY)[0]?.text.includes('order-1') === true)
    control.abort()
    const error = await failure
    expect(error).toMatchObject({ ...cancelled, outcome: 'unknown', attempts: 1 })
    expect(error.message).toMatch(/read its status before anything else/)
    await until(() => gone)
  })

  it('during a retry pause: sends no further attempt', async () => {
    server.on(READ, answers.json(500, {}))
    const control = new AbortController()
    const options = { signal: control.signal, retry: { retries: 3, baseMs: 1_000 } }
    const failure = failureOf(galla.standardCheckout.getOrderStatus(ORDER, options))
    await until(() => clock.waiting().includes(2_000))
    control.abort()
    expect(await failure).toMatchObject({ ...cancelled, attempts: 1 })
    expect(server.requestsTo(READ)).toHaveLength(1)
    expect(requestEvents).toHaveLength(1)
    expect(clock.waiting()).toEqual([])
  })

  it('after the call: no listener is left, after success and failure', async () => {
    const { signal, listeners, abort } = countingSignal()
    await galla.standardCheckout.pay(ORDER, { signal })
    server.on(READ, answers.json(500, {}), answers.json(400, {}))
    const options = { signal, retry: { retries: 1 } }
    await failureOf(galla.standardCheckout.getOrderStatus(ORDER, options))
    expect(listeners.size).toBe(0)
    server.on(PAY, answers.hang())
    const failure = failureOf(galla.standardCheckout.pay(ORDER, { signal }))
    await until(() => listeners.size === 1)
    abort()
    await failure
    expect(listeners.size).toBe(0)
  })
})
