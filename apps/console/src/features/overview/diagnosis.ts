import type { Overview } from '@galla/contract/gateway-api/console-routes'
import { shortReason } from '../../i18n/failure-messages.ts'
import { failureGroup } from '../../i18n/failures.ts'
import { percentText, plural } from '../../i18n/format.ts'
import { paymentModeLabel } from '../../i18n/terms.ts'
import { attemptSuccess, rateText } from './overview-span.ts'

type Mode = Overview['byPaymentMode'][number]

/** Fewer attempts say nothing about a payment mode. */
const MIN_ATTEMPTS = 5
/** A fall by so much is worth a sentence. */
const FALL = 0.1
/** Below this share of paid attempts a mode is worth a sentence without a comparison. */
const LOW = 0.7

export interface Finding {
  paymentMode: string
  text: string
  /** Failed orders of the mode. None, although attempts failed, when their payers paid in another way. */
  failedOrders: number
}

/** Finds conspicuous payment modes, the most failed attempts first. `before`: the same time of the day before. */
export function findingsOf(modes: readonly Mode[], before: readonly Mode[] = []): Finding[] {
  return modes
    .filter(({ attempts }) => attempts >= MIN_ATTEMPTS)
    .map((mode) => ({ mode, lost: mode.attempts - mode.paidAttempts, text: findingText(mode, before) }))
    .sort((a, b) => b.lost - a.lost)
    .flatMap(({ mode: { paymentMode, failed }, text }) =>
      text === undefined ? [] : [{ paymentMode, failedOrders: failed, text }],
    )
}

function findingText(mode: Mode, before: readonly Mode[]): string | undefined {
  const rate = attemptSuccess(mode) ?? 1
  const then = before.find(({ paymentMode }) => paymentMode === mode.paymentMode)
  const rateThen = then && then.attempts >= MIN_ATTEMPTS ? attemptSuccess(then) : undefined
  const isFall = rateThen !== undefined && rateThen - rate >= FALL
  if (!isFall && rate >= LOW) return undefined
  const verb = isFall ? `fell from ${rateText(rateThen)} to ${rateText(rate)}` : `is at ${rateText(rate)}`
  const failed = `${mode.attempts - mode.paidAttempts} of ${plural(mode.attempts, 'attempt')} failed`
  const reason = mode.topFailure ? `, most often: ${shortReason(mode.topFailure.code)}` : ''
  return `${paymentModeLabel(mode.paymentMode)} ${verb}: ${failed}${reason}.`
}

/** A figure against that of an earlier time: `+12 %`, `the same`; undefined when there was nothing to compare with. */
export function changeText(now: number, then: number | undefined): string | undefined {
  if (then === undefined || then === 0) return undefined
  const change = (now - then) / then
  if (Math.abs(change) < 0.005) return 'the same'
  return `${change > 0 ? '+' : '−'}${percentText(Math.abs(Math.round(change * 100) / 100))}`
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
