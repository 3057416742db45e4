import { expect, it, onTestFinished } from 'vitest'
import { openStall } from '../lib/shop.mjs'
import { once } from '../once.mjs'

it('one payment and one refund disagree where a callback lies about the amount, and the books believe the provider', async () => {
  const stall = await openStall()
  onTestFinished(() => stall.close())
  // The classic scheme signs no body: whoever stands in between may change the amount.
  await stall.sandbox.setFaults({ callbacks: { tamperRate: 1 } })

  const wrong = await once({ stall, tell: () => {} })
  expect(wrong).toEqual([
    expect.stringMatching(
      /^order amount differs: asked: 49900, the provider holds: 49900, callbacks said: (?!49900).*the books say: 49900/,
    ),
    expect.stringMatching(
      /^refund amount differs: asked: 10000, the provider holds: 10000, callbacks said: (?!10000).*the books say: 10000/,
    ),
  ])
})
