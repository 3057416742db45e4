import type { Paise } from '@galla/contract/money'
import { maskText, maskVpa, storable } from '../domain/masking.ts'
import type { PaymentAttempt, ProviderOrderStatus } from '../domain/order.ts'
import type { ProviderRefundStatus } from '../domain/refund-reducer.ts'
import type { AttemptResponse, InstrumentResponse, OrderResponse, RefundResponse } from './provider-port.ts'

/** Words of older pages and samples for an order's state, and what they mean (provider-protocol §5.1); a map, since words come from outside. */
const LEGACY_STATES: ReadonlyMap<
  string,
  Pick<ProviderOrderStatus, 'state' | 'errorCode' | 'detailedErrorCode'>
> = new Map([
  ['CREATED', { state: 'PENDING' }],
  ['EXPIRED', { state: 'FAILED', errorCode: 'TXN_NOT_COMPLETED', detailedErrorCode: 'ORDER_EXPIRED' }],
])

/** The provider's words as the database keep them: nothing of the payer but what is masked, no text that is no text. */
export function toOrderStatus(response: OrderResponse): ProviderOrderStatus {
  const { merchantOrderId, orderId, wireState, amount, currency, expireAt } = response
  const { errorCode, detailedErrorCode, paymentDetails } = response
  const legacy = response.state === 'UNKNOWN' ? LEGACY_STATES.get(wireState ?? '') : undefined
  const { state, ...why } = legacy ?? { state: response.state }
  return {
    ...((text(errorCode) ?? text(detailedErrorCode)) ? {} : why),
    ...known({
      merchantOrderId: text(merchantOrderId),
      orderId: text(orderId),
      currency: text(currency),
      wireState: text(wireState),
      errorCode: text(errorCode),
      detailedErrorCode: text(detailedErrorCode),
      // What is there and is no number is a mismatch, never a zero.
      amount: amount === undefined || amount === null ? undefined : ((integer(amount) ?? -1) as Paise),
      expireAt: integer(expireAt),
    }),
    state,
    attempts: list(paymentDetails).flatMap(toPaymentAttempts),
  }
}

/** A failed attempt's callback may say little more than that there was one. Without its id there is nothing to keep. */
function toPaymentAttempts(response: Partial<AttemptResponse>): PaymentAttempt[] {
  const transactionId = text(response.transactionId)
  if (transactionId === undefined) return []
  const { state, amount, paymentMode, timestamp, errorCode, detailedErrorCode } = response
  return [
    {
      ...known({
        timestamp: integer(timestamp),
        errorCode: text(errorCode),
        detailedErrorCode: text(detailedErrorCode),
      }),
      ...meansOf(response),
      transactionId,
      state: state ?? 'UNKNOWN',
      amount: (integer(amount) ?? -1) as Paise,
      paymentMode: text(paymentMode) ?? 'UNKNOWN',
    },
  ]
}

/** One of the provider's two shapes tells a refund like a payment, and what matters may stand in its list alone. */
export function toRefundStatus(response: RefundResponse): ProviderRefundStatus {
  const { state, amount, refundId, originalMerchantOrderId } = response
  const details = list(response.paymentDetails)
  // Of several tries those speak for the refund that ended as it did.
  const ended = details.filter((one) => one.state === state)
  const places = [response, ...(ended.length > 0 ? ended : details)]
  // A try that failed is no reason of a refund that did not.
  const reasons = state === 'FAILED' ? places : [response]
  return {
    ...known({
      amount: amount === undefined || amount === null ? undefined : (integer(amount) ?? -1),
      refundId: text(refundId),
      originalMerchantOrderId: text(originalMerchantOrderId),
      errorCode: firstText(reasons, ({ errorCode }) => errorCode),
      detailedErrorCode: firstText(reasons, ({ detailedErrorCode }) => detailedErrorCode),
      utr: firstText(places, (place) => meansOf(place).utr),
    }),
    state,
  }
}

function meansOf(response: InstrumentResponse & { splitInstruments?: readonly InstrumentResponse[] }) {
  const places: InstrumentResponse[] = [response, ...list(response.splitInstruments)]
  const vpa = firstText(places, ({ rail }) => rail?.vpa)
  return known({
    instrument: firstText(places, ({ instrument }) => instrument?.type),
    rail: firstText(places, ({ rail }) => rail?.type),
    utr: firstText(places, ({ rail }) => rail?.utr),
    payerVpa: vpa === undefined ? undefined : vpa.includes('@') ? maskVpa(vpa) : maskText(vpa),
  })
}

function firstText<Place>(places: readonly Place[], read: (place: Place) => unknown): string | undefined {
  return places.map((place) => text(read(place))).find((one) => one !== undefined)
}

/** Objects of a list that may be no list. */
function list<One extends object>(value: readonly One[] | undefined): Partial<One>[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : []
}

const MAX_TEXT = 300

/** Text that a database can hold. */
function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? storable(value.slice(0, MAX_TEXT)) : undefined
}

function integer(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined
}

type Known<Shape> = { [Key in keyof Shape]?: Exclude<Shape[Key], undefined> }

function known<Shape extends object>(shape: Shape): Known<Shape> {
  return Object.fromEntries(
    Object.entries(shape).filter(([, value]) => value !== undefined && value !== null),
  ) as Known<Shape>
}

/** What a failed call to the provider means to the database; read from the shape of a GallaError, whichever copy made it. */
export interface ProviderFailure {
  readonly outcome: 'not-sent' | 'rejected' | 'unknown'
  readonly code?: string
  /** The id was used before, perhaps by our own lost request. */
  readonly duplicateId: boolean
  /** The provider knows nothing under this id: an answer to a read. Of a request it proves nothing. */
  readonly unknownId: boolean
  /** Refused for now, such as for too many calls or an old token: the same call may succeed later. */
  readonly passing: boolean
  readonly message: string
  /** Our own client refused to send it: the field that is wrong. */
  readonly field?: string
}

const UNKNOWN_ID = new Set([
  'INVALID_MERCHANT_ORDER_ID',
  'INVALID_MERCHANT_REFUND_ID',
  'MERCHANT_ORDER_MAPPING_NOT_FOUND',
  'MAPPING_NOT_FOUND',
  'ORDER_NOT_FOUND',
  'REFUND_NOT_FOUND',
])
/** For an unknown refund the provider documents no code, but what it documents for others has these words. */
const UNKNOWN_WORDS = /^no entry found\b|^(?:merchant )?(?:order|refund)(?: id)? not found\b/i
const DUPLICATE_ID = new Set(['INVALID_TRANSACTION_ID', 'ORDER_ALREADY_EXISTS', 'INVALID_MERCHANT_ORDER_ID'])
const PASSING = new Set([401, 408, 425, 429])

/** What is no error of the client's is thrown on: a mistake of ours must not look like the provider's answer. */
export function readFailure(error: unknown): ProviderFailure {
  const fields = typeof error === 'object' && error !== null ? (error as { [field: string]: unknown }) : {}
  const { outcome, code, httpStatus, message, kind, field } = fields
  if (outcome !== 'not-sent' && outcome !== 'rejected' && outcome !== 'unknown') throw error
  const text = typeof message === 'string' ? message : ''
  const codeText = typeof code === 'string' ? code : ''
  const rejected = outcome === 'rejected'
  return {
    outcome,
    ...(codeText === '' ? {} : { code: codeText }),
    duplicateId:
      rejected &&
      (DUPLICATE_ID.has(codeText) || /already been used|already exists|duplicat/i.test(`${codeText} ${text}`)),
    // A 404 by itself says nothing: keys of the older product are answered so, and so are many proxies.
    unknownId:
      rejected &&
      (UNKNOWN_ID.has(codeText) || ((httpStatus === 400 || httpStatus === 404) && UNKNOWN_WORDS.test(text.trim()))),
    passing: rejected && typeof httpStatus === 'number' && PASSING.has(httpStatus),
    message: text,
    ...(kind === 'invalid-request' && typeof field === 'string' ? { field } : {}),
  }
}
