import type { PgV2InstrumentType } from '../words.ts'

/** What a payer is asked to pay with. */
export abstract class PaymentV2Instrument {
  readonly type: PgV2InstrumentType

  constructor(type: PgV2InstrumentType) {
    this.type = type
  }
}
