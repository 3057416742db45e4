import type { ReplayPreview } from '@galla/contract/gateway-api/callbacks'
import { reduceOrder } from '../books/reduce-order.ts'
import { invalid } from '../books-error.ts'
import type { Rooms } from '../rooms.ts'
import { readInbox, replayInbox, type StoredCallback } from '../storage/callback-replay.ts'
import { paidOrderOf, readOrder } from '../storage/orders.ts'
import { each } from '../work/each.ts'
import { askOrder } from './ask-provider.ts'
import { previewRefunds } from './preview-refunds.ts'

/** So many callbacks are replayed at once, and no more. */
export const MOST_REPLAYED = 100

const AT_ONCE = 8

/** What folding these once more would do: the provider is asked as it will be then, and nothing is saved. */
export async function previewReplay(rooms: Rooms, callbackIds: readonly string[]): Promise<ReplayPreview> {
  const found = await replayable(rooms, callbackIds)
  const byOrder = new Map<string, StoredCallback[]>()
  for (const one of found) {
    if (one.facts.kind === 'order' && one.merchantOrderId !== null) {
      byOrder.set(one.merchantOrderId, [...(byOrder.get(one.merchantOrderId) ?? []), one])
    }
  }
  const orders: ReplayPreview['orders'] = []
  const preview = async ([merchantOrderId, told]: [string, StoredCallback[]]): Promise<void> => {
    const row = await readOrder(rooms.books, merchantOrderId)
    if (!row) return
    const paidBy = await paidOrderOf(rooms.books, row.reference)
    const around = { nowMs: rooms.clock.now(), ...(paidBy === undefined ? {} : { paidBy }) }
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
    const { order, rule } = reduceOrder(row, [...heard, await askOrder(rooms, row)], around, rooms.policy)
    orders.push({ merchantOrderId, from: row.state, to: order.state, rule })
  }
  await each([...byOrder], AT_ONCE, preview, ([merchantOrderId]) => {
    orders.push({ merchantOrderId, from: 'unknown', to: 'unknown', rule: 'unreadable' })
  })
  orders.sort((a, b) => (a.merchantOrderId < b.merchantOrderId ? -1 : 1))
  return {
    callbackIds: found.map(({ callbackId }) => String(callbackId)),
    count: found.length,
    orders,
    refunds: await previewRefunds(rooms, found),
    most: MOST_REPLAYED,
  }
}

/** Puts them into the inbox again. What was done because of them is not done again: effects are once, whatever is heard. */
export async function replay(rooms: Rooms, callbackIds: readonly string[]): Promise<number> {
  const found = await replayable(rooms, callbackIds)
  const count = await replayInbox(
    rooms.books,
    found.map(({ callbackId }) => callbackId),
    rooms.clock.now(),
  )
  if (count > 0) rooms.wake('inbox')
  return count
}

async function replayable(rooms: Rooms, callbackIds: readonly string[]): Promise<StoredCallback[]> {
  if (callbackIds.length > MOST_REPLAYED) throw invalid('callbackIds', `must be at most ${MOST_REPLAYED}`)
  return readInbox(rooms.books, callbackIds)
}
