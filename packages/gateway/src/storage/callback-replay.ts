import type { Queries } from './database.ts'
import type { CallbackContent } from './callbacks.ts'

export interface StoredCallback {
  readonly callbackId: number
  readonly receivedAtMs: number
  readonly merchantOrderId: string | null
  readonly merchantRefundId: string | null
  readonly facts: CallbackContent
}

/** Those that can be folded again. A refused one never can: who sent it is not known. */
export async function readReplayable(on: Queries, callbackIds: readonly string[]): Promise<StoredCallback[]> {
  const { rows } = await on.query<StoredCallback>({
    text: `select "callbackId", "receivedAtMs", "merchantOrderId", "merchantRefundId", "facts" from galla.callbacks
      where "callbackId" = any($1::bigint[]) and "verdict" <> 'refused' and "facts" is not null order by "callbackId"`,
    values: [callbackIds],
  })
  return rows
}

export async function requeue(on: Queries, callbackIds: readonly number[], nowMs: number): Promise<number> {
  const { rowCount } = await on.query({
    text: `update galla.callbacks set "dueAtMs" = $2 where "callbackId" = any($1::bigint[]) and "verdict" <> 'refused' and "facts" is not null`,
    values: [callbackIds, nowMs],
  })
  return rowCount ?? 0
}
