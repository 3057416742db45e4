import { ENDPOINTS, type EndpointName, type HostName } from '@galla/contract/provider/endpoints'
import type {
  CustomPayBody,
  RefundBody,
  SdkOrderBody,
  StandardPayBody,
  ValidateUpiBody,
} from '@galla/contract/provider/requests'
import { GallaError } from '../errors/galla-error.ts'
import {
  checkAmount,
  checkKnownId,
  checkNewId,
  checkRedirectUrl,
  invalid,
  objectField,
  optionalFlag,
  optionalText,
  textField,
} from '../validation/fields.ts'
import { checkOrder, checkPaymentMode, needsRedirect } from '../validation/requests.ts'

/** The ids that a call speaks of, for hooks, errors and telemetry. */
export interface CallIds {
  readonly merchantOrderId?: string | undefined
  readonly transactionId?: string | undefined
  readonly merchantRefundId?: string | undefined
  readonly originalMerchantOrderId?: string | undefined
}

/** One call, complete but for authorisation: where native verbs and the official API's skin meet the pipeline. */
export interface Call {
  readonly endpoint: EndpointName | 'raw'
  readonly method: 'GET' | 'POST'
  readonly host: HostName
  /** Escaped, with its query. */
  readonly path: string
  readonly body?: object | undefined
  readonly headers?: { readonly [name: string]: string } | undefined
  readonly ids: CallIds
  /** Whose call it is in telemetry, where the endpoint serves both products. */
  readonly flow?: 'PG' | 'PG_CHECKOUT' | undefined
}

export function callOf(
  endpoint: EndpointName,
  ids: CallIds,
  more: {
    query?: { [name: string]: boolean | undefined }
    body?: object
    host?: HostName
    headers?: { [name: string]: string }
  } = {},
): Call {
  const { method, host, path } = ENDPOINTS[endpoint]
  return {
    endpoint,
    method,
    host: more.host ?? host,
    path: fillPath(path, ids as { [name: string]: string | undefined }, more.query),
    body: more.body,
    headers: more.headers,
    ids,
  }
}

type Query = { readonly [name: string]: boolean | undefined }

/** A path template with its one `{id}` escaped as one segment, and the query put on once. */
export function fillPath(
  template: string,
  ids: { readonly [name: string]: string | undefined },
  query?: Query,
): string {
  const open = template.indexOf('{')
  if (open < 0) return template + search(query)
  const close = template.indexOf('}', open)
  const id = ids[template.slice(open + 1, close)] ?? ''
  return template.slice(0, open) + encodeURIComponent(id) + template.slice(close + 1) + search(query)
}

function search(query: Query | undefined): string {
  let text = ''
  for (const name in query) {
    const value = query[name]
    if (value !== undefined) text += `${text === '' ? '?' : '&'}${name}=${value}`
  }
  return text
}

/** `POST /checkout/v2/pay` */
export function standardPay(body: StandardPayBody): Call {
  checkOrder(body)
  const { merchantUrls, message } = body.paymentFlow
  optionalText(message, 'message')
  optionalFlag(body.disablePaymentRetry, 'disablePaymentRetry')
  if (merchantUrls?.redirectUrl !== undefined) checkRedirectUrl(merchantUrls.redirectUrl)
  return callOf('standardPay', { merchantOrderId: body.merchantOrderId }, { body })
}

/** `POST /payments/v2/pay`; cards and tokens go to the card host. The payer's system travels as a header, for collect only. */
export function customPay(body: CustomPayBody, deviceOS?: string): Call {
  checkOrder(body)
  const { paymentMode, merchantUrls } = body.paymentFlow
  checkPaymentMode(paymentMode)
  if (body.deviceContext !== undefined) objectField(body.deviceContext, 'deviceContext')
  optionalText(deviceOS, 'paymentMode.deviceOS')
  const redirectUrl = merchantUrls?.redirectUrl
  if (redirectUrl !== undefined) checkRedirectUrl(redirectUrl)
  else if (needsRedirect(paymentMode))
    throw invalid('redirectUrl', `is needed for ${paymentMode.type}: the payer comes back to it`)
  const toCards = paymentMode.type === 'CARD' || paymentMode.type === 'TOKEN'
  return callOf(
    'customPay',
    { merchantOrderId: body.merchantOrderId },
    {
      body,
      host: toCards ? 'cards' : 'pg',
      ...(deviceOS === undefined ? {} : { headers: { 'x-device-os': deviceOS } }),
    },
  )
}

/** `POST /checkout/v2/sdk/order` and `POST /payments/v2/sdk/order`: an order whose token the merchant's mobile app uses. */
export function sdkOrder(endpoint: 'standardSdkOrder' | 'customSdkOrder', body: SdkOrderBody): Call {
  checkOrder(body)
  const { merchantUrls, message } = body.paymentFlow
  optionalText(message, 'message')
  optionalFlag(body.disablePaymentRetry, 'disablePaymentRetry')
  if (merchantUrls?.redirectUrl !== undefined) checkRedirectUrl(merchantUrls.redirectUrl)
  return callOf(endpoint, { merchantOrderId: body.merchantOrderId }, { body })
}

/** Which product an order belongs to; each has its own paths. */
export type Product = 'standard' | 'custom'

/** `GET …/order/{merchantOrderId}/status`; `details` asks for every attempt instead of the latest. */
export function orderStatus(product: Product, merchantOrderId: string, details = false, errorContext?: boolean): Call {
  checkKnownId(merchantOrderId, 'merchantOrderId')
  const query = { details: details === true, errorContext: errorContext === true ? true : undefined }
  return callOf(`${product}OrderStatus`, { merchantOrderId }, { query })
}

/** `GET …/transaction/{transactionId}/status`: the order seen through one attempt. */
export function transactionStatus(product: Product, transactionId: string, errorContext?: boolean): Call {
  checkKnownId(transactionId, 'transactionId')
  return callOf(
    `${product}TransactionStatus`,
    { transactionId },
    { query: { errorContext: errorContext === true ? true : undefined } },
  )
}

/** `POST /payments/v2/refund`, the same for both products. */
export function refund(body: RefundBody): Call {
  checkNewId(body.merchantRefundId, 'merchantRefundId')
  checkKnownId(body.originalMerchantOrderId, 'originalMerchantOrderId')
  checkAmount(body.amount)
  const { merchantRefundId, originalMerchantOrderId } = body
  return callOf('refund', { merchantRefundId, originalMerchantOrderId }, { body })
}

/** `GET /payments/v2/refund/{merchantRefundId}/status` */
export function refundStatus(merchantRefundId: string): Call {
  checkKnownId(merchantRefundId, 'merchantRefundId')
  return callOf('refundStatus', { merchantRefundId })
}

/** `POST /v2/validate/upi`: does this UPI id or number exist? */
export function validateUpi(body: ValidateUpiBody): Call {
  if (body.type === 'VPA') textField(body.vpa, 'vpa')
  else if (body.type === 'UPI_NUMBER') textField(body.upiNumber, 'upiNumber')
  else throw invalid('type', "must be 'VPA' or 'UPI_NUMBER'")
  return callOf('validateUpi', {}, { body })
}

/** A call that this package has no verb for, on one of the provider's hosts. */
export interface RawRequest {
  /** `GET` or `POST`; the protocol knows no other. */
  method: string
  /** Begins with `/`; ids in it are yours to escape. */
  path: string
  body?: object | undefined
  /** Default `pg`. */
  host?: Exclude<HostName, 'identity'> | undefined
}

export function rawCall(request: RawRequest): Call {
  objectField(request, 'input')
  const { method, path, body, host = 'pg' } = request
  if (method !== 'GET' && method !== 'POST') {
    throw new GallaError({
      kind: 'method-not-supported',
      message: 'Method Not Supported',
      httpStatus: 405,
      outcome: 'not-sent',
    })
  }
  if (!textField(path, 'path').startsWith('/') || path.startsWith('//')) throw invalid('path', 'must begin with one /')
  if (/(^|\/)(\.|%2e){1,2}(\/|\?|$)/i.test(path) || /[^\x21-\x7e]|[\\#]/.test(path))
    throw invalid('path', 'must hold no dot segments, spaces, backslashes, # or letters that are not escaped')
  if (method === 'GET' && body !== undefined) throw invalid('body', 'cannot go with GET: put it in the query')
  return { endpoint: 'raw', method, host, path, body, ids: {} }
}
