import type { ListOrders, Order } from '@galla/contract/gateway-api/orders'
import type { Context } from 'hono'
import type { GatewayContext } from '../../context.ts'
import { check } from '../../http/request.ts'
import { ORDERS_QUERY, toListOrders } from '../../http/schemas.ts'
import { exportOrders } from '../../services/console-orders.ts'
import type { ConsoleContext } from './context.ts'

/** Amounts in paise, because spreadsheets round fractions. Times are UTC. */
const COLUMNS: readonly (readonly [head: string, read: (order: Order) => unknown])[] = [
  ['merchantOrderId', (order) => order.merchantOrderId],
  ['reference', (order) => order.reference],
  ['checkout', (order) => order.checkout],
  ['state', (order) => order.state],
  ['resolution', (order) => order.resolution],
  ['amountPaise', (order) => order.amount],
  ['refundedPaise', (order) => order.refundedAmount],
  ['paymentMode', (order) => order.paymentMode],
  ['instrument', (order) => order.instrument],
  ['payerVpa', (order) => order.payerVpa],
  ['orderId', (order) => order.orderId],
  ['transactionId', (order) => order.transactionId],
  ['utr', (order) => order.utr],
  ['errorCode', (order) => order.errorCode],
  ['detailedErrorCode', (order) => order.detailedErrorCode],
  ['needsReview', (order) => order.needsReview?.reason],
  ['createdAt', (order) => time(order.createdAtMs)],
  ['completedAt', (order) => time(order.completedAtMs)],
  ['updatedAt', (order) => time(order.updatedAtMs)],
]

/** Streams the filtered orders as CSV, page by page, in constant memory. */
export function streamCsv({ gateway }: ConsoleContext, c: Context): Response {
  const { after: _, limit: __, ...query } = check(c.req.query(), ORDERS_QUERY)
  const lines = linesOf(gateway, toListOrders(query))
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await lines.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await lines.return(undefined)
    },
  })
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="orders.csv"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}

/** Chunks of about 32 kB. */
async function* linesOf(context: GatewayContext, query: ListOrders): AsyncGenerator<string, undefined> {
  let chunk = csvLine(COLUMNS.map(([head]) => head))
  for await (const order of exportOrders(context, query)) {
    chunk += csvLine(COLUMNS.map(([, read]) => read(order)))
    if (chunk.length < 32_768) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}

const time = (atMs: number | undefined) => (atMs === undefined ? undefined : new Date(atMs).toISOString())

/** One line of a CSV file (RFC 4180). A cell that starts like a formula gets a leading quote, so that spreadsheets do not run it. */
export function csvLine(cells: readonly unknown[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

/** Leading whitespace too, because some programs drop it. Full-width signs start formulas in East Asian editions. */
const FORMULA = /^[\s\uFEFF]*[=+\-@|%\t\r\n＝＋－＠]/

function cell(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = String(value)
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n;\t]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}
