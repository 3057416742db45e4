import type { CycleOutcome, HaltReason } from '@galla/contract/gateway-api/subscriptions'

/** The one thing that is due for a subscription, or the time until which nothing is. Times are epoch milliseconds. */
export type Action =
  /** Without `untilMs` only news or a person changes something. */
  | { readonly kind: 'wait'; readonly untilMs?: number }
  | { readonly kind: 'check-mandate' }
  | { readonly kind: 'check-debit'; readonly merchantOrderId: string }
  /** The mandate is approved: the subscription is ACTIVE from now on. */
  | { readonly kind: 'activate' }
  /** A debit failed and will be repeated. */
  | { readonly kind: 'past-due' }
  /** The payer paused the mandate. */
  | { readonly kind: 'pause' }
  /** The pause is over. */
  | { readonly kind: 'resume' }
  /** Fixes the price of the cycle. */
  | { readonly kind: 'open-cycle'; readonly number: number }
  /** Closes the cycles from the next one to this number as MISSED: they have passed and were never opened. */
  | { readonly kind: 'miss-cycles'; readonly until: number }
  /** Announces a debit: the `number`-th order of the cycle. */
  | { readonly kind: 'notify'; readonly cycle: number; readonly number: number; readonly expireAtMs: number }
  /** Debits. `tryNumber` is 1 for the first request of this order. */
  | { readonly kind: 'redeem'; readonly merchantOrderId: string; readonly tryNumber: number }
  /** Refunds a bill that was paid after the subscription had ended. */
  | { readonly kind: 'return-payment'; readonly merchantOrderId: string }
  | { readonly kind: 'close-cycle'; readonly number: number; readonly outcome: CycleOutcome }
  | { readonly kind: 'halt'; readonly reason: HaltReason }
  | { readonly kind: 'cancel-mandate' }
  | { readonly kind: 'end'; readonly state: 'CANCELLED' | 'COMPLETED' | 'EXPIRED' }

export const WAIT = { kind: 'wait' } as const satisfies Action

export const waitUntil = (untilMs: number): Action => ({ kind: 'wait', untilMs })

/** The one of two independent actions that is due, else the shorter wait. */
export function sooner(one: Action, other: Action): Action {
  if (one.kind !== 'wait') return one
  if (other.kind !== 'wait') return other
  if (one.untilMs === undefined) return other
  return other.untilMs === undefined ? one : waitUntil(Math.min(one.untilMs, other.untilMs))
}

const MINUTE_MS = 60_000

const HOUR_MS = 60 * MINUTE_MS

/** When the provider is asked again after news whose follow-up may be lost. Milliseconds. */
interface Questions {
  /** Times of the first questions after the news. */
  readonly firstMs: readonly number[]
  /** Interval of the later questions. */
  readonly thenMs: number
}

const OF_MANDATE: Questions = {
  firstMs: [10_000, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS],
  thenMs: 6 * HOUR_MS,
}

/** Questions about a debit that is announced or requested. The provider decides in minutes to hours, and a callback tells the decision at once. */
export const OF_DEBIT: Questions = { firstMs: [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS], thenMs: HOUR_MS }

/** When to ask the provider next: some times soon after the news, then at an interval. Epoch milliseconds. */
export function nextCheck(
  newsAtMs: number,
  checkedAtMs: number | undefined,
  { firstMs, thenMs }: Questions = OF_MANDATE,
): number {
  if (checkedAtMs === undefined) return newsAtMs
  const delayMs = firstMs.find((one) => newsAtMs + one > checkedAtMs)
  return delayMs === undefined ? checkedAtMs + thenMs : newsAtMs + delayMs
}

/** The question when its time has come, else the wait for it. */
export const askAt = (atMs: number, nowMs: number, question: Action): Action =>
  atMs <= nowMs ? question : waitUntil(atMs)
