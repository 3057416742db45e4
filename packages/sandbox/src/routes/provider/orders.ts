import type { OpenedReply } from '@galla/contract/provider/replies'
import type { Provider } from '../../context.ts'
import { latestAttempt, type NewOrder, type Order, openOrder, type Product } from '../../domain/order.ts'
import { modeFaults } from '../../domain/payment-mode-options.ts'
import {
  type About,
  badField,
  duplicateOrder,
  ok,
  type Reply,
  unknownOrder,
  unknownRefund,
  unknownTransaction,
} from '../../responses/errors.ts'
import { orderStatusReply, refundStatusReply } from '../../responses/status.ts'
import {
  bodyFields,
  checkAmount,
  checkId,
  checkKnown,
  checkText,
  type Fields,
  optionalConstraints,
  optionalFields,
  optionalFlag,
  optionalMetaInfo,
  optionalSeconds,
} from '../validation.ts'
import { type Call, flag, type Handler } from './endpoint.ts'
import { parsePageFlow } from './page-flow.ts'

export interface OrderLimits {
  readonly defaultExpirySec: number
  readonly maxExpirySec: number
}

/** What every body that opens an order carries (provider-protocol §3.1, §3.9). */
export type OrderFacts = Omit<
  NewOrder,
  'orderId' | 'product' | 'createdAtMs' | 'expiresAtMs' | 'pageToken' | 'retryDisabled'
> & {
  readonly expireAfterSec: number
}

export function parseOrder(body: Fields, limits: OrderLimits): OrderFacts {
  const merchantOrderId = checkId(body.merchantOrderId, 'merchantOrderId')
  const amount = checkAmount(body.amount)
  const expireAfterSec = optionalSeconds(body.expireAfter, 'expireAfter', 300, limits.maxExpirySec)
  const metaInfo = optionalMetaInfo(body.metaInfo)
  const constraints = optionalConstraints(body.constraints)
  return {
    merchantOrderId,
    amount,
    expireAfterSec: expireAfterSec ?? limits.defaultExpirySec,
    ...(metaInfo ? { metaInfo } : {}),
    ...(constraints ? { constraints } : {}),
  }
}

/** An order that is not kept yet. An id is used once, for ever: there is no replay. */
export function newOrder(
  provider: Provider,
  product: Product,
  facts: OrderFacts,
  more: Partial<Pick<Order, 'retryDisabled' | 'redirectUrl' | 'message' | 'phoneNumber' | 'paymentModeConfig'>>,
): Order {
  const { store, ids, settings } = provider
  if (store.orders.get(facts.merchantOrderId)) throw duplicateOrder(settings.quirks)
  const createdAtMs = provider.clock.now()
  const { expireAfterSec, ...kept } = facts
  return openOrder({
    ...kept,
    orderId: ids.order(createdAtMs),
    product,
    createdAtMs,
    expiresAtMs: createdAtMs + expireAfterSec * 1000,
    pageToken: ids.opaque(),
    retryDisabled: false,
    ...more,
  })
}

export function openedReply(order: Order): OpenedReply {
  return { orderId: order.orderId, state: order.state, expireAt: order.expiresAtMs }
}

/** For the journal: the order, and which words of its `paymentModeConfig` were read in silence and match nothing. */
export function aboutOrder(order: Order): About {
  const { merchantOrderId, paymentModeConfig } = order
  const faults = paymentModeConfig ? modeFaults(paymentModeConfig) : []
  const note = faults.map(({ field, problem }) => `paymentModeConfig.${field} ${problem}`).join(' ')
  return { merchantOrderId, ...(note === '' ? {} : { note }) }
}

/** The hosted page of an order, as its payer reaches it. */
export function pageUrl(provider: Provider, order: Order): string {
  return `${provider.origin}/transact/pg?token=${order.pageToken}`
}

const STANDARD_PAY_FIELDS = new Set(
  'merchantOrderId amount expireAfter metaInfo paymentFlow disablePaymentRetry prefillUserLoginDetails constraints'.split(
    ' ',
  ),
)

/** `POST /checkout/v2/pay`: an order for the hosted page. */
export function standardPay({ provider, body }: Call): Reply {
  const { quirks } = provider.settings
  const fields = bodyFields(body)
  checkKnown(fields, STANDARD_PAY_FIELDS, quirks.unknownFields === 'refused')
  const facts = parseOrder(fields, { defaultExpirySec: quirks.pageExpirySec, maxExpirySec: 3600 })
  const flow = parsePageFlow(fields, ['PG_CHECKOUT'], quirks)
  const retryDisabled = optionalFlag(fields.disablePaymentRetry, 'disablePaymentRetry')
  const order = newOrder(provider, 'STANDARD', facts, { ...flow, retryDisabled, ...phoneOf(fields) })
  provider.ledger.openOrder(order)
  return ok({ ...openedReply(order), redirectUrl: pageUrl(provider, order) }, aboutOrder(order))
}

function phoneOf(fields: Fields): { phoneNumber?: string } {
  const details = optionalFields(fields.prefillUserLoginDetails, 'prefillUserLoginDetails')
  if (!details) return {}
  const field = 'prefillUserLoginDetails.phoneNumber'
  const phoneNumber = checkText(details.phoneNumber, field)
  if (!/^(\d{10}|\+[1-9]\d{6,14})$/.test(phoneNumber))
    throw badField(field, 'must have ten digits, or be written like +91….')
  return { phoneNumber }
}

const SDK_ORDER_FIELDS = new Set(
  'merchantOrderId amount expireAfter metaInfo paymentFlow disablePaymentRetry constraints'.split(' '),
)

/** `POST …/v2/sdk/order`: an order for a mobile app, which gets the page's token instead of its address. */
function sdkOrder(product: 'STANDARD_SDK' | 'CUSTOM_SDK', flowTypes: readonly string[]): Handler {
  return ({ provider, body }) => {
    const { quirks } = provider.settings
    const fields = bodyFields(body)
    checkKnown(fields, SDK_ORDER_FIELDS, quirks.unknownFields === 'refused')
    const facts = parseOrder(fields, { defaultExpirySec: quirks.pageExpirySec, maxExpirySec: 3600 })
    const flow = parsePageFlow(fields, flowTypes, { ...quirks, redirectUrlRequired: false })
    const retryDisabled = optionalFlag(fields.disablePaymentRetry, 'disablePaymentRetry')
    const order = newOrder(provider, product, facts, { ...flow, retryDisabled })
    provider.ledger.openOrder(order)
    return ok({ ...openedReply(order), token: order.pageToken }, aboutOrder(order))
  }
}

export const standardSdkOrder: Handler = sdkOrder('STANDARD_SDK', ['PG_CHECKOUT'])

/** The documentation says `PG`, the official Node client sends `PG_CHECKOUT`; both are taken. */
export const customSdkOrder: Handler = sdkOrder('CUSTOM_SDK', ['PG', 'PG_CHECKOUT'])

/** `GET …/v2/order/{merchantOrderId}/status`. Either product's path reads either product's orders. */
export const orderStatus: Handler = (call) => {
  const { store, settings } = call.provider
  const order = store.orders.get(call.params.merchantOrderId ?? '')
  if (!order) throw unknownOrder(settings.quirks)
  const latest = latestAttempt(order)
  return status(call, order, flag(call, 'details') ? order.attempts : latest ? [latest] : [])
}

/** `GET …/v2/transaction/{transactionId}/status`: the order as one attempt shows it. */
export const transactionStatus: Handler = (call) => {
  const transactionId = call.params.transactionId ?? ''
  const order = call.provider.store.orderByTransaction(transactionId)
  if (!order) throw unknownTransaction()
  return status(
    call,
    order,
    order.attempts.filter((one) => one.transactionId === transactionId),
  )
}

/** `GET /payments/v2/refund/{merchantRefundId}/status` */
export const refundStatus: Handler = ({ provider, params }) => {
  const refund = provider.store.refunds.get(params.merchantRefundId ?? '')
  if (!refund) throw unknownRefund()
  const { merchantRefundId } = refund
  return ok(refundStatusReply(refund, provider.settings.merchantId, provider.settings.quirks), { merchantRefundId })
}

function status(call: Call, order: Order, attempts: Order['attempts']): ReturnType<Handler> {
  const { merchantId, quirks } = call.provider.settings
  const view = { attempts, errorContext: flag(call, 'errorContext'), merchantId, quirks }
  return ok(orderStatusReply(order, view), { merchantOrderId: order.merchantOrderId })
}
