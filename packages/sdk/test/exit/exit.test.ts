import type { TelemetryBatch } from '@galla/contract/provider/telemetry'
import { createdOrder, scriptTokens, TOKEN_ROUTE } from '@galla/testkit/factories'
import * as answers from '@galla/testkit/scripted-answers'
import { type ScriptedServer, startScriptedServer } from '@galla/testkit/scripted-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createProgramRunner, type ProgramRunner } from './program.ts'

const EVENTS = 'POST /client/v1/backend/events/batch'
const PAY = 'POST /checkout/v2/pay'
const CREDENTIALS = "clientId: 'shop', clientSecret: 'secret', clientVersion: 1, hosts: origin"
const CALL = "galla.standardCheckout.pay({ merchantOrderId: 'order-1', amount: paise(100) })"

let runner: ProgramRunner
let server: ScriptedServer
beforeAll(async () => {
  runner = await createProgramRunner()
})
afterAll(() => runner[Symbol.asyncDispose]())
beforeEach(async () => {
  server = scriptTokens(await startScriptedServer())
  server.on(PAY, answers.json(200, createdOrder())).on(EVENTS, answers.json(200, {}))
})
afterEach(() => server.close())

const client = (more = '') => `const galla = new Galla({ ${CREDENTIALS}, ${more} })`
const withTelemetry = client("environment: 'PRODUCTION', telemetry: true")
const cleanExit = { code: 0, signal: null, stderr: '' }
/** An outage of the events host is warned about once. */
const warnedExit = {
  ...cleanExit,
  stderr: 'galla: Telemetry is not accepted: events are sent again later, or dropped\n',
}
const events = () =>
  server
    .requestsTo(EVENTS)
    .flatMap((request) => (request.json() as TelemetryBatch).events)
    .map(({ eventName }) => eventName)
const STARTUP_EVENTS = [
  'TOKEN_SERVICE_INITIALIZED',
  'STANDARD_CHECKOUT_CLIENT_INITIALIZED',
  'CUSTOM_CHECKOUT_CLIENT_INITIALIZED',
]

// Whether a process exits depends on its event loop, so these tests run real processes.
describe('a program without telemetry exits by itself', { timeout: 20_000 }, () => {
  it.each([
    ['over node:http', ''],
    ['over fetch', 'fetch: (url, init) => fetch(url, init)'],
    ['over undici', 'fetch: undiciTransport()'],
  ])('after one call %s, with the connection still open', async (_way, more) => {
    const ended = await runner.run(`${client(more)}\nconsole.log((await ${CALL}).state)`, server.origin)
    expect(ended).toEqual({ ...cleanExit, stdout: 'PENDING\n' })
    expect(server.requestsTo(PAY)).toHaveLength(1)
  })

  it('after a failed call', async () => {
    server.on(PAY, answers.resetAfterReading())
    const ended = await runner.run(
      `${client()}\nawait ${CALL}.catch(({ outcome }) => console.log(outcome))`,
      server.origin,
    )
    expect(ended).toEqual({ ...cleanExit, stdout: 'unknown\n' })
  })

  it('after a call that timed out, while the server still hangs', async () => {
    server.on(PAY, answers.hang())
    const ended = await runner.run(
      `${client('timeoutMs: 300')}\nawait ${CALL}.catch(({ kind }) => console.log(kind))`,
      server.origin,
    )
    expect(ended).toEqual({ ...cleanExit, stdout: 'timeout\n' })
  })

  it('without any call', async () => {
    expect(await runner.run(client(), server.origin)).toEqual({ ...cleanExit, stdout: '' })
    expect(server.requests).toHaveLength(0)
  })
})

describe('a program with telemetry exits by itself', { timeout: 20_000 }, () => {
  it('and delivers its events, although it ended before the first interval', async () => {
    const ended = await runner.run(`${withTelemetry}\nconsole.log((await ${CALL}).state)`, server.origin)
    expect(ended).toEqual({ ...cleanExit, stdout: 'PENDING\n' })
    expect(events()).toEqual([...STARTUP_EVENTS, 'PAY_SUCCESS'])
  })

  it('and delivers each event of many calls once', async () => {
    const calls = `for (let call = 0; call < 57; call += 1) await ${CALL}`
    expect(await runner.run(`${withTelemetry}\n${calls}`, server.origin)).toEqual({ ...cleanExit, stdout: '' })
    expect(events()).toHaveLength(60)
    expect(events().filter((name) => name === 'PAY_SUCCESS')).toHaveLength(57)
  })

  it('and delivers the events of several clients', async () => {
    const both = `{ ${withTelemetry}\nawait ${CALL} }\n{ ${withTelemetry}\nawait ${CALL} }`
    expect(await runner.run(both, server.origin)).toMatchObject(cleanExit)
    expect(events().filter((name) => name === 'PAY_SUCCESS')).toHaveLength(2)
  })

  it.each(['flush', 'close'])('after %s(), although the events host hangs', async (end) => {
    server.on(EVENTS, answers.hang())
    const program = `${withTelemetry}\nawait ${CALL}\nawait galla.${end}()\nconsole.log('end')`
    expect(await runner.run(program, server.origin)).toEqual({ ...warnedExit, stdout: 'end\n' })
  })

  it('after close(), without sending an event twice', async () => {
    const ended = await runner.run(`${withTelemetry}\nawait ${CALL}\nawait galla.close()`, server.origin)
    expect(ended).toMatchObject(cleanExit)
    expect(events()).toEqual([...STARTUP_EVENTS, 'PAY_SUCCESS'])
  })

  it('although the events host hangs', async () => {
    server.on(EVENTS, answers.hang())
    const ended = await runner.run(`${withTelemetry}\nconsole.log((await ${CALL}).state)`, server.origin)
    expect(ended).toMatchObject({ code: 0, signal: null, stdout: 'PENDING\n' })
    // A program of more than a second has the batch in flight when it ends, and does not wait for it.
    expect(['', warnedExit.stderr]).toContain(ended.stderr)
    expect(server.requestsTo(EVENTS)).toHaveLength(1)
  })

  it('although the events host hangs with a batch in flight', async () => {
    server.on(EVENTS, answers.hang())
    const wait = 'await new Promise((resolve) => setTimeout(resolve, 1_200))'
    const ended = await runner.run(`${withTelemetry}\nawait ${CALL}\n${wait}\nconsole.log('end')`, server.origin)
    expect(ended).toEqual({ ...warnedExit, stdout: 'end\n' })
    expect(server.requestsTo(EVENTS).length).toBeGreaterThan(0)
  })

  it('without waiting for a batch in flight', async () => {
    server.on(EVENTS, answers.hang())
    const observed = "environment: 'PRODUCTION', telemetry: true, hooks: { telemetry: ({ type }) => console.log(type) }"
    const wait = 'await new Promise((resolve) => setTimeout(resolve, 1_200))'
    const program = `${client(observed)}\nprocess.once('beforeExit', () => console.log('end'))\nawait ${CALL}\n${wait}`
    const ended = await runner.run(program, server.origin)
    expect(ended).toMatchObject(warnedExit)
    expect(ended.stdout).toMatch(/^end\ndropped\n/)
  })

  it.each<[string, answers.Answer]>([
    ['answers 500', answers.json(500, {})],
    ['resets the connection', answers.resetAfterReading()],
  ])('although the events host %s: the batch is sent once', async (_what, answer) => {
    server.on(EVENTS, answer)
    expect(await runner.run(`${withTelemetry}\nawait ${CALL}`, server.origin)).toMatchObject(warnedExit)
    expect(server.requestsTo(EVENTS)).toHaveLength(1)
  })

  it('without a token, and requests none at exit', async () => {
    server.on(TOKEN_ROUTE, answers.json(503, {}))
    expect(await runner.run(`${withTelemetry}\nawait ${CALL}.catch(() => {})`, server.origin)).toMatchObject(cleanExit)
    expect(server.requestsTo(TOKEN_ROUTE)).toHaveLength(1)
    expect(events()).toEqual([])
  })

  it('without any call: nothing is sent, and no outage is reported', async () => {
    expect(await runner.run(withTelemetry, server.origin)).toEqual({ ...cleanExit, stdout: '' })
    expect(server.requests).toHaveLength(0)
  })

  it('and keeps its own exit code', async () => {
    const ended = await runner.run(`${withTelemetry}\nawait ${CALL}\nprocess.exitCode = 3`, server.origin)
    expect(ended).toMatchObject({ code: 3, signal: null })
    expect(events()).toContain('PAY_SUCCESS')
  })
})

describe('a program of the compat API with telemetry survives a call whose event is no JSON', {
  timeout: 20_000,
}, () => {
  const standard =
    "compat.StandardCheckoutClient.getInstance('shop', 'secret', 1, 'PRODUCTION', true, { hosts: origin })"
  const custom = standard.replace('Standard', 'Custom')
  const refused = "(pay) => pay.catch((error) => console.log(error.constructor.name, error.httpStatusCode ?? ''))"

  it.each<[string, string]>([
    [
      'an amount that is a bigint',
      `const client = ${standard}
await refused(client.pay({ merchantOrderId: 'order-1', amount: 100n, paymentFlow: { type: 'PG_CHECKOUT' } }))`,
    ],
    [
      'a deviceContext that refers to itself',
      `const client = ${custom}
const deviceContext = { deviceOS: 'IOS' }
deviceContext.self = deviceContext
const paymentFlow = { type: 'PG', paymentMode: { type: 'UPI_QR' } }
await refused(client.pay({ merchantOrderId: 'order-1', amount: 100, paymentFlow, deviceContext }))`,
    ],
  ])('%s', async (_what, call) => {
    const program = `const refused = ${refused}\n${call}\nawait client.flush()\nconsole.log('end')`
    const ended = await runner.run(program, server.origin)
    expect(ended).toMatchObject({ code: 0, signal: null })
    expect(ended.stdout).toMatch(/^BadRequest.*\nend\n$/)
    expect(ended.stderr).toContain(
      'galla: A telemetry event cannot be serialised as JSON: it contains a bigint or a circular reference\n',
    )
    expect(events()).toHaveLength(2)
  })
})
