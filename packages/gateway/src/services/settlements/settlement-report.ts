import type { Payouts } from '@galla/contract/gateway-api/overview'
import type { SettlementAge, SettlementReport } from '@galla/contract/gateway-api/settlements'
import type { Paise } from '@galla/contract/money'
import type { GatewayContext } from '../../context.ts'
import { defined } from '../../domain/defined.ts'
import { indianDay } from '../../domain/finance/indian-time.ts'
import { bankDaysBefore } from '../../domain/settlements/bank-days.ts'
import type { Queries } from '../../storage/database.ts'
import { type Coverage, coveredByReports } from '../../storage/settlements/coverage.ts'
import {
  firstDayAbove,
  paidOut,
  settlementFindings,
  settlementSums,
  settlementsOnTheWay,
  unsettledByAge,
} from '../../storage/settlements/equation.ts'
import { inWholeTables } from '../../storage/settlements/whole-tables.ts'

/** First ages, in bank days, of the groups of payments without a settlement. */
const AGES = [0, 2, 5, 10] as const

type Reader = Pick<GatewayContext, 'database' | 'clock' | 'policy'>

/** Money from the provider to the bank of the merchant, for the overview. */
export async function payouts(
  { database }: Pick<GatewayContext, 'database'>,
  span: { readonly fromMs: number; readonly toMs: number },
): Promise<Payouts> {
  const [{ paidOut: amount, isKnown }, onTheWay] = await Promise.all([
    paidOut(database, span),
    settlementsOnTheWay(database),
  ])
  return { paidOut: amount, onTheWay, ...(isKnown ? {} : { none: true }) }
}

/** Captured − refunded − settled, and what differs. Without rows of a report nothing is called a fee. */
export async function settlementReport({ database, clock, policy }: Reader): Promise<SettlementReport> {
  const nowMs = clock.now()
  const late = (atMs: number) => bankDaysBefore(atMs, policy.settlementBankDays)
  const { sums, onTheWay, found, coverage, ageing } = await inWholeTables(database, async (tx) => {
    const sums = await settlementSums(tx)
    const coverage = sums.lines > 0 ? await coveredByReports(tx, late) : undefined
    // Judged at the end of the covered time: what was settled since, a later report says.
    const asOfMs = Math.min(nowMs, (coverage?.untilMs ?? 0) - 1)
    const lateOfReports = coverage && { fromMs: coverage.fromMs, untilMs: Math.min(coverage.untilMs, late(asOfMs)) }
    return {
      sums,
      onTheWay: await settlementsOnTheWay(tx),
      found: await settlementFindings(tx, late(nowMs), lateOfReports),
      coverage,
      ageing: coverage && (await ageingOf(tx, asOfMs, coverage)),
    }
  })
  const { findings, more } = found
  const { captured, refunded, settled, fees, taxes, deductions, untiedLines, untied } = sums
  const difference = captured - refunded - settled
  const sinceMs = difference > 0 ? await firstDayAbove(database, settled) : undefined
  return {
    captured: captured as Paise,
    refunded: refunded as Paise,
    settled: settled as Paise,
    onTheWay,
    difference: difference as Paise,
    ...(sinceMs !== undefined && { differenceSince: indianDay(sinceMs) }),
    ...(sums.lines > 0 && {
      explained: {
        fees: fees as Paise,
        taxes: taxes as Paise,
        deductions: deductions as Paise,
        remaining: (difference - fees - taxes - deductions) as Paise,
      },
    }),
    ...(untiedLines > 0 && { untied: { count: untiedLines, amount: untied as Paise } }),
    ...(coverage && { covered: { from: indianDay(coverage.fromMs), until: indianDay(coverage.untilMs - 1) } }),
    ...defined({ ageing }),
    findings,
    ...(more && { more }),
  }
}

async function ageingOf(on: Queries, asOfMs: number, coverage: Coverage): Promise<SettlementAge[]> {
  // A payment is 2 bank days old when it was made before the start of the bank day after it.
  const starts = AGES.slice(1).map((bankDays) => bankDaysBefore(asOfMs, bankDays - 1))
  const groups = await unsettledByAge(on, starts, coverage)
  return groups.map((group, at) => ({ minBankDays: AGES[at] ?? 0, ...group }))
}
