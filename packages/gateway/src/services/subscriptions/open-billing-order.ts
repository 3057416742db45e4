import type { BillingCheckout } from '@galla/contract/gateway-api/orders'
import type { Paise } from '@galla/contract/money'
import type { GatewayContext } from '../../context.ts'
import { DAY_MS } from '../../domain/finance/indian-time.ts'
import type { SendOptions } from '../../provider/requests.ts'
import type { CreateOrderResponse } from '../../provider/responses.ts'
import type { Queries } from '../../storage/database.ts'
import { insertOrder } from '../../storage/orders/new-orders.ts'
import { beginOpening } from '../../storage/orders/order-openings.ts'
import type { OrderRow } from '../../storage/orders/order-row.ts'
import { type Opening, type OpenOrderResult, openingTimes, openOrder } from '../orders/open-order.ts'
import { applyObservations } from '../orders/sync-order.ts'

/** The end of a call to the provider. */
export interface Answer {
  readonly isAnswered: boolean
  /** Stores the answer, in the transaction that decides the next step. */
  readonly store?: (tx: Queries) => Promise<void>
}

/** A question or request to the provider, whose intent is stored. */
export type ProviderCall = () => Promise<Answer>

/** First poll of an order after it was sent. The subscription itself asks for a debit. Milliseconds. */
const FIRST_POLL_MS = { MANDATE: 20_000, MANDATE_CHECK: 20_000, DEBIT: DAY_MS } as const satisfies {
  readonly [Checkout in BillingCheckout]: number
}

/** An order of a subscription to open at the provider. */
export interface BillingOrder {
  readonly merchantOrderId: string
  readonly reference: string
  readonly checkout: BillingCheckout
  readonly amount: Paise
  readonly expiresAtMs: number
  readonly request: OrderRow['request']
  /** The order is stored, and was never sent. */
  readonly isKnown: boolean
}

/** An order that this process, and no other, may send. */
export interface BegunOrder {
  readonly row: OrderRow
  readonly opening: Opening
}

/**
 * Stores an order of a subscription as being sent. The subscription is locked: nothing else adds an order to the reference. Undefined when another order
 * has the id.
 */
export async function storeBillingOrder(
  context: GatewayContext,
  tx: Queries,
  order: BillingOrder,
): Promise<BegunOrder | undefined> {
  const { nowMs, sendByMs, sendByMonotonicMs } = openingTimes(context)
  const { isKnown, ...given } = order
  const { merchantOrderId, checkout, expiresAtMs } = order
  const times = { sentAtMs: nowMs, sendByMs, expiresAtMs, nextPollAtMs: nowMs + FIRST_POLL_MS[checkout] }
  const row = isKnown
    ? await beginOpening(tx, { merchantOrderId, ...times })
    : await insertOrder(tx, { ...given, ...times, opening: 'sending', createdAtMs: nowMs, startFingerprint: {} })
  return row && { row, opening: { merchantOrderId, sendByMs, sendByMonotonicMs } }
}

/** Sends the request once, and applies the reply. An order that the client refuses to send is closed. */
export async function openBillingOrder(
  context: GatewayContext,
  { row, opening }: BegunOrder,
  call: (options: SendOptions) => Promise<CreateOrderResponse>,
): Promise<OpenOrderResult> {
  const result = await openOrder(context, opening, row, call)
  context.wake('poll-orders', row.nextPollAtMs)
  if (result.outcome === 'refused' && result.failure.field !== undefined)
    await applyObservations(context, row.merchantOrderId, [{ kind: 'cancel', atMs: context.clock.now() }])
  return result
}
