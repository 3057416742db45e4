import type { Pool } from 'pg'

interface LedgerRow {
  id: string
  state: string
  amount: string
  paid: string
  captured: string
  available: string
  held: string
  refunded: string
  overdrawn: string
  availableAmount: string
  heldAmount: string
  refundedAmount: string
  open: string
  completed: string
  review: boolean
}

/** Sums of an account over the entries of an order. */
const balance = (account: string) => `coalesce((select sum(case '${account}' when l."creditAccount" then l."amount"
  when l."debitAccount" then -l."amount" else 0 end) from galla.ledger l where l."merchantOrderId" = o."merchantOrderId"), 0)::text`

const refunds = (states: string) => `coalesce((select sum(r."amount") from galla.refunds r
  where r."merchantOrderId" = o."merchantOrderId" and r."state" in (${states})), 0)::text`

/**
 * Compares the ledger of every order with the balances that the order shows, with its refunds, and with the money that went back at the
 * provider. Returns each violation as a sentence.
 * @param backAtProvider paise by order of completed refunds; an order without an entry got nothing back
 */
export async function auditLedger(pool: Pool, backAtProvider: ReadonlyMap<string, number>): Promise<string[]> {
  const { rows } = await pool.query<LedgerRow>(
    `select o."merchantOrderId" as id, o."state", o."amount"::text, galla."bookedAmount"(o."attempts")::text as paid,
       o."availableAmount"::text, o."heldAmount"::text, o."refundedAmount"::text, 
       o."needsReview" is not null or exists (select 1 from galla.refunds r
         where r."merchantOrderId" = o."merchantOrderId" and r."needsReview" is not null) as review,
       (-(${balance('payments')})::bigint)::text as captured, ${balance('available')} as available, ${balance('held')} as held,
       ${balance('refunded')} as refunded, (-(${balance('overdrawn')})::bigint)::text as overdrawn, ${refunds(`'REQUESTED', 'PENDING', 'CONFIRMED'`)} as open, ${refunds(`'COMPLETED'`)} as completed
     from galla.orders o`,
  )
  return rows.flatMap((row) => violationsOf(row, backAtProvider.get(row.id) ?? 0))
}

function violationsOf(row: LedgerRow, back: number): string[] {
  const { id, state, review } = row
  const found: string[] = []
  const compare = (what: string, ledger: string, other: string | number) => {
    if (Number(ledger) !== Number(other)) found.push(`order ${id}: the ledger has ${ledger} ${what}, not ${other}`)
  }
  compare('available, as the order shows', row.available, row.availableAmount)
  compare('held, as the order shows', row.held, row.heldAmount)
  compare('refunded, as the order shows', row.refunded, row.refundedAmount)
  compare('held, as its open refunds are', row.held, row.open)
  compare('refunded, as its completed refunds are', row.refunded, row.completed)
  if (!review) {
    compare(`captured of an order that is ${state}`, row.captured, row.paid)
    compare('refunded, as went back at the provider', row.refunded, back)
  }
  if (Number(row.refunded) + Number(row.held) > Number(row.captured) + Number(row.overdrawn))
    found.push(`order ${id}: more is held and refunded than was captured`)
  return found
}
