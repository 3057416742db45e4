import type { Sandbox, SandboxRefund } from '@galla/sandbox'
import type { Pool } from 'pg'
import { auditLedger } from '../helpers/audit-ledger.ts'
import { digestOfCallback } from '../helpers/test-gateway.ts'
import type { Acknowledged } from './payers.ts'

interface KeptCallback {
  readonly done: boolean
  readonly rows: readonly { readonly error: string | null; readonly dueAtMs: number | null }[]
}

const RANK: { readonly [state: string]: number } = { CREATED: 0, PENDING: 1, FAILED: 2, COMPLETED: 3 }

/**
 * Compares the database with the provider, deliveries with orders, and the inbox with the acknowledged callbacks.
 * Returns each violation as a sentence.
 */
export async function findViolations(
  sandbox: Sandbox,
  pool: Pool,
  acknowledged: { readonly [Kind in keyof Acknowledged]: ReadonlySet<string> },
): Promise<string[]> {
  const violations: string[] = []
  const { rows: orders } = await pool.query('select * from galla.orders')
  const known = new Set(orders.map(({ merchantOrderId }) => merchantOrderId))
  for (const id of acknowledged.orders)
    if (!known.has(id)) violations.push(`${id} was acknowledged and is not in the database`)
  const { rows: refunds } = await pool.query('select * from galla.refunds')
  const refundIds = new Set(refunds.map(({ merchantRefundId }) => merchantRefundId))
  for (const id of acknowledged.refunds)
    if (!refundIds.has(id)) violations.push(`${id} was acknowledged and is not in the database`)
  for (const { merchantRefundId, state } of refunds) {
    if (state !== 'COMPLETED' && state !== 'FAILED') violations.push(`refund ${merchantRefundId} is still ${state}`)
  }
  for (const order of orders) {
    const { merchantOrderId, state, refundedAmount, needsReview } = order
    const providerOrder = await sandbox.order(merchantOrderId).catch(() => undefined)
    if (needsReview) violations.push(`${merchantOrderId} is in review: ${JSON.stringify(needsReview)}`)
    if ((providerOrder?.state ?? 'FAILED') !== state) {
      const { rows } = await pool.query(
        `select "rule" from galla.decisions where "merchantOrderId" = $1 order by "decisionId"`,
        [merchantOrderId],
      )
      const rules = rows.map(({ rule }) => rule).join(', ')
      violations.push(
        `${merchantOrderId} is ${state} in the database (${rules}), ${providerOrder?.state} at the provider, created at ${providerOrder?.createdAtMs}`,
      )
    }
    if ((providerOrder?.refundedAmount ?? 0) !== Number(refundedAmount))
      violations.push(
        `${merchantOrderId}: ${refundedAmount} refunded in the database, ${providerOrder?.refundedAmount} at the provider`,
      )
    if ((providerOrder?.refundedAmount ?? 0) > (providerOrder?.amount ?? 0))
      violations.push(`${merchantOrderId}: ${providerOrder?.refundedAmount} refunded of ${providerOrder?.amount}`)
  }
  violations.push(...(await auditLedger(pool, await moneyBack(sandbox))))
  const { rows: fulfilled } = await pool.query(
    `select o."merchantOrderId" as id, count(f.*)::int as n from galla.orders o
      left join fulfilments f on f."deliveryId" = 'order:' || o."merchantOrderId" || ':completed:handlers' where o."resolution" = 'fulfil' group by 1 having count(f.*) <> 1`,
  )
  for (const { id, n } of fulfilled) violations.push(`${id} was fulfilled ${n} times`)
  const { rows: twice } = await pool.query(
    `select "reference", count(*)::int as n from fulfilments group by 1 having count(*) > 1`,
  )
  for (const { reference, n } of twice) violations.push(`${reference} was fulfilled ${n} times`)
  const { rows: unrecorded } = await pool.query(
    `select "deliveryId" from fulfilments where "deliveryId" not in (select "deliveryId" from galla.deliveries where "state" = 'done')`,
  )
  for (const { deliveryId } of unrecorded) violations.push(`${deliveryId} was handled and its delivery is not done`)
  const { rows: autoRefunded } = await pool.query(
    `select "merchantOrderId" as id from galla.orders where "resolution" in ('duplicate-refund', 'late-refund') and "refundedAmount" <> "amount"`,
  )
  for (const { id } of autoRefunded) violations.push(`${id} was not refunded in full`)
  const { rows: unfulfilled } = await pool.query(
    `select "reference" from galla.orders group by 1 having count(*) filter (where "state" = 'COMPLETED') > 0
      and count(*) filter (where "resolution" = 'fulfil') <> 1 and bool_or("resolution" <> 'late-refund')`,
  )
  for (const { reference } of unfulfilled) violations.push(`${reference} was paid and is not fulfilled exactly once`)
  const { rows: digests } = await pool.query(
    `select "digest", bool_or("processedAtMs" is not null) as done,
      jsonb_agg(jsonb_build_object('event', "event", 'attempts', "attempts", 'dueAtMs', "dueAtMs", 'reason', "reason", 'error', "error")) as rows
      from galla.callbacks group by 1`,
  )
  const inbox = new Map<string, KeptCallback>(digests.map(({ digest, done, rows }) => [digest, { done, rows }]))
  for (const { delivered, request, fault } of sandbox.deliveries()) {
    const kept = inbox.get(digestOfCallback(request.body))
    if (delivered && !kept) violations.push('an acknowledged callback was lost')
    // The callback credentials do not sign the body: one whose amount was changed contradicts the status, and a person decides.
    const isReviewed = fault === 'tamper' && kept?.rows.some(({ error, dueAtMs }) => error !== null && dueAtMs === null)
    if (delivered && kept?.done === false && !isReviewed)
      violations.push(`an acknowledged callback was not processed: ${JSON.stringify(kept.rows)} ${request.body}`)
  }
  const { rows: decisions } = await pool.query('select "merchantOrderId", "from", "to" from galla.decisions')
  for (const { merchantOrderId, from, to } of decisions) {
    if ((RANK[to] ?? 0) < (RANK[from] ?? 0)) violations.push(`${merchantOrderId} went from ${from} to ${to}`)
  }
  return violations
}

/** Paise that went back at the provider, by order. */
async function moneyBack(sandbox: Sandbox): Promise<Map<string, number>> {
  const response = await sandbox.fetch('http://sandbox.localhost/_sandbox/refunds')
  const { refunds } = (await response.json()) as { refunds: SandboxRefund[] }
  const back = new Map<string, number>()
  for (const { state, amount, originalMerchantOrderId: id = '' } of refunds)
    if (state === 'COMPLETED') back.set(id, (back.get(id) ?? 0) + amount)
  return back
}
