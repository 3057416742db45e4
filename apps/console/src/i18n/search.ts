import type { SearchHit } from '@galla/contract/gateway-api/console-routes'
import { NEWEST_ALIKE, NEWEST_SEARCHED } from '@galla/contract/gateway-api/search'
import { searchEnglish } from './english.ts'
import { amountText } from './format.ts'
import { messages } from './messages.ts'

const t = messages('i18n/search', searchEnglish)

/** A UTR has twelve digits; payers copy it with spaces as well. */
const UTR = /^(?:\d\s*){12}$/

/** A mobile number of India: ten digits, the first of them 6 to 9. */
const PHONE_NUMBER = /^(?:\+?91[\s-]?)?[6-9]\d{4}[\s-]?\d{5}$/

/** True for a text that may be a UTR: of a payment, a refund or a settlement. */
export const isUtr = (typed: string): boolean => UTR.test(typed.trim())

/**
 * Returns hints for a search without hits. A role that may check the status of an order gets another hint: a UTR that a payer quotes is
 * unknown while the order is open.
 */
export function nothingFoundHints(typed: string, mayCheckStatus: boolean): readonly string[] {
  const ofUtr = mayCheckStatus ? t.utr : t.utrOther
  if (isUtr(typed)) return [ofUtr]
  if (PHONE_NUMBER.test(typed.trim())) return [t.phone]
  return [ofUtr, t.hint(NEWEST_SEARCHED)]
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
    return { title: t.allOf(amountText(amount)), search: { minAmount: paise, maxAmount: paise } }
  }
  const failure = typed.trim().toUpperCase()
  return foundBy === 'failure' ? { title: t.allWith(failure), search: { failure } } : undefined
}
