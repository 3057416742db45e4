import type { GatewayContext } from '../../context.ts'
import { moveToDays } from '../../storage/finance/finance.ts'
import { fillCounts } from '../../storage/finance/roll-ups.ts'

/** Days that one run fills, so that it ends; the next continues. */
const MAX_DAYS = 60

/** Brings the counts of the overview up to date, one day of orders in each transaction. */
export async function rollUpOverview({ database, clock, closing }: GatewayContext): Promise<void> {
  for (let day = 0; day < MAX_DAYS && !closing(); day += 1) {
    if (!(await database.transaction((tx) => fillCounts(tx, clock.now())))) return
  }
}

/** Adds the new entries of the ledger to the totals of their days, some thousands in each transaction. */
export async function addUpLedger({ database, closing }: Pick<GatewayContext, 'database' | 'closing'>): Promise<void> {
  while (!closing()) if (!(await moveToDays(database))) return
}
