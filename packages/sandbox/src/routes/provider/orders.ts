import type { OpenedResponse } from '@galla/contract/provider/responses'
import { type SandboxContext, UNSERVED_ORIGIN } from '../../context.ts'
import { defined } from '../../domain/defined.ts'
import { createOrder, latestAttempt, type NewOrder, type Order, type Product } from '../../domain/order.ts'
import { findConfigIssues } from '../../domain/payment-mode-options.ts'
import {
  badField,
  duplicateOrder,
  type JournalFields,
  ok,
  type Reply,
  unknownOrder,
  unknownTransaction,
} from '../../responses/errors.ts'
import { settlementDetails } from '../../responses/settlements.ts'
import { orderStatusResponse } from '../../responses/status.ts'
import {
  bodyFields,
  checkAmount,
  checkId,
  checkKnownFields,
  checkText,
  type Fields,
  optionalConstraints,
  optionalFields,
  optionalFlag,
  optionalMetaInfo,
  optionalSeconds,
} from '../validation.ts'
import { redemptionStatus, redemptionTransaction } from './mandates.ts'
import { parsePageFlow } from './page-flow.ts'
import { type Handler, type ProviderRequest, queryFlag } from './request.ts'

const STANDARD_PAY_FIELDS = new Set([
  'merchantOrderId',
  'amount',
  'expireAfter',
  'metaInfo',
  'paymentFlow',
  'disablePaymentRetry',
  'prefillUserLoginDetails',
  'constraints',
])
const SDK_ORDER_FIELDS = new Set([...STANDARD_PAY_FIELDS].filter((name) => name !== 'prefillUserLoginDetails'))
const MAX_PAGE_EXPIRY_SEC = 3600

/** `POST /checkout/v2/pay`: an order for the hosted page. */
export function standardPay(request: ProviderRequest): Reply {
  const { context, body } = request
  const { quirks } = context.settings
  const fields = bodyFields(body)
  checkKnownFields(fields, STANDARD_PAY_FIELDS, quirks)
  const input = parseOrder(fields, { defaultExpirySec: quirks.pageExpirySec, maxExpirySec: MAX_PAGE_EXPIRY_SEC })
  const flow = parsePageFlow(fields, ['PG_CHECKOUT'], quirks)
  const retryDisabled = optionalFlag(fields.disablePaymentRetry, 'disablePaymentRetry')
  const phoneNumber = parsePhoneNumber(fields)
  const order = newOrder(context, 'STANDARD', input, { ...flow, retryDisabled, ...defined({ phoneNumber }) })
  context.orders.open(order)
  return ok({ ...openedResponse(order), redirectUrl: pageUrl(context, order) }, journalFieldsOf(order))
}

function parsePhoneNumber(fields: Fields): string | undefined {
  const details = optionalFields(fields.prefillUserLoginDetails, 'prefillUserLoginDetails')
  if (!details) return undefined
  const field = 'prefillUserLoginDetails.phoneNumber'
  const phoneNumber = checkText(details.phoneNumber, field)
  if (!/^(\d{10}|\+[1-9]\d{6,14})$/.test(phoneNumber))
    throw badField(field, 'must have ten digits, or be written like +91….')
  return phoneNumber
}

/** `POST …/v2/sdk/order`: an order for a mobile app, which receives the page token instead of the page URL. */
function sdkOrder(product: 'STANDARD_SDK' | 'CUSTOM_SDK', flowTypes: readonly string[]): Handler {
  return ({ context, body }) => {
    const { quirks } = context.settings
    const fields = bodyFields(body)
    checkKnownFields(fields, SDK_ORDER_FIELDS, quirks)
    const input = parseOrder(fields, { defaultExpirySec: quirks.pageExpirySec, maxExpirySec: MAX_PAGE_EXPIRY_SEC })
    const flow = parsePageFlow(fields, flowTypes, { ...quirks, redirectUrlRequired: false })
    const retryDisabled = optionalFlag(fields.disablePaymentRetry, 'disablePaymentRetry')
    const order = newOrder(context, product, input, { ...flow, retryDisabled })
    context.orders.open(order)
    return ok({ ...openedResponse(order), token: order.pageToken }, journalFieldsOf(order))
  }
}

export const standardSdkOrder: Handler = sdkOrder('STANDARD_SDK', ['PG_CHECKOUT'])

/** The documentation says `PG`, the official Node client sends `PG_CHECKOUT`; both are accepted. */
export const customSdkOrder: Handler = sdkOrder('CUSTOM_SDK', ['PG', 'PG_CHECKOUT'])

/** `GET …/v2/order/{merchantOrderId}/status`. Either product's path finds the orders of both. */
export const orderStatus: Handler = (request) => {
  const { store, settings } = request.context
  const id = request.params.merchantOrderId ?? ''
  const redemption = redemptionStatus(request, id)
  if (redemption) return redemption
  const order = asSeenBy(request, store.orders.get(id))
  // Payment links have a status of their own.
  if (!order || order.link) throw unknownOrder(settings.quirks)
  const latest = latestAttempt(order)
  return statusResponse(request, order, queryFlag(request, 'details') ? order.attempts : latest ? [latest] : [])
}

/** `GET …/v2/transaction/{transactionId}/status`: the order with one attempt. */
export const transactionStatus: Handler = (request) => {
  const transactionId = request.params.transactionId ?? ''
  const redemption = redemptionTransaction(request, transactionId)
  if (redemption) return redemption
  const order = asSeenBy(request, request.context.store.orderByTransaction(transactionId))
  const attempts = order?.attempts.filter((one) => one.transactionId === transactionId) ?? []
  if (!order || order.link || attempts.length === 0) throw unknownTransaction()
  return statusResponse(request, order, attempts)
}

/** The order as the replica that answers shows it. */
function asSeenBy({ context, asOfMs }: ProviderRequest, order: Order | undefined): Order | undefined {
  return order && context.replica.orders.at(order.merchantOrderId, order, asOfMs)
}

function statusResponse(request: ProviderRequest, order: Order, attempts: Order['attempts']): Reply {
  const { merchantId, quirks } = request.context.settings
  const view = { attempts, errorContext: queryFlag(request, 'errorContext'), merchantId, quirks }
  const status = orderStatusResponse(order, view)
  const { merchantOrderId } = order
  if (!queryFlag(request, 'settlementDetails')) return ok(status, { merchantOrderId })
  const settlement = request.context.store.settlementOf(`payment ${merchantOrderId}`)
  return ok({ ...status, settlementDetails: settlementDetails(settlement) }, { merchantOrderId })
}

/** The fields that every request for a new order has (protocol §3.1, §3.9). */
export type OrderInput = Pick<NewOrder, 'merchantOrderId' | 'amount' | 'metaInfo' | 'constraints'> & {
  readonly expireAfterSec: number
}

export function parseOrder(
  body: Fields,
  limits: { readonly defaultExpirySec: number; readonly maxExpirySec: number },
): OrderInput {
  const merchantOrderId = checkId(body.merchantOrderId, 'merchantOrderId')
  const amount = checkAmount(body.amount)
  const expireAfterSec = optionalSeconds(body.expireAfter, 'expireAfter', 300, limits.maxExpirySec)
  const metaInfo = optionalMetaInfo(body.metaInfo)
  const constraints = optionalConstraints(body.constraints)
  return {
    merchantOrderId,
    amount,
    expireAfterSec: expireAfterSec ?? limits.defaultExpirySec,
    ...defined({ metaInfo, constraints }),
  }
}

/**
 * An order that is not stored yet.
 * @throws ProviderError when the id was used before: a repeated request is refused, not replayed
 */
export function newOrder(
  { store, ids, settings, clock }: SandboxContext,
  product: Product,
  { expireAfterSec, ...input }: OrderInput,
  more: Partial<
    Pick<
      Order,
      'retryDisabled' | 'redirectUrl' | 'message' | 'phoneNumber' | 'paymentModeConfig' | 'link' | 'expiresAtMs'
    >
  >,
): Order {
  if (store.orders.get(input.merchantOrderId) || store.redemptions.get(input.merchantOrderId))
    throw duplicateOrder(settings.quirks)
  const createdAtMs = clock.now()
  return createOrder({
    ...input,
    orderId: ids.order(createdAtMs),
    product,
    createdAtMs,
    expiresAtMs: createdAtMs + expireAfterSec * 1000,
    pageToken: ids.opaque(createdAtMs),
    retryDisabled: false,
    ...more,
  })
}

export function openedResponse(order: Order): OpenedResponse {
  return { orderId: order.orderId, state: order.state, expireAt: order.expiresAtMs }
}

/** The order id, and a note about every part of its `paymentModeConfig` that has no effect. */
function journalFieldsOf({ merchantOrderId, paymentModeConfig }: Order): JournalFields {
  const issues = paymentModeConfig ? findConfigIssues(paymentModeConfig) : []
  const note = issues.map(({ field, problem }) => `paymentModeConfig.${field} ${problem}`).join(' ')
  return { merchantOrderId, ...(note === '' ? {} : { note }) }
}

/** URL of an order's hosted page. Without a server, it says why a browser cannot open it. */
export function pageUrl({ origin }: SandboxContext, { pageToken }: Order): string {
  const hint = origin === UNSERVED_ORIGIN ? '#opens-with-serveSandbox-only' : ''
  return `${origin}/transact/pg?token=${pageToken}${hint}`
}
