import type { Queries } from '../database.ts'

/** A day in India, and the role, or the merchant's program, whose requests are counted. */
export interface RefundDay {
  /** `2026-11-22` */
  readonly day: string
  readonly role: string
}

/**
 * Counts a request in the transaction that stores it. The row stays locked until that ends, so requests at the same time are counted
 * one after the other. False when the day's limit would be exceeded: nothing was counted.
 */
export async function countRefund(
  tx: Queries,
  { day, role }: RefundDay,
  { amount, dailyLimit }: { amount: number; dailyLimit: number },
): Promise<boolean> {
  if (amount > dailyLimit) return false
  const { rowCount } = await tx.query({
    name: 'count-refund',
    text: `insert into galla.refund_days as d ("day", "role", "amount", "dailyLimit") values ($1::date, $2, $3, $4)
      on conflict ("day", "role") do update set "amount" = d."amount" + excluded."amount", "dailyLimit" = excluded."dailyLimit"
      where d."amount" + excluded."amount" <= excluded."dailyLimit"`,
    values: [day, role, amount, dailyLimit],
  })
  return rowCount === 1
}

/** Takes back what a request that was counted, and never sent, has counted. */
export async function uncountRefund(tx: Queries, { day, role }: RefundDay, amount: number): Promise<void> {
  await tx.query({
    name: 'uncount-refund',
    text: `update galla.refund_days set "amount" = greatest("amount" - $3, 0) where "day" = $1::date and "role" = $2`,
    values: [day, role, amount],
  })
}

/** Reads the counted sum, in paise. */
export async function countedRefunds(on: Queries, { day, role }: RefundDay): Promise<number> {
  const { rows } = await on.query<{ amount: number }>({
    name: 'counted-refunds',
    text: 'select "amount" from galla.refund_days where "day" = $1::date and "role" = $2',
    values: [day, role],
  })
  return rows[0]?.amount ?? 0
}
