import { inr } from '@galla/sdk'
import { eventually } from './demo.mjs'

/**
 * The shop sells the plan `tea-monthly` itself.
 * @type {import('@galla/gateway/subscriptions').CreatePlan[]}
 */
const PLANS = [
  { planId: 'box-weekly', name: 'A box of chai a week', amount: inr('149'), frequency: 'WEEKLY' },
  { planId: 'club-yearly', name: 'The tea club', amount: inr('2400'), frequency: 'YEARLY', trialDays: 30 },
]

/**
 * Plans, and a few subscriptions to them in different states, for the console. What is there already stays as it is.
 * @param {Awaited<ReturnType<typeof import('./demo.mjs').openDemo>>} demo
 */
export async function makeSubscriptions({ gateway, sandbox, url }) {
  if (await gateway.subscriptions.get('demo-tea')) return
  for (const plan of PLANS) await gateway.plans.create(plan)
  const start = (subscriptionId, planId) =>
    gateway.subscriptions.start({ subscriptionId, planId, redirectUrl: `${url}/thanks` })
  const activate = async (subscriptionId, planId) => {
    const { subscription } = await start(subscriptionId, planId)
    const { setupOrderId } = await sandbox.mandate(subscription.mandate.merchantSubscriptionId)
    await sandbox.simulatePayment(setupOrderId, { outcome: 'SUCCESS' })
    await eventually(async () => {
      const found = await gateway.subscriptions.get(subscriptionId)
      return found?.state === 'ACTIVE' ? found : undefined
    })
  }
  await activate('demo-tea', 'tea-monthly')
  await activate('demo-club', 'club-yearly')
  await activate('demo-paused', 'tea-monthly')
  await gateway.subscriptions.pause('demo-paused')
  await activate('demo-ending', 'box-weekly')
  await gateway.subscriptions.cancel('demo-ending', { at: 'cycle-end' })
  await start('demo-new', 'tea-monthly')
}
