import { builderOf, type Setters } from '../builder.ts'
import { PaymentV2Instrument } from './payment-instrument.ts'

interface Fields {
  bankId: string
  merchantUserId?: string | undefined
}

export class NetBankingPaymentV2Instrument extends PaymentV2Instrument {
  bankId: string
  merchantUserId: string | undefined

  constructor(bankId: string, merchantUserId?: string) {
    super('NET_BANKING')
    this.bankId = bankId
    this.merchantUserId = merchantUserId
  }

  static builder(): NetBankingPaymentV2InstrumentBuilder {
    return new NetBankingPaymentV2InstrumentBuilder()
  }
}

interface NetBankingPaymentV2InstrumentBuilder extends Setters<Fields, NetBankingPaymentV2InstrumentBuilder> {
  build(): NetBankingPaymentV2Instrument
}

const NetBankingPaymentV2InstrumentBuilder: new () => NetBankingPaymentV2InstrumentBuilder = builderOf<
  Fields,
  NetBankingPaymentV2InstrumentBuilder
>(
  ['bankId', 'merchantUserId'],
  ({ bankId, merchantUserId }) => new NetBankingPaymentV2Instrument(bankId, merchantUserId),
)
