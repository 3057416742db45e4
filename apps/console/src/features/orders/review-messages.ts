import type { Order, ReviewFinding } from '@galla/contract/gateway-api/orders'
import { amountText } from '../../i18n/format.ts'

/** An amount in paise as text; an id, a currency or a state as it is. */
const valueText = (value: string | number = ''): string => (typeof value === 'number' ? amountText(value) : value)

/** What was found about an order in review, one sentence or more for each finding. */
export function reviewText(findings: readonly ReviewFinding[]): string {
  return findings.map(findingText).join(' ')
}

/** What was paid in attempts without an id. The surplus does not contain it. */
function unnamedText(amount: number | undefined): string {
  if (amount === undefined) return ''
  const what = amount === 0 ? 'An attempt has no id and no amount' : `Attempts without an id have ${amountText(amount)}`
  return ` ${what}: refund this payment in the provider’s dashboard.`
}

function findingText({
  code,
  ours,
  theirs,
  payments,
  unnamedAmount,
  merchantRefundId,
  errorCode,
}: ReviewFinding): string {
  const [stored, reported] = [valueText(ours), valueText(theirs)]
  switch (code) {
    case 'wrong-order':
      return theirs === undefined
        ? `The provider’s status names neither ${stored} nor a payment of it.`
        : `The provider’s status is for ${reported}, not for ${stored}.`
    case 'id-in-use':
      return 'The provider had an order with this id before it was started here, and the API key that started it may not import it. It may be of another program: resolve the review only if its goods are owed here, or start an order with another id.'
    case 'amount-mismatch':
      return `The order amount is ${stored}, the provider reports ${theirs === undefined ? 'none' : reported}.`
    case 'currency-mismatch':
      return `The provider reports ${reported}, not ${stored}.`
    case 'order-id-mismatch':
      return `The provider’s id was ${stored} and is now ${reported}.`
    case 'unknown-state':
      return `This version does not know the provider’s state “${reported}”.`
    case 'paid-twice':
      return `${payments} attempts of this order are completed: all but one must be refunded.${unnamedText(unnamedAmount)}`
    case 'short-payment':
      return `The completed attempt has ${reported} instead of ${stored}.`
    case 'contradiction':
      return `A payment of this order is ${stored}, and the provider reports the order or the payment as ${reported}. Look it up in the provider’s dashboard before you deliver.`
    case 'automatic-refund-failed':
      return `The refund ${merchantRefundId} failed${errorCode === undefined ? '' : ` (${errorCode})`}, so the payer has not got the money. Refund it under a new id, or in the provider’s dashboard.`
    case 'undecided':
      return 'The provider has not decided this order 72 hours after its expiry. Its status is checked once a day.'
    default:
      return `This version does not know the finding ${code satisfies never}.`
  }
}

/** Why the gateway accepts no refund of an order before its review is resolved; undefined when it accepts one. */
export function refundBlock({ needsReview }: Pick<Order, 'needsReview'>): string | undefined {
  const isUnknown = needsReview?.findings.some(({ code }) => code === 'contradiction' || code === 'short-payment')
  return isUnknown
    ? 'Resolve the review first: the provider may have taken the payment back, or received less.'
    : undefined
}

/** What the gateway does with an order in review, and what a person may do meanwhile. */
export function reviewConsequence(order: Pick<Order, 'needsReview' | 'refundableAmount'>): string {
  if (refundBlock(order) !== undefined)
    return 'Until the review is resolved, the order is neither fulfilled nor refunded.'
  const refund = order.refundableAmount > 0 ? ' A refund that you request is accepted.' : ''
  return `Until the review is resolved, the gateway neither fulfils the order nor refunds it on its own.${refund}`
}
