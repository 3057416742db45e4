import { createServer } from 'node:net'
import { type Galla, type GallaError, paise } from '@galla/sdk'
import { scriptTokens } from '@galla/testkit/factories'
import * as answers from '@galla/testkit/scripted-answers'
import { startScriptedServer } from '@galla/testkit/scripted-server'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../support/client.ts'
import { clientOf } from '../support/client-of.ts'
import { TRANSPORTS } from '../support/transports.ts'

const pay = (galla: Galla) => galla.standardCheckout.pay({ merchantOrderId: 'order-1', amount: paise(100) })
const read = (galla: Galla) => galla.standardCheckout.getOrderStatus({ merchantOrderId: 'order-1' })

/** A local port without a listener. */
async function closedPort(): Promise<number> {
  const server = createServer()
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
  })
  await new Promise((resolve) => server.close(resolve))
  return port
}

describe.each(TRANSPORTS)('over $name', ({ name, make }) => {
  /** The error of a call to an unreachable host; tokens come from a running server. */
  async function unreachable(pg: string, call: (galla: Galla) => Promise<unknown>): Promise<GallaError> {
    await using server = scriptTokens(await startScriptedServer())
    await using galla = clientOf(server.origin, { hosts: { pg, identity: server.origin }, fetch: make() })
    return await failureOf(call(galla))
  }

  it.each([
    ['a pay', pay],
    ['a read', read],
  ])('%s to a host name that does not resolve is not-sent', async (_what, call) => {
    const error = await unreachable('https://nowhere.invalid', call)
    expect(error).toMatchObject({ kind: 'network', outcome: 'not-sent', retryable: true, attempts: 1 })
    expect(error.message).toMatch(/^The provider at nowhere\.invalid could not be reached: (ENOTFOUND|EAI_AGAIN)$/)
  })

  it.each([
    ['a pay', pay],
    ['a read', read],
  ])('%s to a closed port is not-sent', async (_what, call) => {
    const port = await closedPort()
    const error = await unreachable(`http://127.0.0.1:${port}`, call)
    expect(error).toMatchObject({ kind: 'network', outcome: 'not-sent', retryable: true, attempts: 1 })
    expect(error.message).toBe(`The provider at 127.0.0.1:${port} could not be reached: ECONNREFUSED`)
  })

  it('an unreachable identity host fails with endpoint token and not-sent', async () => {
    const port = await closedPort()
    await using galla = clientOf(`http://127.0.0.1:${port}`, { fetch: make() })
    expect(await failureOf(pay(galla))).toMatchObject({
      message: `The provider at 127.0.0.1:${port} could not be reached: ECONNREFUSED`,
      kind: 'network',
      outcome: 'not-sent',
      retryable: true,
      attempts: 0,
      endpoint: 'token',
    })
  })

  it('a server without TLS receives nothing of the call', async () => {
    await using plain = (await startScriptedServer()).otherwise(answers.json(200, {}))
    const error = await unreachable(plain.origin.replace('http:', 'https:'), pay)
    // fetch does not report that it failed before sending, so the outcome is unknown.
    const outcome = name === 'fetch' ? 'unknown' : 'not-sent'
    expect(error).toMatchObject({ kind: 'network', outcome, retryable: outcome === 'not-sent', attempts: 1 })
    expect(plain.requests).toHaveLength(0)
  })

  it('a write is retried after a refused connection', async () => {
    const port = await closedPort()
    const error = await unreachable(`http://127.0.0.1:${port}`, (galla) =>
      galla.refunds.create(
        { merchantRefundId: 'r', originalMerchantOrderId: 'o', amount: paise(1) },
        { retry: { retries: 2 } },
      ),
    )
    expect(error).toMatchObject({ kind: 'network', outcome: 'not-sent', attempts: 3 })
  })
})
