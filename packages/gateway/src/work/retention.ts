import type { Rooms } from '../rooms.ts'
import { forgetGuesses } from '../storage/guesses.ts'

const DAY_MS = 86_400_000
const BATCH = 1_000

/** Erases the payer from what is old: bodies and headers of callbacks, masked addresses and names. Money and decisions stay. */
export async function forget({ books, clock, policy }: Rooms): Promise<number> {
  await forgetGuesses(books, clock.now() - DAY_MS)
  const { erasePayerAfterDays } = policy
  if (erasePayerAfterDays === undefined) return 0
  const beforeMs = clock.now() - erasePayerAfterDays * DAY_MS
  const callbacks = await books.query({
    text: `update galla.callbacks set "body" = null, "headers" = '{}', "facts" = null where "callbackId" in (
        select "callbackId" from galla.callbacks where "receivedAtMs" < $1 and "dueAtMs" is null and "body" is not null limit $2)`,
    values: [beforeMs, BATCH],
  })
  const orders = await books.query({
    text: `update galla.orders set "payerVpa" = null,
        "attempts" = (select coalesce(jsonb_agg(one - 'payerVpa'), '[]') from jsonb_array_elements("attempts") one),
        "request" = "request" - 'metaInfo' - 'message'
      where "merchantOrderId" in (
        select "merchantOrderId" from galla.orders where "createdAtMs" < $1 and "nextLookAtMs" is null
          and ("payerVpa" is not null or "request" ?| array['metaInfo', 'message']) limit $2)`,
    values: [beforeMs, BATCH],
  })
  return (callbacks.rowCount ?? 0) + (orders.rowCount ?? 0)
}
