import type { Order, ReviewFinding } from '@galla/contract/gateway-api/orders'
import type { Refund } from '@galla/contract/gateway-api/refunds'
import { amountText, momentText } from '../../i18n/format.ts'
import { refundReason } from '../refunds/refund-failures.ts'

/** An amount in paise as text; an id, a currency or a state as it is. */
const valueText = (value: string | number = ''): string => (typeof value === 'number' ? amountText(value) : value)

const timeText = (value: string | number = ''): string => momentText(Date.parse(String(value)))

/** Returns the findings about an order in review, at least one sentence for each. The ids of `refunds` are left out, because the page lists them. */
export function reviewText(findings: readonly ReviewFinding[], refunds: readonly Refund[] = []): string {
  return findings.map((finding) => findingText(finding, refunds)).join(' ')
}

/** Says how much was paid in attempts without an id. The surplus does not contain this amount. */
function unnamedText(amount: number | undefined): string {
  if (amount === undefined) return ''
  const what = amount === 0 ? 'An attempt has no id and no amount' : `Attempts without an id have ${amountText(amount)}`
  return ` ${what}: refund this payment in the provider’s dashboard.`
}

function findingText(finding: ReviewFinding, refunds: readonly Refund[]): string {
  const { code, ours, theirs, payments, unnamedAmount } = finding
  const [stored, reported] = [valueText(ours), valueText(theirs)]
  switch (code) {
    case 'wrong-order':
      return theirs === undefined
        ? `The provider’s status names neither ${stored} nor a payment of it.`
        : `The provider’s status is for ${reported}, not for ${stored}.`
    case 'id-in-use':
      return 'The provider had an order with this id before it was started here. The order may belong to another shop or program on the same account, or may have been refunded before the database was restored. Resolve the review only if this shop owes the goods.'
    case 'amount-mismatch':
      return `The order amount is ${stored}, the provider reports ${theirs === undefined ? 'none' : reported}.`
    case 'currency-mismatch':
      return `The provider reports ${reported}, not ${stored}.`
    case 'order-id-mismatch':
      return `The provider’s id was ${stored} and is now ${reported}.`
    case 'unknown-state':
      return `This version does not know the provider’s state “${reported}”.`
    case 'expiry-mismatch':
      return `The order was paid in time by the expiry that the provider stated, ${timeText(ours)}, and too late by the one that it states now, ${timeText(theirs)}. Resolve to deliver, and refund the payment if there is nothing to deliver any more.`
    case 'paid-twice':
      return `${payments} attempts of this order are completed: all but one must be refunded, unless that has happened.${unnamedText(unnamedAmount)}`
    case 'short-payment':
      return `The completed attempt has ${reported} instead of ${stored}.`
    case 'contradiction':
      return `A payment of this order is ${stored}, and the provider reports the order or the payment as ${reported}. Look it up in the provider’s dashboard before you deliver.`
    case 'automatic-refund-failed':
      return failedRefundText(finding, refunds)
    case 'undecided':
      if (theirs === 'COMPLETED')
        return 'The provider reports this order as paid, but does not say whether the payment was already refunded, which is possible if the database was restored since. Look up the payment in the provider’s dashboard, and resolve the review if the money was kept. The review ends automatically when the provider answers.'
      return 'The provider has not decided this order 72 hours after its expiry. Its status is checked once a day.'
    case 'unreadable':
      return 'The stored review cannot be read: the database was changed by hand, or by another program. Compare the order with the provider’s dashboard before you resolve it.'
    default:
      return `This version does not know the finding ${code satisfies never}.`
  }
}

/** An id takes lines of a phone, so it is left out where the page lists the refund. */
function failedRefundText({ merchantRefundId, errorCode }: ReviewFinding, refunds: readonly Refund[]): string {
  const isListed = refunds.some((one) => one.merchantRefundId === merchantRefundId)
  const id = isListed || merchantRefundId === undefined ? '' : ` with the id ${merchantRefundId}`
  if (errorCode === undefined) return `The automatic refund${id} failed.`
  const meaning = refundReason(errorCode)?.replace(/\.$/, '')
  return `The automatic refund${id} failed (${errorCode}).${meaning === undefined ? '' : ` ${meaning}.`}`
}

/** The people to ask when the role does not allow an action. */
const ASK = 'Ask a person with the role finance or admin'

/** Returns the state of a refund that is not final, to be read after the refund's name. */
export function openRefundState({ needsReview, approval }: Pick<Refund, 'needsReview' | 'approval'>): string {
  if (needsReview) return 'needs review'
  return approval?.state === 'waiting' ? 'waits for the approval of a second person' : 'is in progress'
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
  return `a refund of ${amountText(newest.amount)} ${newest.state === 'COMPLETED' ? 'is completed' : openRefundState(newest)}`
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
    const what = `${newest ? 'the remaining ' : ''}${amountText(owed)}`
    return mayRefund ? `Refund ${what}: press Refund.` : `${ASK} to refund ${what}.`
  }
  if (newest && newest.state !== 'COMPLETED') return 'When it is completed, resolve the review.'
  return mayRefund ? 'There is nothing more to refund: resolve the review.' : `${ASK} to resolve the review.`
}

const PAID_AMOUNT_UNKNOWN: ReadonlySet<string> = new Set(['contradiction', 'short-payment', 'unreadable'])

/** Why the gateway accepts no refund of an order before its review is resolved; undefined when it accepts one. */
export function refundBlock({ needsReview }: Pick<Order, 'needsReview'>): string | undefined {
  const isUnknown = needsReview?.findings.some(({ code }) => PAID_AMOUNT_UNKNOWN.has(code))
  return isUnknown
    ? 'Resolve the review first: the provider may have taken the payment back, or received less.'
    : undefined
}

/** Says how the gateway treats an order in review, and what a role that may refund, or may not, can do meanwhile. */
export function reviewConsequence(order: Pick<Order, 'needsReview' | 'refundableAmount'>, mayRefund: boolean): string {
  if (refundBlock(order) !== undefined)
    return 'Until the review is resolved, the order is neither fulfilled nor refunded.'
  const how = failedRefundOf(order, []) ? ', here under a new id, or in the provider’s dashboard' : ''
  const refund = order.refundableAmount > 0 && mayRefund ? ` Meanwhile you can refund it yourself${how}.` : ''
  return `Until the review is resolved, the gateway neither fulfils the order nor refunds it on its own.${refund}`
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
  if (state === 'COMPLETED')
    return resolution === 'fulfil'
      ? 'Nothing changes: order.completed was sent to your handlers when the order was paid, and is not sent again.'
      : 'Nothing is delivered: order.completed is not sent to your handlers.'
  if (needsReview?.findings.some(({ code, theirs }) => code === 'undecided' && theirs === 'COMPLETED'))
    return 'The payment is accepted: order.completed is sent to your handlers when the status is checked again.'
  if (needsReview?.reason === 'undecided')
    return 'Nothing is delivered now. The status is checked once a day; the order needs review again while the provider has not decided.'
  return 'The findings are accepted, and the status is checked again. If the provider reports the payment, order.completed is sent to your handlers. If something else differs, nothing is delivered, and the order needs review again.'
}

function moneyText(order: Order, refunds: readonly Refund[], refundSurplus: boolean): string {
  const { state, surplusAmount = 0, needsReview } = order
  if (surplusAmount > 0)
    return refundSurplus
      ? `${amountText(surplusAmount)} of the second payment goes back to the payer now.`
      : 'Nothing is refunded: choose this only if the second payment went back in another way.'
  const failed = failedRefundOf(order, refunds)
  if (failed)
    return failed.owed > 0
      ? `Nothing is refunded by this, and the failed refund is not sent again. ${amountText(failed.owed)} is owed to the payer: request that refund first.`
      : 'Nothing more is refunded by this. A refund that was already requested continues.'
  if (refundBlock(order) !== undefined)
    return 'Nothing is refunded by this. Refunds that wait for the review are sent, and new ones are accepted.'
  if (needsReview?.findings.some(({ code }) => code === 'paid-twice'))
    return 'Nothing is refunded by this. The further payment can be refunded on this page once the review is resolved.'
  return state === 'COMPLETED'
    ? 'Nothing is refunded by this.'
    : 'Nothing is refunded by this. A payment that came too late, or for a cart that is paid, goes back automatically when the status is checked.'
}
