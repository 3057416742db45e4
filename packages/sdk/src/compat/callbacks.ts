import type { CallbackEventName } from '@galla/contract/provider/callbacks'
import { isUnreadable, readRequest } from '@galla/contract/received-request'
import { pickDigests } from '../callbacks/digests.ts'
import { parseObject } from '../callbacks/event.ts'
import { callbackError } from '../callbacks/refusal.ts'
import { matchClassic } from '../callbacks/verify.ts'
import type { CallbackType } from './enums.ts'
import { PhonePeException, toException } from './exceptions.ts'
import type { MetaInfo } from './order-parts.ts'
import type { PaymentDetail } from './responses.ts'

/** The order or refund of a callback. */
export class CallbackData {
  /** State of the order or refund. */
  declare state: string
  /** Paise. */
  declare amount: number
  /** When the order expires. Epoch milliseconds. */
  declare expireAt: number
  /** The provider's id of the order, `OMO…`. */
  declare orderId: string
  /** Your merchant id. */
  declare merchantId: string
  /** Your id of the refund. */
  declare merchantRefundId?: string
  /** Your id of the refunded order. */
  declare originalMerchantOrderId?: string
  /** The provider's id of the refund, `OMR…`. */
  declare refundId?: string
  /** Your id of the order. */
  declare merchantOrderId?: string
  /** Coarse reason of a failure. */
  declare errorCode?: string
  /** Exact reason of a failure. */
  declare detailedErrorCode?: string
  /** The values that were sent with the order. */
  declare metaInfo?: MetaInfo
  /** Attempts to pay. */
  declare paymentDetails: PaymentDetail[]
}

/** A callback. The provider's documentation identifies callbacks by `event`. */
export class CallbackResponse {
  /** Name of the event, such as `checkout.order.completed`. */
  declare event?: CallbackEventName
  /** The event in older notation, which the provider deprecates. */
  declare type: CallbackType
  /** The order or refund. */
  declare payload: CallbackData
}

/** Authenticates a callback by username and password and parses it, synchronously. */
export function validateCallback(
  username: string,
  password: string,
  authorization: string,
  responseBody: string | Uint8Array,
): CallbackResponse {
  // Anybody can compute the digest of no credentials.
  for (const credential of [username, password]) {
    if (!textOf(credential)) throw toException(callbackError('no-secrets'))
  }
  const digest = pickDigests().sha256(`${username}:${password}`)
  if (typeof digest !== 'string') {
    throw new PhonePeException('This runtime hashes asynchronously only: use createCallbacks of @galla/sdk')
  }
  try {
    const header = textOf(authorization)
    if (!header) throw callbackError('missing-authorization')
    if (matchClassic(header, [digest]) < 0) throw callbackError('wrong-authorization')
    return Object.setPrototypeOf(parse(responseBody), CallbackResponse.prototype)
  } catch (error) {
    throw toException(error)
  }
}

/** Configurations hold numbers, and some servers lists of headers: both are used as text. */
const textOf = (given: unknown): string | undefined =>
  typeof given === 'string' || typeof given === 'number' || Array.isArray(given) ? String(given) : undefined

function parse(given: string | Uint8Array): object {
  const body = readRequest({ body: given }, () => undefined).body
  if (isUnreadable(body)) throw callbackError('body-already-parsed', body)
  return parseObject(body)
}
