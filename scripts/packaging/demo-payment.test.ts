import { expect, it, onTestFinished } from 'vitest'
import { openDemo } from '../lib/demo.mjs'
import { payAndRefund } from '../lib/demo-payment.mjs'

it('reports a tampered callback amount, and the gateway stores the amount of the provider', async () => {
  const demo = await openDemo()
  onTestFinished(() => demo.close())
  // The classic scheme signs no body: a proxy can change the amount.
  await demo.sandbox.setFaults({ callbacks: { tamperRate: 1 } })

  expect(await payAndRefund({ demo, print: () => {} })).toEqual([
    expect.stringMatching(
      /^order amount differs: expected: 49900, provider: 49900, callbacks: (?!49900).*gateway: 49900/,
    ),
    expect.stringMatching(
      /^refund amount differs: expected: 10000, provider: 10000, callbacks: (?!10000).*gateway: 10000/,
    ),
  ])
})
