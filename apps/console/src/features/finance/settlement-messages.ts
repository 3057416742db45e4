import type { ImportedBankStatement } from '@galla/contract/gateway-api/bank-statements'
import {
  SETTLEMENT_FINDINGS,
  type Settlement,
  type SettlementAge,
  type SettlementFinding,
} from '@galla/contract/gateway-api/settlements'
import { plural } from '../../i18n/plural.ts'

export const findingTitle = ({ kind }: SettlementFinding): string =>
  Object.hasOwn(SETTLEMENT_FINDINGS, kind) ? SETTLEMENT_FINDINGS[kind] : kind

/** `under 2 bank days`, `2 to 4 bank days`, `10 bank days or more`. */
export function bankDaysText(ages: readonly SettlementAge[], at: number): string {
  const from = ages[at]?.minBankDays ?? 0
  const next = ages[at + 1]?.minBankDays
  if (next === undefined) return `${from} bank days or more`
  return from === 0 ? `under ${plural(next, 'bank day')}` : `${from} to ${next - 1} bank days`
}

/** The rows of reports of a settlement, in a few words. */
export const linesText = ({ lines }: Settlement): string => (lines === 0 ? 'no report' : plural(lines, 'row'))

/** True for a statement of days with settlements, of which it has none: it may be of another account. */
export const isOfAnotherAccount = ({ stored, known, comparison }: ImportedBankStatement): boolean =>
  stored + known === 0 && comparison.missing.length > 0
