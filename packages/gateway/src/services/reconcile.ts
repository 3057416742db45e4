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
import { runConcurrently } from './concurrency.ts'
import { checkOrderStatus, syncOrder } from './sync-order.ts'
import { checkRefundStatus, syncRefund } from './sync-refund.ts'

/** Status checks of one report that run at the same time. */
const CONCURRENCY = 8

/** Checks every order and refund of a time span at the provider and compares. Changes nothing. */
export async function reconcile(
  context: GatewayContext,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<ReconciliationReport> {
  const { database, clock } = context
  const span = { fromMs, toMs, limit: MAX_ORDERS }
  const [ids, unknown] = await Promise.all([ordersToCompare(database, span), unknownRecords(database, span)])
  const rows = [...(await compareAll(context, ids)), ...unknown.map(missingHere)]
  const report = { ranAtMs: clock.now(), fromMs, toMs, checked: ids.length, most: MAX_ORDERS, rows }
  await saveReconciliation(database, report)
  return report
}

/** Syncs what can be repaired by a sync, then compares these orders again. Safe to repeat. */
export async function repairDiscrepancies(
  context: GatewayContext,
  merchantOrderIds: readonly string[],
): Promise<ReconciliationReport> {
  const { database, clock } = context
  const wanted = new Set(merchantOrderIds)
  const before = await readReconciliation(database)
  const selected = before.rows.filter((row) => wanted.has(row.merchantOrderId))
  await runConcurrently(
    selected.filter(({ repairable }) => repairable),
    CONCURRENCY,
    (row) => repairOne(context, row),
    () => {},
  )
  const again = await compareAll(context, [...new Set(selected.map(({ merchantOrderId }) => merchantOrderId))])
  const stillMissing = await filterAsync(selected, async ({ kind, merchantRefundId }) => {
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
    await syncRefund(context, { merchantRefundId, merchantOrderId })
    return
  }
  const order = await readOrder(context.database, merchantOrderId)
  if (order) await syncOrder(context, order)
}

async function compareAll(context: GatewayContext, ids: readonly string[]): Promise<Discrepancy[]> {
  const found: Discrepancy[] = []
  const reportUnreadable = (merchantOrderId: string) =>
    found.push({
      merchantOrderId,
      kind: 'unreadable',
      ours: 'known',
      theirs: 'unreadable',
      explains: 'The status check failed. The API log shows the call.',
      repairable: false,
    })
  const compare = async (id: string) => void found.push(...(await compareOne(context, id)))
  await runConcurrently([...ids], CONCURRENCY, compare, reportUnreadable)
  return found.sort((a, b) => (a.merchantOrderId < b.merchantOrderId ? -1 : 1))
}

async function compareOne(context: GatewayContext, merchantOrderId: string): Promise<Discrepancy[]> {
  const { database } = context
  const [order, refunds] = await Promise.all([
    readOrder(database, merchantOrderId),
    refundsOf(database, merchantOrderId),
  ])
  if (!order) return []
  const rows: Discrepancy[] = []
  const check = await checkOrderStatus(context, order)
  if (check.kind === 'status' || check.kind === 'status-failed') rows.push(...compareOrder(order, check))
  for (const refund of refunds) {
    if (refund.state === 'REQUESTED' && refund.attempts === 0) continue
    const refundCheck = await checkRefundStatus(context, refund.merchantRefundId)
    if (refundCheck.kind === 'status' || refundCheck.kind === 'status-failed')
      rows.push(...compareRefund(refund, refundCheck))
  }
  return rows
}

async function filterAsync<One>(all: readonly One[], keep: (one: One) => Promise<boolean>): Promise<One[]> {
  const kept = await Promise.all(all.map(keep))
  return all.filter((_, at) => kept[at])
}
