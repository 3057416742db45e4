import { findingsOf } from './findings.ts'
import type { OrderRecord, ProviderOrderStatus } from './order.ts'
import { isCompleted, recordPayments } from './payments.ts'

/** True when a report names money that the order does not show. */
export function hasUnknownMoney(order: OrderRecord, report: ProviderOrderStatus): boolean {
  if (report.state === 'COMPLETED' && order.state === 'FAILED' && !order.attempts.some(isCompleted)) return true
  const known = new Set(order.attempts.filter(isCompleted).map(({ transactionId }) => transactionId))
  return recordPayments(order, report, false).some((one) => isCompleted(one) && !known.has(one.transactionId))
}

/** True when a report says anything new: the order does not show the fact, and no person was asked about the fact. */
export function isNews(order: OrderRecord, report: ProviderOrderStatus): boolean {
  const asked = new Set(order.needsReview?.findings.map(({ key }) => key))
  const checkedAtMs = Number.POSITIVE_INFINITY
  const found = findingsOf({
    before: order,
    order: { ...order, attempts: recordPayments(order, report, true) },
    decisive: { kind: 'status', atMs: checkedAtMs, checkedAtMs, status: report },
    observations: [],
    nowMs: checkedAtMs,
  })
  return hasUnknownMoney(order, report) || found.some(({ key }) => !asked.has(key))
}
