import { builderOf, type Setters } from '../builder.ts'
import type { BillingAddress } from './billing-address.ts'
import type { Expiry } from './expiry.ts'
import { PaymentV2Instrument } from './payment-instrument.ts'

interface DetailFields {
  encryptedCardNumber: string
  encryptedCvv: string
  encryptionKeyId: number
  expiry: Expiry
  cardHolderName?: string | undefined
}

export class NewCardDetails {
  declare encryptedCardNumber: string
  declare encryptedCvv: string
  declare encryptionKeyId: number
  declare expiry: Expiry
  declare cardHolderName?: string | undefined
  /** No builder sets it; assign it. */
  declare billingAddress?: BillingAddress | undefined

  constructor(
    encryptedCardNumber: string,
    encryptedCvv: string,
    encryptionKeyId: number,
    expiry: Expiry,
    cardHolderName?: string,
  ) {
    Object.assign(this, { encryptedCardNumber, encryptionKeyId, encryptedCvv, expiry, cardHolderName })
  }

  static builder(): NewCardDetailsBuilder {
    return new NewCardDetailsBuilder()
  }
}

interface NewCardDetailsBuilder extends Setters<DetailFields, NewCardDetailsBuilder> {
  build(): NewCardDetails
}

const NewCardDetailsBuilder: new () => NewCardDetailsBuilder = builderOf<DetailFields, NewCardDetailsBuilder>(
  ['encryptedCardNumber', 'encryptedCvv', 'encryptionKeyId', 'expiry', 'cardHolderName'],
  (set) =>
    new NewCardDetails(set.encryptedCardNumber, set.encryptedCvv, set.encryptionKeyId, set.expiry, set.cardHolderName),
)

interface Fields {
  cardDetails: NewCardDetails
  authMode?: string | undefined
  savedCard?: boolean | undefined
  merchantUserId?: string | undefined
}

export class CardPaymentV2Instrument extends PaymentV2Instrument {
  authMode: string | undefined
  cardDetails: NewCardDetails
  merchantUserId: string | undefined
  savedCard: boolean | undefined

  constructor(cardDetails: NewCardDetails, authMode?: string, merchantUserId?: string, savedCard?: boolean) {
    super('CARD')
    this.authMode = authMode
    this.cardDetails = cardDetails
    this.merchantUserId = merchantUserId
    this.savedCard = savedCard
  }

  static builder(): CardPaymentV2InstrumentBuilder {
    return new CardPaymentV2InstrumentBuilder()
  }
}

interface CardPaymentV2InstrumentBuilder extends Setters<Fields, CardPaymentV2InstrumentBuilder> {
  build(): CardPaymentV2Instrument
}

const CardPaymentV2InstrumentBuilder: new () => CardPaymentV2InstrumentBuilder = builderOf<
  Fields,
  CardPaymentV2InstrumentBuilder
>(
  ['cardDetails', 'authMode', 'savedCard', 'merchantUserId'],
  (set) => new CardPaymentV2Instrument(set.cardDetails, set.authMode, set.merchantUserId, set.savedCard),
)
