import type { Overview } from '@galla/contract/gateway-api/overview'
import { shortReason } from '../../i18n/failure-messages.ts'
import { failureGroup } from '../../i18n/failures.ts'
import { percentText, weekdayText } from '../../i18n/format.ts'
import { messages } from '../../i18n/messages.ts'
import { paymentModeLabel } from '../../i18n/terms.ts'
import { figuresEnglish } from './english.ts'
import { attemptSuccess, rateText } from './overview-span.ts'

const t = messages('overview/figures', figuresEnglish)

type Mode = Overview['byPaymentMode'][number]

/** Fewer attempts say nothing about a payment mode. */
const MIN_ATTEMPTS = 5
/** Fewer attempts are not compared with an earlier time. */
const MIN_COMPARED = 20
/** Below this share of paid attempts a mode is worth a sentence without a comparison. */
const LOW = 0.7

/** The success to expect of each payment mode. */
export interface Expected {
  /** Stands before the rate: `usually`, `the day before:`. */
  text: string
  modes: readonly Pick<Mode, 'paymentMode' | 'attempts' | 'paidAttempts'>[]
}

export interface Finding {
  paymentMode: string
  text: string
  /** Failed orders of the mode. None, although attempts failed, when their payers paid in another way. */
  failedOrders: number
}

/** Finds conspicuous payment modes, the most failed attempts first. */
export function findingsOf(modes: readonly Mode[], expected?: Expected): Finding[] {
  return modes
    .filter(({ attempts }) => attempts >= MIN_ATTEMPTS)
    .map((mode) => ({ mode, lost: mode.attempts - mode.paidAttempts, text: findingText(mode, expected) }))
    .sort((a, b) => b.lost - a.lost)
    .flatMap(({ mode: { paymentMode, failed }, text }) =>
      text === undefined ? [] : [{ paymentMode, failedOrders: failed, text }],
    )
}

function findingText(mode: Mode, expected?: Expected): string | undefined {
  const rate = attemptSuccess(mode) ?? 1
  const then = expected?.modes.find(({ paymentMode }) => paymentMode === mode.paymentMode)
  const isCompared = then !== undefined && Math.min(then.attempts, mode.attempts) >= MIN_COMPARED
  const rateThen = isCompared ? attemptSuccess(then) : undefined
  const isConspicuous = rateThen === undefined ? rate < LOW : isBelow(rate, rateThen, mode.attempts)
  if (!isConspicuous) return undefined
  const compared = rateThen === undefined ? '' : ` (${expected?.text} ${rateText(rateThen)})`
  const { paymentMode, attempts, paidAttempts, topFailure } = mode
  const reason = topFailure && shortReason(topFailure.code)
  return t.finding(paymentModeLabel(paymentMode), rateText(rate), compared, attempts - paidAttempts, attempts, reason)
}

/** The rule of the alert `GallaSuccessRateLow`: a tenth below the expected rate, and three standard deviations, because few attempts differ by chance. */
const isBelow = (rate: number, expected: number, attempts: number): boolean =>
  rate < 0.9 * expected && rate < expected - 3 * Math.sqrt((expected * (1 - expected)) / attempts)

/** A figure against that of the time before: `+12 % from the day before`; undefined when there was nothing to compare with. */
export function changeText(now: number, then: number | undefined, name: string): string | undefined {
  if (then === undefined || then === 0) return undefined
  const change = (now - then) / then
  if (Math.abs(change) < 0.005) return t.same(name)
  return t.change(`${change > 0 ? '+' : '−'}${percentText(Math.abs(Math.round(change * 100) / 100))}`, name)
}

/** The usual figure of a weekday: `usually 12 on Mondays`, for a day that has begun `usually none by now on Mondays`. */
export function usualText(value: string, { fromMs, toMs }: Pick<Overview, 'fromMs' | 'toMs'>, nowMs: number): string {
  return t.usual(value, weekdayText(fromMs), nowMs < toMs)
}

/** Reasons by their words, the most frequent first: several codes may have the same. `failure` finds exactly its orders, where one filter does. */
export function reasonsOf({ failures, expired, cancelled }: Pick<Overview, 'failures' | 'expired' | 'cancelled'>) {
  const codesOf = new Map<string, { code: string; orders: number }[]>()
  for (const one of failures) {
    const label = shortReason(one.code)
    codesOf.set(label, [...(codesOf.get(label) ?? []), one])
  }
  return [...codesOf]
    .map(([label, codes]) => {
      const orders = codes.reduce((sum, one) => sum + one.orders, 0)
      const [first] = codes
      if (codes.length === 1) return { label, orders, failure: first?.code || undefined }
      const group = failureGroup(first?.code ?? '')
      const isWhole = (group === 'EXPIRED' && orders === expired) || (group === 'CANCELLED' && orders === cancelled)
      return { label, orders, failure: isWhole ? group : undefined }
    })
    .sort((one, two) => two.orders - one.orders)
}
