import { channel } from 'node:diagnostics_channel'
import { type Galla, type HookErrorEvent, type Hooks, paise } from '@galla/sdk'
import * as answers from '@galla/testkit/answers'
import { openedOrder, pendingOrder } from '@galla/testkit/factories/order-status'
import { scriptTokens, TOKEN_ROUTE, tokenReply } from '@galla/testkit/factories/token'
import { type FakeClock, fakeClock } from '@galla/testkit/fake-clock'
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
let notes: [string, object][]
let release: (() => void)[]

beforeEach(async () => {
  clock = fakeClock()
  notes = []
  release = []
  server = scriptTokens(await startScriptedServer(), tokenReply({}, clock.now()))
  server.on(PAY, answers.json(200, openedOrder())).on(READ, answers.json(200, pendingOrder()))
})
afterEach(async () => {
  for (const undo of release) undo()
  await galla.close()
  await server.close()
})

/** The ways to watch, which tell the same. */
const WATCHERS: readonly (readonly [string, () => Hooks | undefined])[] = [
  ['hooks', () => Object.fromEntries(NAMES.map((name) => [name, (note: object) => void notes.push([name, note])]))],
  [
    'an object of a class',
    () => {
      class Watcher {
        request(note: object) {
          notes.push(['request', note])
        }
        response(note: object) {
          notes.push(['response', note])
        }
        error(note: object) {
          notes.push(['error', note])
        }
        telemetry(note: object) {
          notes.push(['telemetry', note])
        }
      }
      return new Watcher()
    },
  ],
  [
    'diagnostics_channel',
    () => {
      for (const name of NAMES) {
        const hear = (note: unknown) => void notes.push([name, note as object])
        channel(`galla:${name}`).subscribe(hear)
        release.push(() => channel(`galla:${name}`).unsubscribe(hear))
      }
      return undefined
    },
  ],
]
const named = () => notes.map(([name]) => name)

describe.each(WATCHERS)('%s', (_name, watch) => {
  const open = (more: object = {}) => {
    galla = clientOf(server.origin, { clock, hooks: watch(), ...more })
    return galla
  }

  it('tell of a call: request, then response', async () => {
    await open().standardCheckout.getOrderStatus({ merchantOrderId: 'order-1', details: true })
    const about = {
      callId: 1,
      endpoint: 'standardOrderStatus',
      method: 'GET',
      path: '/checkout/v2/order/order-1/status?details=true',
      attempt: 1,
      merchantOrderId: 'order-1',
    }
    expect(notes).toEqual([
      ['request', about],
      ['response', { ...about, httpStatus: 200, ok: true, tookMs: 0 }],
    ])
  })

  it('tell of each attempt and each error, in order, under one number', async () => {
    server.on(READ, answers.json(500, {}), answers.resetAfterReading(), answers.json(200, pendingOrder()))
    await open().standardCheckout.getOrderStatus({ merchantOrderId: 'order-1' }, { retry: 'helper' })
    expect(notes).toMatchObject([
      ['request', { callId: 1, attempt: 1 }],
      ['response', { callId: 1, attempt: 1, httpStatus: 500, ok: false }],
      ['error', { callId: 1, willRetry: true, error: { kind: 'server-error' } }],
      ['request', { callId: 1, attempt: 2 }],
      ['error', { callId: 1, willRetry: true, error: { kind: 'network' } }],
      ['request', { callId: 1, attempt: 3 }],
      ['response', { callId: 1, attempt: 3, httpStatus: 200, ok: true }],
    ])
  })

  it('tell of a 200 that cannot be read as what it is', async () => {
    server.on(READ, answers.html(200))
    await failureOf(open().standardCheckout.getOrderStatus({ merchantOrderId: 'order-1' }))
    expect(notes).toMatchObject([
      ['request', {}],
      ['response', { httpStatus: 200, ok: false }],
      ['error', { willRetry: false, error: { kind: 'invalid-response' } }],
    ])
  })

  it('tell of a token that cannot be had, for which no attempt was begun', async () => {
    server.on(TOKEN_ROUTE, answers.json(401, {}))
    const error = await failureOf(open().standardCheckout.pay(ORDER))
    expect(named()).toEqual(['error'])
    expect(notes[0]?.[1]).toMatchObject({
      callId: 1,
      endpoint: 'standardPay',
      merchantOrderId: 'order-1',
      willRetry: false,
    })
    const [note] = notes.map(([, note]) => note as HookErrorEvent)
    expect(note?.error).toBe(error)
  })

  it('give every call a number of its own, counting up', async () => {
    open()
    await Promise.all([1, 2, 3].map(() => galla.standardCheckout.pay(ORDER)))
    const ids = notes.map(([, note]) => Reflect.get(note, 'callId'))
    expect([...new Set(ids)].sort()).toEqual([1, 2, 3])
    expect(ids.filter((id) => id === 2)).toHaveLength(2)
  })

  it('say nothing of what is refused before it is sent', async () => {
    await failureOf(open().standardCheckout.pay({ ...ORDER, amount: paise(1), merchantOrderId: '' }))
    expect(notes).toEqual([])
  })

  it('tell of telemetry', async () => {
    open({ environment: 'PRODUCTION', telemetry: true })
    server.on('POST /client/v1/backend/events/batch', answers.json(500, {}), answers.json(200, {}))
    await galla.standardCheckout.pay(ORDER)
    await galla.flush()
    await galla.flush()
    expect(notes.filter(([name]) => name === 'telemetry')).toEqual([
      ['telemetry', { type: 'failed', events: 4 }],
      ['telemetry', { type: 'sent', events: 4 }],
    ])
  })
})

describe('a hook that breaks', () => {
  it.each<[string, () => never | Promise<never>]>([
    [
      'at once',
      () => {
        throw new Error('broken')
      },
    ],
    ['later', () => Promise.reject(new Error('broken'))],
  ])('%s breaks no payment', async (_when, broken) => {
    const failures: unknown[] = []
    const hear = (reason: unknown) => failures.push(reason)
    process.on('unhandledRejection', hear)
    release.push(() => process.off('unhandledRejection', hear))
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

  it('does not keep a channel from hearing', async () => {
    const heard: unknown[] = []
    const hear = (note: unknown) => heard.push(note)
    channel('galla:request').subscribe(hear)
    release.push(() => channel('galla:request').unsubscribe(hear))
    const broken = () => {
      throw new Error('broken')
    }
    galla = clientOf(server.origin, { clock, hooks: { request: broken } })
    await galla.standardCheckout.pay(ORDER)
    expect(heard).toHaveLength(1)
  })
})
