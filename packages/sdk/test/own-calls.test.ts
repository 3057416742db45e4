import { CALLBACK_EVENTS, Galla, GallaError, type TestClock } from '@galla/sdk'
import { createdOrder, scriptTokens, TOKEN_ROUTE } from '@galla/testkit/factories'
import * as answers from '@galla/testkit/scripted-answers'
import { type ScriptedServer, startScriptedServer } from '@galla/testkit/scripted-server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { failureOf } from './support/client.ts'
import { clientOf } from './support/client-of.ts'

let server: ScriptedServer
let galla: Galla
beforeEach(async () => {
  server = scriptTokens(await startScriptedServer())
  galla = clientOf(server.origin)
})
afterEach(async () => {
  await galla.close()
  await server.close()
})

describe('galla.getAccessToken()', () => {
  it('returns the cached token, and obtains one token for all who wait', async () => {
    const tokens = await Promise.all([galla.getAccessToken(), galla.getAccessToken()])
    expect(tokens.map(({ authorization }) => authorization)).toEqual(['O-Bearer token-1', 'O-Bearer token-1'])
    await galla.getAccessToken()
    expect(server.requestsTo(TOKEN_ROUTE)).toHaveLength(1)
  })

  it('rejects when there is none', async () => {
    server.on(TOKEN_ROUTE, answers.json(401, {}))
    expect(await failureOf(galla.getAccessToken())).toMatchObject({ kind: 'unauthorized', endpoint: 'token' })
  })
})

describe('galla.request() with an empty response', () => {
  const cancel = () => galla.request({ method: 'POST', path: '/subscriptions/v2/s-1/cancel' })

  it('announces that its request has no body', async () => {
    server.otherwise(answers.noContent())
    await cancel()
    const { headers } = server.requests.at(-1) ?? {}
    expect([headers?.['content-length'], headers?.['transfer-encoding']]).toEqual(['0', undefined])
  })

  it.each([204, 200, 202])('resolves after a %d', async (status) => {
    server.otherwise(answers.raw(status, ''))
    expect(await cancel()).toEqual({})
  })

  it('still rejects a body that is not JSON, and a payment without a body', async () => {
    server.otherwise(answers.raw(200, '<html>'))
    expect(await failureOf(cancel())).toMatchObject({ kind: 'invalid-response' })
    server.otherwise(answers.raw(200, ''))
    const pay = galla.standardCheckout.pay({ merchantOrderId: 'o', amount: 100 as never })
    expect(await failureOf(pay)).toMatchObject({ kind: 'invalid-response', outcome: 'unknown' })
  })
})

describe('names that are not known', () => {
  const CREDENTIALS = { clientId: 'a', clientSecret: 'b', clientVersion: 1 }
  it.each<readonly [string, object, string]>([
    ['an option', { timeoutMS: 5 }, 'timeoutMS is not known: did you mean timeoutMs?'],
    ['a retry option', { retry: { retries: 1, baseMS: 5 } }, 'retry.baseMS is not known: did you mean baseMs?'],
    ['a hook', { hooks: { reponse() {} } }, 'hooks.reponse is not known: did you mean response?'],
    ['a name like no other', { somethingElse: 1 }, 'somethingElse is not known: the names are clientId'],
  ])('are refused by the constructor: %s', (_, options, message) => {
    expect(() => clientOf(server.origin, { ...CREDENTIALS, ...options })).toThrow(GallaError)
    expect(() => clientOf(server.origin, { ...CREDENTIALS, ...options })).toThrow(message)
  })

  it('are refused by a call, before anything is sent', async () => {
    const order = { merchantOrderId: 'o', amount: 100 as never }
    const failures = await Promise.all(
      [
        galla.standardCheckout.pay({ ...order, redirectURL: 'https://shop.example' } as never),
        galla.customCheckout.pay({ ...order, paymentmode: { type: 'UPI_QR' } } as never),
        galla.refunds.create({ merchantRefundId: 'r', originalMerchantOrderID: 'o', amount: 100 } as never),
        galla.standardCheckout.getOrderStatus(order, { timeout: 5 } as never),
      ].map(failureOf),
    )
    expect(failures.map(({ message }) => message)).toEqual([
      'redirectURL is not known: did you mean redirectUrl?',
      'paymentmode is not known: did you mean paymentMode?',
      'originalMerchantOrderID is not known: did you mean originalMerchantOrderId?',
      'options.timeout is not known: did you mean timeoutMs?',
    ])
    expect(server.requests).toEqual([])
  })

  it('may be present without a value', async () => {
    server.otherwise(answers.json(200, createdOrder()))
    const order = { merchantOrderId: 'o', amount: 100 as never, cart: undefined }
    expect((await galla.standardCheckout.pay(order)).state).toBe('PENDING')
  })
})

describe('the names of callback events', () => {
  it('are constants', () => {
    expect(Object.keys(CALLBACK_EVENTS)).toHaveLength(9)
    for (const [type, event] of Object.entries(CALLBACK_EVENTS)) {
      expect(event.replaceAll('.', '_').toUpperCase()).toBe(type)
    }
  })
})

describe('a client on the clock of a sandbox', () => {
  /** Moves only when a test advances it. */
  function testClock(nowMs: number) {
    const advanced: number[] = []
    const advance = async (ms: number) => {
      advanced.push(ms)
      nowMs += ms
    }
    return { now: () => nowMs, advance, advanced }
  }
  const ORDER = { orderId: 'OMO1', amount: 100, paymentDetails: [] }

  it('polls without waiting, on the schedule', async () => {
    const clock = testClock(1_750_000_000_000)
    const pending = { ...ORDER, state: 'PENDING', expireAt: clock.now() + 900_000 }
    server.otherwise(
      answers.json(200, pending),
      answers.json(200, pending),
      answers.json(200, { ...pending, state: 'COMPLETED' }),
    )
    await using own = onClock(clock)
    const { state } = await own.standardCheckout.waitForOrder({ merchantOrderId: 'order-1' })
    expect([state, clock.advanced]).toEqual(['COMPLETED', [20_000, 3_000, 3_000]])
  })

  it('ends at the time limit, in the time of the clock', async () => {
    const clock = testClock(1_750_000_000_000)
    server.otherwise(answers.json(200, { ...ORDER, state: 'PENDING', expireAt: clock.now() + 900_000 }))
    await using own = onClock(clock)
    const wait = own.standardCheckout.waitForOrder({ merchantOrderId: 'order-1' }, { timeoutMs: 24_000 })
    expect(await failureOf(wait)).toMatchObject({ kind: 'timeout', outcome: 'unknown' })
    expect(clock.advanced).toEqual([20_000, 3_000, 1_000])
  })

  function onClock(clock: TestClock): Galla {
    return new Galla({ clientId: 'a', clientSecret: 'b', clientVersion: 1, hosts: server.origin, clock })
  }
})
