import type { PgV2InstrumentType } from '../words.ts'
import type { AnyInstrument } from './instruments.ts'
import type { AnyRail } from './rails.ts'

/** One part of a payment. */
export class InstrumentCombo {
  declare instrument: AnyInstrument
  declare rail: AnyRail
  declare amount: number
}

/** One attempt. */
export class PaymentDetail {
  declare transactionId: string
  declare paymentMode: PgV2InstrumentType
  /** Epoch milliseconds. */
  declare timestamp: number
  declare amount: number
  declare state: string
  declare errorCode?: string
  declare detailedErrorCode?: string
  declare instrument?: AnyInstrument
  declare rail?: AnyRail
  declare splitInstruments?: InstrumentCombo[]
}

/** One attempt that a refund went back to. */
export class PaymentRefundDetail extends PaymentDetail {}
