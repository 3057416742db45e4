import type { BankComparison, BankCredit, UnknownCredit } from '@galla/contract/gateway-api/bank-statements'
import type { Paise } from '@galla/contract/money'
import type { Queries } from '../database.ts'
import { sumOf } from '../finance/sums.ts'
import { withoutNulls } from '../orders/orders.ts'
import { MATCHES } from './bank-matches.ts'

/** Rows that are listed of each kind. */
const LISTED = 100

/** Days that a comparison is about. */
export interface Days {
  readonly fromDay: string
  readonly toDay: string
}

const ALL_DAYS: Days = { fromDay: '0001-01-01', toDay: '9999-12-31' }

/** Compares settlements with the stored lines of statements. The caller runs it where whole tables may be joined. */
export async function compareWithBank(on: Queries, { fromDay, toDay }: Days = ALL_DAYS): Promise<BankComparison> {
  const values = [fromDay, toDay]
  const ofDays = `"day" between $1 and $2`
  const credited = await on.query<{ count: number; amount: number; byAmount: number }>({
    text: `${MATCHES} select count(*) as "count", ${sumOf('"amount"')} as "amount", count(*) filter (where "byAmount") as "byAmount"
      from "compared" where "is" = 'credited' and ${ofDays}`,
    values,
  })
  const differing = await credits(on, 'differing', { ofDays, values })
  const missing = await credits(on, 'missing', { ofDays, values })
  const unknown = await on.query<UnknownCredit>({
    text: `${MATCHES} select "day", "amount", "references" from "unnamed" where ${ofDays} order by "day" desc, "amount", "nth" limit ${LISTED + 1}`,
    values,
  })
  const { count, amount, byAmount } = credited.rows[0] ?? { count: 0, amount: 0, byAmount: 0 }
  return {
    credited: { count, amount: amount as Paise },
    creditedByAmount: byAmount,
    differing: differing.slice(0, LISTED),
    missing: missing.slice(0, LISTED),
    unknown: unknown.rows.slice(0, LISTED),
    ...([differing, missing, unknown.rows].some((rows) => rows.length > LISTED) && { more: true as const }),
  }
}

async function credits(
  on: Queries,
  kind: 'differing' | 'missing',
  { ofDays, values }: { readonly ofDays: string; readonly values: readonly string[] },
): Promise<BankCredit[]> {
  const { rows } = await on.query<object>({
    text: `${MATCHES} select "settlementId", "utr", "amount", "credited", "day" from "compared" where "is" = '${kind}' and ${ofDays}
      order by "day", "settlementId" limit ${LISTED + 1}`,
    values,
  })
  return rows.map((row) => withoutNulls<BankCredit>(row))
}
