import type { Paise } from '@galla/contract/money'
import { INSTRUMENT_TYPES, RAIL_TYPES, type WireInstrument, type WireRail } from '@galla/contract/provider/instrument'
import type { MetaInfo } from '@galla/contract/provider/requests'
import type { ErrorContext } from '@galla/contract/provider/responses'
import { ORDER_STATES, type OrderState } from '@galla/contract/provider/states'
import {
  normalizeAmounts,
  normalizeState,
  normalizeType,
  type UnknownVariant,
  type WithState,
} from './unknown-variants.ts'

/** The rail, or payment network, that carried the money. */
export type Rail = WireRail | UnknownVariant
/** The payer's instrument, such as a card or bank account. */
export type Instrument = WireInstrument | UnknownVariant

/** The reason for the failure of an order, attempt or refund. Present with FAILED only. */
export interface Failure {
  /** Coarse reason, such as `INSUFFICIENT_BALANCE`. */
  errorCode?: string
  /** Exact reason, such as `Z9` (protocol §8.4). */
  detailedErrorCode?: string
}

/** A new order. */
export type CreatedOrder = WithState<OrderState> & {
  /** The provider's id of the order, `OMO…`. */
  orderId: string
  /** When the order expires. Epoch milliseconds. */
  expireAt: number
}

/** One part of a payment. Most payments have a single part. */
export interface Split {
  /** Paise. */
  amount: Paise
  /** The instrument of the payment. */
  instrument?: Instrument
  /** The rail that carried the money. */
  rail?: Rail
}

/** One attempt to pay. `rail` and `instrument` are in the attempt, in `splitInstruments`, or in both with different detail. */
export type PaymentDetail = WithState<OrderState> &
  Failure &
  Partial<Split> & {
    /** The provider's id of the attempt, `OM…`. */
    transactionId: string
    /** A payment mode, such as `UPI_INTENT` or `CARD`. */
    paymentMode: string
    /** When the attempt started. Epoch milliseconds. */
    timestamp: number
    /** Paise. */
    amount: Paise
    /** The amount that the payer pays after offers. Paise. */
    payableAmount?: Paise
    /** Convenience fee. Paise. */
    feeAmount?: Paise
    /** The parts of the payment; their amounts add up to `amount`. */
    splitInstruments?: readonly Split[]
  }

/** An order at the provider. Compare `amount` with your own record, then decide by `state` alone. */
export type OrderStatus = WithState<OrderState> & OrderFields

/** The fields that the status of every kind of order has. */
export type OrderFields = Failure & {
  /** The provider's id of the order, `OMO…`. */
  orderId: string
  /** Your id of the order; not in every response. */
  merchantOrderId?: string
  /** Your merchant id; not in every response. */
  merchantId?: string
  /** Paise. */
  amount: Paise
  /** The amount that the payer pays after offers. Paise. */
  payableAmount?: Paise
  /** Convenience fee. Paise. */
  feeAmount?: Paise
  /** `INR`; not in every response. */
  currency?: string
  /** When the order expires. Epoch milliseconds. */
  expireAt: number
  /** The values that were sent with the order. */
  metaInfo?: MetaInfo
  /** The detailed reason for a failure. Present with FAILED, if the call asked for `errorContext`. */
  errorContext?: ErrorContext
  /** Settlement of the order's money, as received, if the call asked for `settlementDetails`. The shape is unknown (protocol §17.5). */
  settlementDetails?: unknown
  /** Attempts to pay; empty until the payer tries. */
  paymentDetails: readonly PaymentDetail[]
}

type Fields = { [field: string]: unknown }

const AMOUNTS = ['amount', 'payableAmount', 'feeAmount']

/** The parsed response itself: unknown fields survive, unknown variants are marked. */
export function readOrderStatus(response: object, states: readonly string[] = ORDER_STATES): OrderStatus {
  const status = response as Fields
  normalizeState(status, states)
  normalizeAmounts(status, AMOUNTS)
  if (!Array.isArray(status.paymentDetails)) status.paymentDetails = []
  for (const detail of status.paymentDetails as unknown[]) readPaymentDetail(detail)
  return response as OrderStatus
}

export function readCreatedOrder<More>(response: object): CreatedOrder & More {
  normalizeState(response as Fields, ORDER_STATES)
  return response as CreatedOrder & More
}

export function readPaymentDetail(value: unknown, states: readonly string[] = ORDER_STATES): void {
  if (typeof value !== 'object' || value === null) return
  const detail = value as Fields
  normalizeState(detail, states)
  normalizeAmounts(detail, AMOUNTS)
  readSplit(detail)
  readSplits(detail)
}

export function readSplits(from: Fields): void {
  if (!Array.isArray(from.splitInstruments)) return
  for (const split of from.splitInstruments) readSplit(split)
}

function readSplit(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  const split = value as Fields
  normalizeType(split.rail, RAIL_TYPES)
  normalizeType(split.instrument, INSTRUMENT_TYPES)
  normalizeAmounts(split, ['amount'])
}
