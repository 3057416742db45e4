import type { Review } from '@galla/contract/gateway-api/orders'
import type { RefundReview } from '@galla/contract/gateway-api/refunds'
import type { OrderRecord } from '../../domain/orders/order.ts'
import type { RefundRecord } from '../../domain/refunds/refund.ts'

// Their shape follows the rules, which change with releases, and any program with a role for the tables can write them. What cannot be read is
// a review as well: the record is shown, and stays as it is until a person has looked at it.

type Fields = { readonly [name: string]: unknown }

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isReview = (stored: unknown): boolean =>
  isObject(stored) &&
  typeof stored.reason === 'string' &&
  typeof stored.sinceMs === 'number' &&
  Array.isArray(stored.findings) &&
  stored.findings.length > 0 &&
  stored.findings.every((finding) => isObject(finding) && typeof finding.code === 'string')

const isRefundReview = (stored: unknown): boolean =>
  isObject(stored) &&
  typeof stored.reason === 'string' &&
  typeof stored.sinceMs === 'number' &&
  isObject(stored.ours) &&
  typeof stored.ours.amount === 'number' &&
  (stored.theirs === undefined || isObject(stored.theirs))

/** A finding that an earlier release has stored, or somebody by hand, has no key. */
const withKeys = (review: Review): Review => ({
  ...review,
  findings: review.findings.map((finding) => ({ ...finding, key: finding.key ?? finding.code })),
})

/** The order with its review, or with the finding that its review cannot be read. */
export function withReadableReview<Row extends Pick<OrderRecord, 'needsReview'> & { readonly updatedAtMs: number }>(
  row: Row,
): Row {
  if (row.needsReview === undefined) return row
  if (isReview(row.needsReview)) return { ...row, needsReview: withKeys(row.needsReview) }
  const needsReview: Review = {
    reason: 'unreadable',
    findings: [{ code: 'unreadable', key: 'unreadable' }],
    sinceMs: row.updatedAtMs,
  }
  return { ...row, needsReview }
}

/** The refund with its review, or with one that says that it cannot be read. */
export function withReadableRefundReview<Row extends Partial<RefundRecord>>(row: Row): Row {
  if (row.needsReview === undefined || isRefundReview(row.needsReview)) return row
  const { state = 'REQUESTED', amount = 0, stateSinceMs = 0 } = row
  const needsReview: RefundReview = { reason: 'unreadable', sinceMs: stateSinceMs, ours: { state, amount } }
  return { ...row, needsReview }
}
