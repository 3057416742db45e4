import { channel } from 'node:diagnostics_channel'
import { runInNewContext } from 'node:vm'
import { type Galla, type HookErrorEvent, type Hooks, paise } from '@galla/sdk'
import { createdOrder, pendingOrder, scriptTokens, TOKEN_ROUTE, tokenResponse } from '@galla/testkit/factories'
import { type FakeClock, fakeClock } from '@galla/testkit/fake-clock'
import * as answers from '@galla/testkit/scripted-answers'
import { type ScriptedServer, startScriptedServer } from '@galla/testkit/scripted-server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { failureOf } from '../support/client.ts'
import { clientOf } from '../support/client-of.ts'

const PAY = 'POST /checkout/v2/pay'
const READ = 'GET /checkout/v2/order/{id}/status'
const ORDER = { merchantOrderId: 'order-1', amount: paise(100) }
const NAMES = ['request', 'response', 'error', 'telemetry'] as const

let clock: FakeClock
let server: ScriptedServer
let galla: Galla
let events: [string, object][]
let cleanUps: (() => void)[]

beforeEach(async () => {
  clock = fakeClock()
  events = []
  cleanUps = []
  server = scriptTokens(await startScriptedServer(), tokenResponse({}, clock.now()))
  server.on(PAY, answers.json(200, createdOrder())).on(READ, answers.json(200, pendingOrder()))
})
afterEach(async () => {
  for (const undo of cleanUps) undo()
  await galla.close()
  await server.close()
})

/** The ways to observe a client; all receive the same events. */
const OBSERVERS: readonly (readonly [string, () => Hooks | undefined])[] = [
  ['hooks', () => Object.fromEntries(NAMES.map((name) => [name, (event: object) => void events.push([name, event])]))],
  [
    'an object of a class',
    () => {
      class Observer {
        request(event: object) {
          events.push(['request', event])
        }
        response(event: object) {
          events.push(['response', event])
        }
        error(event: object) {
          events.push(['error', event])
        }
        telemetry(event: object) {
          events.push(['telemetry', event])
        }
      }
      return new Observer()
    },
  ],
  [
    'diagnostics_channel',
    () => {
      for (const name of NAMES) {
        const listener = (event: unknown) => void events.push([name, event as object])
        channel(`galla:${name}`).subscribe(listener)
        cleanUps.push(() => channel(`galla:${name}`).unsubscribe(listener))
      }
      return undefined
    },
  ],
]
const named = () => events.map(([name]) => name)

describe.each(OBSERVERS)('%s', (_name, observe) => {
  const open = (more: object = {}) => {
    galla = clientOf(server.origin, { clock, hooks: observe(), ...more })
    return galla
  }

  it('receive request, then response', async () => {
    await open().standardCheckout.getOrderStatus({ merchantOrderId: 'order-1', details: true })
    const expected = {
      callId: 1,
      endpoint: 'standardOrderStatus',
      method: 'GET',
      path: '/checkout/v2/order/order-1/status?details=true',
      attempt: 1,
      merchantOrderId: 'order-1',
    }
    expect(events).toEqual([
      ['request', expected],
      ['response', { ...expected, httpStatus: 200, ok: true, tookMs: 0 }],
    ])
  })

  it('receive each attempt and error in order, with one callId', async () => {
    server.on(READ, answers.json(500, {}), answers.resetAfterReading(), answers.json(200, pendingOrder()))
    await open().standardCheckout.getOrderStatus({ merchantOrderId: 'order-1' }, { retry: 'helper' })
    expect(events).toMatchObject([
      ['request', { callId: 1, attempt: 1 }],
      ['response', { callId: 1, attempt: 1, httpStatus: 500, ok: false }],
      ['error', { callId: 1, willRetry: true, error: { kind: 'server-error' } }],
      ['request', { callId: 1, attempt: 2 }],
      ['error', { callId: 1, willRetry: true, error: { kind: 'network' } }],
      ['request', { callId: 1, attempt: 3 }],
      ['response', { callId: 1, attempt: 3, httpStatus: 200, ok: true }],
    ])
  })

  it('receive the context of the call with each event, and the provider receives none of it', async () => {
    server.on(READ, answers.json(500, {}), answers.json(200, pendingOrder()))
    const context = { page: 'thanks' }
    await open().standardCheckout.getOrderStatus({ merchantOrderId: 'order-1' }, { retry: 'helper', context })
    expect(named()).toEqual(['request', 'response', 'error', 'request', 'response'])
    for (const [, event] of events) expect(Reflect.get(event, 'context')).toBe(context)
    expect(JSON.stringify(server.requests)).not.toContain('thanks')
  })

  it('receive an unreadable 200 as response with ok: false, then error', async () => {
    server.on(READ, answers.html(200))
    await failureOf(open().standardCheckout.getOrderStatus({ merchantOrderId: 'order-1' }))
    expect(events).toMatchObject([
      ['request', {}],
      ['response', { httpStatus: 200, ok: false }],
      ['error', { willRetry: false, error: { kind: 'invalid-response' } }],
    ])
  })

  it('receive only error when no token can be obtained', async () => {
    server.on(TOKEN_ROUTE, answers.json(401, {}))
    const error = await failureOf(open().standardCheckout.pay(ORDER))
    expect(named()).toEqual(['error'])
    expect(events[0]?.[1]).toMatchObject({
      callId: 1,
      endpoint: 'standardPay',
      merchantOrderId: 'order-1',
      willRetry: false,
    })
    const [note] = events.map(([, note]) => note as HookErrorEvent)
    expect(note?.error).toBe(error)
  })

  it('receive increasing callIds', async () => {
    open()
    await Promise.all([1, 2, 3].map(() => galla.standardCheckout.pay(ORDER)))
    const ids = events.map(([, note]) => Reflect.get(note, 'callId'))
    expect([...new Set(ids)].sort()).toEqual([1, 2, 3])
    expect(ids.filter((id) => id === 2)).toHaveLength(2)
  })

  it('receive nothing for an invalid request', async () => {
    await failureOf(open().standardCheckout.pay({ ...ORDER, amount: paise(1), merchantOrderId: '' }))
    expect(events).toEqual([])
  })

  it('receive telemetry events', async () => {
    open({ environment: 'PRODUCTION', telemetry: true })
    server.on('POST /client/v1/backend/events/batch', answers.json(500, {}), answers.json(200, {}))
    await galla.standardCheckout.pay(ORDER)
    await galla.flush()
    await galla.flush()
    expect(events.filter(([name]) => name === 'telemetry')).toEqual([
      ['telemetry', { type: 'failed', events: 4 }],
      ['telemetry', { type: 'sent', events: 4 }],
    ])
  })
})

const thrower = () => {
  throw new Error('broken')
}

describe('a hook', () => {
  it.each<[string, () => never | Promise<never>]>([
    ['that throws', thrower],
    ['that rejects', () => Promise.reject(new Error('broken'))],
    ['of another realm that rejects', runInNewContext(`async () => { throw new Error('broken') }`)],
    [
      'whose rejected promise has a catch that throws',
      () => Object.assign(Promise.reject(new Error('broken')), { catch: thrower }),
    ],
    [
      'whose rejected promise has a then that throws',
      () => Object.defineProperty(Promise.reject(new Error('broken')), 'then', { value: thrower }),
    ],
    ['that returns an object whose then throws', () => Object.defineProperty(Object(1), 'then', { value: thrower })],
  ])('%s does not affect a payment', async (_how, broken) => {
    const failures: unknown[] = []
    const listener = (reason: unknown) => failures.push(reason)
    process.on('unhandledRejection', listener)
    cleanUps.push(() => process.off('unhandledRejection', listener))
    galla = clientOf(server.origin, {
      clock,
      environment: 'PRODUCTION',
      telemetry: true,
      hooks: { request: broken, response: broken, error: broken, telemetry: broken },
    })
    expect((await galla.standardCheckout.pay(ORDER)).orderId).toMatch(/^OMO/)
    server.on(PAY, answers.json(400, { code: 'NO' }))
    expect(await failureOf(galla.standardCheckout.pay(ORDER))).toMatchObject({ kind: 'bad-request', code: 'NO' })
    await galla.flush()
    await new Promise(setImmediate)
    expect(failures).toEqual([])
  })

  it('that throws does not affect diagnostics channels', async () => {
    const received: unknown[] = []
    const listener = (event: unknown) => received.push(event)
    channel('galla:request').subscribe(listener)
    cleanUps.push(() => channel('galla:request').unsubscribe(listener))
    galla = clientOf(server.origin, { clock, hooks: { request: thrower } })
    await galla.standardCheckout.pay(ORDER)
    expect(received).toHaveLength(1)
  })
})
