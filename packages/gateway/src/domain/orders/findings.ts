import type { ReviewFinding, ReviewReason } from '@galla/contract/gateway-api/orders'
import { defined } from '../defined.ts'
import { find } from './observations.ts'
import { hasFailedAtProvider, lateAfter } from './opening.ts'
import type { OrderRecord, PaymentAttempt } from './order.ts'
import { isCompleted, isNamed, isPayment, isUnbooked } from './payments.ts'
import { isNewerThanDecision, type Learned } from './record.ts'
import { isMarkedAsOther, isNotToImport, refundedOf } from './refund-doubt.ts'
import { ID_IN_USE } from './started-elsewhere.ts'

/** Makes a finding: a matter that blocks a decision about an order, or that a person must see. `about`: the parts that make the finding a new one. */
function finding(
  code: ReviewReason,
  about: readonly (string | number)[] = [],
  more: Omit<ReviewFinding, 'code' | 'key'> = {},
): ReviewFinding {
  return { code, key: [code, ...about].join(':'), ...more }
}

type Found = ReviewFinding | false | undefined
type Rule = (learned: Learned) => Found | readonly Found[]

/** The rules, in the order in which their findings are listed. */
const RULES: readonly Rule[] = [
  isAboutAnotherOrder,
  hasIdInUse,
  hasOtherAmount,
  hasOtherCurrency,
  hasUnknownState,
  isPaidAfterMovedExpiry,
  isPaidTwice,
  hasOtherPaymentAmount,
  isTakenBack,
  saysNotWhatWasPaid,
  hasFailedRefund,
  isPaymentInDoubt,
]

/** Everything that the rules find, and that no person has resolved. */
export function findingsOf(learned: Learned): ReviewFinding[] {
  const { resolvedFindings = [] } = learned.order
  return RULES.flatMap((rule): readonly Found[] | Found => rule(learned))
    .filter((one) => one !== undefined && one !== false)
    .filter(({ key }) => !resolvedFindings.includes(key))
}

function isAboutAnotherOrder({ stray }: Learned) {
  return stray && finding(stray.code, [stray.theirs, ...stray.says], { ours: stray.ours, theirs: stray.theirs })
}

/** The provider had an order with this id before, and only a person may decide whether that order is this one. */
function hasIdInUse({ before, decisive, observations }: Learned) {
  const needsPerson = find(observations, 'response-failed')?.needsPerson && before.state !== 'COMPLETED'
  return (needsPerson || isOfOtherStart(before, decisive)) && finding(ID_IN_USE)
}

/** One that was started elsewhere may fail and be paid late: here, that payment would be refunded. */
function isOfOtherStart(before: OrderRecord, decisive: Learned['decisive']): boolean {
  const { state } = decisive?.status ?? {}
  if (!decisive || state === 'UNKNOWN') return false
  return isMarkedAsOther(decisive) || (state !== 'FAILED' && isNotToImport(before, decisive.status))
}

function hasOtherAmount({ order, decisive }: Learned) {
  const { amount = order.amount } = decisive?.status ?? {}
  return amount !== order.amount && finding('amount-mismatch', [amount], { ours: order.amount, theirs: amount })
}

function hasOtherCurrency({ decisive }: Learned) {
  const { currency = 'INR' } = decisive?.status ?? {}
  return currency !== 'INR' && finding('currency-mismatch', [currency], { ours: 'INR', theirs: currency })
}

function hasUnknownState({ decisive }: Learned) {
  const { state, wireState = '' } = decisive?.status ?? {}
  return state === 'UNKNOWN' && finding('unknown-state', [wireState], { theirs: wireState })
}

/** The order was paid before the expiry that the provider stated, and after the one that the provider states now. */
function isPaidAfterMovedExpiry({ before, order, decisive }: Learned) {
  const { state, expireAt } = decisive?.status ?? {}
  const until = decisive && lateAfter(before, decisive.status)
  if (state !== 'COMPLETED' || before.resolution || expireAt === undefined || until === undefined) return undefined
  const isBetween = order.attempts.some((one) => isPayment(one) && isWithin(one.timestamp, expireAt, until))
  const asTime = (ms: number) => new Date(ms).toISOString()
  return isBetween && finding('expiry-mismatch', [expireAt], { ours: asTime(until), theirs: asTime(expireAt) })
}

const isWithin = (atMs: number | undefined, afterMs: number, untilMs: number): boolean =>
  atMs !== undefined && atMs > afterMs && atMs <= untilMs

/** More than one payment, one of which nobody has booked. One that is booked and taken back counts: what comes instead is the second. */
function isPaidTwice({ order }: Learned) {
  const payments = order.attempts.filter(isPayment)
  if (payments.length < 2 || !payments.some(isUnbooked)) return undefined
  const unnamed = payments.filter((one) => isCompleted(one) && !isNamed(one))
  return finding(
    'paid-twice',
    payments.map(({ transactionId }) => transactionId),
    {
      payments: Math.max(payments.filter(isCompleted).length, 2),
      ...(unnamed.length > 0 && {
        unnamedAmount: unnamed.reduce((sum, { amount = 0 }) => sum + amount, 0),
        unnamedPayments: unnamed.length,
      }),
    },
  )
}

/** A payment is reported with another amount than is booked, or with two amounts; or the only one has another amount than the order. */
function hasOtherPaymentAmount({ order, decisive }: Learned) {
  const { state, attempts = [] } = decisive?.status ?? {}
  const completed = order.attempts.filter(isCompleted)
  const isOnly = state === 'COMPLETED' && completed.length === 1
  return completed.map((one) => {
    const reported = attempts.filter((other) => other.transactionId === one.transactionId && isCompleted(other))
    if (isUnreadNow(one, reported))
      return finding('short-payment', [one.transactionId, '?'], defined({ ours: one.amount }))
    return one.booked
      ? differsFromBooked(one, reported)
      : hasTwoAmounts(one) || (isOnly && differsFromOrder(one, order))
  })
}

/** True when an amount that was read before can no longer be read. */
const isUnreadNow = ({ amount }: PaymentAttempt, reported: readonly PaymentAttempt[]): boolean =>
  amount !== undefined && reported.some((one) => one.amount === undefined)

function differsFromBooked({ transactionId, booked, amount }: PaymentAttempt, reported: readonly PaymentAttempt[]) {
  if (booked === undefined) return undefined
  const theirs = [amount, ...reported.map((one) => one.amount)].find((one) => one !== undefined && one !== booked)
  if (theirs !== undefined) return finding('short-payment', [transactionId, booked, theirs], { ours: booked, theirs })
  return amount === undefined && finding('short-payment', [transactionId, '?'], { ours: booked })
}

function hasTwoAmounts({ transactionId, amount, otherAmounts = [] }: PaymentAttempt) {
  const [ours] = otherAmounts
  if (ours === undefined || amount === undefined) return undefined
  const about = [...otherAmounts, amount].sort((one, other) => one - other).join('=')
  return finding('short-payment', [transactionId, about], { ours, theirs: amount })
}

function differsFromOrder({ transactionId, amount }: PaymentAttempt, order: OrderRecord) {
  if (amount === order.amount) return undefined
  return finding('short-payment', [transactionId, amount ?? '?'], {
    ours: order.amount,
    ...defined({ theirs: amount }),
  })
}

/** Finds payments that were booked and are no longer paid, or a FAILED report about an order that has a payment. */
function isTakenBack({ before, order, decisive }: Learned) {
  const back = order.attempts.filter((one) => one.booked !== undefined && !isCompleted(one))
  const isFailed = decisive?.status.state === 'FAILED'
  const isOfOrder = order.resolution
    ? isFailed && isNewerThanDecision(decisive, before)
    : isFailed
      ? order.attempts.some(isCompleted)
      : isPaidAfterFailure(before, order, decisive)
  if (back.length === 0 && !isOfOrder) return undefined
  const paid = order.resolution ? [] : order.attempts.filter(isCompleted)
  const about = (back.length > 0 ? back : paid).map(({ transactionId }) => transactionId)
  return finding('contradiction', back.length > 0 ? about : ['order', ...about], {
    ours: 'COMPLETED',
    theirs: 'FAILED',
  })
}

/** The order failed, and a status lists a payment of it without calling the order paid. */
const isPaidAfterFailure = (before: OrderRecord, order: OrderRecord, decisive: Learned['decisive']): boolean =>
  hasFailedAtProvider(before) &&
  decisive?.status.state === 'PENDING' &&
  order.attempts.some((one) => isCompleted(one) && one.booked === undefined)

/** Nothing says which order was paid, or how much. */
function saysNotWhatWasPaid({ before, order, decisive }: Learned) {
  if (decisive?.status.state !== 'COMPLETED' || before.state === 'COMPLETED') return undefined
  const { merchantOrderId, orderId, amount, attempts } = decisive.status
  if (!merchantOrderId && !orderId && !attempts.some(isCompleted))
    return finding('wrong-order', ['unnamed'], { ours: order.merchantOrderId })
  return (
    amount === undefined &&
    !order.attempts.some(isCompleted) &&
    finding('amount-mismatch', ['unstated'], { ours: order.amount })
  )
}

function hasFailedRefund({ observations }: Learned) {
  const failed = find(observations, 'automatic-refund-failed')
  if (!failed) return undefined
  const { merchantRefundId, code, atMs } = failed
  // Each failure is one of its own: the provider may correct a refund that then fails again.
  return finding('automatic-refund-failed', [merchantRefundId, atMs], {
    merchantRefundId,
    ...defined({ errorCode: code }),
  })
}

/** The order is paid, and the provider does not say whether the payment was refunded before. */
function isPaymentInDoubt({ before, decisive }: Learned) {
  const isInDoubt = refundedOf(decisive) === 'unanswered' && before.resolution === undefined
  return isInDoubt && finding('undecided', ['COMPLETED'], { theirs: 'COMPLETED' })
}

/**
 * After this time past its expiry, an order that the provider has not decided needs review, and no longer keeps another amount from its
 * reference. Milliseconds.
 */
export const UNDECIDED_AFTER_MS = 72 * 3_600_000

/** The provider does not decide the order. A check finds it first. Ends by itself, and decides nothing. */
export function undecidedFinding({ observations, nowMs }: Learned, order: OrderRecord, isAsked: boolean) {
  const { state, opening, expiresAtMs, createdAtMs } = order
  if ((state !== 'CREATED' && state !== 'PENDING') || opening === 'unsent') return undefined
  if (nowMs < (expiresAtMs ?? createdAtMs) + UNDECIDED_AFTER_MS) return undefined
  const isChecked = observations.some(({ kind }) => kind === 'status' || kind === 'status-failed')
  return isAsked || isChecked ? finding('undecided') : undefined
}
