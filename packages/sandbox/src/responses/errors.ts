import type { FaultRule } from '@galla/contract/sandbox-api/faults'
import type { Quirks } from '../quirks.ts'

/** Response of a provider endpoint. It becomes a web Response only after the journal has read it. */
export interface Reply {
  readonly status: number
  /** An object is sent as JSON, a string as it is. */
  readonly body: unknown
  readonly headers?: { readonly [name: string]: string }
  readonly journal?: JournalFields
}

/** Fields that the endpoint adds to the journal entry of its call. */
export interface JournalFields {
  readonly merchantOrderId?: string
  readonly merchantRefundId?: string
  /** Advice for the caller that is not in the response. */
  readonly note?: string
}

export function ok(body: unknown, journal?: JournalFields): Reply {
  return journal ? { status: 200, body, journal } : { status: 200, body }
}

/** An error response of the provider, thrown by validation and handlers. */
export class ProviderError extends Error {
  readonly reply: Reply

  constructor(response: Reply) {
    super('error response of the provider')
    this.reply = response
  }
}

/** The body shape of protocol §8.1, with a code of protocol §8.3. */
function providerError(status: number, code: string, message: string, data: object = {}): ProviderError {
  return new ProviderError({ status, body: { success: false, code, message, data } })
}

/** @param problem continues the sentence that begins with the field */
export function badField(field: string, problem: string): ProviderError {
  return providerError(400, 'BAD_REQUEST', `${field} ${problem}`, { field })
}

export function badBody(): ProviderError {
  return providerError(400, 'BAD_REQUEST', 'The body must be a JSON object.')
}

export function bodyTooLarge(): ProviderError {
  return providerError(413, 'PAYLOAD_TOO_LARGE', 'The body is larger than any request of the protocol.')
}

export function mappingNotFound(): ProviderError {
  return providerError(400, 'BAD_REQUEST', 'Api Mapping Not Found')
}

export function unauthorized(quirks: Quirks): ProviderError {
  const message = 'Authorization failed [message = Please check the authorization token and try again]'
  return providerError(401, quirks.unauthorizedCode, message)
}

/** A request that is signed with the keys of PhonePe's older product. */
export function keyNotConfigured(): ProviderError {
  return providerError(404, 'KEY_NOT_CONFIGURED', 'Key not configured')
}

export function wrongClient(quirks: Quirks): ProviderError {
  const status = quirks.wrongClient === 'INVALID_CLIENT' ? 400 : 401
  const body = {
    code: 'INVALID_CLIENT',
    errorCode: 'OIM000',
    message: 'Bad Request: Invalid Client, trackingId: sandbox',
    context: { error_description: 'Client authentication failure' },
    data: {},
  }
  return new ProviderError({ status, body })
}

export function duplicateOrder(quirks: Quirks): ProviderError {
  const status = quirks.duplicateOrder === 'ORDER_ALREADY_EXISTS' ? 400 : 417
  return providerError(status, quirks.duplicateOrder, 'Order ID has already been used')
}

export function unknownOrder(quirks: Quirks): ProviderError {
  if (quirks.unknownOrder === 'MERCHANT_ORDER_MAPPING_NOT_FOUND') {
    return providerError(400, quirks.unknownOrder, 'No entry found for Merchant')
  }
  const status = quirks.unknownOrder === 'INVALID_MERCHANT_ORDER_ID_404' ? 404 : 400
  return providerError(status, 'INVALID_MERCHANT_ORDER_ID', 'No entry found for given merchant order id')
}

export function unknownTransaction(): ProviderError {
  return providerError(400, 'MAPPING_NOT_FOUND', 'No entry found for Merchant')
}

export function unknownRefund(): ProviderError {
  return providerError(400, 'INVALID_MERCHANT_REFUND_ID', 'No entry found for given merchant refund id')
}

/** The provider does not document the answer (protocol §17.2). */
export function unknownSettlement(): ProviderError {
  return providerError(400, 'BAD_REQUEST', 'No entry found for given settlement id')
}

export function duplicateRefund(): ProviderError {
  return providerError(400, 'Refund ID Duplicated', 'Refund ID has already been used')
}

/** An unknown mandate, one of another merchant, or one that was never authorised (autopay §2.10). */
export function unknownMandate({ unknownMandate: status }: Quirks): ProviderError {
  return providerError(status, 'SUBSCRIPTION_NOT_FOUND', 'Subscription not found')
}

export function duplicateMandate(): ProviderError {
  return providerError(400, 'DUPLICATE_REQUEST_ID', 'merchantSubscriptionId has already been used')
}

export function transactionLimitExceeded(message = 'The amount is over the limit'): ProviderError {
  return providerError(417, 'TRANSACTION_LIMIT_EXCEEDED', message)
}

/** A call that the state of a mandate or of its debit does not allow (autopay §2.10). */
export function mandateRefused(code: string, message: string): ProviderError {
  return providerError(400, code, message)
}

/** A refusal about a payment link: its body has two fields (protocol §16.8). */
export function linkRefused(code: string, message: string): ProviderError {
  return new ProviderError({ status: 400, body: { code, message } })
}

export function refundRefused(code: string, message: string, status = 400): ProviderError {
  return providerError(status, code, message)
}

/** The error of a merchant without custom checkout: of the live hosts, and of PhonePe's test environment. */
export function customCheckoutDisabled(quirk: 'forbidden' | 'no-template'): ProviderError {
  return quirk === 'forbidden'
    ? providerError(403, 'FORBIDDEN', 'Custom checkout is not enabled for this merchant')
    : providerError(500, 'INTERNAL_SERVER_ERROR', 'Scenario with name null not found for api customCheckoutPayApi')
}

export function cardHostOnly(cardOrigin: string): ProviderError {
  return providerError(403, 'FORBIDDEN', `Card and token payments are accepted by the card host only: ${cardOrigin}`)
}

/** Statuses whose responses have no body. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304])

/** The response of a `status` fault: an error of the provider, or of a proxy in front of it. */
export function faultResponse(
  { status = 500, retryAfterSec, body: given, contentType }: Omit<FaultRule, 'kind'>,
  quirks: Quirks,
): Reply {
  const headers = retryAfterSec === undefined ? {} : { 'retry-after': String(retryAfterSec) }
  if (WITHOUT_BODY.has(status)) return { status, body: undefined }
  if (given !== undefined) {
    const type = contentType ?? (typeof given === 'string' ? 'text/html; charset=utf-8' : 'application/json')
    return { status, body: given, headers: { ...headers, 'content-type': type } }
  }
  if (status === 401) return { ...unauthorized(quirks).reply, headers }
  if (status === 503)
    return { status, body: 'R999', headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' } }
  if (status === 502 || status === 504) {
    const body = `<html><head><title>${status}</title></head><body><h1>${status} from a proxy</h1></body></html>`
    return { status, body, headers: { ...headers, 'content-type': 'text/html; charset=utf-8' } }
  }
  const [code, message] =
    status === 429
      ? ['TOO_MANY_REQUESTS', 'Too many requests, please slow down']
      : status >= 500
        ? ['INTERNAL_SERVER_ERROR', 'Something went wrong on our side, please try again']
        : [`HTTP_${status}`, 'Response of a sandbox fault']
  return { status, body: { success: false, code, message, data: {} }, headers }
}
