import type { Order, ReviewFinding } from '@galla/contract/gateway-api/orders'
import type { Refund } from '@galla/contract/gateway-api/refunds'
import { amountText, momentText } from '../../i18n/format.ts'
import { messages } from '../../i18n/messages.ts'
import { describeState } from '../../i18n/terms.ts'
import { refundReason } from '../refunds/refund-failures.ts'
import { reviewEnglish } from './english-review.ts'

const t = messages('orders/review', reviewEnglish)

/** An amount in paise as text; an id or a currency as it is. */
const valueText = (value: string | number = ''): string => (typeof value === 'number' ? amountText(value) : value)

const stateText = (value: string | number = ''): string => describeState('order', String(value)).label

const timeText = (value: string | number = ''): string => momentText(Date.parse(String(value)))

/** Returns the findings about an order in review, at least one sentence for each. The ids of `refunds` are left out, because the page lists them. */
export function reviewText(findings: readonly ReviewFinding[], refunds: readonly Refund[] = []): string {
  return findings.map((finding) => findingText(finding, refunds)).join(' ')
}

/** Says how much was paid in attempts without an id. The surplus does not contain this amount. */
function unnamedText(amount: number | undefined): string {
  if (amount === undefined) return ''
  return amount === 0 ? t.unnamedNone : t.unnamed(amountText(amount))
}

function findingText(finding: ReviewFinding, refunds: readonly Refund[]): string {
  const { code, ours, theirs, payments, unnamedAmount } = finding
  const [stored, reported] = [valueText(ours), valueText(theirs)]
  switch (code) {
    case 'wrong-order':
      return theirs === undefined ? t.wrongOrder(stored) : t.otherOrder(reported, stored)
    case 'id-in-use':
      return t.idInUse
    case 'amount-mismatch':
      return t.amount(stored, theirs === undefined ? undefined : reported)
    case 'currency-mismatch':
      return t.currency(reported, stored)
    case 'order-id-mismatch':
      return t.orderId(stored, reported)
    case 'unknown-state':
      return t.state(reported)
    case 'expiry-mismatch':
      return t.expiry(timeText(ours), timeText(theirs))
    case 'paid-twice':
      return t.paidTwice(payments) + unnamedText(unnamedAmount)
    case 'short-payment':
      return t.short(reported, stored)
    case 'contradiction':
      return t.contradiction(stateText(ours), stateText(theirs))
    case 'automatic-refund-failed':
      return failedRefundText(finding, refunds)
    case 'undecided':
      return theirs === 'COMPLETED' ? t.undecidedPaid : t.undecided
    case 'unreadable':
      return t.unreadable
    default:
      return t.unknown(code satisfies never)
  }
}

/** An id takes lines of a phone, so it is left out where the page lists the refund. */
function failedRefundText({ merchantRefundId, errorCode }: ReviewFinding, refunds: readonly Refund[]): string {
  const isListed = refunds.some((one) => one.merchantRefundId === merchantRefundId)
  const text = t.refundFailed(isListed ? undefined : merchantRefundId, errorCode)
  const meaning = errorCode === undefined ? undefined : refundReason(errorCode)
  return meaning === undefined ? text : `${text} ${meaning}`
}

/** Returns the state of a refund that is not final, to be read after the refund's name. */
export function openRefundState({ needsReview, approval }: Pick<Refund, 'needsReview' | 'approval'>): string {
  if (needsReview) return t.refund.review
  return approval?.state === 'waiting' ? t.refund.waiting : t.refund.open
}

interface FailedRefund {
  /** The amount still owed to the payer, for which no refund is requested. In paise. */
  readonly owed: number
  /** The newest refund that was requested since. */
  readonly newest?: Refund
}

/** Where an order stands whose automatic refund failed; undefined of any other. */
function failedRefundOf(
  { needsReview, refundableAmount }: Pick<Order, 'needsReview' | 'refundableAmount'>,
  refunds: readonly Refund[],
): FailedRefund | undefined {
  const ids = (needsReview?.findings ?? [])
    .filter(({ code }) => code === 'automatic-refund-failed')
    .map(({ merchantRefundId }) => merchantRefundId)
  if (ids.length === 0) return undefined
  const failed = refunds.filter(({ merchantRefundId }) => ids.includes(merchantRefundId))
  const failedAtMs = Math.min(...failed.map(({ createdAtMs }) => createdAtMs))
  const since = refunds
    .filter(({ state, createdAtMs }) => state !== 'FAILED' && (failed.length === 0 || createdAtMs > failedAtMs))
    .sort((one, two) => two.createdAtMs - one.createdAtMs)
  const left = failed.length === 0 ? refundableAmount : sumOf(failed) - sumOf(since)
  const owed = Math.max(0, Math.min(left, refundableAmount))
  return { owed, ...(since[0] && { newest: since[0] }) }
}

const sumOf = (refunds: readonly Refund[]): number => refunds.reduce((sum, { amount }) => sum + amount, 0)

/** The refund that was requested since an automatic one failed, for a headline; undefined without one. */
export function newRefundText(
  order: Pick<Order, 'needsReview' | 'refundableAmount'>,
  refunds: readonly Refund[],
): string | undefined {
  const { newest } = failedRefundOf(order, refunds) ?? {}
  if (!newest) return undefined
  return t.refund.of(
    amountText(newest.amount),
    newest.state === 'COMPLETED' ? t.refund.completed : openRefundState(newest),
  )
}

/** Returns the next step after an automatic refund failed, for a role that may refund or may not. Empty for another review. */
export function refundAdvice(
  order: Pick<Order, 'needsReview' | 'refundableAmount'>,
  refunds: readonly Refund[],
  mayRefund: boolean,
): string {
  const failed = failedRefundOf(order, refunds)
  if (!failed) return ''
  const { owed, newest } = failed
  if (owed > 0) {
    const { refund, refundRest, ask, askRest } = t.advice
    const text = mayRefund ? (newest ? refundRest : refund) : newest ? askRest : ask
    return text(amountText(owed))
  }
  if (newest && newest.state !== 'COMPLETED') return t.advice.wait
  return mayRefund ? t.advice.resolve : t.advice.askResolve
}

const PAID_AMOUNT_UNKNOWN: ReadonlySet<string> = new Set(['contradiction', 'short-payment', 'unreadable'])

/** Why the gateway accepts no refund of an order before its review is resolved; undefined when it accepts one. */
export function refundBlock({ needsReview }: Pick<Order, 'needsReview'>): string | undefined {
  const isUnknown = needsReview?.findings.some(({ code }) => PAID_AMOUNT_UNKNOWN.has(code))
  return isUnknown ? t.block : undefined
}

/** Says how the gateway treats an order in review, and what a role that may refund, or may not, can do meanwhile. */
export function reviewConsequence(order: Pick<Order, 'needsReview' | 'refundableAmount'>, mayRefund: boolean): string {
  if (refundBlock(order) !== undefined) return t.until.blocked
  if (order.refundableAmount === 0 || !mayRefund) return t.until.text
  return t.until.text + (failedRefundOf(order, []) ? t.until.refundAgain : t.until.refund)
}

/** Returns the effect of resolving the review on the goods and on the money. */
export function resolutionText(
  order: Order,
  refunds: readonly Refund[],
  refundSurplus: boolean,
): { goods: string; money: string } {
  return { goods: goodsText(order), money: moneyText(order, refunds, refundSurplus) }
}

function goodsText({ state, resolution, needsReview }: Order): string {
  if (state === 'COMPLETED') return resolution === 'fulfil' ? t.goods.sent : t.goods.none
  if (needsReview?.findings.some(({ code, theirs }) => code === 'undecided' && theirs === 'COMPLETED'))
    return t.goods.accepted
  return needsReview?.reason === 'undecided' ? t.goods.undecided : t.goods.checked
}

function moneyText(order: Order, refunds: readonly Refund[], refundSurplus: boolean): string {
  const { state, surplusAmount = 0, needsReview } = order
  if (surplusAmount > 0) return refundSurplus ? t.money.surplus(amountText(surplusAmount)) : t.money.surplusKept
  const failed = failedRefundOf(order, refunds)
  if (failed) return failed.owed > 0 ? t.money.owed(amountText(failed.owed)) : t.money.nothingMore
  if (refundBlock(order) !== undefined) return t.money.blocked
  if (needsReview?.findings.some(({ code }) => code === 'paid-twice')) return t.money.further
  return state === 'COMPLETED' ? t.money.none : t.money.automatic
}
