import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { createdOrder, scriptTokens } from '@galla/testkit/factories'
import { type ForgetfulProxy, forgetfulProxy, LOSSES } from '@galla/testkit/forgetful-proxy'
import * as answers from '@galla/testkit/scripted-answers'
import { type ScriptedServer, startScriptedServer } from '@galla/testkit/scripted-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createProgramRunner, type ProgramRunner } from '../exit/program.ts'

const PAY = 'POST /checkout/v2/pay'

/** Pays two orders at once, so that two connections stay open, and a third when it reads how long it was away, in milliseconds. */
const program = (fetch: string) => `
const { now } = Date
const galla = new Galla({
  clientId: 'shop', clientSecret: 'secret', clientVersion: 1, hosts: origin, timeoutMs: 2_000, ${fetch}
})
const pay = (merchantOrderId) => galla.standardCheckout.pay({ merchantOrderId, amount: paise(100) })
  .then(({ state }) => state, ({ outcome, message }) => outcome + ' ' + message)
await Promise.all([pay('order-1'), pay('order-2')])
process.stdin.once('data', async (text) => {
  Date.now = () => now() + Number(text)
  console.log(await pay('order-3'))
  process.exit()
})
console.log('open')
`

let runner: ProgramRunner
let server: ScriptedServer
let proxy: ForgetfulProxy
beforeAll(async () => {
  runner = await createProgramRunner()
})
afterAll(() => runner[Symbol.asyncDispose]())
beforeEach(async () => {
  server = scriptTokens(await startScriptedServer())
  server.on(PAY, answers.json(200, createdOrder()))
  proxy = await forgetfulProxy({ host: '127.0.0.1', port: Number(new URL(server.origin).port) })
})
afterEach(async () => {
  await proxy[Symbol.asyncDispose]()
  await server.close()
})

/**
 * Suspends the process between two payments. SIGSTOP stops all of it, its timers as well; the clock of the wall goes on, which the process
 * simulates, as after `docker pause`, a function's freeze or a laptop's sleep.
 */
async function payAfterSuspension(fetch: string, whileAway: () => void): Promise<unknown> {
  const child = await runner.start(program(fetch), `http://127.0.0.1:${proxy.port}`)
  child.stderr?.pipe(process.stderr)
  const lines = createInterface({ input: child.stdout as NonNullable<typeof child.stdout> })
  await once(lines, 'line')
  child.kill('SIGSTOP')
  whileAway()
  // Waits in the pipe: what wakes the process comes before any of its timers.
  child.stdin?.write('60000')
  child.kill('SIGCONT')
  const [state] = await once(lines, 'line')
  return state
}

const TRANSPORTS = [
  ['node:http', ''],
  ['undici', 'fetch: undiciTransport()'],
  ['fetch', 'fetch: (url, init) => fetch(url, init)'],
  ['a dispatcher of undici', 'fetch: undiciTransport({ dispatcher: new Agent() })'],
] as const

describe.each(TRANSPORTS)('a payment of a process that was suspended, over %s,', (_name, fetch) => {
  it.each(LOSSES)('is made on a new connection when the server has lost the old ones: %s', async (how) => {
    const state = await payAfterSuspension(fetch, () => proxy.lose(how))
    expect(state).toBe('PENDING')
    expect(server.requestsTo(PAY)).toHaveLength(3)
    expect(proxy.bytesAfterLoss()).toBe(0)
  })
})
