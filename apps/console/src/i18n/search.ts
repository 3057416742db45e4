import type { SearchHit } from '@galla/contract/gateway-api/console-routes'
import { NEWEST_ALIKE, NEWEST_SEARCHED } from '@galla/contract/gateway-api/search'
import { amountText } from './format.ts'
import { countText } from './plural.ts'

/** Hint about the ids and values that a search finds. */
const SEARCH_HINT = `Three characters are enough: the start or the end of an order id, of a refund id, of your reference, or of the id of a subscription or its mandate; or an id as lists shorten it, like o-0mwwhdw2m34… f28c77. A part in the middle is found in the newest ${countText(NEWEST_SEARCHED)} orders, refunds and subscriptions. Enter the start of a UTR or of a provider’s id, the end of a UPI id, like ab@ybl, and a transaction id whole.`

/** A UTR has twelve digits; payers copy it with spaces as well. */
const UTR = /^(?:\d\s*){12}$/

/**
 * Returns hints for a search without hits. A role that may check the status of an order gets another hint: a UTR that a payer quotes is
 * unknown while the order is open.
 */
export function nothingFoundHints(typed: string, mayCheckStatus: boolean): readonly string[] {
  const check = mayCheckStatus
    ? 'open it and press “Check status”'
    : 'and ask a person whose role may check its status, such as support'
  const ofUtr = `The UTR of a payment is known only once its order is paid. Search the order by its amount or id, ${check}.`
  return UTR.test(typed.trim()) ? [ofUtr] : [ofUtr, SEARCH_HINT]
}

/** A list of which a search shows the newest orders only. */
export interface FoundList {
  readonly title: string
  /** Search parameters of the orders page. */
  readonly search: Readonly<Record<string, string>>
}

/** Returns the shown hits; and the list of all orders that share the searched amount or failure code, when there are more orders than hits. */
export function shownHits(
  hits: readonly SearchHit[],
  typed: string,
): { hits: readonly SearchHit[]; list: FoundList | undefined } {
  const alike = hits.filter(({ foundBy }) => foundBy === 'amount' || foundBy === 'failure')
  if (alike.length <= NEWEST_ALIKE) return { hits, list: undefined }
  const more = new Set(alike.slice(NEWEST_ALIKE))
  return { hits: hits.filter((hit) => !more.has(hit)), list: listOf(alike[0] ?? {}, typed) }
}

function listOf({ foundBy, amount }: Partial<SearchHit>, typed: string): FoundList | undefined {
  if (foundBy === 'amount' && amount !== undefined) {
    const paise = String(amount)
    return { title: `All orders of ${amountText(amount)}`, search: { minAmount: paise, maxAmount: paise } }
  }
  const failure = typed.trim().toUpperCase()
  return foundBy === 'failure' ? { title: `All orders with ${failure}`, search: { failure } } : undefined
}
