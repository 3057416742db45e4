import type { Discrepancy, ReconciliationReport } from '@galla/contract/gateway-api/console-routes'
import { compareOrder, compareRefund, missingHere } from '../books/drift.ts'
import type { Rooms } from '../rooms.ts'
import { MOST_ORDERS, ordersToCompare, readDrift, saveDrift, strangersIn } from '../storage/drift.ts'
import { readOrder } from '../storage/orders.ts'
import { readRefund, refundsOf } from '../storage/refunds.ts'
import { each } from '../work/each.ts'
import { askOrder, askRefund } from './ask-provider.ts'
import { settle } from './settle.ts'
import { settleRefund } from './settle-refund.ts'

/** One report asks the provider so many at once: it is no load test. */
const AT_ONCE = 8

/** Asks the provider for every order and refund of a time and compares. Changes nothing. */
export async function findDrift(
  rooms: Rooms,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<ReconciliationReport> {
  const { books, clock } = rooms
  const asked = { fromMs, toMs, most: MOST_ORDERS }
  const [ids, strangers] = await Promise.all([ordersToCompare(books, asked), strangersIn(books, asked)])
  const rows = [...(await compareAll(rooms, ids)), ...strangers.map(missingHere)]
  const report = { ranAtMs: clock.now(), fromMs, toMs, checked: ids.length, most: MOST_ORDERS, rows }
  await saveDrift(books, report)
  return report
}

/** Mends what one more fold mends, by the only ways in, and looks again. Once or ten times: the books are the same. */
export async function repairDrift(rooms: Rooms, merchantOrderIds: readonly string[]): Promise<ReconciliationReport> {
  const { books, clock } = rooms
  const wanted = new Set(merchantOrderIds)
  const before = await readDrift(books)
  const mine = before.rows.filter((row) => wanted.has(row.merchantOrderId))
  await each(
    mine.filter(({ repairable }) => repairable),
    AT_ONCE,
    (row) => mend(rooms, row),
    () => {},
  )
  const again = await compareAll(rooms, [...new Set(mine.map(({ merchantOrderId }) => merchantOrderId))])
  const stillMissing = await filterAsync(mine, async ({ kind, merchantRefundId }) => {
    return kind === 'missing-here' && (merchantRefundId === undefined || !(await readRefund(books, merchantRefundId)))
  })
  const others = before.rows.filter((row) => !wanted.has(row.merchantOrderId))
  const report = { ...before, ranAtMs: clock.now(), rows: [...others, ...again, ...stillMissing] }
  await saveDrift(books, report)
  return report
}

async function mend(rooms: Rooms, { merchantOrderId, merchantRefundId }: Discrepancy): Promise<void> {
  if (merchantRefundId !== undefined) {
    await settleRefund(rooms, { merchantRefundId, merchantOrderId }, await askRefund(rooms, merchantRefundId))
    return
  }
  const order = await readOrder(rooms.books, merchantOrderId)
  if (order) await settle(rooms, merchantOrderId, [await askOrder(rooms, order)])
}

async function compareAll(rooms: Rooms, ids: readonly string[]): Promise<Discrepancy[]> {
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
  await each([...ids], AT_ONCE, async (id) => void found.push(...(await compareOne(rooms, id))), unreadable)
  return found.sort((a, b) => (a.merchantOrderId < b.merchantOrderId ? -1 : 1))
}

async function compareOne(rooms: Rooms, merchantOrderId: string): Promise<Discrepancy[]> {
  const [order, refunds] = await Promise.all([
    readOrder(rooms.books, merchantOrderId),
    refundsOf(rooms.books, merchantOrderId),
  ])
  if (!order) return []
  const rows: Discrepancy[] = []
  const told = await askOrder(rooms, order)
  if (told.kind === 'status' || told.kind === 'status-failed') rows.push(...compareOrder(order, told))
  for (const refund of refunds) {
    if (refund.state === 'REQUESTED' && refund.attempts === 0) continue
    const heard = await askRefund(rooms, refund.merchantRefundId)
    if (heard.kind !== 'reply-failed') rows.push(...compareRefund(refund, heard))
  }
  return rows
}

async function filterAsync<One>(all: readonly One[], keep: (one: One) => Promise<boolean>): Promise<One[]> {
  const kept = await Promise.all(all.map(keep))
  return all.filter((_, at) => kept[at])
}
