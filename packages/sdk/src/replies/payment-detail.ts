import type { Paise } from '@galla/contract/money'
import { INSTRUMENT_TYPES, type WireInstrument } from '@galla/contract/provider/instrument'
import { RAIL_TYPES, type WireRail } from '@galla/contract/provider/rail'
import { ORDER_STATES, type OrderState } from '@galla/contract/provider/states'
import { readAmounts, readState, readType, type UnknownVariant, type WithState } from './words.ts'

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
