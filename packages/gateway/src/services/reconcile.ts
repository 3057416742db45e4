import type { Discrepancy, ReconciliationReport } from '@galla/contract/gateway-api/console-routes'
import type { GatewayContext } from '../context.ts'
import { compareOrder, compareRefund, missingHere } from '../domain/reconciliation.ts'
import { readOrder } from '../storage/orders.ts'
import {
  MAX_ORDERS,
  ordersToCompare,
  readReconciliation,
  saveReconciliation,
  unknownRecords,
} from '../storage/reconciliation.ts'
import { readRefund, refundsOf } from '../storage/refunds.ts'
import { checkOrderStatus, checkRefundStatus } from './check-status.ts'
import { runConcurrently } from './concurrency.ts'
import { applyObservations } from './sync-order.ts'
import { applyRefundObservation } from './sync-refund.ts'

/** One report asks the provider so many at once: it is no load test. */
const CONCURRENCY = 8

/** Asks the provider for every order and refund of a time and compares. Changes nothing. */
export async function reconcile(
  context: GatewayContext,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<ReconciliationReport> {
  const { database, clock } = context
  const asked = { fromMs, toMs, most: MAX_ORDERS }
  const [ids, unknown] = await Promise.all([ordersToCompare(database, asked), unknownRecords(database, asked)])
  const rows = [...(await compareAll(context, ids)), ...unknown.map(missingHere)]
  const report = { ranAtMs: clock.now(), fromMs, toMs, checked: ids.length, most: MAX_ORDERS, rows }
  await saveReconciliation(database, report)
  return report
}

/** Mends what one more fold mends, by the only ways in, and looks again. Once or ten times: the database are the same. */
export async function repairDiscrepancies(
  context: GatewayContext,
  merchantOrderIds: readonly string[],
): Promise<ReconciliationReport> {
  const { database, clock } = context
  const wanted = new Set(merchantOrderIds)
  const before = await readReconciliation(database)
  const mine = before.rows.filter((row) => wanted.has(row.merchantOrderId))
  await runConcurrently(
    mine.filter(({ repairable }) => repairable),
    CONCURRENCY,
    (row) => repairOne(context, row),
    () => {},
  )
  const again = await compareAll(context, [...new Set(mine.map(({ merchantOrderId }) => merchantOrderId))])
  const stillMissing = await filterAsync(mine, async ({ kind, merchantRefundId }) => {
    return (
      kind === 'missing-here' && (merchantRefundId === undefined || !(await readRefund(database, merchantRefundId)))
    )
  })
  const others = before.rows.filter((row) => !wanted.has(row.merchantOrderId))
  const report = { ...before, ranAtMs: clock.now(), rows: [...others, ...again, ...stillMissing] }
  await saveReconciliation(database, report)
  return report
}

async function repairOne(context: GatewayContext, { merchantOrderId, merchantRefundId }: Discrepancy): Promise<void> {
  if (merchantRefundId !== undefined) {
    await applyRefundObservation(
      context,
      { merchantRefundId, merchantOrderId },
      await checkRefundStatus(context, merchantRefundId),
    )
    return
  }
  const order = await readOrder(context.database, merchantOrderId)
  if (order) await applyObservations(context, merchantOrderId, [await checkOrderStatus(context, order)])
}

async function compareAll(context: GatewayContext, ids: readonly string[]): Promise<Discrepancy[]> {
  const found: Discrepancy[] = []
  const unreadable = (merchantOrderId: string) =>
    found.push({
      merchantOrderId,
      kind: 'unreadable',
      ours: 'known',
      theirs: 'unreadable',
      explains: 'The provider’s answer could not be read. The API log shows the call.',
      repairable: false,
    })
  await runConcurrently(
    [...ids],
    CONCURRENCY,
    async (id) => void found.push(...(await compareOne(context, id))),
    unreadable,
  )
  return found.sort((a, b) => (a.merchantOrderId < b.merchantOrderId ? -1 : 1))
}

async function compareOne(context: GatewayContext, merchantOrderId: string): Promise<Discrepancy[]> {
  const [order, refunds] = await Promise.all([
    readOrder(context.database, merchantOrderId),
    refundsOf(context.database, merchantOrderId),
  ])
  if (!order) return []
  const rows: Discrepancy[] = []
  const told = await checkOrderStatus(context, order)
  if (told.kind === 'status' || told.kind === 'status-failed') rows.push(...compareOrder(order, told))
  for (const refund of refunds) {
    if (refund.state === 'REQUESTED' && refund.attempts === 0) continue
    const heard = await checkRefundStatus(context, refund.merchantRefundId)
    if (heard.kind !== 'reply-failed') rows.push(...compareRefund(refund, heard))
  }
  return rows
}

async function filterAsync<One>(all: readonly One[], keep: (one: One) => Promise<boolean>): Promise<One[]> {
  const kept = await Promise.all(all.map(keep))
  return all.filter((_, at) => kept[at])
}
