import type { SettlementAge, SettlementReport } from '@galla/contract/gateway-api/settlements'
import type { Paise } from '@galla/contract/money'
import type { GatewayContext } from '../../context.ts'
import { indianDay } from '../../domain/finance/indian-time.ts'
import { bankDaysBefore } from '../../domain/settlements/bank-days.ts'
import type { Queries } from '../../storage/database.ts'
import {
  firstDayAbove,
  settlementFindings,
  settlementSums,
  settlementsOnTheWay,
  unsettledByAge,
} from '../../storage/settlements/equation.ts'
import { inWholeTables } from '../../storage/settlements/whole-tables.ts'

/** First ages, in bank days, of the groups of payments without a settlement. */
const AGES = [0, 2, 5, 10] as const

type Reader = Pick<GatewayContext, 'database' | 'clock' | 'policy'>

/** Captured − refunded − settled, and what differs. Without rows of a report nothing is called a fee. */
export async function settlementReport({ database, clock, policy }: Reader): Promise<SettlementReport> {
  const nowMs = clock.now()
  const { sums, onTheWay, found, ageing } = await inWholeTables(database, async (tx) => {
    const sums = await settlementSums(tx)
    return {
      sums,
      onTheWay: await settlementsOnTheWay(tx),
      found: await settlementFindings(tx, bankDaysBefore(nowMs, policy.settlementBankDays)),
      ageing: sums.lines > 0 ? await ageingOf(tx, nowMs) : [],
    }
  })
  const { findings, more } = found
  const { captured, refunded, settled, fees, taxes, deductions } = sums
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
      ageing,
    }),
    findings,
    ...(more && { more }),
  }
}

async function ageingOf(on: Queries, nowMs: number): Promise<SettlementAge[]> {
  // A payment is 2 bank days old when it was made before the start of the bank day after it.
  const starts = AGES.slice(1).map((bankDays) => bankDaysBefore(nowMs, bankDays - 1))
  const groups = await unsettledByAge(on, starts)
  return groups.map((group, at) => ({ minBankDays: AGES[at] ?? 0, ...group }))
}
