import type { Pool } from 'pg'
import { auditLedger } from './audit-ledger.ts'
import type { TestGateway } from './test-gateway.ts'

interface OrderRow {
  id: string
  state: string
  resolution: string | null
  review: object | null
  refundedAmount: number
}

/**
 * Compares every order with the provider, its ledger, its refunds and the events that the handlers received. Returns each violation as a sentence.
 * @param sent the payments and refunds that were sent, each of which the provider must get once
 */
export async function auditKilledOrders(
  testGateway: TestGateway,
  received: readonly string[],
  sent: readonly string[],
): Promise<string[]> {
  const { sandbox, rows } = testGateway
  const found: string[] = []
  const back = new Map<string, number>()
  const orders = await rows<OrderRow>(
    'select "merchantOrderId" as id, "state", "resolution", "needsReview" as review, "refundedAmount"::float8 from galla.orders',
  )
  for (const { id, state, resolution, review, refundedAmount } of orders) {
    const theirs = await sandbox.order(id).catch(() => undefined)
    if (review) found.push(`${id} is in review: ${JSON.stringify(review)}`)
    if ((theirs?.state ?? 'FAILED') !== state) found.push(`${id} is ${state}, and ${theirs?.state} at the provider`)
    const refunded = theirs?.refundedAmount ?? 0
    if (refunded !== refundedAmount) found.push(`${id}: ${refundedAmount} refunded, ${refunded} at the provider`)
    back.set(id, refunded)
    const handled = received.filter((one) => one === `completed ${id}`).length
    const wanted = resolution === 'fulfil' ? 1 : 0
    if (handled !== wanted) found.push(`${id}: order.completed was handled ${handled} times, not ${wanted}`)
  }
  for (const one of new Set(sent)) {
    const { length } = sent.filter((other) => other === one)
    if (length > 1) found.push(`${one}: sent ${length} times`)
  }
  for (const { id, state, review } of await rows<{ id: string; state: string; review: object | null }>(
    'select "merchantRefundId" as id, "state", "needsReview" as review from galla.refunds',
  ))
    if (state !== 'COMPLETED' || review) found.push(`${id} is ${state}, review ${JSON.stringify(review)}`)
  for (const { id, error } of await rows<{ id: string; error: string }>(
    'select "callbackId"::text as id, "error" from galla.callbacks where "processedAtMs" is null',
  ))
    found.push(`the callback ${id} is not applied: ${error}`)
  for (const { id, n } of await rows<{ id: string; n: number }>(
    `select "deliveryId" as id, "attempts" as n from galla.deliveries where "state" <> 'done'`,
  ))
    found.push(`the delivery ${id} is not done after ${n} attempts`)
  const pool = { query: async (text: string) => ({ rows: await rows(text) }) } as unknown as Pool
  return [...found, ...(await auditLedger(pool, back))]
}
