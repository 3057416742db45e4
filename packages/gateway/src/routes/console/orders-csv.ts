import type { Context } from 'hono'
import { z } from 'zod'
import { type CsvColumn, csvChunks, rupees, timeCell } from '../../domain/finance/csv.ts'
import { indianTimes } from '../../domain/finance/indian-time.ts'
import { paidAtMs } from '../../domain/finance/ledger.ts'
import { checkQuery } from '../../http/request.ts'
import { ORDERS_QUERY, toListOrders } from '../../http/schemas.ts'
import { exportOrders, exportSelected, type FiledOrder } from '../../services/orders/console-orders.ts'
import type { ConsoleContext } from './context.ts'
import { download } from './download.ts'

/** Amounts in paise, because spreadsheets round fractions, and in rupees. Days and times in India, as in the ledger's export. */
function columns(): readonly CsvColumn<FiledOrder>[] {
  const write = indianTimes()
  const time = (atMs: number | undefined) => timeCell(atMs, write)
  return [
    ['merchantOrderId', (order) => order.merchantOrderId],
    ['reference', (order) => order.reference],
    ['checkout', (order) => order.checkout],
    ['state', (order) => order.state],
    ['resolution', (order) => order.resolution],
    ['amountPaise', (order) => order.amount],
    ['amountRupees', (order) => rupees(order.amount)],
    ['refundedPaise', (order) => order.refundedAmount],
    ['refundedRupees', (order) => rupees(order.refundedAmount)],
    ['paymentMode', (order) => order.paymentMode],
    ['instrument', (order) => order.instrument],
    ['payerVpa', (order) => order.payerVpa],
    ['orderId', (order) => order.orderId],
    ['transactionId', (order) => order.transactionId],
    ['utr', (order) => order.utr],
    ['errorCode', (order) => order.errorCode],
    ['detailedErrorCode', (order) => order.detailedErrorCode],
    ['needsReview', (order) => order.needsReview?.reason],
    ['createdDay', (order) => write(order.createdAtMs).slice(0, 10)],
    ['createdAt', (order) => time(order.createdAtMs)],
    ['paidAt', (order) => time(paidAtMs(order))],
    ['completedAt', (order) => time(order.completedAtMs)],
    ['updatedAt', (order) => time(order.updatedAtMs)],
  ]
}

/** Orders that a person has selected, in place of a filter. */
const SELECTION = z.strictObject({
  ids: z.string().regex(/^[\w-]{1,63}(,[\w-]{1,63}){0,99}$/, 'must be 1 to 100 order ids, separated by commas'),
})

/** Streams the filtered or the selected orders as CSV, page by page, in constant memory. No transaction is open between two pages. */
export async function streamCsv(context: ConsoleContext, c: Context): Promise<Response> {
  const chunks = csvChunks(columns(), wantedOrders(context, c))
  return download(context, c, { filename: 'orders.csv', chunks })
}

function wantedOrders({ gateway }: ConsoleContext, c: Context): AsyncGenerator<readonly FiledOrder[]> {
  if (c.req.query('ids') !== undefined) return exportSelected(gateway, checkQuery(c, SELECTION).ids.split(','))
  const { after: _, limit: __, ...query } = checkQuery(c, ORDERS_QUERY)
  return exportOrders(gateway, toListOrders(query))
}
