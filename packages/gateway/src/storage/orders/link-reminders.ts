import type { Queries } from '../database.ts'

/**
 * Stores that a link is being sent again, by the clock of the database: the clocks of replicas differ. Returns the stored time, epoch milliseconds;
 * undefined when the link was sent within the pause. Call it with the order locked.
 */
export async function beginReminder(
  on: Queries,
  merchantOrderId: string,
  { nowMs, pauseMs }: { readonly nowMs: number; readonly pauseMs: number },
): Promise<number | undefined> {
  const { rows } = await on.query<{ remindedAtMs: number }>({
    name: 'begin-reminder',
    text: `update galla.orders o set "remindedAtMs" = t."nowMs", "updatedAtMs" = $2, "version" = "version" + 1
      from (select (extract(epoch from clock_timestamp()) * 1000)::bigint as "nowMs") t
      where o."merchantOrderId" = $1 and (o."remindedAtMs" is null or o."remindedAtMs" + $3 <= t."nowMs")
      returning o."remindedAtMs"`,
    values: [merchantOrderId, nowMs, pauseMs],
  })
  return rows[0]?.remindedAtMs
}

/** Takes the time of a reminder back that was not sent. */
export async function endReminder(
  on: Queries,
  merchantOrderId: string,
  { begunAtMs, before }: { readonly begunAtMs: number; readonly before: number | undefined },
): Promise<void> {
  await on.query({
    name: 'end-reminder',
    text: `update galla.orders set "remindedAtMs" = $3, "version" = "version" + 1 where "merchantOrderId" = $1 and "remindedAtMs" = $2`,
    values: [merchantOrderId, begunAtMs, before],
  })
}
