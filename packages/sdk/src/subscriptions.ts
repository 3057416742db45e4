import type { Frequency } from '@galla/contract/provider/subscriptions'
import type { MandateStatus, SubscriptionOrder } from './responses/mandates.ts'

export type {
  CustomMandateSetup,
  Family,
  HostedMandateSetup,
  MandateSetup,
  MobileMandateSetup,
  Notice,
  Subscriptions,
} from './resources/subscriptions.ts'

/** India has one time zone and no daylight saving. Milliseconds ahead of UTC. */
const IST_MS = 19_800_000
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/**
 * True when a mandate is ACTIVE: `notify` and `redeem` are possible.
 * @example if (isUsable(await galla.subscriptions.getStatus({ merchantSubscriptionId }))) await notify()
 */
export function isUsable({ state }: MandateStatus): boolean {
  return state === 'ACTIVE'
}

/**
 * True when a mandate has ended for good. If a mandate is neither usable nor ended, read the status again later.
 * @example if (isEnded(mandate)) askForNewMandate()
 */
export function isEnded({ state }: MandateStatus): boolean {
  return state === 'FAILED' || state === 'REVOKED' || state === 'CANCELLED' || state === 'EXPIRED'
}

/**
 * The time in which a debit is possible: from 24 hours after the notification until the redemption order ends. The provider's times
 * take precedence. Undefined until the payer is notified.
 * @example const window = debitWindow(await galla.subscriptions.getOrderStatus({ merchantOrderId }))
 */
export function debitWindow({ paymentFlow, expireAt }: SubscriptionOrder):
  | {
      /** Earliest debit. Epoch milliseconds. */
      opensAtMs: number
      /** Latest debit. Epoch milliseconds. */
      closesAtMs: number
    }
  | undefined {
  if (paymentFlow.type !== 'SUBSCRIPTION_REDEMPTION' && paymentFlow.type !== 'SUBSCRIPTION_CHECKOUT_REDEMPTION')
    return undefined
  const { notifiedAt, validAfter, validUpto } = paymentFlow
  const opensAtMs = validAfter ?? (notifiedAt === undefined ? undefined : notifiedAt + DAY_MS)
  return opensAtMs === undefined ? undefined : { opensAtMs, closesAtMs: validUpto ?? expireAt }
}

/**
 * Hours in which UPI executes debits: 21:31 to 09:59 and 13:01 to 16:59 in India, here five minutes inside (autopay §5.4).
 * Minutes of the day.
 */
const OPEN_MINUTES: readonly (readonly [number, number])[] = [
  [0, 9 * 60 + 54],
  [13 * 60 + 6, 16 * 60 + 54],
  [21 * 60 + 36, 24 * 60],
]

/**
 * The first time from `fromMs` on at which UPI executes debits, outside the peak hours in India. Epoch milliseconds.
 * @example const redeemAtMs = nextDebitAtMs(Math.max(dueAtMs, window.opensAtMs))
 */
export function nextDebitAtMs(fromMs: number): number {
  const minute = Math.floor(((((fromMs + IST_MS) % DAY_MS) + DAY_MS) % DAY_MS) / MINUTE_MS)
  for (const [opens, closes] of OPEN_MINUTES) {
    if (minute >= opens && minute < closes) return fromMs
    if (minute < opens) return Math.floor(fromMs / MINUTE_MS) * MINUTE_MS + (opens - minute) * MINUTE_MS
  }
  return fromMs
}

const DAYS: { readonly [Name in Frequency]?: number } = { DAILY: 1, WEEKLY: 7, FORTNIGHTLY: 14 }
const MONTHS: { readonly [Name in Frequency]?: number } = {
  MONTHLY: 1,
  BIMONTHLY: 2,
  QUARTERLY: 3,
  HALFYEARLY: 6,
  YEARLY: 12,
}

/**
 * The start of billing period number `period`, at the anchor's time of day in India. Epoch milliseconds. Monthly periods start on the
 * anchor's day of the month. In a month without that day, the period starts on the last day of the month.
 * @param anchorMs start of period 0, usually the time at which the mandate became ACTIVE. Epoch milliseconds
 * @throws {RangeError} for `ON_DEMAND`, which has no periods, for an invalid `period` and an invalid `anchorMs`
 * @example periodStartMs(Date.UTC(2027, 0, 31), 'MONTHLY', 1) // 28 February 2027
 */
export function periodStartMs(anchorMs: number, frequency: Frequency, period: number): number {
  if (!Number.isSafeInteger(period) || period < 0) throw new RangeError('period must be an integer from 0')
  if (!Number.isFinite(anchorMs)) throw new RangeError('anchorMs must be epoch milliseconds')
  const days = DAYS[frequency]
  if (days !== undefined) return anchorMs + period * days * DAY_MS
  const months = MONTHS[frequency]
  if (months === undefined) throw new RangeError(`${frequency} has no periods: keep your own dates`)
  const local = new Date(anchorMs + IST_MS)
  const month = local.getUTCMonth() + period * months
  const lastDay = new Date(Date.UTC(local.getUTCFullYear(), month + 1, 0)).getUTCDate()
  const day = Math.min(local.getUTCDate(), lastDay)
  const timeOfDayMs = anchorMs + IST_MS - Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate())
  return Date.UTC(local.getUTCFullYear(), month, day) + timeOfDayMs - IST_MS
}
