import type { TelemetryBatch } from '@galla/contract/provider/telemetry'
import * as answers from '@galla/testkit/answers'
import { openedOrder } from '@galla/testkit/factories/order-status'
import { scriptTokens, TOKEN_ROUTE } from '@galla/testkit/factories/token'
import { type ScriptedServer, startScriptedServer } from '@galla/testkit/scripted-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openWorkshop, type Workshop } from './program.ts'

const EVENTS = 'POST /client/v1/backend/events/batch'
const PAY = 'POST /checkout/v2/pay'
const CREDENTIALS = "clientId: 'shop', clientSecret: 'secret', clientVersion: 1, hosts: origin"
const CALL = "galla.standardCheckout.pay({ merchantOrderId: 'order-1', amount: paise(100) })"

let workshop: Workshop
let server: ScriptedServer
beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(() => workshop[Symbol.asyncDispose]())
beforeEach(async () => {
  server = scriptTokens(await startScriptedServer())
  server.on(PAY, answers.json(200, openedOrder())).on(EVENTS, answers.json(200, {}))
})
afterEach(() => server.close())

const client = (more = '') => `const galla = new Galla({ ${CREDENTIALS}, ${more} })`
const withTelemetry = client("environment: 'PRODUCTION', telemetry: true")
const byItself = { code: 0, signal: null, stderr: '' }
const events = () =>
  server
    .requestsTo(EVENTS)
    .flatMap((request) => (request.json() as TelemetryBatch).events)
    .map(({ eventName }) => eventName)
const BEGINNING = [
  'TOKEN_SERVICE_INITIALIZED',
  'STANDARD_CHECKOUT_CLIENT_INITIALIZED',
  'CUSTOM_CHECKOUT_CLIENT_INITIALIZED',
]

// What ends by itself is a matter of the event loop, so nothing less than a real process tells.
describe('a program without telemetry ends by itself', { timeout: 20_000 }, () => {
  it.each([
    ['over node:http', ''],
    ['over fetch', 'fetch: (url, init) => fetch(url, init)'],
    ['over undici', 'fetch: undiciTransport()'],
  ])('after one call %s, its connection still open', async (_way, more) => {
    const ended = await workshop.run(`${client(more)}\nconsole.log((await ${CALL}).state)`, server.origin)
    expect(ended).toEqual({ ...byItself, stdout: 'PENDING\n' })
    expect(server.requestsTo(PAY)).toHaveLength(1)
  })

  it('after a call that failed', async () => {
    server.on(PAY, answers.resetAfterReading())
    const ended = await workshop.run(
      `${client()}\nawait ${CALL}.catch(({ outcome }) => console.log(outcome))`,
      server.origin,
    )
    expect(ended).toEqual({ ...byItself, stdout: 'unknown\n' })
  })

  it('after a call that ran out of time, while the server still hangs', async () => {
    server.on(PAY, answers.hang())
    const ended = await workshop.run(
      `${client('timeoutMs: 300')}\nawait ${CALL}.catch(({ kind }) => console.log(kind))`,
      server.origin,
    )
    expect(ended).toEqual({ ...byItself, stdout: 'timeout\n' })
  })

  it('without any call at all', async () => {
    expect(await workshop.run(client(), server.origin)).toEqual({ ...byItself, stdout: '' })
    expect(server.requests).toHaveLength(0)
  })
})

describe('a program with telemetry ends by itself', { timeout: 20_000 }, () => {
  it('and its events arrive, though it ended before the first was due', async () => {
    const ended = await workshop.run(`${withTelemetry}\nconsole.log((await ${CALL}).state)`, server.origin)
    expect(ended).toEqual({ ...byItself, stdout: 'PENDING\n' })
    expect(events()).toEqual([...BEGINNING, 'PAY_SUCCESS'])
  })

  it('and the events of many calls arrive, all of them, once', async () => {
    const calls = `for (let call = 0; call < 57; call += 1) await ${CALL}`
    expect(await workshop.run(`${withTelemetry}\n${calls}`, server.origin)).toEqual({ ...byItself, stdout: '' })
    expect(events()).toHaveLength(60)
    expect(events().filter((name) => name === 'PAY_SUCCESS')).toHaveLength(57)
  })

  it('and those of several clients', async () => {
    const both = `{ ${withTelemetry}\nawait ${CALL} }\n{ ${withTelemetry}\nawait ${CALL} }`
    expect(await workshop.run(both, server.origin)).toMatchObject(byItself)
    expect(events().filter((name) => name === 'PAY_SUCCESS')).toHaveLength(2)
  })

  it.each(['flush', 'close'])('after %s(), although the events host hangs', async (end) => {
    server.on(EVENTS, answers.hang())
    const program = `${withTelemetry}\nawait ${CALL}\nawait galla.${end}()\nconsole.log('end')`
    expect(await workshop.run(program, server.origin)).toEqual({ ...byItself, stdout: 'end\n' })
  })

  it('after close(), with nothing sent twice', async () => {
    const ended = await workshop.run(`${withTelemetry}\nawait ${CALL}\nawait galla.close()`, server.origin)
    expect(ended).toMatchObject(byItself)
    expect(events()).toEqual([...BEGINNING, 'PAY_SUCCESS'])
  })

  it('although the events host hangs', async () => {
    server.on(EVENTS, answers.hang())
    const ended = await workshop.run(`${withTelemetry}\nconsole.log((await ${CALL}).state)`, server.origin)
    expect(ended).toEqual({ ...byItself, stdout: 'PENDING\n' })
    expect(server.requestsTo(EVENTS)).toHaveLength(1)
  })

  it('although the events host hangs and a batch is already on its way', async () => {
    server.on(EVENTS, answers.hang())
    const linger = 'await new Promise((resolve) => setTimeout(resolve, 1_200))'
    const ended = await workshop.run(`${withTelemetry}\nawait ${CALL}\n${linger}\nconsole.log('end')`, server.origin)
    expect(ended).toEqual({ ...byItself, stdout: 'end\n' })
    expect(server.requestsTo(EVENTS).length).toBeGreaterThan(0)
  })

  it('at its own time: a batch on its way does not put the end off', async () => {
    server.on(EVENTS, answers.hang())
    const watched = "environment: 'PRODUCTION', telemetry: true, hooks: { telemetry: ({ type }) => console.log(type) }"
    const linger = 'await new Promise((resolve) => setTimeout(resolve, 1_200))'
    const program = `${client(watched)}\nprocess.once('beforeExit', () => console.log('end'))\nawait ${CALL}\n${linger}`
    const ended = await workshop.run(program, server.origin)
    expect(ended).toMatchObject(byItself)
    expect(ended.stdout).toMatch(/^end\nfailed\n/)
  })

  it.each<[string, answers.Answer]>([
    ['refuses', answers.json(500, {})],
    ['resets', answers.resetAfterReading()],
  ])('although the events host %s: it is asked once, not for ever', async (_what, answer) => {
    server.on(EVENTS, answer)
    expect(await workshop.run(`${withTelemetry}\nawait ${CALL}`, server.origin)).toMatchObject(byItself)
    expect(server.requestsTo(EVENTS)).toHaveLength(1)
  })

  it('without a token: no new one is asked for at the end', async () => {
    server.on(TOKEN_ROUTE, answers.json(503, {}))
    expect(await workshop.run(`${withTelemetry}\nawait ${CALL}.catch(() => {})`, server.origin)).toMatchObject(byItself)
    expect(server.requestsTo(TOKEN_ROUTE)).toHaveLength(1)
    expect(events()).toEqual([])
  })

  it('and keeps its own exit code', async () => {
    const ended = await workshop.run(`${withTelemetry}\nawait ${CALL}\nprocess.exitCode = 3`, server.origin)
    expect(ended).toMatchObject({ code: 3, signal: null })
    expect(events()).toContain('PAY_SUCCESS')
  })
})
