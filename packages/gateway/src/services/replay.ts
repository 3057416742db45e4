import type { ReplayPreview } from '@galla/contract/gateway-api/callbacks'
import type { GatewayContext } from '../context.ts'
import { reduceOrder } from '../domain/order-reducer.ts'
import type { RefundRecord } from '../domain/refund.ts'
import { type ProviderRefundStatus, reduceRefund } from '../domain/refund-reducer.ts'
import { invalid } from '../errors.ts'
import { readReplayable, requeue, type StoredCallback } from '../storage/callbacks.ts'
import { paidOrderOf, readOrder } from '../storage/orders.ts'
import { readRefund } from '../storage/refunds.ts'
import { checkOrderStatus } from './check-status.ts'
import { runConcurrently } from './concurrency.ts'

/** So many callbacks are replayed at once, and no more. */
export const MAX_REPLAYED = 100

const CONCURRENCY = 8

/** What folding these once more would do: the provider is asked as it will be then, and nothing is saved. */
export async function previewReplay(context: GatewayContext, callbackIds: readonly string[]): Promise<ReplayPreview> {
  const found = await replayable(context, callbackIds)
  const byOrder = new Map<string, StoredCallback[]>()
  for (const one of found) {
    if (one.facts.kind === 'order' && one.merchantOrderId !== null) {
      byOrder.set(one.merchantOrderId, [...(byOrder.get(one.merchantOrderId) ?? []), one])
    }
  }
  const orders: ReplayPreview['orders'] = []
  const preview = async ([merchantOrderId, told]: [string, StoredCallback[]]): Promise<void> => {
    const row = await readOrder(context.database, merchantOrderId)
    if (!row) return
    const paidBy = await paidOrderOf(context.database, row.reference)
    const reference = { nowMs: context.clock.now(), ...(paidBy === undefined ? {} : { paidBy }) }
    const heard = told.flatMap(({ facts, receivedAtMs, callbackId }) =>
      facts.kind === 'order'
        ? [
            {
              kind: 'callback',
              atMs: receivedAtMs,
              source: String(callbackId),
              status: facts.status,
              mode: facts.mode,
            } as const,
          ]
        : [],
    )
    const { order, rule } = reduceOrder(
      row,
      [...heard, await checkOrderStatus(context, row)],
      reference,
      context.policy,
    )
    orders.push({ merchantOrderId, from: row.state, to: order.state, rule })
  }
  await runConcurrently([...byOrder], CONCURRENCY, preview, ([merchantOrderId]) => {
    orders.push({ merchantOrderId, from: 'unknown', to: 'unknown', rule: 'unreadable' })
  })
  orders.sort((a, b) => (a.merchantOrderId < b.merchantOrderId ? -1 : 1))
  return {
    callbackIds: found.map(({ callbackId }) => String(callbackId)),
    count: found.length,
    orders,
    refunds: await previewRefunds(context, found),
    most: MAX_REPLAYED,
  }
}

/** Puts them into the inbox again. What was done because of them is not done again: effects are once, whatever is heard. */
export async function replay(context: GatewayContext, callbackIds: readonly string[]): Promise<number> {
  const found = await replayable(context, callbackIds)
  const count = await requeue(
    context.database,
    found.map(({ callbackId }) => callbackId),
    context.clock.now(),
  )
  if (count > 0) context.wake('inbox')
  return count
}

async function replayable(context: GatewayContext, callbackIds: readonly string[]): Promise<StoredCallback[]> {
  if (callbackIds.length > MAX_REPLAYED) throw invalid('callbackIds', `must be at most ${MAX_REPLAYED}`)
  return readReplayable(context.database, callbackIds)
}

/** What folding these once more would make of the refunds they tell of. As in the fold itself, nobody is asked. */
export async function previewRefunds(
  { database }: Pick<GatewayContext, 'database'>,
  callbacks: readonly StoredCallback[],
): Promise<ReplayPreview['refunds']> {
  const told = new Map<string, { merchantOrderId: string; facts: ProviderRefundStatus[] }>()
  for (const { facts, merchantRefundId, merchantOrderId } of callbacks) {
    if (facts.kind !== 'refund' || merchantRefundId === null || merchantOrderId === null) continue
    const before = told.get(merchantRefundId)?.facts ?? []
    told.set(merchantRefundId, { merchantOrderId, facts: [...before, facts.facts] })
  }
  const refunds: ReplayPreview['refunds'] = []
  for (const [merchantRefundId, { merchantOrderId, facts }] of told) {
    const known = await readRefund(database, merchantRefundId)
    if (known) {
      const to = facts.reduce<RefundRecord>(
        (refund, one) => reduceRefund(refund, { kind: 'callback', facts: one }).refund,
        known,
      )
      refunds.push({ merchantRefundId, from: known.state, to: to.state })
    } else {
      const last = facts.filter(({ amount, state }) => amount !== undefined && state !== 'UNKNOWN').at(-1)
      if (last && (await readOrder(database, merchantOrderId))) {
        refunds.push({ merchantRefundId, from: 'not here', to: last.state })
      }
    }
  }
  return refunds.sort((a, b) => (a.merchantRefundId < b.merchantRefundId ? -1 : 1))
}
