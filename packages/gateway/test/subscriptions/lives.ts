import type { BillingFrequency } from '@galla/contract/gateway-api/subscriptions'
import type { SetFaults } from '@galla/contract/sandbox-api/faults'
import type { Sandbox } from '@galla/sandbox'
import { paise } from '@galla/sdk'
import type { Gateway } from '../../src/index.ts'
import type { BillingMethods } from '../../src/subscriptions.ts'
import { DAY_MS } from '../helpers/subscription-shop.ts'
import { REDIRECT_URL } from '../helpers/test-gateway.ts'
import { below, type Random } from '../model/random.ts'

/** A subscription of the year, and what disturbed it. */
export interface Life {
  readonly subscriptionId: string
  readonly planId: string
  readonly frequency: BillingFrequency
  /** The chance of this life alone: others may live at the same time. */
  readonly random: Random
  readonly disturbed: Disturbance[]
}

/** Callbacks as on a good day. */
export const quietFaults: SetFaults = { callbacks: { dropRate: 0.01, delayRate: 0.1, delayMs: 60_000 } }

const CALLBACKS = { dropRate: 0.15, duplicateRate: 0.2, reorderRate: 0.2, delayRate: 0.2, delayMs: 1_800_000 }

/** Faults of a bad day. */
export const FAULTS: readonly SetFaults[] = [
  { callbacks: { dropRate: 1 } },
  {
    callbacks: CALLBACKS,
    rules: [
      { kind: 'lost-reply', rate: 0.08 },
      { kind: 'reset', rate: 0.05 },
    ],
  },
  {
    callbacks: CALLBACKS,
    rules: [
      { kind: 'status', status: 503, rate: 0.08 },
      { kind: 'status', status: 502, rate: 0.05, afterIntake: true },
      { kind: 'status', status: 429, retryAfterSec: 1, rate: 0.1 },
    ],
  },
  {
    callbacks: CALLBACKS,
    rules: [
      { kind: 'truncated', rate: 0.05 },
      { kind: 'empty', rate: 0.05 },
      { kind: 'wrong-content-type', rate: 0.05 },
    ],
  },
  { rules: [{ kind: 'stale-status', rate: 0.2, delayMs: 20_000 }], callbacks: { dropRate: 0.5 } },
]

interface Course {
  readonly sandbox: Sandbox
  readonly gateway: Gateway & BillingMethods
  readonly life: Life
  readonly random: Random
}

/** Something that a payer, a bank or a merchant does. */
export interface Disturbance {
  readonly name: string
  /** True when cycles may be left out because of it. */
  readonly mayMiss: boolean
  run(course: Course): Promise<unknown>
}

/** The payer acts in the UPI app. A state that does not permit the action is no failure. */
const payer = (name: string, run: (course: Course, mandate: string) => Promise<unknown>): Disturbance => ({
  name,
  mayMiss: true,
  async run(course) {
    const subscription = await course.gateway.subscriptions.get(course.life.subscriptionId)
    if (subscription) await run(course, subscription.mandate.merchantSubscriptionId).catch(() => {})
  },
})

const merchant = (
  name: string,
  mayMiss: boolean,
  run: (course: Course, id: string) => Promise<unknown>,
): Disturbance => ({
  name,
  mayMiss,
  run: (course) => run(course, course.life.subscriptionId),
})

const often = <One>(times: number, one: One): One[] => Array.from({ length: times }, () => one)

export const DISTURBANCES: readonly Disturbance[] = [
  ...often(
    6,
    payer('the payer pauses', async ({ sandbox, random }, id) => {
      const pauseUntilMs = sandbox.clock.now() + (1 + below(random, 30)) * DAY_MS
      await sandbox.simulateMandate(id, { action: 'PAUSE', pauseUntilMs })
    }),
  ),
  ...often(
    6,
    payer('the payer resumes', ({ sandbox }, id) => sandbox.simulateMandate(id, { action: 'RESUME' })),
  ),
  ...often(
    6,
    payer('the payer refuses a debit', ({ sandbox }, id) => sandbox.simulateMandate(id, { action: 'OPT_OUT' })),
  ),
  payer('the payer revokes', ({ sandbox }, id) => sandbox.simulateMandate(id, { action: 'REVOKE' })),
  payer('the bank revokes', ({ sandbox }, id) => sandbox.simulateMandate(id, { action: 'REVOKE', silent: true })),
  ...often(
    8,
    payer('the bank refuses', ({ sandbox, random }) =>
      sandbox.queueOutcome({ outcome: 'FAILURE', errorCode: 'Z9', next: 1 + below(random, 3) }),
    ),
  ),
  ...often(
    2,
    merchant('the merchant pauses', true, ({ gateway, sandbox, random }, id) =>
      gateway.subscriptions.pause(id, { untilMs: sandbox.clock.now() + (1 + below(random, 40)) * DAY_MS }),
    ),
  ),
  ...often(
    6,
    merchant('the merchant resumes', true, ({ gateway }, id) => gateway.subscriptions.resume(id)),
  ),
  ...often(
    4,
    merchant('the merchant skips', true, ({ gateway }, id) => gateway.subscriptions.skip(id)),
  ),
  ...often(
    6,
    merchant('the merchant changes the price', false, ({ gateway, random }, id) =>
      gateway.subscriptions.changeAmount(id, {
        amount: paise(9_900 + 100 * below(random, 220)),
        prorate: random() < 0.5,
      }),
    ),
  ),
  ...often(
    4,
    merchant('the mandate is renewed', true, async ({ gateway, sandbox, random }, id) => {
      const maxAmount = paise(29_900 + 100 * below(random, 50))
      const { redirectUrl } = await gateway.subscriptions.renewMandate(id, { maxAmount, redirectUrl: REDIRECT_URL })
      if (redirectUrl === undefined || random() < 0.2) return
      for (let number = 2; number < 60; number += 1) {
        const { state, setupOrderId } = await sandbox
          .mandate(`${id}-m${number}`)
          .catch(() => ({ state: '', setupOrderId: '' }))
        if (state === 'ACTIVATION_IN_PROGRESS')
          await sandbox.simulatePayment(setupOrderId, { outcome: 'SUCCESS' }).catch(() => {})
      }
    }),
  ),
  ...often(
    2,
    merchant('a bill is refunded', false, async ({ gateway }, id) => {
      const subscription = await gateway.subscriptions.get(id)
      const merchantOrderId = subscription?.cycle?.merchantOrderIds.at(-1)
      if (subscription?.cycle?.outcome !== 'PAID' || merchantOrderId === undefined) return
      const { amount } = subscription.cycle
      await gateway.refunds.request({
        merchantRefundId: `${merchantOrderId}-back`,
        merchantOrderId,
        amount: paise(amount),
      })
    }),
  ),
  merchant('the merchant cancels', true, ({ gateway }, id) => gateway.subscriptions.cancel(id)),
  merchant('the merchant cancels at the end', true, ({ gateway }, id) =>
    gateway.subscriptions.cancel(id, { at: 'cycle-end' }),
  ),
]
