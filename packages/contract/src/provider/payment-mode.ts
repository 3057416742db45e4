/** Payment modes on the merchant's own page (protocol §4). */
export type PaymentMode = UpiMode | PageMode

/** Payment modes without a page of the bank. */
export type UpiMode =
  | {
      /** A QR code. */
      type: 'UPI_QR'
    }
  | {
      /** The PhonePe app. */
      type: 'PPE_INTENT'
    }
  | {
      /** A UPI app on the payer's device. */
      type: 'UPI_INTENT'
      /**
       * Android: the app's package name. iOS: `PHONEPE`, `GPAY`, `PAYTM`, `CRED`, `SUPERMONEY`, `BHIM`, `AMAZON`. Without this
       * field and `deviceOS`, the provider returns a link that any UPI app opens, also as a QR code.
       */
      targetApp?: string | undefined
    }
  | {
      /** A request in the payer's UPI app. */
      type: 'UPI_COLLECT'
      /** The receiver of the request. */
      details: Payer
      /** Text that the payer sees with the request. */
      message?: string | undefined
    }

/** Payment modes that send the payer to a page of the bank. These modes need a `redirectUrl`. */
export type PageMode = NetBankingMode | CardMode | TokenMode

/** Net banking (protocol §4.5). */
export interface NetBankingMode {
  /** Net banking. */
  type: 'NET_BANKING'
  /** The provider's code of the bank, such as `ICIC`. */
  bankId: string
  /** Your id of the payer. */
  merchantUserId?: string | undefined
}

/** A card (protocol §4.6). */
export interface CardMode extends CardCommon {
  /** A card. */
  type: 'CARD'
  /** The encrypted card. */
  cardDetails: CardDetails
  /** True when the payer asks to save the card. */
  savedCard?: boolean | undefined
}

/** A network-tokenised card (protocol §4.7). */
export interface TokenMode extends CardCommon {
  /** A network token. */
  type: 'TOKEN'
  /** The encrypted token. */
  tokenDetails: TokenDetails
}

interface CardCommon {
  /** Way in which the payer is authenticated. */
  authMode?: '3DS' | (string & {}) | undefined
  /** Your id of the payer. */
  merchantUserId?: string | undefined
}

/** The receiver of a collect request. */
export type Payer =
  | {
      /** By UPI id. */
      type: 'VPA'
      /** UPI id, such as `asha@ybl`. */
      vpa: string
    }
  | {
      /** By phone number. */
      type: 'PHONE_NUMBER'
      /** Ten digits. */
      phoneNumber: string
    }

/** A card. Encrypt number and CVV separately: RSA, PKCS#1 v1.5, Base64 (protocol §4.8). */
export interface CardDetails {
  /** Base64 ciphertext. */
  encryptedCardNumber: string
  /** Index of the public key. */
  encryptionKeyId: number
  /** Base64 ciphertext. */
  encryptedCvv: string
  /** Expiry of the card. */
  expiry: Expiry
  /** Name on the card. */
  cardHolderName?: string | undefined
  /** Billing address of the card. */
  billingAddress?: BillingAddress | undefined
}

/** A network token. Token and CVV are encrypted as in `CardDetails`. */
export interface TokenDetails {
  /** Base64 ciphertext. */
  encryptedToken: string
  /** Index of the public key. */
  encryptionKeyId: number
  /** Expiry of the token. */
  expiry: Expiry
  /** Base64 ciphertext. */
  encryptedCvv?: string | undefined
  /** The network's cryptogram of this payment. */
  cryptogram?: string | undefined
  /** Last four digits of the card. */
  panSuffix?: string | undefined
  /** Name on the card. */
  cardHolderName?: string | undefined
  /** Electronic commerce indicator. */
  eci?: string | undefined
  /** Application transaction counter. */
  atc?: string | undefined
}

/** Expiry of a card or token. */
export interface Expiry {
  /** `01` to `12`. */
  month: string
  /** Four digits. */
  year: string
}

/** Billing address of a card. */
export interface BillingAddress {
  /** Street. */
  line1?: string | undefined
  /** Street, continued. */
  line2?: string | undefined
  /** City. */
  city?: string | undefined
  /** State. */
  state?: string | undefined
  /** Postal code. */
  zip?: string | undefined
  /** Two-letter country code. */
  country?: string | undefined
}

/** Value of the `x-device-os` header of a collect request (protocol §4.2). */
export type BrowserOS = 'Windows' | 'iOS' | 'Android' | 'Mac OS' | 'Other'

export type PaymentModeType = PaymentMode['type']
export const PAYMENT_MODE_TYPES: readonly PaymentModeType[] = [
  'UPI_QR',
  'UPI_INTENT',
  'UPI_COLLECT',
  'PPE_INTENT',
  'CARD',
  'TOKEN',
  'NET_BANKING',
]
