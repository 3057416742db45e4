import type { Effect } from '../books/effects.ts'
import type { Queries } from './books.ts'

export interface EffectRow {
  effectId: string
  kind: Effect['kind']
  merchantOrderId: string
  merchantRefundId: string | null
  attempts: number
}

/** Written once, however often it follows; true when it is new. */
export async function insertEffect(on: Queries, effect: Effect, nowMs: number): Promise<boolean> {
  const { rowCount } = await on.query({
    name: 'insert-effect',
    text: `insert into galla.effects ("effectId", "kind", "merchantOrderId", "merchantRefundId", "payload", "createdAtMs", "nextAttemptAtMs")
      values ($1, $2, $3, $4, $5, $6, $6) on conflict do nothing`,
    values: [
      effect.effectId,
      effect.kind,
      effect.merchantOrderId,
      'merchantRefundId' in effect ? effect.merchantRefundId : null,
      effect,
      nowMs,
    ],
  })
  return rowCount === 1
}

export async function effectDone(on: Queries, effectId: string, nowMs: number): Promise<void> {
  await on.query({
    name: 'effect-done',
    text: `update galla.effects set "state" = 'done', "doneAtMs" = $2, "nextAttemptAtMs" = null, "attempts" = "attempts" + 1, "lastError" = null where "effectId" = $1`,
    values: [effectId, nowMs],
  })
}

/** Waits for another attempt, or for a person when there is none. */
export async function effectFailed(
  on: Queries,
  effectId: string,
  error: string,
  nextAttemptAtMs: number | undefined,
): Promise<void> {
  await on.query({
    name: 'effect-failed',
    text: `update galla.effects set "attempts" = "attempts" + 1, "lastError" = $2, "nextAttemptAtMs" = $3,
      "state" = case when $3::bigint is null then 'parked' else 'waiting' end where "effectId" = $1`,
    values: [effectId, error, nextAttemptAtMs],
  })
}

/** The next effect that is due, under lock, for one worker alone. */
export async function claimEffect(on: Queries, nowMs: number): Promise<EffectRow | undefined> {
  const { rows } = await on.query<EffectRow>({
    name: 'claim-effect',
    text: `select "effectId", "kind", "merchantOrderId", "merchantRefundId", "attempts" from galla.effects
      where "state" = 'waiting' and "nextAttemptAtMs" <= $1 order by "nextAttemptAtMs" limit 1 for update skip locked`,
    values: [nowMs],
  })
  return rows[0]
}
