import type { ReplayPreview } from '@galla/contract/gateway-api/callbacks'
import { reduceOrder } from '../domain/order-reducer.ts'
import { invalid } from '../errors.ts'
import type { GatewayContext } from '../context.ts'
import { readReplayable, requeue, type StoredCallback } from '../storage/callback-replay.ts'
import { paidOrderOf, readOrder } from '../storage/orders.ts'
import { runConcurrently } from '../workers/each.ts'
import { checkOrderStatus } from './ask-provider.ts'
import { previewRefunds } from './preview-refunds.ts'

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
    const { order, rule } = reduceOrder(row, [...heard, await checkOrderStatus(context, row)], reference, context.policy)
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
