import { ENDPOINTS, type EndpointName, type HostName } from '@galla/contract/provider/endpoints'
import type {
  CustomPayBody,
  RefundBody,
  SdkOrderBody,
  StandardPayBody,
  ValidateUpiBody,
} from '@galla/contract/provider/requests'
import type { AnyEndpointName } from '@galla/contract/provider/subscriptions'
import type { SubscriptionSubject, TelemetryData } from '@galla/contract/provider/telemetry'
import { GallaError } from '../errors/galla-error.ts'
import {
  invalidRequest,
  optionalBoolean,
  optionalString,
  requireObject,
  requireString,
  validateAmount,
  validateLookupId,
  validateNewId,
  validateRedirectUrl,
} from '../validation/fields.ts'
import { requiresRedirectUrl, validateOrder, validatePaymentMode } from '../validation/requests.ts'

/** Ids that identify a call in hooks and telemetry. */
export interface OperationIds {
  /** The merchant's id of the order. */
  readonly merchantOrderId?: string | undefined
  /** The provider's id of an attempt. */
  readonly transactionId?: string | undefined
  /** The merchant's id of the refund. */
  readonly merchantRefundId?: string | undefined
  /** The merchant's id of the refunded order. */
  readonly originalMerchantOrderId?: string | undefined
  /** The merchant's id of the mandate. */
  readonly merchantSubscriptionId?: string | undefined
}

/** One validated call without its access token. Both the native and the compat API create these and pass them to `send`. */
export interface Operation {
  readonly endpoint: AnyEndpointName | 'raw'
  readonly method: 'GET' | 'POST'
  readonly host: HostName
  /** Escaped, with the query. */
  readonly path: string
  readonly body?: object | undefined
  readonly headers?: { readonly [name: string]: string } | undefined
  readonly ids: OperationIds
  /** The product that telemetry reports, for endpoints that serve both. */
  readonly flow?: 'PG' | 'PG_CHECKOUT' | undefined
  /** True: a response without a body is a success. */
  readonly mayBeEmpty?: boolean | undefined
  /** True when a refusal with this code leaves open that an earlier call took effect. The outcome is then `unknown`. */
  readonly inconclusive?: ((httpStatus: number, code: string | undefined) => boolean) | undefined
  /** The telemetry event of a mandate's call, without `_SUCCESS` or `_FAILED`. */
  readonly report?:
    | {
        readonly subject: SubscriptionSubject
        readonly data: { readonly [Name in keyof TelemetryData]?: TelemetryData[Name] | undefined }
      }
    | undefined
}

function createOperation(
  endpoint: EndpointName,
  ids: OperationIds,
  parts: Pick<Operation, 'body' | 'headers'> & { query?: Query; host?: HostName } = {},
): Operation {
  const { method, host, path } = ENDPOINTS[endpoint]
  return {
    endpoint,
    method,
    host: parts.host ?? host,
    path: fillPath(path, ids as { [name: string]: string | undefined }, parts.query),
    body: parts.body,
    headers: parts.headers,
    ids,
  }
}

type Query = { readonly [name: string]: boolean | string | undefined }

/** Replaces the `{id}` of a path template with the escaped id and appends the query. */
export function fillPath(
  template: string,
  ids: { readonly [name: string]: string | undefined },
  query?: Query,
): string {
  const open = template.indexOf('{')
  if (open < 0) return template + queryString(query)
  const close = template.indexOf('}', open)
  const id = encodeURIComponent(String(ids[template.slice(open + 1, close)]).replace(UNPAIRED, '\uFFFD'))
  return template.slice(0, open) + id + template.slice(close + 1) + queryString(query)
}

/** Half of a character outside the Basic Multilingual Plane; the rest of the text has no escaped form with it. */
const UNPAIRED = /\p{Surrogate}/gu

function queryString(query: Query | undefined): string {
  let text = ''
  for (const name in query) {
    const value = query[name]
    if (value !== undefined) text += `${text === '' ? '?' : '&'}${name}=${encodeURIComponent(value)}`
  }
  return text
}

/**
 * True when an operation validates its input. The compat API sends its input as given, as the official package does.
 */
export type Checks = 'checked' | 'unchecked'

/** `POST /checkout/v2/pay` (protocol §3.1) */
export function standardPay(body: StandardPayBody, checks: Checks = 'checked'): Operation {
  if (checks === 'checked') validatePageOrder(body)
  return createOperation('standardPay', { merchantOrderId: body.merchantOrderId }, { body })
}

/** `POST /checkout/v2/sdk/order` and `POST /payments/v2/sdk/order`: creates an order for the provider's mobile SDK. */
export function sdkOrder(
  endpoint: 'standardSdkOrder' | 'customSdkOrder',
  body: SdkOrderBody,
  checks: Checks = 'checked',
): Operation {
  if (checks === 'checked') validatePageOrder(body)
  return createOperation(endpoint, { merchantOrderId: body.merchantOrderId }, { body })
}

function validatePageOrder(body: SdkOrderBody): void {
  validateOrder(body)
  const { merchantUrls, message } = body.paymentFlow
  optionalString(message, 'message')
  optionalBoolean(body.disablePaymentRetry, 'disablePaymentRetry')
  if (merchantUrls?.redirectUrl !== undefined) validateRedirectUrl(merchantUrls.redirectUrl)
}

/** `POST /payments/v2/pay` (protocol §4). Cards and tokens go to the card host; `deviceOS` is sent as a header. */
export function customPay(body: CustomPayBody, deviceOS?: string, checks: Checks = 'checked'): Operation {
  if (checks === 'checked') validateCustomPay(body, deviceOS)
  // Unchecked, the payment flow may be missing too.
  const type = (body.paymentFlow as Partial<CustomPayBody['paymentFlow']> | null | undefined)?.paymentMode?.type
  return createOperation(
    'customPay',
    { merchantOrderId: body.merchantOrderId },
    {
      body,
      host: type === 'CARD' || type === 'TOKEN' ? 'cards' : 'pg',
      headers: deviceOS ? { 'x-device-os': deviceOS } : undefined,
    },
  )
}

function validateCustomPay(body: CustomPayBody, deviceOS: string | undefined): void {
  validateOrder(body)
  const { paymentMode, merchantUrls } = body.paymentFlow
  validatePaymentMode(paymentMode)
  if (body.deviceContext !== undefined) requireObject(body.deviceContext, 'deviceContext')
  optionalString(deviceOS, 'paymentMode.deviceOS')
  const redirectUrl = merchantUrls?.redirectUrl
  if (redirectUrl !== undefined) validateRedirectUrl(redirectUrl)
  else if (requiresRedirectUrl(paymentMode)) {
    throw invalidRequest('redirectUrl', `is required for ${paymentMode.type}: the payer returns to it`)
  }
}

/** The product of an order. Each product has its own paths. */
export type Product = 'standard' | 'custom'

/** `GET …/order/{merchantOrderId}/status`. `details` returns every attempt instead of the latest. */
export function orderStatus(
  product: Product,
  merchantOrderId: string,
  details: boolean | string = false,
  errorContext?: boolean,
  checks: Checks = 'checked',
  settlementDetails?: boolean,
): Operation {
  validatePathId(merchantOrderId, 'merchantOrderId', checks)
  const query = {
    details: checks === 'checked' ? details === true : details,
    errorContext: errorContext === true ? true : undefined,
    settlementDetails: settlementDetails === true ? true : undefined,
  }
  return createOperation(`${product}OrderStatus`, { merchantOrderId }, { query })
}

/** `GET …/transaction/{transactionId}/status`: the order of one attempt. */
export function transactionStatus(
  product: Product,
  transactionId: string,
  errorContext?: boolean,
  checks: Checks = 'checked',
): Operation {
  validatePathId(transactionId, 'transactionId', checks)
  const query = { errorContext: errorContext === true ? true : undefined }
  return createOperation(`${product}TransactionStatus`, { transactionId }, { query })
}

/** `POST /payments/v2/refund`, the same for both products. */
export function refund(body: RefundBody, checks: Checks = 'checked'): Operation {
  if (checks === 'checked') {
    validateNewId(body.merchantRefundId, 'merchantRefundId')
    validateLookupId(body.originalMerchantOrderId, 'originalMerchantOrderId')
    validateAmount(body.amount)
  }
  const { merchantRefundId, originalMerchantOrderId } = body
  return createOperation('refund', { merchantRefundId, originalMerchantOrderId }, { body })
}

/** `GET /payments/v2/refund/{merchantRefundId}/status` */
export function refundStatus(merchantRefundId: string, checks: Checks = 'checked'): Operation {
  validatePathId(merchantRefundId, 'merchantRefundId', checks)
  return createOperation('refundStatus', { merchantRefundId })
}

/** A dot segment has no escaped form: it would reach another endpoint. */
function validatePathId(id: unknown, field: string, checks: Checks): void {
  if (checks === 'checked' || id === '.' || id === '..') validateLookupId(id, field)
}

/** `POST /v2/validate/upi` */
export function validateUpi(body: ValidateUpiBody): Operation {
  if (body.type === 'VPA') requireString(body.vpa, 'vpa')
  else if (body.type === 'UPI_NUMBER') requireString(body.upiNumber, 'upiNumber')
  else throw invalidRequest('type', "must be 'VPA' or 'UPI_NUMBER'")
  return createOperation('validateUpi', {}, { body })
}

/** A request to an endpoint for which this package has no method. */
export interface RawRequest {
  /** `GET` or `POST`, in upper case. */
  method: string
  /** Path and query, relative to the host's base URL. Begins with `/`; escape ids yourself. */
  path: string
  /** The body, sent as JSON; POST only. */
  body?: object | undefined
  /** The provider's host. @default 'pg' */
  host?: Exclude<HostName, 'identity'> | undefined
}

export function rawRequest(request: RawRequest): Operation {
  requireObject(request, 'input')
  const { method, path, body, host = 'pg' } = request
  if (method !== 'GET' && method !== 'POST') {
    throw new GallaError({
      kind: 'method-not-supported',
      message: 'Method Not Supported',
      httpStatus: 405,
      outcome: 'not-sent',
    })
  }
  if (!requireString(path, 'path').startsWith('/') || path.startsWith('//')) {
    throw invalidRequest('path', 'must begin with one /')
  }
  if (/(^|\/)(\.|%2e){1,2}(\/|\?|$)/i.test(path) || /[^\x21-\x7e]|[\\#]/.test(path)) {
    throw invalidRequest('path', 'must not contain dot segments, spaces, backslashes, # or unescaped characters')
  }
  if (method === 'GET' && body !== undefined) {
    throw invalidRequest('body', 'cannot be sent with GET: use the query instead')
  }
  return { endpoint: 'raw', method, host, path, body, ids: {}, mayBeEmpty: true }
}
