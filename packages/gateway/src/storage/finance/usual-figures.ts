import type { UsualFigures } from '@galla/contract/gateway-api/overview'
import type { Paise } from '@galla/contract/money'
import type { Queries } from '../database.ts'
import { countedOrders, type OrderCount, type Span, summarizeOrders } from './overview.ts'
import { bucketOf, readRollUp, upToNow } from './roll-ups.ts'

const WEEK_MS = 7 * 86_400_000
const WEEKS = [1, 2, 3, 4]

/**
 * The figures of the same weekday and hours in the last four weeks, as far as there were orders and the weeks are counted. Half hours come
 * from the counts, and only the last, begun one from the orders: a span of a day reads at most half an hour of orders in each week.
 */
export async function readUsualFigures(on: Queries, { fromMs, toMs, nowMs }: Span): Promise<UsualFigures> {
  const [stored, firstMs] = await Promise.all([readRollUp(on), firstCountedMs(on)])
  const rollUp = stored && upToNow(stored, nowMs)
  const untilMs = Math.min(toMs, nowMs)
  const counts: OrderCount[] = []
  let weeks = 0
  for (const week of WEEKS) {
    const span = { fromMs: fromMs - week * WEEK_MS, toMs: untilMs - week * WEEK_MS, stepMs: WEEK_MS }
    if (!rollUp || firstMs === undefined || span.toMs <= firstMs || span.toMs > rollUp.filledToMs) continue
    counts.push(...(await countedOrders(on, { ...span, filledToMs: bucketOf(span.toMs) }, rollUp)))
    weeks += 1
  }
  const { grossVolume, orders, completed, byPaymentMode } = summarizeOrders(counts)
  const mean = (sum: number) => (weeks === 0 ? 0 : Math.round(sum / weeks))
  return {
    weeks,
    grossVolume: mean(grossVolume) as Paise,
    orders: mean(orders),
    completed: mean(completed),
    byPaymentMode: byPaymentMode.map(({ paymentMode, attempts, paidAttempts }) => ({
      paymentMode,
      attempts,
      paidAttempts,
    })),
  }
}

async function firstCountedMs(on: Queries): Promise<number | undefined> {
  const { rows } = await on.query<{ firstMs: number | null }>({
    name: 'first-counted',
    text: 'select min("bucketMs") as "firstMs" from galla.order_counts',
  })
  return rows[0]?.firstMs ?? undefined
}
