import { createServer } from 'node:net'
import { type Galla, type GallaError, paise } from '@galla/sdk'
import * as answers from '@galla/testkit/answers'
import { scriptTokens } from '@galla/testkit/factories/token'
import { startScriptedServer } from '@galla/testkit/scripted-server'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../support/client.ts'
import { clientOf } from '../support/client-of.ts'
import { WAYS } from '../support/ways.ts'

const pay = (galla: Galla) => galla.standardCheckout.pay({ merchantOrderId: 'order-1', amount: paise(100) })
const read = (galla: Galla) => galla.standardCheckout.getOrderStatus({ merchantOrderId: 'order-1' })

/** A port of this machine on which nobody listens. */
async function closedPort(): Promise<number> {
  const server = createServer()
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
  })
  await new Promise((resolve) => server.close(resolve))
  return port
}

describe.each(WAYS)('over $name', ({ name, make }) => {
  /** The token is had from a living server; the call itself goes nowhere. */
  async function toNowhere(pg: string, call: (galla: Galla) => Promise<unknown>): Promise<GallaError> {
    await using server = scriptTokens(await startScriptedServer())
    await using galla = clientOf(server.origin, { hosts: { pg, identity: server.origin }, fetch: make() })
    return await failureOf(call(galla))
  }

  it.each([
    ['a pay', pay],
    ['a read', read],
  ])('%s to a name that cannot be resolved was not sent', async (_what, call) => {
    const error = await toNowhere('https://nowhere.invalid', call)
    expect(error).toMatchObject({ kind: 'network', outcome: 'not-sent', retryable: true, attempts: 1 })
    expect(error.message).toMatch(/could not be reached: (ENOTFOUND|EAI_AGAIN)$/)
  })

  it.each([
    ['a pay', pay],
    ['a read', read],
  ])('%s to a port where nobody listens was not sent', async (_what, call) => {
    const error = await toNowhere(`http://127.0.0.1:${await closedPort()}`, call)
    expect(error).toMatchObject({ kind: 'network', outcome: 'not-sent', retryable: true, attempts: 1 })
    expect(error.message).toBe('The provider could not be reached: ECONNREFUSED')
  })

  it('the token cannot be had: an error of the token, the call not sent', async () => {
    await using galla = clientOf(`http://127.0.0.1:${await closedPort()}`, { fetch: make() })
    expect(await failureOf(pay(galla))).toMatchObject({
      kind: 'network',
      outcome: 'not-sent',
      retryable: true,
      attempts: 0,
      endpoint: 'token',
    })
  })

  it('a server that does not speak TLS got nothing of the call', async () => {
    await using plain = (await startScriptedServer()).otherwise(answers.json(200, {}))
    const error = await toNowhere(plain.origin.replace('http:', 'https:'), pay)
    // A fetch does not say that it failed before it sent, so it is taken at its worst.
    const outcome = name === 'fetch' ? 'unknown' : 'not-sent'
    expect(error).toMatchObject({ kind: 'network', outcome, retryable: outcome === 'not-sent', attempts: 1 })
    expect(plain.requests).toHaveLength(0)
  })

  it('a write may be repeated after a refused connection, since nothing was sent', async () => {
    const port = await closedPort()
    const error = await toNowhere(`http://127.0.0.1:${port}`, (galla) =>
      galla.refunds.create(
        { merchantRefundId: 'r', originalMerchantOrderId: 'o', amount: paise(1) },
        { retry: { retries: 2 } },
      ),
    )
    expect(error).toMatchObject({ kind: 'network', outcome: 'not-sent', attempts: 3 })
  })
})
