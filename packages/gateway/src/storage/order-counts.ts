import type { Overview } from '@galla/contract/gateway-api/console-routes'
import type { Paise } from '@galla/contract/money'

/** So many orders of one step of time, one payment mode and one state. */
export interface OrderCount {
  readonly atMs: number
  readonly paymentMode: string
  readonly state: string
  /** Its money counts: it was neither late nor the second of its reference. */
  readonly paid: boolean
  readonly count: number
  readonly amount: number
}

type OrderSummary = Pick<Overview, 'grossVolume' | 'orders' | 'completed' | 'failed' | 'pending' | 'byPaymentMode' | 'series'>

/** All that an overview says of orders, from one count of them. */
export function summarizeOrders(rows: readonly OrderCount[]): OrderSummary {
  const { amount: grossVolume, ...whole } = sumsOf(rows)
  const byPaymentMode = [...grouped(rows, ({ paymentMode }) => paymentMode)]
    .map(([paymentMode, mine]) => ({ paymentMode, ...sumsOf(mine) }))
    .sort((a, b) => b.orders - a.orders || (a.paymentMode < b.paymentMode ? -1 : 1))
    .map(({ orders: _, ...mode }) => mode)
  const series = [...grouped(rows, ({ atMs }) => atMs)]
    .map(([atMs, mine]) => {
      const { completed, failed, amount } = sumsOf(mine)
      return { atMs, completed, failed, amount }
    })
    .sort((a, b) => a.atMs - b.atMs)
  return { grossVolume, ...whole, byPaymentMode, series }
}

function sumsOf(rows: readonly OrderCount[]) {
  const count = (fits: (row: OrderCount) => boolean) => rows.reduce((sum, row) => (fits(row) ? sum + row.count : sum), 0)
  return {
    orders: count(() => true),
    completed: count(({ state }) => state === 'COMPLETED'),
    failed: count(({ state }) => state === 'FAILED'),
    pending: count(({ state }) => state === 'CREATED' || state === 'PENDING'),
    amount: rows.reduce((sum, { paid, amount }) => (paid ? sum + amount : sum), 0) as Paise,
  }
}

function grouped<Key>(rows: readonly OrderCount[], keyOf: (row: OrderCount) => Key): Map<Key, OrderCount[]> {
  const groups = new Map<Key, OrderCount[]>()
  for (const row of rows) {
    const mine = groups.get(keyOf(row))
    if (mine) mine.push(row)
    else groups.set(keyOf(row), [row])
  }
  return groups
}
