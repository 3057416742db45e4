import type { Paise } from '@galla/contract/money'
import { INSTRUMENT_TYPES, type WireInstrument } from '@galla/contract/provider/instrument'
import { RAIL_TYPES, type WireRail } from '@galla/contract/provider/rail'
import type { ErrorContext } from '@galla/contract/provider/replies'
import type { MetaInfo } from '@galla/contract/provider/requests'
import { ORDER_STATES, type OrderState } from '@galla/contract/provider/states'
import { readAmounts, readState, readType, type UnknownVariant, type WithState } from './unknown-variants.ts'

/** What carried the money. */
export type Rail = WireRail | UnknownVariant
/** What paid. */
export type Instrument = WireInstrument | UnknownVariant

/** Why something failed; both codes come with FAILED only. */
export interface Failure {
  errorCode?: string
  detailedErrorCode?: string
}

/** One part of a payment; a plain payment has one. */
export interface Split {
  amount: Paise
  instrument?: Instrument
  rail?: Rail
}

/** One attempt. Rail and instrument may stand here, in `splitInstruments`, or in both with different detail. */
export type PaymentDetail = WithState<OrderState> &
  Failure &
  Partial<Split> & {
    /** The provider's id of the attempt, `OM…`. */
    transactionId: string
    paymentMode: string
    /** Epoch milliseconds. */
    timestamp: number
    amount: Paise
    payableAmount?: Paise
    feeAmount?: Paise
    splitInstruments?: readonly Split[]
  }

type Fields = { [field: string]: unknown }

export function readPaymentDetail(value: unknown, states: readonly string[] = ORDER_STATES): void {
  if (typeof value !== 'object' || value === null) return
  const detail = value as Fields
  readState(detail, states)
  readAmounts(detail, ['amount', 'payableAmount', 'feeAmount'])
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
  readType(split.rail, RAIL_TYPES)
  readType(split.instrument, INSTRUMENT_TYPES)
  readAmounts(split, ['amount'])
}

/** Reply of both pays and both SDK orders. */
export type CreatedOrder = WithState<OrderState> & {
  /** The provider's id of the order, `OMO…`. */
  orderId: string
  /** Epoch milliseconds. */
  expireAt: number
}

/** An order as the provider holds it. Decide by `state` alone, after comparing `amount` with your own record. */
export type OrderStatus = WithState<OrderState> &
  Failure & {
    orderId: string
    merchantOrderId?: string
    merchantId?: string
    amount: Paise
    payableAmount?: Paise
    feeAmount?: Paise
    currency?: string
    /** Epoch milliseconds. */
    expireAt: number
    metaInfo?: MetaInfo
    /** Asked for with `errorContext`; on FAILED only. */
    errorContext?: ErrorContext
    /** Attempts; empty until the payer tried. */
    paymentDetails: readonly PaymentDetail[]
  }

/** The parsed reply itself: what we do not know survives, what we cannot name is marked. */
export function readOrderStatus(reply: object): OrderStatus {
  const status = reply as { [field: string]: unknown }
  readState(status, ORDER_STATES)
  readAmounts(status, ['amount', 'payableAmount', 'feeAmount'])
  if (!Array.isArray(status.paymentDetails)) status.paymentDetails = []
  for (const detail of status.paymentDetails as unknown[]) readPaymentDetail(detail)
  return reply as OrderStatus
}

export function readOpened<More>(reply: object): CreatedOrder & More {
  readState(reply as { [field: string]: unknown }, ORDER_STATES)
  return reply as CreatedOrder & More
}
