import type { CallbackRecord, CallbackRecordDetail, CallbacksQuery } from '@galla/contract/gateway-api/callbacks'
import type { Page } from '@galla/contract/gateway-api/orders'
import type { ParsedQuery } from '@galla/contract/gateway-api/parsed-query'
import type { Observation, ProviderOrderStatus } from '../domain/order.ts'
import type { ProviderRefundStatus } from '../domain/refund-rules.ts'
import { MAX_ATTEMPTS } from '../domain/schedule.ts'
import { ASYNC_COMMIT, type Queries } from './database.ts'
import { decrypted, encrypted, unreadableReason } from './encrypted-columns.ts'
import { type Claim, claimDue, type Leased } from './leases.ts'
import { conditions, idsAbout, type Keyset, orderAndLimit, pageOf, startAfter } from './list-query.ts'
import { withoutNulls } from './orders.ts'
import { nextIds } from './row-ids.ts'

/** The content of an accepted callback, sufficient to apply it again after a crash. */
export type CallbackContent =
  | {
      readonly kind: 'order'
      readonly status: ProviderOrderStatus
      readonly mode: 'classic' | 'hmac'
      readonly ofAttempt?: boolean
    }
  | { readonly kind: 'refund'; readonly status: ProviderRefundStatus }
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

export interface NewCallback {
  receivedAtMs: number
  event: string
  merchantOrderId?: string | undefined
  merchantRefundId?: string | undefined
  state?: string | undefined
  verifiedBy?: string | undefined
  headers: object
  body: unknown
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

export interface AcceptedCallback extends NewCallback {
  content: CallbackContent
  digest: string
}

export interface InsertedCallback {
  callbackId: string
  /** `busy`: the accepted callback that it repeats should be due again, but another transaction holds it. Nothing is stored of the repetition. */
  verdict: 'accepted' | 'duplicate' | 'busy'
}

/** Id of a duplicate or refused callback that is counted and not stored. */
export const NOT_STORED = '0'

/**
 * Durable when it resolves. A body that was accepted before is stored as a duplicate, without it, and not applied: the first one is,
 * again if it was given up.
 * @param mayStoreDuplicate asked for each duplicate; when it refuses, nothing is stored of it
 */
export async function insertAccepted(
  on: Queries,
  callbacks: readonly AcceptedCallback[],
  mayStoreDuplicate: () => boolean = () => true,
): Promise<InsertedCallback[]> {
  const accepted = await insertMany(on, [...callbacks].sort(byDigest), 'accepted')
  const ids = new Map(accepted.map(({ digest, callbackId }) => [digest, callbackId]))
  const seen = new Set<string>()
  const others = callbacks.filter(({ digest }) => {
    const isFirst = ids.has(digest) && !seen.has(digest)
    seen.add(digest)
    return !isFirst
  })
  const busy = others.length > 0 ? await requeueForeign(on, others) : new Set()
  const stored = others.filter((callback) => !busy.has(callback.digest) && mayStoreDuplicate())
  const duplicates = stored.length === 0 ? [] : await insertMany(on, stored.map(asDuplicate), 'duplicate')
  return callbacks.map((callback) => {
    if (!others.includes(callback)) return { callbackId: String(ids.get(callback.digest)), verdict: 'accepted' }
    if (busy.has(callback.digest)) return { callbackId: NOT_STORED, verdict: 'busy' }
    const { callbackId = NOT_STORED } = duplicates[stored.indexOf(callback)] ?? {}
    return { callbackId: String(callbackId), verdict: 'duplicate' }
  })
}

/** Of two batches that hold the same callbacks, one waits for the other. In the order of arrival, each could wait for the other. */
const byDigest = (one: AcceptedCallback, other: AcceptedCallback): number =>
  one.digest < other.digest ? -1 : Number(one.digest > other.digest)

/** Reason of a callback about an order or a refund that this gateway does not have. */
export const FOREIGN = 'foreign'

/** Given up as foreign, or in its last attempt. */
const MAY_BE_GIVEN_UP = `"verdict" = 'accepted' and "content" is not null
  and case when "dueAtMs" is null then "reason" = '${FOREIGN}' else "leasedUntil" is not null and "attempts" >= ${MAX_ATTEMPTS - 1} end`

/**
 * What a repeated callback is about may be stored by now: one that was given up as foreign is due again, before the repetition is answered, and
 * so is one in its last attempt, which may have looked before it was stored. It waits for no other transaction, because all callbacks are
 * received on the same connections: returns the digests of those that another one holds.
 */
async function requeueForeign(on: Queries, repeated: readonly AcceptedCallback[]): Promise<ReadonlySet<string>> {
  const { rows } = await on.query<{ digest: string }>({
    name: 'requeue-foreign',
    text: `with "wanted" as materialized (select "callbackId", "digest" from galla.callbacks where "digest" = any($1::text[]) and ${MAY_BE_GIVEN_UP}),
      "free" as materialized (select "callbackId" from galla.callbacks where "callbackId" in (select "callbackId" from "wanted") for no key update skip locked),
      "requeued" as (update galla.callbacks set "dueAtMs" = $2, "attempts" = 0, "processedAtMs" = null, "leasedUntil" = null, "replayedAtMs" = null
        where "callbackId" in (select "callbackId" from "free") and ${MAY_BE_GIVEN_UP})
      select "digest" from "wanted" where "callbackId" not in (select "callbackId" from "free")`,
    values: [repeated.map(({ digest }) => digest), Math.max(...repeated.map(({ receivedAtMs }) => receivedAtMs))],
  })
  return new Set(rows.map(({ digest }) => digest))
}

/** Longest content that is stored of a duplicate, as JSON. Characters. */
const MAX_DUPLICATE_CONTENT = 2_000

/** A duplicate as stored: the accepted callback with the same digest has the body. A duplicate with content can be replayed like it. */
function asDuplicate({ content, ...callback }: AcceptedCallback): NewAccepted {
  const isSmall = JSON.stringify(content).length <= MAX_DUPLICATE_CONTENT
  return { ...callback, headers: {}, body: null, ...(isSmall && { content }) }
}

type NewAccepted = Omit<AcceptedCallback, 'content'> & { content?: CallbackContent }

/** What an insert takes from a callback. */
const IN_CLEAR = [
  ['receivedAtMs', 'bigint'],
  ...(['event', 'merchantOrderId', 'merchantRefundId', 'state', 'verifiedBy', 'digest'] as const).map(
    (name) => [name, 'text'] as const,
  ),
  ...(['headers', 'body', 'content'] as const).map((name) => [name, 'jsonb'] as const),
] as const
/** What is encrypted is bound to the id of its row. */
const WITH_ID = [['callbackId', 'bigint'], ...IN_CLEAR] as const

/** A set of rows costs a single one, as most are at quiet times, a twelfth of its statement. */
function insertOf(columns: typeof IN_CLEAR | typeof WITH_ID, count: 'one' | 'many') {
  const names = columns.map(([name]) => `"${name}"`)
  const source = {
    one: `(select ${columns.map(([name, type], at) => `$${at + 2}::${type} as "${name}"`)}) as r`,
    many: `jsonb_to_recordset($2::jsonb) as r(${columns.map(([name, type]) => `"${name}" ${type}`)})`,
  }
  return {
    columns,
    name: `insert-${count}-callback-of-${columns.length}`,
    text: `insert into galla.callbacks (${names}, "verdict", "dueAtMs") overriding system value
      select ${names.map((name) => `r.${name}`)}, $1, case when $1 = 'accepted' then r."receivedAtMs" end
      from ${source[count]}
      on conflict ("digest") where "verdict" = 'accepted' do nothing
      returning "callbackId", "digest"`,
  }
}
const INSERTS = {
  inClear: { one: insertOf(IN_CLEAR, 'one'), many: insertOf(IN_CLEAR, 'many') },
  withId: { one: insertOf(WITH_ID, 'one'), many: insertOf(WITH_ID, 'many') },
}

async function insertMany(
  on: Queries,
  callbacks: readonly NewAccepted[],
  verdict: InsertedCallback['verdict'],
): Promise<{ callbackId: number; digest: string }[]> {
  const ids = await nextIds(on, 'callbacks', callbacks.length)
  const given: readonly (NewAccepted & { readonly callbackId?: number | undefined })[] = ids
    ? callbacks.map((callback, at) => encrypted(on, 'callbacks', { ...callback, callbackId: ids[at] }))
    : callbacks
  const { one, many } = INSERTS[ids ? 'withId' : 'inClear']
  const single = given.length === 1 ? given[0] : undefined
  const { columns, ...statement } = single ? one : many
  const values = single
    ? columns.map(([name, type]) => (type === 'jsonb' ? json(single[name]) : single[name]))
    : [JSON.stringify(given)]
  const { rows } = await on.query<{ callbackId: number; digest: string }>({
    ...statement,
    values: [verdict, ...values],
  })
  return rows
}

/** A value of a jsonb column. Without a value it is null, and not the JSON `null`. */
const json = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value))

export async function insertRefused(on: Queries, given: NewCallback & { reason: string }): Promise<number> {
  const [callbackId = null] = (await nextIds(on, 'callbacks', 1)) ?? []
  const callback = encrypted(on, 'callbacks', { ...given, callbackId })
  const { rows } = await on.query<{ callbackId: number }>({
    name: 'insert-refused',
    text: `insert into galla.callbacks ("callbackId", "receivedAtMs", "verdict", "event", "headers", "body", "reason") overriding system value
      values (coalesce($6::bigint, nextval('galla."callbacks_callbackId_seq"')), $1, 'refused', $2, $3, $4, $5) returning "callbackId"`,
    values: [
      callback.receivedAtMs,
      callback.event,
      callback.headers,
      JSON.stringify(callback.body ?? null),
      callback.reason,
      callbackId,
    ],
  })
  return rows[0]?.callbackId ?? 0
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

/** What is stored of a callback, for a reveal. */
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
