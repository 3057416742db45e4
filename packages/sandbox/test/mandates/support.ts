import type { SandboxOptions } from '@galla/sandbox'
import { setUp, type TestSandbox } from '../helpers.ts'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
/** 08:00 in India, outside the peak hours. */
export const MORNING_MS = Date.parse('2026-01-05T08:00:00+05:30')

export interface Terms {
  id?: string
  authWorkflowType?: string
  amountType?: string
  amount?: number
  maxAmount?: number
  frequency?: string
  expireAt?: number
}

export const setupBody = ({ id = 'sub-1', amount = 200, expireAt, ...terms }: Terms = {}) => ({
  merchantOrderId: `${id}-setup`,
  amount,
  deviceContext: { deviceOS: 'ANDROID' },
  paymentFlow: {
    type: 'SUBSCRIPTION_SETUP',
    merchantSubscriptionId: id,
    authWorkflowType: 'PENNY_DROP',
    amountType: 'VARIABLE',
    maxAmount: 99_900,
    frequency: 'MONTHLY',
    paymentMode: { type: 'UPI_INTENT', targetApp: 'com.phonepe.app' },
    ...(expireAt === undefined ? {} : { expireAt }),
    ...terms,
  },
})

export const hostedBody = ({ id = 'sub-1', amount = 19_900, expireAt, ...terms }: Terms = {}) => ({
  merchantOrderId: `${id}-setup`,
  amount,
  paymentFlow: {
    type: 'SUBSCRIPTION_CHECKOUT_SETUP',
    merchantUrls: { redirectUrl: 'https://shop.example/thanks' },
    subscriptionDetails: {
      subscriptionType: 'RECURRING',
      merchantSubscriptionId: id,
      authWorkflowType: 'TRANSACTION',
      amountType: 'FIXED',
      maxAmount: 19_900,
      frequency: 'MONTHLY',
      expireAt: expireAt ?? MORNING_MS + 3650 * DAY_MS,
      ...terms,
    },
  },
})

export const noticeBody = (
  merchantOrderId: string,
  more: { amount?: number; flow?: object; [name: string]: unknown } = {},
) => {
  const { flow, amount = 19_900, ...rest } = more
  const paymentFlow = { type: 'SUBSCRIPTION_REDEMPTION', merchantSubscriptionId: 'sub-1', ...flow }
  return { merchantOrderId, amount, ...rest, paymentFlow }
}

export interface MandateSandbox extends TestSandbox {
  notify(merchantOrderId: string, more?: Parameters<typeof noticeBody>[1]): ReturnType<TestSandbox['post']>
  redeem(merchantOrderId: string): ReturnType<TestSandbox['post']>
  order(merchantOrderId: string): ReturnType<TestSandbox['get']>
  /** Events of callbacks so far. */
  events(): string[]
}

/** A sandbox in the morning in India with one ACTIVE mandate, unless `approve` is false. */
export async function withMandate(
  terms: Terms = {},
  options: SandboxOptions = {},
  approve = true,
): Promise<MandateSandbox> {
  const made = setUp({
    clock: { startMs: MORNING_MS, frozen: true },
    tokenLifeSec: 315_360_000,
    callbacks: { url: 'http://shop.example/callbacks', username: 'hook', password: 'Passw0rd99' },
    deliver: async () => new Response(null, { status: 200 }),
    ...options,
  })
  await made.post('/subscriptions/v2/setup', setupBody(terms))
  if (approve) await made.sandbox.simulatePayment(`${terms.id ?? 'sub-1'}-setup`, { outcome: 'SUCCESS' })
  return {
    ...made,
    notify: (id, more) => made.post('/subscriptions/v2/notify', noticeBody(id, more)),
    redeem: (id) => made.post('/subscriptions/v2/redeem', { merchantOrderId: id }),
    order: (id) => made.get(`/subscriptions/v2/order/${id}/status`),
    events: () => made.sandbox.deliveries().map(({ event }) => event),
  }
}
