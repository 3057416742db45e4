import type { ProviderOrderStatus } from '../domain/observation.ts'
import type { ProviderRefundStatus } from '../domain/refund-reducer.ts'
import { type Queries, ASYNC_COMMIT } from './database.ts'

/** What an accepted callback says, as the database need it: enough to fold it again after a crash. */
export type CallbackContent =
  | { readonly kind: 'order'; readonly status: ProviderOrderStatus; readonly mode: 'classic' | 'hmac' }
  | { readonly kind: 'refund'; readonly facts: ProviderRefundStatus }
  | { readonly kind: 'nothing' }

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
  facts: CallbackContent
  attempts: number
}

export interface AcceptedCallback extends NewCallback {
  facts: CallbackContent
  digest: string
}

export interface InsertedCallback {
  callbackId: string
  verdict: 'accepted' | 'duplicate'
}

/** All durable when it returns. A body that was accepted before is a duplicate: written down, folded no more. */
export async function insertAccepted(on: Queries, callbacks: readonly AcceptedCallback[]): Promise<InsertedCallback[]> {
  const accepted = await insertMany(on, callbacks, 'accepted')
  const ids = new Map(accepted.map(({ digest, callbackId }) => [digest, callbackId]))
  const seen = new Set<string>()
  const others = callbacks.filter(({ digest }) => {
    const isFirst = ids.has(digest) && !seen.has(digest)
    seen.add(digest)
    return !isFirst
  })
  const again = others.length === 0 ? [] : await insertMany(on, others, 'duplicate')
  return callbacks.map((callback) => {
    const at = others.indexOf(callback)
    const callbackId = at < 0 ? ids.get(callback.digest) : again[at]?.callbackId
    return { callbackId: String(callbackId), verdict: at < 0 ? 'accepted' : 'duplicate' }
  })
}

async function insertMany(
  on: Queries,
  callbacks: readonly AcceptedCallback[],
  verdict: InsertedCallback['verdict'],
): Promise<{ callbackId: number; digest: string }[]> {
  const { rows } = await on.query<{ callbackId: number; digest: string }>({
    name: 'insert-callbacks',
    text: `insert into galla.callbacks ("receivedAtMs", "verdict", "event", "merchantOrderId", "merchantRefundId", "state", "verifiedBy", "headers", "body", "facts", "digest", "dueAtMs")
      select r."receivedAtMs", $2, r."event", r."merchantOrderId", r."merchantRefundId", r."state", r."verifiedBy", r."headers", r."body", r."facts", r."digest",
        case when $2 = 'accepted' then r."receivedAtMs" end
      from jsonb_to_recordset($1::jsonb) as r("receivedAtMs" bigint, "event" text, "merchantOrderId" text, "merchantRefundId" text, "state" text,
        "verifiedBy" text, "headers" jsonb, "body" jsonb, "facts" jsonb, "digest" text)
      on conflict ("digest") where "verdict" = 'accepted' do nothing
      returning "callbackId", "digest"`,
    values: [JSON.stringify(callbacks), verdict],
  })
  return rows
}

export async function insertRefused(on: Queries, callback: NewCallback & { reason: string }): Promise<number> {
  const { rows } = await on.query<{ callbackId: number }>({
    name: 'insert-refused',
    text: `insert into galla.callbacks ("receivedAtMs", "verdict", "event", "headers", "body", "reason")
      values ($1, 'refused', $2, $3, $4, $5) returning "callbackId"`,
    values: [
      callback.receivedAtMs,
      callback.event,
      callback.headers,
      JSON.stringify(callback.body ?? null),
      callback.reason,
    ],
  })
  return rows[0]?.callbackId ?? 0
}

/** The oldest that wait, for this worker alone until the lease is over; after a crash they are due again then. */
export async function claimDueCallbacks(
  on: Queries,
  { nowMs, leaseUntilMs, most }: { nowMs: number; leaseUntilMs: number; most: number },
): Promise<DueCallback[]> {
  const { rows } = await on.query<DueCallback>({
    name: 'claim-waiting',
    text: `update galla.callbacks set "dueAtMs" = $2 from ${ASYNC_COMMIT} where "callbackId" in (
        select "callbackId" from galla.callbacks where "dueAtMs" <= $1 order by "dueAtMs", "callbackId" limit $3 for update skip locked)
      returning "callbackId", "receivedAtMs", "event", "merchantOrderId", "merchantRefundId", "facts", "attempts"`,
    values: [nowMs, leaseUntilMs, most],
  })
  return rows.sort((a, b) => a.callbackId - b.callbackId)
}

export async function markProcessed(on: Queries, callbackIds: readonly number[], nowMs: number): Promise<void> {
  await on.query({
    name: 'mark-processed',
    text: `update galla.callbacks set "processedAtMs" = $2, "dueAtMs" = null, "attempts" = "attempts" + 1, "error" = null
      from ${ASYNC_COMMIT} where "callbackId" = any($1::bigint[])`,
    values: [callbackIds, nowMs],
  })
}

/** It stays in the inbox and says why; without a time it waits for a person. */
export async function markFailedAttempt(
  on: Queries,
  callbackId: number,
  error: string,
  dueAtMs: number | undefined,
): Promise<void> {
  await on.query({
    name: 'mark-stumbled',
    text: `update galla.callbacks set "attempts" = "attempts" + 1, "error" = $2, "dueAtMs" = $3 where "callbackId" = $1`,
    values: [callbackId, error, dueAtMs],
  })
}
