import { consoleUrl } from '@galla/console/api/browser.ts'
import { ApiError, consoleApi, sandboxApi } from '@galla/console/api/client.ts'
import { amountText } from '@galla/console/i18n/format.ts'
import type { About } from '@galla/contract/gateway-api/console-routes'
import type { DeliveryEntry, OrderWithTimeline, TimelineEntry } from '@galla/contract/gateway-api/decisions'
import type { Order } from '@galla/contract/gateway-api/orders'
import { type Paise, paise } from '@galla/contract/money'
import type { SimulatePayment } from '@galla/contract/sandbox-api/outcomes'
import type { GuideStep, StepRun } from './progress.ts'

interface StepText {
  readonly title: string
  /** The events of the step. */
  readonly happens: string
  /** The task of the merchant's code. */
  readonly yourShop: string
  readonly action: string
}

const AMOUNT = paise(49_900)
/** The sandbox fails refunds of this amount. */
const UNREFUNDABLE = paise(90_101)

export function stepText(step: GuideStep, latePayment: About['latePayment']): StepText {
  switch (step) {
    case 'pay':
      return {
        title: 'Pay',
        happens: `A sample order of ${amountText(AMOUNT)} is created and paid. The webhook is only a hint: the status check decides.`,
        yourShop: 'Deliver when the event order.completed arrives, never because the payer came back.',
        action: 'Make a payment',
      }
    case 'fail':
      return {
        title: 'Fail',
        happens: 'The payer enters a wrong UPI PIN, and the payment fails.',
        yourShop: 'Offer to pay again: the same reference gets a new order.',
        action: 'Make a payment fail',
      }
    case 'late-payment':
      return {
        title: 'Late payment',
        happens:
          latePayment === 'refund'
            ? 'The order expires, and then the money arrives. The gateway refunds it automatically.'
            : 'The order expires, and then the money arrives. Your policy for late payments fulfils the order.',
        yourShop:
          latePayment === 'refund'
            ? 'Do not deliver: order.completed is not sent for it.'
            : 'Deliver on order.completed, as for any other order.',
        action: 'Make a late payment',
      }
    case 'second-payment':
      return {
        title: 'Paid twice',
        happens:
          'A payer opens two payment pages of one cart and pays on both. The gateway refunds the second payment automatically.',
        yourShop:
          'Nothing: order.completed is sent once for each reference. The thanks page tells the payer of the refund.',
        action: 'Pay twice',
      }
    case 'refund':
      return {
        title: 'Refund',
        happens: 'Half of the payment of step 1 is refunded.',
        yourShop: 'Choose one refund id for each decision: the same id again is the same refund.',
        action: 'Refund half',
      }
    case 'lost-webhook':
      return {
        title: 'Lost webhook',
        happens: 'The payment succeeds, but its webhook is lost. The next status poll finds it within half a minute.',
        yourShop: 'Nothing: the gateway polls every open order until it is decided.',
        action: 'Lose a webhook',
      }
    case 'failing-handler':
      return {
        title: 'Failing handler',
        happens: `A handler that throws is called again after 1 s, 5 s, 30 s and so on, seven times in all. In the demo shop it throws at most four times for a reference that begins with “${referenceOf(step)}”; a retry by hand succeeds at once.`,
        yourShop:
          'Throw when you could not fulfil. What the handler wrote through tx is undone, so the next attempt starts afresh.',
        action: 'Pay with a failing handler',
      }
    case 'review':
      return {
        title: 'Review',
        happens: `A late payment of ${amountText(UNREFUNDABLE)} is refunded automatically, and the provider refuses the refund. The order is in review: the gateway does nothing more with it by itself.`,
        yourShop: `Do not deliver. A person returns the money, and resolves the review on the page of the order. The sandbox refuses each refund of exactly ${amountText(UNREFUNDABLE)}, and pays one of a rupee less.`,
        action: 'Make an order for review',
      }
  }
}

/** The source of each step's test: the files that the tests of the repository run. */
const SOURCES: { readonly [path: string]: string } = import.meta.glob(
  '../../../../../examples/payment-tests/*.test.ts',
  { query: '?raw', import: 'default', eager: true },
)

/** The step as a complete test file. */
export const testSource = (step: GuideStep): string =>
  Object.entries(SOURCES).find(([path]) => path.endsWith(`/${step}.test.ts`))?.[1] ?? ''

const referenceOf = (step: GuideStep) => `guide-${step}-`

export const half = ({ amount }: Order): Paise => paise(Math.floor(amount / 2))

/**
 * Does one step at the gateway and its sandbox; `save` gets the order as soon as it exists.
 * @param paid the paid order that the step `refund` refunds
 * @throws ApiError
 */
export async function runStep(step: GuideStep, save: (run: StepRun) => void, paid: Order | undefined): Promise<void> {
  if (step === 'refund') {
    if (paid) save(await refundHalf(paid))
    return
  }
  const body = {
    checkout: 'STANDARD',
    amount: step === 'review' ? UNREFUNDABLE : AMOUNT,
    reference: `${referenceOf(step)}${crypto.randomUUID().slice(0, 8)}`,
    redirectUrl: consoleUrl(''),
  } as const
  const { order } = await consoleApi('POST /playground/pay', { body })
  const { merchantOrderId } = order
  if (step === 'second-payment') {
    // Another message is another order: the same parameters would return the first one.
    const { order: second } = await consoleApi('POST /playground/pay', {
      body: { ...body, message: 'In a second tab' },
    })
    save({ merchantOrderId: second.merchantOrderId })
    await simulate(merchantOrderId, OUTCOMES[step])
    await untilState(merchantOrderId, 'COMPLETED')
    await simulate(second.merchantOrderId, OUTCOMES[step])
    return
  }
  save({ merchantOrderId })
  if (step === 'late-payment' || step === 'review') {
    await sandboxApi('POST /orders/:merchantOrderId/expire', { params: { merchantOrderId } })
    await untilState(merchantOrderId, 'FAILED')
  }
  await simulate(merchantOrderId, OUTCOMES[step])
}

const simulate = (merchantOrderId: string, body: SimulatePayment) =>
  sandboxApi('POST /orders/:merchantOrderId/simulate', { params: { merchantOrderId }, body })

const OUTCOMES: { readonly [Step in Exclude<GuideStep, 'refund'>]: SimulatePayment } = {
  pay: { outcome: 'SUCCESS' },
  fail: { outcome: 'FAILURE', errorCode: 'ZM' },
  'late-payment': { outcome: 'SUCCESS' },
  'second-payment': { outcome: 'SUCCESS' },
  'lost-webhook': { outcome: 'SUCCESS', dropCallbacks: true },
  'failing-handler': { outcome: 'SUCCESS' },
  review: { outcome: 'SUCCESS' },
}

async function refundHalf(order: Order): Promise<StepRun> {
  const { merchantOrderId } = order
  const merchantRefundId = `guide-${crypto.randomUUID()}`
  await consoleApi('POST /orders/:merchantOrderId/refunds', {
    params: { merchantOrderId },
    body: { merchantRefundId, amount: half(order), reason: 'other', note: 'Getting-started guide' },
  })
  return { merchantOrderId, merchantRefundId }
}

const CHECKS = 12
const CHECK_INTERVAL_MS = 250

/** Until the gateway knows this state of the order: by the webhook, or else by a status check. */
async function untilState(merchantOrderId: string, state: 'FAILED' | 'COMPLETED'): Promise<void> {
  const params = { merchantOrderId }
  for (let check = 0; check < CHECKS; check += 1) {
    const { order } = await consoleApi('GET /orders/:merchantOrderId', { params })
    if (order.state === state) return
    await new Promise((resolve) => setTimeout(resolve, CHECK_INTERVAL_MS))
  }
  const { order } = await consoleApi('POST /orders/:merchantOrderId/sync', { params })
  if (order.state === state) return
  const what = state === 'FAILED' ? 'expired' : 'was paid'
  throw new ApiError(409, 'NOT_YET', `The status check does not report that the order ${what}. Try the step again.`)
}

/** Returns the timeline entries that the step caused. */
export function entriesOf(step: GuideStep, { merchantRefundId }: StepRun, story: OrderWithTimeline): TimelineEntry[] {
  const { timeline, refunds } = story
  if (step === 'refund') {
    const refund = refunds.find((one) => one.merchantRefundId === merchantRefundId)
    return timeline.filter(({ atMs }) => refund !== undefined && atMs >= refund.createdAtMs)
  }
  if (step !== 'pay') return timeline
  const firstRefundAtMs = Math.min(...refunds.map(({ createdAtMs }) => createdAtMs))
  return timeline.filter(({ atMs }) => atMs < firstRefundAtMs)
}

/** True when the step has ended and every event of the step was delivered. */
export function isDone(step: GuideStep, run: StepRun, story: OrderWithTimeline): boolean {
  const { order, refunds } = story
  const waits = entriesOf(step, run, story).some((entry) => entry.kind === 'delivery' && entry.state === 'waiting')
  if (waits) return false
  switch (step) {
    case 'fail':
      return order.state === 'FAILED'
    case 'refund':
      return refunds.some((one) => one.merchantRefundId === run.merchantRefundId && one.state === 'COMPLETED')
    case 'second-payment':
      return refunds.some(({ state }) => state === 'COMPLETED')
    case 'late-payment':
      return order.resolution === 'fulfil' || refunds.some(({ state }) => state === 'COMPLETED')
    case 'review':
      return order.needsReview !== undefined
    default:
      return order.state === 'COMPLETED'
  }
}

/** The delivery of the step whose last attempt failed: a person may retry it now. */
export const failedDelivery = (step: GuideStep, run: StepRun, story: OrderWithTimeline): DeliveryEntry | undefined =>
  entriesOf(step, run, story)
    .filter((entry) => entry.kind === 'delivery')
    .find(({ lastError, state }) => lastError !== undefined && state !== 'done')
