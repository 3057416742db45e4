import type * as Wire from '@galla/contract/provider/payment-mode'
import { type Builder, builderOf } from './builder.ts'
import { PgV2InstrumentType } from './enums.ts'
import { type InstrumentFields, PaymentV2Instrument } from './instruments.ts'

/** Expiry of a card or token. */
export class Expiry implements Wire.Expiry {
  month: string
  year: string

  constructor(month: string, year: string) {
    this.month = month
    this.year = year
  }

  /** A builder. @example Expiry.builder().expiryMonth('06').expiryYear('2030').build() */
  static builder(): Builder<ExpiryFields, Expiry> {
    return new ExpiryBuilder()
  }
}
interface ExpiryFields {
  /** `01` to `12`. */
  expiryMonth: string
  /** Four digits. */
  expiryYear: string
}
const ExpiryBuilder = builderOf<ExpiryFields, Expiry>(
  ['expiryMonth', 'expiryYear'],
  ({ expiryMonth, expiryYear }) => new Expiry(expiryMonth, expiryYear),
)

/** Billing address of a card. */
export class BillingAddress implements Wire.BillingAddress {
  declare line1?: string | undefined
  declare line2?: string | undefined
  declare city?: string | undefined
  declare state?: string | undefined
  declare zip?: string | undefined
  declare country?: string | undefined

  constructor(line1?: string, line2?: string, city?: string, state?: string, zip?: string, country?: string) {
    Object.assign(this, { line1, line2, city, state, zip, country })
  }

  /** A builder. @example BillingAddress.builder().line1('1 Road').city('Pune').country('IN').build() */
  static builder(): Builder<BillingAddress, BillingAddress> {
    return new BillingAddressBuilder()
  }
}
const BillingAddressBuilder = builderOf<BillingAddress, BillingAddress>(
  ['line1', 'line2', 'city', 'state', 'zip', 'country'],
  ({ line1, line2, city, state, zip, country }) => new BillingAddress(line1, line2, city, state, zip, country),
)

/** A card. Encrypt number and CVV separately: RSA, PKCS#1 v1.5, Base64 (protocol §4.8). */
export class NewCardDetails implements Wire.CardDetails {
  declare encryptedCardNumber: string
  declare encryptedCvv: string
  declare encryptionKeyId: number
  declare expiry: Expiry
  declare cardHolderName?: string | undefined
  /** Billing address. No builder sets this property; assign a value. */
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

  /** A builder. @example NewCardDetails.builder().encryptedCardNumber(pan).encryptedCvv(cvv).encryptionKeyId(1).expiry(expiry).build() */
  static builder(): Builder<Omit<NewCardDetails, 'billingAddress'>, NewCardDetails> {
    return new NewCardDetailsBuilder()
  }
}
const NewCardDetailsBuilder = builderOf<Omit<NewCardDetails, 'billingAddress'>, NewCardDetails>(
  ['encryptedCardNumber', 'encryptedCvv', 'encryptionKeyId', 'expiry', 'cardHolderName'],
  (set) =>
    new NewCardDetails(set.encryptedCardNumber, set.encryptedCvv, set.encryptionKeyId, set.expiry, set.cardHolderName),
)

/** A card payment. */
export class CardPaymentV2Instrument extends PaymentV2Instrument {
  /** Way in which the payer is authenticated, such as `3DS`. */
  authMode?: string | undefined
  /** The encrypted card. */
  cardDetails: NewCardDetails
  /** Your id of the payer. */
  merchantUserId?: string | undefined
  /** True when the payer asks to save the card. */
  savedCard?: boolean | undefined

  constructor(cardDetails: NewCardDetails, authMode?: string, merchantUserId?: string, savedCard?: boolean) {
    super(PgV2InstrumentType.CARD)
    this.authMode = authMode
    this.cardDetails = cardDetails
    this.merchantUserId = merchantUserId
    this.savedCard = savedCard
  }

  /** A builder. @example CardPaymentV2Instrument.builder().cardDetails(card).authMode('3DS').build() */
  static builder(): Builder<InstrumentFields<CardPaymentV2Instrument>, CardPaymentV2Instrument> {
    return new CardPaymentV2InstrumentBuilder()
  }
}
const CardPaymentV2InstrumentBuilder = builderOf<InstrumentFields<CardPaymentV2Instrument>, CardPaymentV2Instrument>(
  ['cardDetails', 'authMode', 'savedCard', 'merchantUserId'],
  (set) => new CardPaymentV2Instrument(set.cardDetails, set.authMode, set.merchantUserId, set.savedCard),
)

/** A network token. Token and CVV are encrypted as in `NewCardDetails`. */
export class TokenDetails implements Wire.TokenDetails {
  declare encryptedToken: string
  declare encryptedCvv: string
  declare encryptionKeyId: number
  declare expiry: Expiry
  declare cryptogram: string
  declare panSuffix: string
  declare cardHolderName?: string | undefined
  declare eci?: string | undefined
  declare atc?: string | undefined

  constructor(
    encryptedToken: string,
    encryptedCvv: string,
    encryptionKeyId: number,
    expiry: Expiry,
    cryptogram: string,
    panSuffix: string,
    cardHolderName?: string,
    eci?: string,
    atc?: string,
  ) {
    const card = { encryptedToken, encryptedCvv, encryptionKeyId, expiry, cryptogram, panSuffix, cardHolderName }
    Object.assign(this, card, { eci, atc })
  }

  /** A builder. @example TokenDetails.builder().encryptedToken(token).encryptionKeyId(1).expiry(expiry).build() */
  static builder(): Builder<TokenDetails, TokenDetails> {
    return new TokenDetailsBuilder()
  }
}
const TokenDetailsBuilder = builderOf<TokenDetails, TokenDetails>(
  [
    'encryptedToken',
    'encryptedCvv',
    'encryptionKeyId',
    'expiry',
    'cryptogram',
    'panSuffix',
    'cardHolderName',
    'eci',
    'atc',
  ],
  (set) =>
    new TokenDetails(
      set.encryptedToken,
      set.encryptedCvv,
      set.encryptionKeyId,
      set.expiry,
      set.cryptogram,
      set.panSuffix,
      set.cardHolderName,
      set.eci,
      set.atc,
    ),
)

/** A payment with a network token. */
export class TokenPaymentV2Instrument extends PaymentV2Instrument {
  /** Way in which the payer is authenticated, such as `3DS`. */
  authMode?: string | undefined
  /** The encrypted token. */
  tokenDetails: TokenDetails
  /** Your id of the payer. */
  merchantUserId?: string | undefined

  constructor(tokenDetails: TokenDetails, authMode?: string, merchantUserId?: string) {
    super(PgV2InstrumentType.TOKEN)
    this.authMode = authMode
    this.tokenDetails = tokenDetails
    this.merchantUserId = merchantUserId
  }

  /** A builder. @example TokenPaymentV2Instrument.builder().tokenDetails(token).authMode('3DS').build() */
  static builder(): Builder<InstrumentFields<TokenPaymentV2Instrument>, TokenPaymentV2Instrument> {
    return new TokenPaymentV2InstrumentBuilder()
  }
}
const TokenPaymentV2InstrumentBuilder = builderOf<InstrumentFields<TokenPaymentV2Instrument>, TokenPaymentV2Instrument>(
  ['tokenDetails', 'authMode', 'merchantUserId'],
  (set) => new TokenPaymentV2Instrument(set.tokenDetails, set.authMode, set.merchantUserId),
)
