import type { ImportedBankStatement } from '@galla/contract/gateway-api/bank-statements'
import {
  SETTLEMENT_FINDINGS,
  type Settlement,
  type SettlementAge,
  type SettlementFinding,
} from '@galla/contract/gateway-api/settlements'
import { messages } from '../../i18n/messages.ts'
import { settlementsEnglish } from './english-settlements.ts'

/** The words of the settlements. */
export const settlementsMessages = messages('finance/settlements', settlementsEnglish)
const { bankDays, lines: linesOf } = settlementsMessages
const FINDINGS = messages('finance/findings', SETTLEMENT_FINDINGS)

export const findingTitle = ({ kind }: SettlementFinding): string =>
  Object.hasOwn(FINDINGS, kind) ? FINDINGS[kind] : kind

/** `under 2 bank days`, `2 to 4 bank days`, `10 bank days or more`. */
export function bankDaysText(ages: readonly SettlementAge[], at: number): string {
  const from = ages[at]?.minBankDays ?? 0
  const next = ages[at + 1]?.minBankDays
  if (next === undefined) return bankDays.orMore(from)
  return from === 0 ? bankDays.under(next) : bankDays.span(from, next - 1)
}

/** The rows of reports of a settlement, in a few words. */
export const linesText = ({ lines }: Settlement): string => linesOf(lines)

/** True for a statement of days with settlements, of which it has none: it may be of another account. */
export const isOfAnotherAccount = ({ stored, known, comparison }: ImportedBankStatement): boolean =>
  stored + known === 0 && comparison.missing.length > 0
