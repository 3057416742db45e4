import {
  type ApiCall,
  type ApiCallDetail,
  type CallsQuery,
  type ErrorGroup,
  MAX_SORTED_CALLS,
} from '@galla/contract/gateway-api/console-routes'
import type { Page } from '@galla/contract/gateway-api/orders'
import type { FailingCalls } from '@galla/contract/gateway-api/overview'
import type { ParsedQuery } from '@galla/contract/gateway-api/parsed-query'
import { ASYNC_COMMIT, type Queries } from './database.ts'
import { conditions, idsAbout, type Keyset, orderAndLimit, pageOf, startAfter } from './list-query.ts'
import { withoutNulls } from './orders/orders.ts'
import { decrypted, encrypted } from './privacy/encrypted-columns.ts'
import { nextIds } from './row-ids.ts'

/** One call as stored: without headers, with masked bodies. */
export type CallRow = Omit<ApiCallDetail, 'callId'>

/** The masked payloads of a call: sent and received. */
export type CallPayloads = Pick<CallRow, 'request' | 'response'>

/** Stores several calls in one statement and returns their ids in the same order. */
export async function insertCalls(on: Queries, calls: readonly CallRow[]): Promise<string[]> {
  // What is encrypted is bound to the id of its row.
  const ids = await nextIds(on, 'calls', calls.length)
  const encryptedCalls = calls.map((call, at) => encrypted(on, 'calls', { ...call, callId: ids?.[at] }))
  const id = ids ? '"callId", ' : ''
  const { rows } = await on.query<{ callId: number }>({
    name: ids ? 'insert-encrypted-calls' : 'insert-calls',
    text: `insert into galla.calls (${id}"atMs", "endpoint", "method", "path", "attempts", "httpStatus", "tookMs", "errorKind", "outcome",
        "code", "message", "merchantOrderId", "merchantRefundId", "request", "response") ${ids ? 'overriding system value' : ''}
      select ${id}"atMs", "endpoint", "method", "path", "attempts", "httpStatus", "tookMs", "errorKind", "outcome", "code", "message",
        "merchantOrderId", "merchantRefundId", "request", "response"
      from jsonb_to_recordset($1::jsonb) as call("callId" bigint, "atMs" bigint, "endpoint" text, "method" text, "path" text, "attempts" integer,
        "httpStatus" integer, "tookMs" integer, "errorKind" text, "outcome" text, "code" text, "message" text,
        "merchantOrderId" text, "merchantRefundId" text, "request" jsonb, "response" jsonb), ${ASYNC_COMMIT}
      returning "callId"`,
    values: [JSON.stringify(encryptedCalls)],
  })
  return rows.map(({ callId }) => String(callId))
}

const KEYSET: Keyset = { columns: ['atMs'], id: 'callId', type: 'bigint' }

/** Without an index, which every call would pay for: the newest calls are sorted for each page. */
const BY_DURATION: Keyset = { columns: ['tookMs'], id: 'callId', type: 'bigint' }

const COLUMNS = `"callId", "atMs", "endpoint", "method", "path", "attempts", "httpStatus", "tookMs", "errorKind", "outcome",
  "merchantOrderId", "merchantRefundId"`

const MAX_GROUPS = 200

export async function listCalls(on: Queries, query: ParsedQuery<CallsQuery>): Promise<Page<ApiCall>> {
  const filters = conditions()
  filters.add('"endpoint" = ?', query.endpoint)
  filters.add('"errorKind" = ?', query.errorKind)
  filters.add('"code" = ?', query.code)
  filters.add('"atMs" >= ?::bigint', query.fromMs)
  filters.add('"atMs" < ?::bigint', query.toMs)
  if (query.outcome === 'ok') filters.addRaw('"errorKind" is null')
  else if (query.outcome === 'failed') filters.addRaw('"errorKind" is not null')
  else if (query.outcome !== undefined) {
    if (query.outcome !== 'not-found') filters.addRaw('"errorKind" is not null')
    filters.add('"outcome" = ?', query.outcome)
  }
  if (query.id !== undefined) {
    filters.addRaw(`"callId" = any(${idsAbout('galla.calls', 'callId', filters.value(query.id))})`)
  }
  const keyset = query.sort === 'duration' ? BY_DURATION : KEYSET
  if (query.sort === 'duration') filters.addRaw('"tookMs" is not null')
  const newest = `(select ${COLUMNS}, "code" from galla.calls ${filters.where} order by "atMs" desc, "callId" desc limit ${MAX_SORTED_CALLS}) newest`
  startAfter(filters, keyset, query.after)
  const tail = orderAndLimit(filters, keyset, query.limit)
  const { rows } = await on.query<object>({
    text: `select ${COLUMNS} from ${query.sort === 'duration' ? newest : 'galla.calls'} ${filters.where} ${tail}`,
    values: filters.values,
  })
  const page = pageOf(rows, keyset, query.limit)
  return { ...page, rows: page.rows.map((row) => toCall<ApiCall>(row)) }
}

export async function readCall(on: Queries, callId: string): Promise<ApiCallDetail | undefined> {
  const { rows } = await on.query<object>({
    text: `select ${COLUMNS}, "code", "message", "request", "response" from galla.calls where "callId" = $1`,
    values: [callId],
  })
  return rows[0] && toCall<ApiCallDetail>(decrypted(on, 'calls', rows[0]))
}

/** Failures of a time span, the most frequent first. */
export async function groupErrors(on: Queries, span: { fromMs?: number; toMs?: number }): Promise<ErrorGroup[]> {
  const filters = conditions()
  filters.addRaw('"errorKind" is not null')
  filters.add('"atMs" >= ?::bigint', span.fromMs)
  filters.add('"atMs" < ?::bigint', span.toMs)
  const { rows } = await on.query<object>({
    text: `select "endpoint", "errorKind", "code", count(*) as "count", min("atMs") as "firstAtMs", max("atMs") as "lastAtMs"
      from galla.calls ${filters.where} group by 1, 2, 3 order by 4 desc, 6 desc limit ${MAX_GROUPS}`,
    values: filters.values,
  })
  return rows.map((row) => withoutNulls<ErrorGroup>(row))
}

/** Span of the calls that are watched. Milliseconds. */
const WATCHED_MS = 600_000

/** The newest calls of that span that are read: enough to see what fails, however many there are. */
const MAX_WATCHED = 2_000

/** Kinds of failures whose cause is the provider, the way to it, or the access to it. An order that is not found is none. */
const PROVIDER_FAILURES = [
  'server-error',
  'network',
  'timeout',
  'invalid-response',
  'http',
  'too-many-requests',
  'unauthorized',
  'forbidden',
]

/** Calls of the last ten minutes by endpoint, where some failed; most failures first. */
export async function failingCalls(on: Queries, nowMs: number): Promise<FailingCalls[]> {
  const { rows } = await on.query<FailingCalls>({
    text: `with watched as materialized (select "endpoint", "errorKind" from galla.calls where "atMs" >= $1::bigint
        order by "atMs" desc, "callId" desc limit ${MAX_WATCHED})
      select "endpoint", "calls", "failed" from (select "endpoint", count(*) as "calls", count(*) filter (where "errorKind" = any($2::text[])) as "failed"
        from watched group by 1) c where "failed" > 0 order by "failed" desc, "endpoint"`,
    values: [nowMs - WATCHED_MS, PROVIDER_FAILURES],
  })
  return rows
}

function toCall<Call extends ApiCall>(found: object): Call {
  const row = withoutNulls<Call>(found)
  return { ...row, callId: String(row.callId) }
}
