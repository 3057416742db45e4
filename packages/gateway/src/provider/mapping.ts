import type { PaidCard } from '@galla/contract/gateway-api/orders'
import type { Paise } from '@galla/contract/money'
import { MAX_AMOUNT } from '../domain/limits.ts'
import type { PaymentAttempt, ProviderOrderStatus } from '../domain/orders/order.ts'
import { maskText, maskVpa, storable } from '../domain/privacy/masking.ts'
import type { ProviderRefundStatus } from '../domain/refunds/statements.ts'
import type {
  AttemptResponse,
  CreateOrderResponse,
  InstrumentResponse,
  LinkResponse,
  OrderResponse,
  RefundResponse,
} from './responses.ts'
import type { BillingOrderResponse, MandateResponse } from './subscription-calls.ts'

/** Order states of older documentation and samples, with their meaning. A map, because the keys come from outside. */
const LEGACY_STATES: ReadonlyMap<
  string,
  Pick<ProviderOrderStatus, 'state' | 'errorCode' | 'detailedErrorCode'>
> = new Map([
  ['CREATED', { state: 'PENDING' }],
  ['EXPIRED', { state: 'FAILED', errorCode: 'TXN_NOT_COMPLETED', detailedErrorCode: 'ORDER_EXPIRED' }],
])

/** Maps a response to what is stored: payer data masked, text that PostgreSQL can hold. */
export function toOrderStatus(response: OrderResponse): ProviderOrderStatus {
  const { merchantOrderId, orderId, wireState, amount, currency, expireAt } = response
  const { errorCode, detailedErrorCode, paymentDetails } = response
  const legacy = response.state === 'UNKNOWN' ? LEGACY_STATES.get(wireState ?? '') : undefined
  const { state, ...why } = legacy ?? { state: response.state }
  const details = list(paymentDetails)
  const unnamed = details.filter((one) => one.state === 'COMPLETED' && text(one.transactionId) === undefined)
  return {
    ...((text(errorCode) ?? text(detailedErrorCode)) ? {} : why),
    ...known({
      merchantOrderId: text(merchantOrderId),
      orderId: text(orderId),
      currency: text(currency),
      wireState: text(wireState),
      errorCode: text(errorCode),
      detailedErrorCode: text(detailedErrorCode),
      amount: amount === undefined || amount === null ? undefined : readTotal(amount),
      expireAt: time(expireAt),
      unnamedPayments: unnamed.length === 0 ? undefined : unnamed.map(({ amount }) => readAmount(amount)),
    }),
    state,
    attempts: details.flatMap(toPaymentAttempts),
  }
}

/** States of a link, as those of other orders. A link that was not paid has failed. */
const LINK_STATES: {
  readonly [State in Exclude<LinkResponse['state'], OrderResponse['state']>]: Pick<
    ProviderOrderStatus,
    'state' | 'errorCode' | 'detailedErrorCode'
  > & { state: 'PENDING' | 'FAILED' }
} = {
  ACTIVE: { state: 'PENDING' },
  EXPIRED: { state: 'FAILED', errorCode: 'TXN_NOT_COMPLETED', detailedErrorCode: 'ORDER_EXPIRED' },
  CANCELLED: { state: 'FAILED', errorCode: 'MERCHANT_CANCELLED' },
}

/** As `toOrderStatus`, for a link: with its page, where the response repeats it. */
export function toLinkStatus(response: LinkResponse): ProviderOrderStatus {
  const { state, paymentFlow, ...order } = response
  const { state: stateOfOrder, ...why } = isLinkState(state) ? LINK_STATES[state] : { state }
  const status = toOrderStatus({ ...order, state: stateOfOrder })
  const linkUrl = link(paymentFlow?.paylinkUrl)
  return { ...(status.errorCode === undefined ? why : {}), ...status, ...known({ linkUrl }) }
}

/** The provider may leave a debit that nobody tried as it is for ever: this long after its end, the debit has failed. Milliseconds. */
const LEFT_AFTER_MS = 3_600_000

/** As `toOrderStatus`, for an order of a mandate: one that waits for its debit is open. With the window of the debit. */
export function toBillingStatus(response: BillingOrderResponse, nowMs: number): ProviderOrderStatus {
  const { state, paymentFlow, ...order } = response
  const status = toOrderStatus({ ...order, state: isWaiting(state) ? 'PENDING' : state })
  const { notifiedAt, validAfter, validUpto } = Object(paymentFlow) as { [field: string]: unknown }
  const debitWindow = known({
    notifiedAtMs: time(notifiedAt),
    validAfterMs: time(validAfter),
    validUntilMs: time(validUpto),
  })
  const isLeft = isWaiting(state) && status.expireAt !== undefined && nowMs > status.expireAt + LEFT_AFTER_MS
  return { ...status, ...(isLeft && LINK_STATES.EXPIRED), debitWindow }
}

const isWaiting = (state: BillingOrderResponse['state']) => state === 'NOTIFICATION_IN_PROGRESS' || state === 'NOTIFIED'

/** Maps the status of a mandate to what is stored. */
export function toMandateStatus(mandate: MandateResponse) {
  const { subscriptionId, state, maxAmount, expireAt, pauseStartDate, pauseEndDate } = mandate
  return {
    state,
    ...known({
      providerId: text(subscriptionId),
      maxAmount: readAmount(maxAmount),
      expiresAtMs: time(expireAt),
      pausedAtMs: state === 'PAUSED' || state === 'PAUSE_IN_PROGRESS' ? time(pauseStartDate) : undefined,
      pauseEndsAtMs: time(pauseEndDate),
    }),
  }
}

const isLinkState = (state: string): state is keyof typeof LINK_STATES => Object.hasOwn(LINK_STATES, state)

/** Maps the reply to a pay request to what is stored. What has not the documented form is left out: the order exists nevertheless. */
export function toCreatedOrder({ orderId, expireAt, redirectUrl, intentUrl, qrData, token }: CreateOrderResponse) {
  return {
    created: known({ orderId: text(orderId), expireAt: time(expireAt) }),
    payerAction: known({
      redirectUrl: link(redirectUrl),
      intentUrl: link(intentUrl),
      qrData: link(qrData),
      token: link(token),
    }),
  }
}

/** The callback of a failed attempt may hold few fields. Without a `transactionId` there is nothing to store. */
function toPaymentAttempts(response: Partial<AttemptResponse>): PaymentAttempt[] {
  const transactionId = text(response.transactionId)
  if (transactionId === undefined) return []
  const { state, amount, paymentMode, timestamp, errorCode, detailedErrorCode } = response
  return [
    {
      transactionId,
      state: state ?? 'UNKNOWN',
      paymentMode: text(paymentMode) ?? 'UNKNOWN',
      ...known({
        timestamp: time(timestamp),
        errorCode: text(errorCode),
        detailedErrorCode: text(detailedErrorCode),
        amount: readAmount(amount),
        ...meansOf(response),
      }),
    },
  ]
}

/** Refunds have two wire shapes; in one of them code and UTR are in `paymentDetails` only. */
export function toRefundStatus(response: RefundResponse): ProviderRefundStatus {
  const { state, wireState, amount, refundId, merchantRefundId, originalMerchantOrderId } = response
  const details = list(response.paymentDetails)
  // Of several attempts, use those with the refund's own state.
  const ended = details.filter((one) => one.state === state)
  const places = [response, ...(ended.length > 0 ? ended : details)]
  // A failed attempt does not explain a refund that did not fail.
  const reasons = state === 'FAILED' ? places : [response]
  return {
    ...known({
      amount: amount === undefined || amount === null ? undefined : readTotal(amount),
      wireState: state === 'UNKNOWN' ? text(wireState) : undefined,
      refundId: text(refundId),
      merchantRefundId: text(merchantRefundId),
      originalMerchantOrderId: text(originalMerchantOrderId),
      errorCode: firstText(reasons, ({ errorCode }) => errorCode),
      detailedErrorCode: firstText(reasons, ({ detailedErrorCode }) => detailedErrorCode),
      utr: firstText(places, (place) => meansOf(place).utr),
      timestamp: places.map(({ timestamp }) => time(timestamp)).find((one) => one !== undefined),
    }),
    state,
  }
}

function meansOf(response: InstrumentResponse & { splitInstruments?: readonly InstrumentResponse[] }) {
  const places: InstrumentResponse[] = [response, ...list(response.splitInstruments)]
  const vpa = firstText(places, ({ rail }) => rail?.vpa)
  return {
    instrument: firstText(places, ({ instrument }) => instrument?.type),
    card: cardOf(places),
    rail: firstText(places, ({ rail }) => rail?.type),
    utr: firstText(places, ({ rail }) => rail?.utr),
    payerVpa: vpa === undefined ? undefined : vpa.includes('@') ? maskVpa(vpa) : maskText(vpa),
  }
}

/** The network and the last four digits of the card that paid; more digits are never kept. */
function cardOf(places: readonly InstrumentResponse[]): PaidCard | undefined {
  const network = firstText(places, ({ instrument }) => instrument?.cardNetwork)
  const last4 = firstText(places, ({ instrument }) => instrument?.maskedCardNumber)?.match(/\d{4}$/)?.[0]
  const card = known({ network, last4 })
  return Object.keys(card).length > 0 ? card : undefined
}

function firstText<Place>(places: readonly Place[], read: (place: Place) => unknown): string | undefined {
  for (const place of places) {
    const found = text(read(place))
    if (found !== undefined) return found
  }
  return undefined
}

/** The objects of a value that should be a list. */
function list<One extends object>(value: readonly One[] | undefined): Partial<One>[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : []
}

const MAX_TEXT = 300

/** Text that PostgreSQL can store. */
function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? storable(value.slice(0, MAX_TEXT)) : undefined
}

function integer(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined
}

/** Paise; undefined when it is not a number, less than 0, or more than a payment can be. */
function readAmount(value: unknown): Paise | undefined {
  const amount = integer(value)
  return amount !== undefined && amount >= 0 && amount <= MAX_AMOUNT ? (amount as Paise) : undefined
}

/** Paise. A total that is stated and cannot be read becomes −1, which no order has; never a zero. */
const readTotal = (value: unknown): Paise => readAmount(value) ?? (-1 as Paise)

/** Returns the link, of any length: a QR code is an image. */
const link = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? storable(value) : undefined

/** Limits of a time in epoch milliseconds, the years 2020 to 5138: a number beyond them is a mistake, or has another unit. */
const TIME_MS = { min: Date.UTC(2020), max: 1e14 }

function time(value: unknown): number | undefined {
  const ms = typeof value === 'number' ? integer(Math.floor(value)) : undefined
  return ms !== undefined && ms >= TIME_MS.min && ms <= TIME_MS.max ? ms : undefined
}

type Known<Shape> = { [Key in keyof Shape]?: Exclude<Shape[Key], undefined> }

function known<Shape extends object>(shape: Shape): Known<Shape> {
  const present: Known<Shape> = {}
  for (const name of Object.keys(shape) as (keyof Shape)[]) {
    const value = shape[name]
    if (value !== undefined && value !== null) present[name] = value as Exclude<Shape[keyof Shape], undefined>
  }
  return present
}

/** The meaning of a failed call. Read from the fields of a `GallaError`, because a bundler may have duplicated the SDK. */
export interface ProviderFailure {
  readonly outcome: 'not-sent' | 'rejected' | 'unknown'
  readonly code?: string
  /** Status of the response, if one arrived. */
  readonly httpStatus?: number
  /** Requests that the client sent for this call, if it says so. */
  readonly attempts?: number
  /** True when the order id was used before, possibly by this gateway's own request whose reply was lost; only for a pay request. */
  readonly duplicateId: boolean
  /** True when the provider does not know the order; only for an order's status check. After a lost request, this decides nothing. */
  readonly unknownId: boolean
  /** Refused for now, such as by a rate limit or an expired token: the same call may succeed later. */
  readonly temporary: boolean
  readonly message: string
  /** The SDK refused to send the request: the invalid field. */
  readonly field?: string
}

// Of orders. What the failures of refund calls mean is in `refund-failures.ts`.
const UNKNOWN_ORDER = new Set(['INVALID_MERCHANT_ORDER_ID', 'MERCHANT_ORDER_MAPPING_NOT_FOUND', 'ORDER_NOT_FOUND'])
const UNKNOWN_ORDER_WORDS = /^no entry found\b|^(?:merchant )?order(?: id)? not found\b/i
const DUPLICATE_ORDER = new Set(['INVALID_TRANSACTION_ID', 'ORDER_ALREADY_EXISTS', 'INVALID_MERCHANT_ORDER_ID'])
const DUPLICATE_WORDS = /already been used|already exists|duplicat/i
const TEMPORARY_STATUSES = new Set([401, 408, 425, 429])

/** True when the provider does not know a mandate: no payer approved it, or it belongs to another account. */
export const isUnknownMandate = ({ outcome, code }: Pick<ProviderFailure, 'outcome' | 'code'>): boolean =>
  outcome === 'rejected' && code === 'SUBSCRIPTION_NOT_FOUND'

/** Reads the meaning of a failed call of an order. @throws the error itself when it is not the SDK's: a bug must not look like a provider response. */
export function readFailure(error: unknown): ProviderFailure {
  const fields = Object(error) as { [field: string]: unknown }
  const { outcome, kind, field } = fields
  if (outcome !== 'not-sent' && outcome !== 'rejected' && outcome !== 'unknown') throw error
  // Both are stored with what they decide.
  const words = stored(fields.message)
  const code = stored(fields.code)
  const httpStatus = ifNumber(fields.httpStatus)
  return {
    outcome,
    ...known({ code: code || undefined, httpStatus, attempts: ifNumber(fields.attempts) }),
    ...(outcome === 'rejected' ? refusalOf(code, words, httpStatus) : NOT_REFUSED),
    message: words,
    ...(kind === 'invalid-request' && typeof field === 'string' ? { field } : {}),
  }
}

const stored = (value: unknown): string => (typeof value === 'string' ? storable(value) : '')
const ifNumber = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

const NOT_REFUSED = { duplicateId: false, unknownId: false, temporary: false }

/** The meaning of a refusal of the provider. */
const refusalOf = (code: string, message: string, httpStatus = 0): typeof NOT_REFUSED => ({
  duplicateId: DUPLICATE_ORDER.has(code) || DUPLICATE_WORDS.test(`${code} ${message}`),
  // A bare 404 decides nothing: credentials of the older product and many proxies cause one too.
  unknownId:
    UNKNOWN_ORDER.has(code) || ((httpStatus === 400 || httpStatus === 404) && UNKNOWN_ORDER_WORDS.test(message.trim())),
  temporary: TEMPORARY_STATUSES.has(httpStatus),
})
