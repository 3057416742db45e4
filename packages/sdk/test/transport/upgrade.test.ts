import { createServer } from 'node:net'
import { type Galla, paise } from '@galla/sdk'
import { scriptTokens } from '@galla/testkit/factories'
import { startScriptedServer } from '@galla/testkit/scripted-server'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../support/client.ts'
import { clientOf } from '../support/client-of.ts'
import { TRANSPORTS } from '../support/transports.ts'

/** A host that switches protocols without a request to do so. */
async function upgrader() {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    pg: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => new Promise<void>((done) => void server.close(() => done())),
  }
}

describe.each(TRANSPORTS)('over $name', ({ make }) => {
  it('an unexpected protocol upgrade fails a payment with outcome unknown', async () => {
    await using tokens = scriptTokens(await startScriptedServer())
    await using host = await upgrader()
    await using galla: Galla = clientOf(tokens.origin, {
      hosts: { pg: host.pg, identity: tokens.origin },
      fetch: make(),
    })
    const pay = galla.standardCheckout.pay({ merchantOrderId: 'order-1', amount: paise(100) })
    expect(await failureOf(pay)).toMatchObject({ outcome: 'unknown', retryable: false, attempts: 1 })
  })
})
