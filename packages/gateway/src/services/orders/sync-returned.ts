import type { Order } from '@galla/contract/gateway-api/orders'
import type { GatewayContext } from '../../context.ts'
import { GatewayError } from '../../errors.ts'
import type { OrderRow } from '../../storage/orders/order-row.ts'
import { readOrder, viewOrder } from '../../storage/orders/orders.ts'
import { syncOrder } from './check-order.ts'

/** For this long, a check of an order that is settled counts for the next calls too. Milliseconds. */
const COUNTS_FOR_MS = 5_000

/** A check of a settled order, under way or over. */
interface Check {
  readonly atMs: number
  /** Version of the checked order: any later change of the order asks for another check. */
  readonly version: number
  readonly done: Promise<unknown>
}

/**
 * `orders.sync`, for the page to which payers return: they may reload it without end. An open order is checked each time, because it may
 * have been paid just now. For a settled one, the calls of a few seconds share a check, so that no payer uses up the provider's rate limit.
 */
export function syncsOfReturnedPayers(context: GatewayContext): (merchantOrderId: string) => Promise<Order> {
  const { database, clock } = context
  const checks = new Map<string, Check>()
  const counts = ({ atMs }: Check) => Math.abs(clock.now() - atMs) < COUNTS_FOR_MS

  const read = async (merchantOrderId: string): Promise<OrderRow> => {
    const row = await readOrder(database, merchantOrderId)
    if (!row) throw new GatewayError('NOT_FOUND', `There is no order ${merchantOrderId}`)
    return row
  }
  /** The redirect is recorded as an observation, but only the status decides: a payer can forge the redirect. */
  const check = async (row: OrderRow): Promise<OrderRow> => {
    const { row: saved } = await syncOrder(context, row, [{ kind: 'redirect', atMs: clock.now() }])
    return saved ?? read(row.merchantOrderId)
  }
  const remember = ({ merchantOrderId, version }: OrderRow, done: Promise<unknown>): void => {
    checks.delete(merchantOrderId)
    // The oldest come first.
    for (const [id, one] of checks) {
      if (counts(one)) break
      checks.delete(id)
    }
    const one = { atMs: clock.now(), version, done }
    checks.set(merchantOrderId, one)
    done.catch(() => checks.get(merchantOrderId) === one && checks.delete(merchantOrderId))
  }
  return async (merchantOrderId) => {
    const row = await read(merchantOrderId)
    if (!isSettled(row)) return viewOrder(await check(row))
    const known = checks.get(merchantOrderId)
    if (known && known.version === row.version && counts(known)) {
      await known.done
      return viewOrder(await read(merchantOrderId))
    }
    const checked = check(row)
    remember(row, checked)
    return viewOrder(await checked)
  }
}

/** True when the order is final, or waits for a person. */
const isSettled = ({ state, needsReview }: OrderRow): boolean =>
  state === 'COMPLETED' || state === 'FAILED' || (needsReview !== undefined && needsReview.reason !== 'undecided')
