import type { CreatePlan, StartSubscription } from '@galla/contract/gateway-api/subscriptions'
import { inr } from '@galla/sdk'
import { expect } from 'vitest'
import type { GatewaySettings } from '../../src/index.ts'
import { type BillingMethods, subscriptions } from '../../src/subscriptions.ts'
import { REDIRECT_URL, type setupTestGateways, type TestGatewayOptions } from './test-gateway.ts'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

export const PLAN: CreatePlan = { planId: 'tea', name: 'Tea every month', amount: inr('199'), frequency: 'MONTHLY' }
export const START: StartSubscription = {
  subscriptionId: 'sub-7',
  planId: 'tea',
  redirectUrl: REDIRECT_URL,
  payer: { name: 'A Tester', email: 'a.tester@shop.example' },
}

/** Midnight of a day in India, epoch milliseconds. */
export const inIndia = (day: string, time = '00:00'): number => Date.parse(`${day}T${time}:00+05:30`)

type CreateTestGateway = ReturnType<typeof setupTestGateways>

/** A gateway with a plan, on 10 January in India; what its handlers hear of subscriptions. */
export async function openSubscriptionShop(
  createTestGateway: CreateTestGateway,
  {
    startMs = inIndia('2027-01-10', '11:00'),
    plan = {},
    ...options
  }: TestGatewayOptions & { startMs?: number; plan?: Partial<CreatePlan> } = {},
) {
  const heard: string[] = []
  const hear =
    (name: string) =>
    ({ order, subscription }: { order: { merchantOrderId: string }; subscription: { state: string } }) =>
      void heard.push(`${name} ${order.merchantOrderId} ${subscription.state}`)
  const on = Object.fromEntries(
    [
      'activated',
      'charge_upcoming',
      'charge_completed',
      'charge_failed',
      'paused',
      'resumed',
      'halted',
      'cancelled',
      'completed',
      'expired',
      'updated',
    ].map((name) => [`subscription.${name}`, hear(name)]),
  )
  const orderEvents: string[] = []
  const settings: Partial<GatewaySettings> = {
    subscriptions: subscriptions(),
    ...options.gateway,
    on: {
      ...on,
      'order.completed': ({ order }) => void orderEvents.push(`completed ${order.merchantOrderId}`),
      'order.failed': ({ order }) => void orderEvents.push(`failed ${order.merchantOrderId}`),
      'order.needs_review': ({ order }) => void orderEvents.push(`review ${order.merchantOrderId}`),
      ...options.gateway?.on,
    },
  }
  const shop = await createTestGateway({
    ...options,
    sandbox: { ...options.sandbox, clock: { frozen: true, startMs } },
    gateway: settings,
  })
  const { sandbox } = shop
  const gateway = shop.gateway as typeof shop.gateway & BillingMethods
  await gateway.plans.create({ ...PLAN, ...plan })
  const read = async (id = 'sub-7') =>
    (await gateway.subscriptions.get(id)) ?? expect.fail(`there is no subscription ${id}`)

  /** When something is due next, after now: the step of a subscription, else the poll of an open setup. Epoch milliseconds. */
  const nextDueMs = async (endMs: number) => {
    const nowMs = sandbox.clock.now()
    const [{ stepMs, pollMs } = { stepMs: null, pollMs: null }] = await shop.rows<{ [name: string]: number | null }>(
      `select (select min("nextActionAtMs")::float8 from galla.plan_subscriptions) as "stepMs",
        (select min("nextPollAtMs")::float8 from galla.orders where "state" in ('CREATED', 'PENDING') and "checkout" <> 'DEBIT') as "pollMs"`,
    )
    // What is due and was not done at once is tried again a little later; the dense polls of a page are of no interest.
    const step = Math.max(stepMs ?? endMs, nowMs + 5_000)
    const poll = Math.max(pollMs ?? endMs, nowMs + 15 * 60_000)
    return Math.min(endMs, step, poll)
  }

  /** Lets time pass until then: to each time at which something is due. */
  const until = async (endMs: number) => {
    while (sandbox.clock.now() < endMs) await shop.advance((await nextDueMs(endMs)) - sandbox.clock.now())
    await shop.drainJobs()
  }
  const pass = (ms: number) => until(sandbox.clock.now() + ms)

  /** Starts the subscription, and lets the payer approve. */
  const activate = async (start: Partial<StartSubscription> = {}) => {
    const { subscription } = await gateway.subscriptions.start({ ...START, ...start })
    const { subscriptionId } = subscription
    const mandate = await sandbox.mandate(subscription.mandate.merchantSubscriptionId)
    await sandbox.simulatePayment(mandate.setupOrderId, { outcome: 'SUCCESS' })
    await shop.drainJobs()
    await pass(5 * 60_000)
    return read(subscriptionId)
  }
  /** What the provider has debited, and keeps: the first bill and the debits. In paise. */
  const debited = async (id = 'sub-7-m1') => {
    const { redemptions } = await sandbox.mandate(id)
    return redemptions.filter(({ state }) => state === 'COMPLETED').map(({ merchantOrderId }) => merchantOrderId)
  }
  const cycles = (id = 'sub-7') =>
    shop.rows<{ number: number; outcome: string | null }>(
      'select "number", "outcome" from galla.cycles where "subscriptionId" = $1 order by "number"',
      [id],
    )
  const eventsOf = (name: string) => heard.filter((one) => one.startsWith(`${name} `))
  return { ...shop, gateway, heard, orderEvents, read, pass, until, activate, debited, cycles, eventsOf }
}

/** The provider reports the failed debit of the second cycle as paid after all. */
export const payingLate =
  (late: { isPaid: boolean }): NonNullable<TestGatewayOptions['wrapProvider']> =>
  (provider) =>
  async (input, init) => {
    const response = await provider(input, init)
    if (!late.isPaid || !/sub-7-2-1\/status/.test(String(input))) return response
    const { errorCode: _, detailedErrorCode: __, paymentDetails, ...status } = await response.json()
    const [{ errorCode: ___, detailedErrorCode: ____, ...first }] = paymentDetails
    return Response.json({ ...status, state: 'COMPLETED', paymentDetails: [{ ...first, state: 'COMPLETED' }] })
  }
