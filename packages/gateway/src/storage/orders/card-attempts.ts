import type { Queries } from '../database.ts'

/** Who tried many cards. */
export interface CardTesting {
  /** How many payers reached the threshold. */
  readonly payers: number
  /** The failed attempts of the one with the most; 0 when none reached the threshold. */
  readonly mostAttempts: number
}

/**
 * Payers with at least `most` failed attempts to pay with a card since a time. A payer is the merchant's user over all orders, and without
 * `merchantUserId` the cart: addresses of payers are not stored. Reads the orders that changed since then.
 */
export async function cardTesting(
  on: Queries,
  { sinceMs, most }: { sinceMs: number; most: number },
): Promise<CardTesting> {
  const { rows } = await on.query<CardTesting>({
    name: 'card-testing',
    text: `select count(*) as "payers", coalesce(max("count"), 0) as "mostAttempts" from (
        select count(*) as "count" from galla.orders o cross join lateral jsonb_array_elements(o."attempts") a
        where o."updatedAtMs" >= $1 and a ->> 'state' = 'FAILED' and a ->> 'paymentMode' in ('CARD', 'TOKEN')
          and coalesce((a ->> 'timestamp')::numeric, o."updatedAtMs") >= $1
        group by o."request" ->> 'merchantUserId', case when o."request" ->> 'merchantUserId' is null then o."reference" end
        having count(*) >= $2) t`,
    values: [sinceMs, most],
  })
  return rows[0] ?? { payers: 0, mostAttempts: 0 }
}
