import { expect, it, onTestFinished } from 'vitest'
import { openDemo } from '../lib/demo.mjs'
import { makeSubscriptions } from '../lib/demo-subscriptions.mjs'

it('the demo has sample subscriptions, made once', async () => {
  const demo = await openDemo()
  onTestFinished(() => demo.close())
  await makeSubscriptions(demo)
  await makeSubscriptions(demo)
  const { rows } = await demo.gateway.subscriptions.list()
  const states = rows.map(({ subscriptionId, state }) => `${subscriptionId} ${state}`).sort()
  expect(states).toEqual([
    'demo-club ACTIVE',
    'demo-ending ACTIVE',
    'demo-new CREATED',
    'demo-paused PAUSED',
    'demo-tea ACTIVE',
  ])
})
