import { builderOf } from '../builder.ts'
import { PaymentV2Instrument } from './payment-instrument.ts'

export class UpiQrPaymentV2Instrument extends PaymentV2Instrument {
  constructor() {
    super('UPI_QR')
  }

  static builder(): UpiQrPaymentV2InstrumentBuilder {
    return new UpiQrPaymentV2InstrumentBuilder()
  }
}

interface UpiQrPaymentV2InstrumentBuilder {
  build(): UpiQrPaymentV2Instrument
}

const UpiQrPaymentV2InstrumentBuilder: new () => UpiQrPaymentV2InstrumentBuilder = builderOf<
  object,
  UpiQrPaymentV2InstrumentBuilder
>([], () => new UpiQrPaymentV2Instrument())
