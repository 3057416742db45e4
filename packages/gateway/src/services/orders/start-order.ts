import type { LinkChannel } from '@galla/contract/gateway-api/links'
import type {
  StartedFor,
  StartedOrder,
  StartMobileOrder,
  StartOrder,
} from '@galla/contract/gateway-api/merchant-routes'
import { MAX_LINK_MS } from '@galla/contract/provider/links'
import type { GatewayContext } from '../../context.ts'
import { defined } from '../../domain/defined.ts'
import { isMobile, isOpenedByStart, isPayableWith, productOf } from '../../domain/orders/checkout.ts'
import { GatewayError } from '../../errors.ts'
import type { LinkChannels, SendOptions } from '../../provider/requests.ts'
import type { CreateOrderResponse } from '../../provider/responses.ts'
import type { OrderRow } from '../../storage/orders/order-row.ts'
import { viewOrder } from '../../storage/orders/orders.ts'
import { readStart } from '../validation.ts'
import { syncOrder } from './check-order.ts'
import { importKnownOrder } from './import-order.ts'
import {
  checkPayable,
  type OpenOrderResult,
  openingError,
  openOrder,
  outcomeUnknown,
  readPayable,
  readStored,
  waitForResponse,
} from './open-order.ts'
import { isSettledElsewhere, readPayerOrder } from './payer-orders.ts'
import { decideStart, type StartDecision } from './start-decision.ts'
import type { WantedLink, WantedOrder } from './start-parameters.ts'
import { applyObservations } from './sync-order.ts'

/**
 * Stores the order durably before it is created at the provider, so no payment exists without an order. A custom checkout is created
 * at the provider by `orders.pay`. The same id and parameters return the same order; without an id, an open order of the same
 * reference and parameters is returned instead of another.
 * @throws GatewayError INVALID_REQUEST, REFERENCE_PAID, REFERENCE_IN_REVIEW, DIFFERENT_AMOUNT, ID_TAKEN, ORDER_CLOSED, PROVIDER_REFUSED,
 * PROVIDER_UNAVAILABLE, OUTCOME_UNKNOWN
 */
export async function startOrder<Given extends StartOrder>(
  context: GatewayContext,
  given: Given,
): Promise<StartedFor<Given>> {
  const wanted = readStart(given)
  return started<Given>(context, await startRow(context, wanted))
}

/**
 * As `startOrder`, for a payment link. A link whose reply was lost may have been sent: its status is read, and no other link is created.
 * @throws GatewayError as `startOrder`
 */
export async function startLink(context: GatewayContext, wanted: WantedLink): Promise<OrderRow> {
  return startRow(context, wanted)
}

async function startRow(context: GatewayContext, wanted: WantedOrder): Promise<OrderRow> {
  const checked = new Set<string>()
  let lost: Exclude<OpenOrderResult, { outcome: 'opened' }> | undefined
  for (;;) {
    const decision = await decideStart(context, wanted, checked)
    switch (decision.kind) {
      case 'return':
        return decision.row
      case 'open': {
        const { row } = decision
        const result = await openStarted(context, decision, wanted)
        if (result.outcome === 'opened') {
          return result.row ?? (await readPayable(context, row.merchantOrderId))
        }
        if (result.outcome === 'refused') {
          // Given up meanwhile, or closed for good: then the caller must not repeat it.
          if (isNotSent(result)) checkPayable(await readStored(context, row.merchantOrderId))
          throw openingError(result)
        }
        // The id is the idempotency key: another order under another id would be a second payment for one call.
        if (wanted.merchantOrderId !== undefined) throw openingError(result)
        lost = result
        break
      }
      case 'wait': {
        await waitForResponse(context, decision.row)
        checked.add(decision.row.merchantOrderId)
        break
      }
      case 'check':
        for (const row of decision.rows) {
          await syncOrder(context, row)
          checked.add(row.merchantOrderId)
        }
        break
      case 'import':
        await importKnownOrder(context, decision)
        checked.add(decision.order.merchantOrderId)
        break
      case 'lost':
        throw lost ? openingError(lost) : outcomeUnknown()
    }
  }
}

async function openStarted(
  context: GatewayContext,
  { row, opening }: Extract<StartDecision, { kind: 'open' }>,
  wanted: WantedOrder,
): Promise<OpenOrderResult> {
  const { merchantOrderId } = row
  const result = await openOrder(context, opening, row, (options) => requestOrder(context, row, wanted, options))
  // The client refuses these parameters, so this order can never be sent.
  if (result.outcome === 'refused' && result.failure.field !== undefined) {
    await applyObservations(context, merchantOrderId, [{ kind: 'cancel', atMs: context.clock.now() }])
  }
  return result
}

function requestOrder(
  context: GatewayContext,
  row: OrderRow,
  wanted: WantedOrder,
  options: SendOptions,
): Promise<CreateOrderResponse> {
  if (wanted.checkout === 'LINK') return createLink(context, row, wanted, options)
  const { provider } = context
  const { merchantOrderId } = row
  const { amount, expireAfter, message, metaInfo } = wanted
  const order = { merchantOrderId, amount, ...defined({ expireAfter, message, metaInfo }) }
  if (isMobileStart(wanted)) {
    const { redirectUrl } = wanted
    return provider[productOf(wanted.checkout)].createSdkOrder({ ...order, ...defined({ redirectUrl }) }, options)
  }
  return provider.standardCheckout.pay({ ...order, redirectUrl: wanted.redirectUrl }, options)
}

const isMobileStart = (wanted: StartOrder): wanted is StartMobileOrder => isMobile(wanted.checkout)

/** By which the provider's clock may be behind: a link that lives for 30 days of ours must not live longer there. Milliseconds. */
const CLOCK_MARGIN_MS = 60_000

async function createLink(
  { provider, clock }: GatewayContext,
  { merchantOrderId, createdAtMs, expiresAtMs = createdAtMs }: OrderRow,
  { amount, customer, sendBy, description, metaInfo }: WantedLink,
  options: SendOptions,
): Promise<CreateOrderResponse> {
  const expireAt = Math.min(expiresAtMs, clock.now() + MAX_LINK_MS - CLOCK_MARGIN_MS)
  const more = defined({ description, metaInfo, notificationChannels: sendBy && channelsOf(sendBy) })
  const { paylinkUrl, ...created } = await provider.links.create(
    { merchantOrderId, amount, customerDetails: customer, expireAt, ...more },
    options,
  )
  return { ...created, redirectUrl: paylinkUrl }
}

/** The channels as the provider names them. */
export const channelsOf = (sendBy: readonly LinkChannel[]): LinkChannels => ({
  sms: sendBy.includes('SMS'),
  email: sendBy.includes('EMAIL'),
})

/** Nothing was sent, and not because of the order itself. */
function isNotSent(result: Exclude<OpenOrderResult, { outcome: 'opened' }>): boolean {
  return result.failure.outcome === 'not-sent' && result.failure.field === undefined
}

/**
 * The payer's access to a stored order. A closed order has no page any more, nor has one in review or one whose reference is paid: its token
 * reads the outcome.
 * @throws GatewayError NOT_FOUND
 */
export async function resumeOrder(context: GatewayContext, merchantOrderId: string): Promise<StartedOrder> {
  const row = await readPayerOrder(context, merchantOrderId)
  if (!row) throw new GatewayError('NOT_FOUND', `There is no order ${merchantOrderId}`)
  const { paidBy: _, perhapsPaidBy: __, replacedBy: ___, ...order } = row
  const isOpen = row.state === 'CREATED' || row.state === 'PENDING'
  const isPayable = isOpen && row.needsReview === undefined && !isSettledElsewhere(row)
  return { ...payerAccess(context, order), ...(isPayable ? payerAction(order) : {}) }
}

/** The order was just found to be payable, so a mobile one has its token. */
const started = <Given extends StartOrder>(context: GatewayContext, row: OrderRow) =>
  ({ ...payerAccess(context, row), ...payerAction(row) }) as StartedFor<Given>

const payerAccess = (context: GatewayContext, row: OrderRow): StartedOrder => ({
  order: viewOrder(row),
  payerToken: context.signPayer(row.merchantOrderId, row.expiresAtMs ?? row.createdAtMs),
})

/** Returns the page or token that the payer pays with. A custom checkout has its links after `orders.pay`. */
function payerAction({ checkout, opened, orderId, expiresAtMs }: OrderRow): Partial<StartedOrder> {
  if (!isOpenedByStart(checkout) || !isPayableWith(checkout, opened, orderId)) return {}
  const { redirectUrl, token } = opened ?? {}
  return isMobile(checkout) ? defined({ orderId, token, expiresAt: expiresAtMs }) : defined({ redirectUrl })
}
