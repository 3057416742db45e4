/** How a custom-checkout payer is charged, in the wire's own shape. */
export type PaymentMode = UpiMode | PageMode

/** Modes that need no page of the provider's. */
export type UpiMode =
  | { type: 'UPI_QR' }
  | { type: 'PPE_INTENT' }
  | {
      type: 'UPI_INTENT'
      /** Android: the app's package name. iOS: `PHONEPE`, `GPAY`, `PAYTM`, `CRED`, `SUPERMONEY`, `BHIM`, `AMAZON`. */
      targetApp: string
    }
  | {
      type: 'UPI_COLLECT'
      details: Payer
      /** Text that the payer sees beside the request. */
      message?: string | undefined
    }

/** Modes that send the payer to a page: the bank's, or the card's 3-D Secure step. */
export type PageMode = NetBankingMode | CardMode | TokenMode

export interface NetBankingMode {
  type: 'NET_BANKING'
  /** The provider's bank code, for example `ICIC`. */
  bankId: string
  merchantUserId?: string | undefined
}

export interface CardMode extends CardCommon {
  type: 'CARD'
  cardDetails: CardDetails
  /** The payer asked for the card to be saved. */
  savedCard?: boolean | undefined
}

export interface TokenMode extends CardCommon {
  type: 'TOKEN'
  tokenDetails: TokenDetails
}

interface CardCommon {
  authMode?: '3DS' | (string & {}) | undefined
  merchantUserId?: string | undefined
}

/** Whom a collect request is sent to. */
export type Payer = { type: 'VPA'; vpa: string } | { type: 'PHONE_NUMBER'; phoneNumber: string }

/** PAN and CVV arrive encrypted (RSA PKCS#1 v1.5, Base64), each on its own: plain card numbers never pass through here. */
export interface CardDetails {
  encryptedCardNumber: string
  encryptionKeyId: number
  encryptedCvv: string
  expiry: Expiry
  cardHolderName?: string | undefined
  billingAddress?: BillingAddress | undefined
}

export interface TokenDetails {
  encryptedToken: string
  encryptionKeyId: number
  expiry: Expiry
  encryptedCvv?: string | undefined
  cryptogram?: string | undefined
  /** Last four digits of the real card. */
  panSuffix?: string | undefined
  cardHolderName?: string | undefined
  eci?: string | undefined
  atc?: string | undefined
}

/** Month `01`–`12`, year of four digits, both as text. */
export interface Expiry {
  month: string
  year: string
}

export interface BillingAddress {
  line1?: string | undefined
  line2?: string | undefined
  city?: string | undefined
  state?: string | undefined
  zip?: string | undefined
  country?: string | undefined
}

/** Value of the `x-device-os` header, which a collect request must carry. */
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
