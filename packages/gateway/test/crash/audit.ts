import { createHash } from 'node:crypto'
import type { ServedSandbox } from '@galla/sandbox'
import type { Pool } from 'pg'
import type { Promised } from './payers.ts'

const RANK: { readonly [state: string]: number } = { CREATED: 0, PENDING: 1, FAILED: 2, COMPLETED: 3 }

/** Books against provider, effects against orders, inbox against what was acknowledged. */
export async function audit(sandbox: ServedSandbox, pool: Pool, promised: Promised): Promise<string[]> {
  const wrong: string[] = []
  const { rows: orders } = await pool.query('select * from galla.orders')
  const known = new Set(orders.map(({ merchantOrderId }) => merchantOrderId))
  for (const id of promised.orders) if (!known.has(id)) wrong.push(`${id} was promised and is not in the database`)
  const { rows: refunds } = await pool.query('select * from galla.refunds')
  const refundIds = new Set(refunds.map(({ merchantRefundId }) => merchantRefundId))
  for (const id of promised.refunds) if (!refundIds.has(id)) wrong.push(`${id} was promised and is not in the database`)
  for (const { merchantRefundId, state } of refunds) {
    if (state !== 'COMPLETED' && state !== 'FAILED') wrong.push(`the refund ${merchantRefundId} is still ${state}`)
  }
  for (const order of orders) {
    const { merchantOrderId, state, refundedAmount, needsReview } = order
    const theirs = await sandbox.order(merchantOrderId).catch(() => undefined)
    if (needsReview) wrong.push(`${merchantOrderId} is needsReview: ${JSON.stringify(needsReview)}`)
    if ((theirs?.state ?? 'FAILED') !== state) {
      const { rows } = await pool.query(
        `select "rule" from galla.decisions where "merchantOrderId" = $1 order by "decisionId"`,
        [merchantOrderId],
      )
      const rules = rows.map(({ rule }) => rule).join(', ')
      wrong.push(
        `${merchantOrderId} is ${state} here (${rules}), ${theirs?.state} there, made at ${theirs?.createdAtMs}`,
      )
    }
    if ((theirs?.refundedAmount ?? 0) !== Number(refundedAmount))
      wrong.push(`${merchantOrderId}: ${refundedAmount} back here, ${theirs?.refundedAmount} there`)
    if ((theirs?.refundedAmount ?? 0) > (theirs?.amount ?? 0))
      wrong.push(`${merchantOrderId}: ${theirs?.refundedAmount} back of ${theirs?.amount}`)
  }
  const { rows: effects } = await pool.query(
    `select o."merchantOrderId" as id, count(f.*)::int as n from galla.orders o
      left join fulfilments f on f."deliveryId" = o."merchantOrderId" || ':completed' where o."resolution" = 'fulfil' group by 1 having count(f.*) <> 1`,
  )
  for (const { id, n } of effects) wrong.push(`${id} was fulfilled ${n} times`)
  const { rows: twice } = await pool.query(
    `select "reference", count(*)::int as n from fulfilments group by 1 having count(*) > 1`,
  )
  for (const { reference, n } of twice) wrong.push(`${reference} was delivered ${n} times`)
  const { rows: unknown } = await pool.query(
    `select "deliveryId" from fulfilments where "deliveryId" not in (select "deliveryId" from galla.deliveries where "state" = 'done')`,
  )
  for (const { deliveryId } of unknown) wrong.push(`${deliveryId} happened and is not recorded`)
  const { rows: duplicates } = await pool.query(
    `select "merchantOrderId" as id from galla.orders where "resolution" in ('duplicate-refund', 'late-refund') and "refundedAmount" <> "amount"`,
  )
  for (const { id } of duplicates) wrong.push(`${id} did not go back whole`)
  const { rows: halves } = await pool.query(
    `select "reference" from galla.orders group by 1 having count(*) filter (where "state" = 'COMPLETED') > 0
      and count(*) filter (where "resolution" = 'fulfil') <> 1 and bool_or("resolution" <> 'late-refund')`,
  )
  for (const { reference } of halves) wrong.push(`${reference} was paid and is not settled once`)
  const { rows: digests } = await pool.query(
    `select "digest", bool_or("processedAtMs" is not null) as done from galla.callbacks group by 1`,
  )
  const inbox = new Map(digests.map(({ digest, done }) => [digest, done]))
  for (const { delivered, request } of sandbox.deliveries()) {
    const digest = createHash('sha256').update(request.body).digest('base64url')
    if (delivered && inbox.get(digest) !== true)
      wrong.push(`an acknowledged callback was ${inbox.has(digest) ? 'not folded' : 'lost'}`)
  }
  const { rows: decisions } = await pool.query('select "merchantOrderId", "from", "to" from galla.decisions')
  for (const { merchantOrderId, from, to } of decisions) {
    if ((RANK[to] ?? 0) < (RANK[from] ?? 0)) wrong.push(`${merchantOrderId} went from ${from} to ${to}`)
  }
  return wrong
}
