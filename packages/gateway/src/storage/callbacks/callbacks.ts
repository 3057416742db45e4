import type { CallbackRecord, CallbackRecordDetail, CallbacksQuery } from '@galla/contract/gateway-api/callbacks'
import type { Page } from '@galla/contract/gateway-api/orders'
import type { ParsedQuery } from '@galla/contract/gateway-api/parsed-query'
import type { ProviderHealth } from '@galla/contract/gateway-api/provider-health'
import type { DisputeReport } from '../../domain/disputes/dispute.ts'
import type { Observation, ProviderOrderStatus } from '../../domain/orders/order.ts'
import type { ProviderRefundStatus } from '../../domain/refunds/statements.ts'
import type { BillingNews } from '../../domain/subscriptions/news.ts'
import { ASYNC_COMMIT, type Queries } from '../database.ts'
import { type Claim, claimDue, type Leased } from '../leases.ts'
import { conditions, idsAbout, type Keyset, orderAndLimit, pageOf, startAfter } from '../list-query.ts'
import { withoutNulls } from '../orders/orders.ts'
import { decrypted, encrypted, unreadableReason } from '../privacy/encrypted-columns.ts'

/** The content of an accepted callback, sufficient to apply it again after a crash. */
export type CallbackContent =
  | {
      readonly kind: 'order'
      readonly status: ProviderOrderStatus
      readonly mode: 'classic' | 'hmac'
      readonly ofAttempt?: boolean
    }
  | { readonly kind: 'refund'; readonly status: ProviderRefundStatus }
  | { readonly kind: 'settlement'; readonly settlementId: string }
  | { readonly kind: 'dispute'; readonly dispute: DisputeReport }
  | { readonly kind: 'health'; readonly health: ProviderHealth }
  | { readonly kind: 'billing'; readonly news: BillingNews }
  | { readonly kind: 'unknown' }

/** @throws Error naming the data key that is missing, when the content cannot be decrypted */
export function readableContent(content: CallbackContent): CallbackContent {
  const reason = unreadableReason(content)
  if (reason !== undefined) throw new Error(`The content of the callback cannot be read: ${reason}`)
  return content
}

/** The observation of an order callback; empty for other callbacks. */
export function observationOf({
  content,
  receivedAtMs,
  callbackId,
}: Pick<StoredCallback, 'content' | 'receivedAtMs' | 'callbackId'>): Observation[] {
  const readable = readableContent(content)
  if (readable.kind !== 'order') return []
  const { kind: _, ...reported } = readable
  return [{ kind: 'callback', atMs: receivedAtMs, source: String(callbackId), ...reported }]
}

export interface DueCallback {
  callbackId: number
  receivedAtMs: number
  event: string
  merchantOrderId: string | null
  merchantRefundId: string | null
  content: CallbackContent
  attempts: number
}

/** Why a callback is due: it arrived, or a person replays it. */
export type InboxPart = 'received' | 'replayed'

/** Conditions for the callbacks of a part. */
const PARTS: { readonly [Part in InboxPart]: string } = {
  received: '"replayedAtMs" is null',
  replayed: '"replayedAtMs" is not null',
}

/** Leases the oldest due callbacks of a part to this worker. */
export async function claimDueCallbacks(
  on: Queries,
  claim: Claim,
  part: InboxPart = 'received',
): Promise<(DueCallback & Leased)[]> {
  const rows = await claimDue<DueCallback>(on, 'callbacks', claim, {
    name: `claim-${part}-callbacks`,
    columns: '"callbackId", "receivedAtMs", "event", "merchantOrderId", "merchantRefundId", "content", "attempts"',
    where: PARTS[part],
  })
  return rows.sort((a, b) => a.callbackId - b.callbackId).map((row) => decrypted(on, 'callbacks', row))
}

/** Callbacks that this worker still holds. Another worker has the others, or a repetition has made them due again. */
const HELD = `"leaseToken" = any($1::bigint[]) and "leasedUntil" is not null`

export async function markProcessed(on: Queries, leaseTokens: readonly number[], nowMs: number): Promise<void> {
  await on.query({
    name: 'mark-processed',
    text: `update galla.callbacks set "processedAtMs" = $2, "dueAtMs" = null, "leasedUntil" = null, "attempts" = "attempts" + 1, "error" = null, "reason" = null
      from ${ASYNC_COMMIT} where ${HELD}`,
    values: [leaseTokens, nowMs],
  })
}

/** Keeps the callback in the inbox with its error; without `dueAtMs` it needs review. */
export async function markFailedAttempt(
  on: Queries,
  { callbackId, leaseToken }: Pick<DueCallback & Leased, 'callbackId' | 'leaseToken'>,
  error: string,
  dueAtMs: number | undefined,
): Promise<void> {
  await on.query({
    name: 'mark-failed-attempt',
    text: `update galla.callbacks set "attempts" = "attempts" + 1, "error" = $2, "reason" = null, "dueAtMs" = $3, "leasedUntil" = null where ${HELD}`,
    values: [[leaseToken], encrypted(on, 'callbacks', { callbackId, error }).error, dueAtMs],
  })
}

/** Reason of a callback about an order or a refund that this gateway does not have. */
export const FOREIGN = 'foreign'

/** The reason of a callback that the status of its refund has contradicted to its last attempt. */
export const OUTDATED = 'outdated'

/** Stores that the gateway has nothing that the callback is about; without `dueAtMs` the callback is processed. */
export async function markForeign(
  on: Queries,
  leaseToken: number,
  { nowMs, dueAtMs, reason }: { nowMs: number; dueAtMs: number | undefined; reason: string },
): Promise<void> {
  await on.query({
    name: 'mark-foreign',
    text: `update galla.callbacks set "attempts" = "attempts" + 1, "error" = null, "reason" = $2, "dueAtMs" = $3::bigint, "leasedUntil" = null,
        "processedAtMs" = case when $3::bigint is null then $4::bigint end
      from ${ASYNC_COMMIT} where ${HELD}`,
    values: [[leaseToken], reason, dueAtMs, nowMs],
  })
}

export interface StoredCallback {
  readonly callbackId: number
  readonly receivedAtMs: number
  readonly merchantOrderId: string | null
  readonly merchantRefundId: string | null
  readonly content: CallbackContent
}

/** The callbacks that can be replayed. A refused one never can, because its sender is not authenticated. */
export async function readReplayable(on: Queries, callbackIds: readonly string[]): Promise<StoredCallback[]> {
  const { rows } = await on.query<StoredCallback>({
    text: `select "callbackId", "receivedAtMs", "merchantOrderId", "merchantRefundId", "content" from galla.callbacks
      where "callbackId" = any($1::bigint[]) and "verdict" <> 'refused' and "content" is not null order by "callbackId"`,
    values: [callbackIds],
  })
  return rows.map((row) => decrypted(on, 'callbacks', row))
}

/** Makes callbacks due for a replay, except those that are due or being processed. Returns their ids. */
export async function requeue(on: Queries, callbackIds: readonly number[], nowMs: number): Promise<readonly number[]> {
  const { rows } = await on.query<{ callbackId: number }>({
    text: `update galla.callbacks set "dueAtMs" = $2, "replayedAtMs" = $2, "leasedUntil" = null, "attempts" = 0, "error" = null
      where "callbackId" = any($1::bigint[]) and "verdict" <> 'refused' and "content" is not null
        and ("dueAtMs" is null or "dueAtMs" > $2) returning "callbackId"`,
    values: [callbackIds, nowMs],
  })
  return rows.map(({ callbackId }) => callbackId)
}

const KEYSET: Keyset = { columns: ['receivedAtMs'], id: 'callbackId', type: 'bigint' }

/** Processing failed, and no further attempt is scheduled. */
const NEEDS_REVIEW = '"dueAtMs" is null and "error" is not null'
const UNKNOWN_EVENT = `"content" ->> 'kind' = 'unknown'`

const COLUMNS = `"callbackId", "receivedAtMs", "verdict", "event", "merchantOrderId", "merchantRefundId", "state", "reason",
  "verifiedBy", "processedAtMs", "error", "attempts", case when ${NEEDS_REVIEW} then true end as "needsReview",
  case when ${UNKNOWN_EVENT} then true end as "unknownEvent"`

/** The stored columns of a callback, for a reveal. */
export const STORED_CALLBACK_COLUMNS = `"callbackId", "receivedAtMs", "verdict", "event", "merchantOrderId", "merchantRefundId", "state",
  "reason", "verifiedBy", "headers", "body", "content", "processedAtMs", "attempts", "error"`

const MAX_SIBLINGS = 50

export async function listCallbacks(on: Queries, query: ParsedQuery<CallbacksQuery>): Promise<Page<CallbackRecord>> {
  const filters = conditions()
  filters.add('"verdict" = ?', query.verdict)
  if (query.needsReview) filters.addRaw(NEEDS_REVIEW)
  if (query.unknownEvent) filters.addRaw(UNKNOWN_EVENT)
  filters.add('"event" = ?', query.event)
  filters.add('"receivedAtMs" >= ?::bigint', query.fromMs)
  filters.add('"receivedAtMs" < ?::bigint', query.toMs)
  if (query.id !== undefined) {
    filters.addRaw(`"callbackId" = any(${idsAbout('galla.callbacks', 'callbackId', filters.value(query.id))})`)
  }
  startAfter(filters, KEYSET, query.after)
  const tail = orderAndLimit(filters, KEYSET, query.limit)
  const { rows } = await on.query<object>({
    text: `select ${COLUMNS} from galla.callbacks ${filters.where} ${tail}`,
    values: filters.values,
  })
  const page = pageOf(rows, KEYSET, query.limit)
  return { ...page, rows: page.rows.map((row) => toRecord(on, row)) }
}

export async function readCallback(on: Queries, callbackId: string): Promise<CallbackRecordDetail | undefined> {
  const { rows } = await on.query<{ headers: CallbackRecordDetail['headers']; body: unknown }>({
    text: `select ${COLUMNS}, "headers", "body" from galla.callbacks where "callbackId" = $1`,
    values: [callbackId],
  })
  if (!rows[0]) return undefined
  const { headers, body, ...row } = decrypted(on, 'callbacks', rows[0])
  const callback = toRecord(on, row)
  return { ...callback, headers, body, siblings: await siblingsOf(on, callback) }
}

/** Other callbacks of the same refund, or else of the same order. */
async function siblingsOf(on: Queries, callback: CallbackRecord): Promise<CallbackRecord[]> {
  const { callbackId, merchantOrderId, merchantRefundId } = callback
  const column = merchantRefundId === undefined ? 'merchantOrderId' : 'merchantRefundId'
  const { rows } = await on.query<object>({
    text: `select ${COLUMNS} from galla.callbacks where "${column}" = $1 and "callbackId" <> $2
      order by "receivedAtMs" desc, "callbackId" desc limit ${MAX_SIBLINGS}`,
    values: [merchantRefundId ?? merchantOrderId ?? null, callbackId],
  })
  return rows.map((row) => toRecord(on, row))
}

function toRecord(on: Queries, found: object): CallbackRecord {
  const row = decrypted(on, 'callbacks', withoutNulls<CallbackRecord>(found))
  return { ...row, callbackId: String(row.callbackId) }
}
