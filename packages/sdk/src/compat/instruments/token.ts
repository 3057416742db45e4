import { builderOf, type Setters } from '../builder.ts'
import type { Expiry } from './expiry.ts'
import { PaymentV2Instrument } from './payment-instrument.ts'

interface DetailFields {
  encryptedToken: string
  encryptedCvv: string
  encryptionKeyId: number
  expiry: Expiry
  cryptogram: string
  panSuffix: string
  cardHolderName?: string | undefined
  eci?: string | undefined
  atc?: string | undefined
}

export class TokenDetails {
  declare encryptedToken: string
  declare encryptedCvv: string
  declare encryptionKeyId: number
  declare expiry: Expiry
  declare cryptogram: string
  /** Last four digits of the real card. */
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

  static builder(): TokenDetailsBuilder {
    return new TokenDetailsBuilder()
  }
}

interface TokenDetailsBuilder extends Setters<DetailFields, TokenDetailsBuilder> {
  build(): TokenDetails
}

const TokenDetailsBuilder: new () => TokenDetailsBuilder = builderOf<DetailFields, TokenDetailsBuilder>(
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

interface Fields {
  tokenDetails: TokenDetails
  authMode?: string | undefined
  merchantUserId?: string | undefined
}

export class TokenPaymentV2Instrument extends PaymentV2Instrument {
  authMode: string | undefined
  tokenDetails: TokenDetails
  merchantUserId: string | undefined

  constructor(tokenDetails: TokenDetails, authMode?: string, merchantUserId?: string) {
    super('TOKEN')
    this.authMode = authMode
    this.tokenDetails = tokenDetails
    this.merchantUserId = merchantUserId
  }

  static builder(): TokenPaymentV2InstrumentBuilder {
    return new TokenPaymentV2InstrumentBuilder()
  }
}

interface TokenPaymentV2InstrumentBuilder extends Setters<Fields, TokenPaymentV2InstrumentBuilder> {
  build(): TokenPaymentV2Instrument
}

const TokenPaymentV2InstrumentBuilder: new () => TokenPaymentV2InstrumentBuilder = builderOf<
  Fields,
  TokenPaymentV2InstrumentBuilder
>(
  ['tokenDetails', 'authMode', 'merchantUserId'],
  (set) => new TokenPaymentV2Instrument(set.tokenDetails, set.authMode, set.merchantUserId),
)
