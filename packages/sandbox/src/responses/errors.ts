import type { Quirks } from '../quirks.ts'

/** What a handler answers. Turned into a Response at the edge, so that the journal can read it. */
export interface Reply {
  readonly status: number
  /** An object is sent as JSON, text as it is. */
  readonly body: unknown
  readonly headers?: { readonly [name: string]: string }
  /** What the call was about, for the journal. */
  readonly about?: About
}

export interface About {
  readonly merchantOrderId?: string
  readonly merchantRefundId?: string
  /** What its sender should know and the reply does not say. */
  readonly note?: string
}

export function ok(body: unknown, about?: About): Reply {
  return about ? { status: 200, body, about } : { status: 200, body }
}

/** A refusal in the provider's words. Thrown by checks, answered by the edge. */
export class Refusal extends Error {
  readonly reply: Reply

  constructor(reply: Reply) {
    super('refused')
    this.reply = reply
  }
}

/** Provider-protocol §8.1 and §8.3. */
function refusal(status: number, code: string, message: string, data: object = {}): Refusal {
  return new Refusal({ status, body: { success: false, code, message, data } })
}

export function badField(field: string, problem: string): Refusal {
  return refusal(400, 'BAD_REQUEST', `${field} ${problem}`, { field })
}

export function badBody(): Refusal {
  return refusal(400, 'BAD_REQUEST', 'The body must be a JSON object.')
}

export function mappingNotFound(): Refusal {
  return refusal(400, 'BAD_REQUEST', 'Api Mapping Not Found')
}

export function unauthorized(quirks: Quirks): Refusal {
  const message = 'Authorization failed [message = Please check the authorization token and try again]'
  return refusal(401, quirks.unauthorizedCode, message)
}

/** Keys of the provider's older product, on this one. */
export function keyNotConfigured(): Refusal {
  return refusal(404, 'KEY_NOT_CONFIGURED', 'Key not configured')
}

export function wrongClient(quirks: Quirks): Refusal {
  const status = quirks.wrongClient === 'INVALID_CLIENT' ? 400 : 401
  const body = {
    code: 'INVALID_CLIENT',
    errorCode: 'OIM000',
    message: 'Bad Request: Invalid Client, trackingId: sandbox',
    context: { error_description: 'Client authentication failure' },
  }
  return new Refusal({ status, body })
}

export function duplicateOrder(quirks: Quirks): Refusal {
  const status = quirks.duplicateOrder === 'ORDER_ALREADY_EXISTS' ? 400 : 417
  return refusal(status, quirks.duplicateOrder, 'Order ID has already been used')
}

export function unknownOrder(quirks: Quirks): Refusal {
  if (quirks.unknownOrder === 'MERCHANT_ORDER_MAPPING_NOT_FOUND') {
    return refusal(400, quirks.unknownOrder, 'No entry found for Merchant')
  }
  const status = quirks.unknownOrder === 'INVALID_MERCHANT_ORDER_ID_404' ? 404 : 400
  const body = { code: 'INVALID_MERCHANT_ORDER_ID', message: 'No entry found for given merchant order id' }
  return new Refusal({ status, body })
}

export function unknownTransaction(): Refusal {
  return refusal(400, 'MAPPING_NOT_FOUND', 'No entry found for Merchant')
}

export function unknownRefund(): Refusal {
  return refusal(400, 'INVALID_MERCHANT_REFUND_ID', 'No entry found for given merchant refund id')
}

export function duplicateRefund(): Refusal {
  return refusal(400, 'Refund ID Duplicated', 'Refund ID has already been used')
}

export function refundRefused(code: string, message: string, status = 400): Refusal {
  return refusal(status, code, message)
}

/** What a merchant hears for whom custom checkout is not switched on: from the live hosts, and from the provider's test environment. */
export function customCheckoutOff(quirk: 'forbidden' | 'no-template'): Refusal {
  return quirk === 'forbidden'
    ? refusal(403, 'FORBIDDEN', 'Custom checkout is not enabled for this merchant')
    : refusal(500, 'INTERNAL_SERVER_ERROR', 'Scenario with name null not found for api customCheckoutPayApi')
}

export function cardsElsewhere(cardOrigin: string): Refusal {
  return refusal(403, 'FORBIDDEN', `Card and token payments are taken by the card host only: ${cardOrigin}`)
}

/** What stands in the way of the provider rather than the provider itself. */
export function outage(status: number, retryAfterSec: number | undefined, quirks: Quirks): Reply {
  const headers = retryAfterSec === undefined ? {} : { 'retry-after': String(retryAfterSec) }
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
        : [`HTTP_${status}`, 'Refused by a fault that was asked for']
  return { status, body: { success: false, code, message, data: {} }, headers }
}
