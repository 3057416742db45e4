import { serveSandbox } from '@galla/sandbox'
import { createCallbacks, Galla } from '@galla/sdk'
import { expect, it, onTestFinished } from 'vitest'
import { openTill } from '../lib/till.mjs'
import { once } from '../once.mjs'

it('one payment and one refund disagree where a callback lies about the amount', async () => {
  const secret = { username: 'tea-stall', password: 'two-cups' }
  const till = await openTill(createCallbacks(secret))
  const sandbox = await serveSandbox({
    callbacks: { url: `${till.url}/callbacks`, ...secret },
    refundAutoSettle: { acceptAfterMs: 10, completeAfterMs: 20 },
  })
  const galla = new Galla({ clientId: 'tea-stall', clientSecret: 'any', clientVersion: 1, hosts: sandbox.url })
  onTestFinished(async () => {
    await Promise.all([galla.close(), sandbox.close(), till.close()])
  })
  // The classic scheme signs no body: whoever stands in between may change the amount.
  await sandbox.setFaults({ callbacks: { tamperRate: 1 } })

  const wrong = await once({ galla, provider: sandbox.url, till, tell: () => {} })
  expect(wrong).toEqual([
    expect.stringMatching(/^order amount differs: asked: 49900, the provider holds: 49900, callbacks said: (?!49900)/),
    expect.stringMatching(/^refund amount differs: asked: 10000, the provider holds: 10000, callbacks said: (?!10000)/),
  ])
})
