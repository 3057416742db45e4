import type { Queries } from '../database.ts'

/** Stores that a link is being sent again; false when it was sent within the pause. Call it with the order locked. */
export async function beginReminder(
  on: Queries,
  merchantOrderId: string,
  { nowMs, pauseMs }: { readonly nowMs: number; readonly pauseMs: number },
): Promise<boolean> {
  const { rowCount } = await on.query({
    name: 'begin-reminder',
    text: `update galla.orders set "remindedAtMs" = $2, "updatedAtMs" = $2, "version" = "version" + 1
      where "merchantOrderId" = $1 and ("remindedAtMs" is null or "remindedAtMs" + $3 <= $2)`,
    values: [merchantOrderId, nowMs, pauseMs],
  })
  return rowCount === 1
}

/** Takes the time of a reminder back that was not sent. */
export async function endReminder(
  on: Queries,
  merchantOrderId: string,
  { nowMs, before }: { readonly nowMs: number; readonly before: number | undefined },
): Promise<void> {
  await on.query({
    name: 'end-reminder',
    text: `update galla.orders set "remindedAtMs" = $3, "version" = "version" + 1 where "merchantOrderId" = $1 and "remindedAtMs" = $2`,
    values: [merchantOrderId, nowMs, before],
  })
}
