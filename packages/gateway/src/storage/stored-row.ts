import { STORED_CALLBACK_COLUMNS } from './callbacks/callbacks.ts'
import type { Queries } from './database.ts'
import { ORDER_COLUMNS } from './orders/order-columns.ts'
import { decryptOrder } from './orders/orders.ts'
import { decrypted } from './privacy/encrypted-columns.ts'
import { findRefund } from './refunds/refunds.ts'

const REVEALABLE = {
  callback: { table: 'callbacks', id: 'callbackId', type: 'bigint', columns: STORED_CALLBACK_COLUMNS },
  order: { table: 'orders', id: 'merchantOrderId', type: 'text', columns: ORDER_COLUMNS },
} as const

/** One row with its stored columns, for a reveal in the console. */
export async function readStoredRow(
  on: Queries,
  kind: keyof typeof REVEALABLE | 'refund',
  id: string,
): Promise<object | undefined> {
  if (kind === 'refund') return findRefund(on, id)
  const { table, id: column, type, columns } = REVEALABLE[kind]
  if (type === 'bigint' && !/^[1-9]\d{0,14}$/.test(id)) return undefined
  const { rows } = await on.query<object>({
    text: `select ${columns} from galla.${table} where "${column}" = $1::${type}`,
    values: [id],
  })
  return rows[0] && (kind === 'order' ? decryptOrder(on, rows[0]) : decrypted(on, table, rows[0]))
}
