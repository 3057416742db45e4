import { MAX_ATTEMPTS } from '../../domain/retries.ts'
import type { Queries } from '../database.ts'
import { encrypted } from '../privacy/encrypted-columns.ts'
import { nextIds } from '../row-ids.ts'
import { type CallbackContent, FOREIGN } from './callbacks.ts'

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
  const asAccepted = ({ digest }: AcceptedCallback) =>
    ({ callbackId: String(ids.get(digest)), verdict: 'accepted' }) as const
  if (accepted.length === callbacks.length) return callbacks.map(asAccepted)
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
    if (!others.includes(callback)) return asAccepted(callback)
    if (busy.has(callback.digest)) return { callbackId: NOT_STORED, verdict: 'busy' }
    const { callbackId = NOT_STORED } = duplicates[stored.indexOf(callback)] ?? {}
    return { callbackId: String(callbackId), verdict: 'duplicate' }
  })
}

/** So that two batches that hold the same callbacks cannot deadlock. */
const byDigest = (one: AcceptedCallback, other: AcceptedCallback): number =>
  one.digest < other.digest ? -1 : Number(one.digest > other.digest)

/** Given up as foreign, or in its last attempt. */
const MAY_BE_GIVEN_UP = `"verdict" = 'accepted' and "content" is not null
  and case when "dueAtMs" is null then "reason" = '${FOREIGN}' else "leasedUntil" is not null and "attempts" >= ${MAX_ATTEMPTS - 1} end`

/**
 * Makes repeated callbacks due again that were given up as foreign, before the repetition is answered: the order may be stored by now. A
 * callback in its last attempt is made due too, because the attempt may have looked before the order was stored. Waits for no other
 * transaction, because all callbacks are received on the same connections. Returns the digests of the callbacks that another transaction
 * holds.
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

type NewColumn = readonly [name: keyof NewAccepted | 'callbackId', type: 'bigint' | 'text' | 'jsonb']

/** The columns that an insert takes from a callback. */
const IN_CLEAR: readonly NewColumn[] = [
  ['receivedAtMs', 'bigint'],
  ['event', 'text'],
  ['merchantOrderId', 'text'],
  ['merchantRefundId', 'text'],
  ['state', 'text'],
  ['verifiedBy', 'text'],
  ['digest', 'text'],
  ['headers', 'jsonb'],
  ['body', 'jsonb'],
  ['content', 'jsonb'],
]
/** The columns of an insert with encrypted values, which are bound to the id of their row. */
const WITH_ID: readonly NewColumn[] = [['callbackId', 'bigint'], ...IN_CLEAR]

/** At quiet times most callbacks come alone: such a one is inserted from plain parameters, because `jsonb_to_recordset` takes a twelfth of the statement's time. */
function insertOf(columns: readonly NewColumn[], count: 'one' | 'many') {
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
