import type { ApiCallDetail } from '@galla/contract/gateway-api/console-routes'
import { type Queries, ASYNC_COMMIT } from './database.ts'

/** One call, as it is written down: no header; what was said as `saidOf` leaves it. */
export type CallRow = Omit<ApiCallDetail, 'callId' | 'explains'>

/** Several at once; gives their ids in the same order. */
export async function insertCalls(on: Queries, calls: readonly CallRow[]): Promise<string[]> {
  const { rows } = await on.query<{ callId: number }>({
    name: 'insert-calls',
    text: `insert into galla.calls ("atMs", "endpoint", "method", "path", "attempts", "httpStatus", "tookMs", "errorKind", "outcome",
        "code", "message", "merchantOrderId", "merchantRefundId", "request", "reply")
      select "atMs", "endpoint", "method", "path", "attempts", "httpStatus", "tookMs", "errorKind", "outcome", "code", "message",
        "merchantOrderId", "merchantRefundId", "request", "reply"
      from jsonb_to_recordset($1::jsonb) as call("atMs" bigint, "endpoint" text, "method" text, "path" text, "attempts" integer,
        "httpStatus" integer, "tookMs" integer, "errorKind" text, "outcome" text, "code" text, "message" text,
        "merchantOrderId" text, "merchantRefundId" text, "request" jsonb, "reply" jsonb), ${ASYNC_COMMIT}
      returning "callId"`,
    values: [JSON.stringify(calls)],
  })
  return rows.map(({ callId }) => String(callId))
}

/** Calls are for those who look for a fault; what is older than this is not looked for here. */
export async function deleteCalls(on: Queries, beforeMs: number): Promise<void> {
  await on.query({ name: 'forget-calls', text: 'delete from galla.calls where "atMs" < $1', values: [beforeMs] })
}
