import type { GatewayContext } from '../../context.ts'
import {
  compareOrder,
  compareRefund,
  missingHere,
  type NewDiscrepancy,
  notAnswered,
} from '../../domain/finance/reconciliation.ts'
import { hasOurId } from '../../domain/refunds/refund.ts'
import { describeError } from '../../errors.ts'
import type { OrderRow } from '../../storage/orders/order-row.ts'
import { readOrder } from '../../storage/orders/orders.ts'
import { type RefundRow, refundOfKey, refundsOf } from '../../storage/refunds/refunds.ts'
import { runConcurrently } from '../concurrency.ts'
import { checkLostRefunds } from '../refunds/lost-refunds.ts'
import { applyRefundObservation, checkRefundStatus, isRefused } from '../refunds/sync-refund.ts'
import { checkOrder } from './check-order.ts'
import { applyObservations } from './sync-order.ts'

/** Orders whose status is checked at the same time. */
const CONCURRENCY = 4

export interface Comparison {
  readonly found: readonly NewDiscrepancy[]
  /** Orders and refunds that agree after a repair. */
  readonly repaired: number
  /** Orders whose status check the provider answered. */
  readonly answered: number
}

export interface CompareOptions {
  /** True when repairable differences are first resolved by the usual rules; only the rest is listed. */
  readonly repair: boolean
  /**
   * To look for automatic refunds that are not stored: two more checks of each fulfilled order. A repair imports those that are found. `answered`: a
   * check without an answer is listed, too.
   */
  readonly lostRefunds?: 'found' | 'answered' | undefined
}

/** Checks the orders and their refunds at the provider and lists what differs. */
export async function compareOrders(
  context: GatewayContext,
  merchantOrderIds: readonly string[],
  options: CompareOptions,
): Promise<Comparison> {
  const found: NewDiscrepancy[] = []
  let repaired = 0
  let answered = 0
  await runConcurrently(
    merchantOrderIds,
    CONCURRENCY,
    async (merchantOrderId) => {
      const one = await compareOne(context, merchantOrderId, options)
      found.push(...one.found)
      repaired += one.repaired
      answered += one.answered
    },
    (merchantOrderId, error) => {
      context.log.error({ merchantOrderId, error: describeError(error) }, 'Comparing an order with the provider failed')
      const sides = { ours: {}, theirs: {}, repairable: false }
      found.push({ merchantOrderId, kind: 'unreadable', reason: 'check-failed', ...sides })
    },
  )
  return { found, repaired, answered }
}

async function compareOne(
  context: GatewayContext,
  merchantOrderId: string,
  { repair, lostRefunds }: CompareOptions,
): Promise<Comparison> {
  const { database } = context
  const order = await readOrder(database, merchantOrderId)
  if (!order) return { found: [], repaired: 0, answered: 1 }
  const compared = [await compareTheOrder(context, order, repair)]
  for (const refund of await refundsOf(database, merchantOrderId)) {
    // A refund that was never sent is not known there, and no status check finds one by the provider's id.
    if (!hasOurId(refund)) continue
    if (refund.state !== 'REQUESTED' || refund.attempts > 0)
      compared.push(await compareTheRefund(context, refund, repair))
  }
  if (lostRefunds && order.resolution === 'fulfil') {
    compared.push(...(await compareLostRefunds(context, order, { repair, lostRefunds })))
  }
  const unanswered = compared[0]?.found.some(({ reason }) => reason === 'no-answer')
  return {
    found: compared.flatMap(({ found }) => found),
    repaired: compared.filter(({ repaired }) => repaired).length,
    answered: unanswered ? 0 : 1,
  }
}

interface Compared {
  readonly found: readonly NewDiscrepancy[]
  readonly repaired: boolean
}

/** The automatic refunds of a fulfilled order that only the provider has. */
async function compareLostRefunds(
  context: GatewayContext,
  { merchantOrderId }: OrderRow,
  { repair, lostRefunds }: CompareOptions,
): Promise<Compared[]> {
  const compared: Compared[] = []
  for (const { merchantRefundId, check } of await checkLostRefunds(context, merchantOrderId)) {
    if (check.kind !== 'status') {
      const isMissed = lostRefunds === 'answered' && !isRefused(check)
      compared.push({ found: isMissed ? [notAnswered({ merchantOrderId, merchantRefundId })] : [], repaired: false })
      continue
    }
    const { state } = check.status
    if (state === 'FAILED') continue
    const key = { merchantOrderId, merchantRefundId }
    const isImported = repair && (await applyRefundObservation(context, key, check)) !== undefined
    const found = isImported ? [] : [missingHere({ ...key, state, orderKnown: true })]
    compared.push({ found, repaired: isImported })
  }
  return compared
}

async function compareTheOrder(context: GatewayContext, order: OrderRow, repair: boolean): Promise<Compared> {
  const check = await checkOrder(context, order)
  if (check.kind !== 'status' && check.kind !== 'status-failed') return { found: [], repaired: false }
  const isInDoubt = check.kind === 'status' && check.refunded === 'unanswered'
  const found = isInDoubt ? [notAnswered({ merchantOrderId: order.merchantOrderId })] : compareOrder(order, check)
  if (!repair || !found.some(({ repairable }) => repairable)) return { found, repaired: false }
  await applyObservations(context, order.merchantOrderId, [check])
  const after = await readOrder(context.database, order.merchantOrderId)
  const left = compareOrder(after ?? order, check)
  return { found: left, repaired: left.length < found.length }
}

async function compareTheRefund(context: GatewayContext, refund: RefundRow, repair: boolean): Promise<Compared> {
  const check = await checkRefundStatus(context, refund)
  if (check.kind !== 'status' && check.kind !== 'status-failed') return { found: [], repaired: false }
  const found = compareRefund(refund, check)
  if (!repair || !found.some(({ repairable }) => repairable)) return { found, repaired: false }
  await applyRefundObservation(context, refund, check)
  const after = await refundOfKey(context.database, refund.id)
  const left = compareRefund(after ?? refund, check)
  return { found: left, repaired: left.length < found.length }
}
