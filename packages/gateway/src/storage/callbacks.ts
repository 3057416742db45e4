import type { StatusFacts } from '../books/observation.ts'
import type { RefundFacts } from '../books/reduce-refund.ts'
import type { Queries } from './books.ts'

/** What an accepted callback says, as the books need it: enough to fold it again after a crash. */
export type CallbackFacts =
  | { readonly kind: 'order'; readonly status: StatusFacts; readonly mode: 'classic' | 'hmac' }
  | { readonly kind: 'refund'; readonly facts: RefundFacts }
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

export interface WaitingCallback {
  callbackId: number
  receivedAtMs: number
  event: string
  merchantOrderId: string | null
  merchantRefundId: string | null
  facts: CallbackFacts
  attempts: number
}

/** Durable when it returns. A body that was accepted before is a duplicate: written down, folded no more. */
export async function insertAccepted(
  on: Queries,
  callback: NewCallback & { facts: CallbackFacts; digest: string },
): Promise<{ callbackId: number; verdict: 'accepted' | 'duplicate' }> {
  const accepted = await insert(on, callback, 'accepted')
  if (accepted !== undefined) return { callbackId: accepted, verdict: 'accepted' }
  return { callbackId: (await insert(on, callback, 'duplicate')) ?? 0, verdict: 'duplicate' }
}

async function insert(
  on: Queries,
  callback: NewCallback & { facts: CallbackFacts; digest: string },
  verdict: 'accepted' | 'duplicate',
): Promise<number | undefined> {
  const { rows } = await on.query<{ callbackId: number }>({
    name: 'insert-callback',
    text: `insert into galla.callbacks ("receivedAtMs", "verdict", "event", "merchantOrderId", "merchantRefundId", "state", "verifiedBy", "headers", "body", "facts", "digest", "dueAtMs")
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict ("digest") where "verdict" = 'accepted' do nothing
      returning "callbackId"`,
    values: [
      callback.receivedAtMs,
      verdict,
      callback.event,
      callback.merchantOrderId,
      callback.merchantRefundId,
      callback.state,
      callback.verifiedBy,
      callback.headers,
      JSON.stringify(callback.body ?? null),
      callback.facts,
      callback.digest,
      verdict === 'accepted' ? callback.receivedAtMs : undefined,
    ],
  })
  return rows[0]?.callbackId
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
export async function claimWaiting(
  on: Queries,
  { nowMs, leaseUntilMs, most }: { nowMs: number; leaseUntilMs: number; most: number },
): Promise<WaitingCallback[]> {
  const { rows } = await on.query<WaitingCallback>({
    name: 'claim-waiting',
    text: `update galla.callbacks set "dueAtMs" = $2 where "callbackId" in (
        select "callbackId" from galla.callbacks where "dueAtMs" <= $1 order by "dueAtMs", "callbackId" limit $3 for update skip locked)
      returning "callbackId", "receivedAtMs", "event", "merchantOrderId", "merchantRefundId", "facts", "attempts"`,
    values: [nowMs, leaseUntilMs, most],
  })
  return rows.sort((a, b) => a.callbackId - b.callbackId)
}

export async function markProcessed(on: Queries, callbackIds: readonly number[], nowMs: number): Promise<void> {
  await on.query({
    name: 'mark-processed',
    text: `update galla.callbacks set "processedAtMs" = $2, "dueAtMs" = null, "attempts" = "attempts" + 1, "error" = null where "callbackId" = any($1::bigint[])`,
    values: [callbackIds, nowMs],
  })
}

/** It stays in the inbox and says why; without a time it waits for a person. */
export async function markStumbled(
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
