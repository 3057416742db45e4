import { inr } from '@galla/contract/money'
import { type BillingMethods, subscriptions } from '@galla/gateway/subscriptions'
import { type ConsoleApp, startConsoleApp } from './console-app.ts'
import { until } from './until.ts'

const HOUR_MS = 3_600_000

/** Midnight of a day in India, epoch milliseconds. */
const inIndia = (day: string, time = '00:00'): number => Date.parse(`${day}T${time}:00+05:30`)

/** The time at which the samples stand. */
export const SAMPLES_AT_MS = inIndia('2027-03-06', '12:00')

const REDIRECT_URL = 'https://shop.example/thanks'

/** A console whose gateway bills subscriptions, on 1 January 2027 in India. */
export const startSubscriptionApp = (): Promise<ConsoleApp> =>
  startConsoleApp({
    clockOfSandbox: true,
    gateway: { subscriptions: subscriptions() },
    sandbox: {
      clock: { startMs: inIndia('2027-01-01', '11:00'), frozen: true },
      quirks: { peakHours: 'allowed' },
      tokenLifeSec: 315_360_000,
    },
  })

/** The gateway with the methods of subscriptions. */
export const billing = (app: ConsoleApp): BillingMethods => app.gateway as ConsoleApp['gateway'] & BillingMethods

/** Lets time pass as a server would: what is due is done. */
export async function passUntil(app: ConsoleApp, endMs: number): Promise<void> {
  const { clock } = app.sandbox
  while (clock.now() < endMs) {
    await clock.advance(Math.min(6 * HOUR_MS, endMs - clock.now()))
    await app.gateway.runPendingJobs()
  }
}

/** Starts a subscription whose payer approves the mandate, on a day of 2027 in India. */
export async function activate(app: ConsoleApp, subscriptionId: string, planId: string): Promise<void> {
  const { subscription } = await billing(app).subscriptions.start({ subscriptionId, planId, redirectUrl: REDIRECT_URL })
  const { setupOrderId } = await app.sandbox.mandate(subscription.mandate.merchantSubscriptionId)
  await app.sandbox.simulatePayment(setupOrderId, { outcome: 'SUCCESS' })
  await until(`${subscriptionId} is active`, async () => {
    await app.sandbox.clock.advance(15_000)
    await app.gateway.runPendingJobs()
    const found = await billing(app).subscriptions.get(subscriptionId)
    return found?.state === 'ACTIVE' ? found : undefined
  })
}

/** Subscriptions in every state but ended ones of a plan, as two months of billing make them. */
export async function sampleSubscriptions(app: ConsoleApp): Promise<void> {
  const { plans, subscriptions: all } = billing(app)
  await plans.create({ planId: 'tea-monthly', name: 'Tea every month', amount: inr('199'), frequency: 'MONTHLY' })
  await plans.create({ planId: 'box-weekly', name: 'A box a week', amount: inr('90'), frequency: 'WEEKLY' })
  await plans.create({
    planId: 'club-yearly',
    name: 'Tea club',
    amount: inr('1200'),
    frequency: 'YEARLY',
    trialDays: 30,
  })
  await activate(app, 'paid-1', 'tea-monthly')
  await activate(app, 'ended-1', 'tea-monthly')
  await passUntil(app, inIndia('2027-01-04', '09:00'))
  await activate(app, 'late-1', 'tea-monthly')
  await passUntil(app, inIndia('2027-01-09', '09:00'))
  await activate(app, 'paid-2', 'tea-monthly')
  await activate(app, 'revoked-1', 'tea-monthly')
  await passUntil(app, inIndia('2027-02-02', '09:00'))
  await all.cancel('ended-1')
  await app.sandbox.simulateMandate('revoked-1-m1', { action: 'REVOKE' })
  await passUntil(app, inIndia('2027-02-06', '09:00'))
  await activate(app, 'trial-1', 'club-yearly')
  await activate(app, 'box-1', 'box-weekly')
  await passUntil(app, inIndia('2027-02-15', '09:00'))
  await activate(app, 'pause-1', 'tea-monthly')
  await passUntil(app, inIndia('2027-03-03', '09:00'))
  await all.pause('pause-1', { untilMs: inIndia('2099-05-01') })
  await app.sandbox.queueOutcome({ outcome: 'FAILURE', errorCode: 'Z9', next: 100 })
  await passUntil(app, SAMPLES_AT_MS)
  await all.start({ subscriptionId: 'new-1', planId: 'tea-monthly', redirectUrl: REDIRECT_URL })
}
