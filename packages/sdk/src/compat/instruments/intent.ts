import { builderOf, type Setters } from '../builder.ts'
import { PaymentV2Instrument } from './payment-instrument.ts'

interface Fields {
  targetApp?: string | undefined
}

export class IntentPaymentV2Instrument extends PaymentV2Instrument {
  /** Android: the app's package name. iOS: `PHONEPE`, `GPAY`, `PAYTM`, … */
  targetApp: string | undefined

  constructor(targetApp?: string) {
    super('UPI_INTENT')
    this.targetApp = targetApp
  }

  static builder(): IntentPaymentV2InstrumentBuilder {
    return new IntentPaymentV2InstrumentBuilder()
  }
}

interface IntentPaymentV2InstrumentBuilder extends Setters<Fields, IntentPaymentV2InstrumentBuilder> {
  build(): IntentPaymentV2Instrument
}

const IntentPaymentV2InstrumentBuilder: new () => IntentPaymentV2InstrumentBuilder = builderOf<
  Fields,
  IntentPaymentV2InstrumentBuilder
>(['targetApp'], ({ targetApp }) => new IntentPaymentV2Instrument(targetApp))
