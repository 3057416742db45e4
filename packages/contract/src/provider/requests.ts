import type { Paise } from '../money.ts'
import type { CardNetwork, CardType, CardVariant, GeoScope, UpiAppId, UpiFlow, UpiInstrument } from './mode-values.ts'
import type { PaymentMode } from './payment-mode.ts'

/**
 * Your own values, repeated in status responses and callbacks (protocol §3.7). `udf1`–`udf10`: up to 256 characters.
 * `udf11`–`udf15`: up to 50 letters, digits, spaces and `_ - @ . +`.
 */
export type MetaInfo = {
  /** Up to 256 characters. */
  udf1?: string | undefined
  /** Up to 256 characters. */
  udf2?: string | undefined
  /** Up to 256 characters. */
  udf3?: string | undefined
  /** Up to 256 characters. */
  udf4?: string | undefined
  /** Up to 256 characters. */
  udf5?: string | undefined
  /** Up to 256 characters. */
  udf6?: string | undefined
  /** Up to 256 characters. */
  udf7?: string | undefined
  /** Up to 256 characters. */
  udf8?: string | undefined
  /** Up to 256 characters. */
  udf9?: string | undefined
  /** Up to 256 characters. */
  udf10?: string | undefined
  /** Up to 50 characters. */
  udf11?: string | undefined
  /** Up to 50 characters. */
  udf12?: string | undefined
  /** Up to 50 characters. */
  udf13?: string | undefined
  /** Up to 50 characters. */
  udf14?: string | undefined
  /** Up to 50 characters. */
  udf15?: string | undefined
}

/** A bank account that may pay; the provider refuses others. The provider must enable constraints for you. */
export interface AccountConstraint {
  /** The only kind of constraint. */
  type: 'ACCOUNT'
  /** The whole account number. */
  accountNumber: string
  /** Code of the branch. */
  ifsc: string
}

/** The payer's device. */
export interface DeviceContext {
  /** Operating system of the device. */
  deviceOS?: 'ANDROID' | 'IOS' | (string & {}) | undefined
  /** URL scheme of your app, to return the payer; needed for the PhonePe app on iOS. */
  merchantCallBackScheme?: string | undefined
}

export interface MerchantUrls {
  redirectUrl: string
}

/** The payment modes that the hosted page offers for an order (protocol §3.8). Set one of the two lists. */
export interface PaymentModeConfig {
  /** Version of the names in the lists. @default 'V1' */
  version?: 'V1' | 'V2' | undefined
  /** The only payment modes on the page. */
  enabledPaymentModes?: readonly PaymentModeRule[] | undefined
  /** Payment modes that the page hides. */
  disabledPaymentModes?: readonly PaymentModeRule[] | undefined
}

/** One type of payment. A payment must match all given lists. */
export interface PaymentModeRule {
  /** V2: `UPI`, `CARD`, `NET_BANKING`, `CORPORATE_NET_BANKING`, `EMI`, `WALLET`. V1: `UPI_INTENT`, `UPI_QR`, `UPI_COLLECT`, `CARD`, `NET_BANKING`. */
  type: string
  /** UPI: ways to approve. */
  flows?: readonly (UpiFlow | Other)[] | undefined
  /** UPI: apps. */
  apps?: readonly (UpiAppId | Other)[] | undefined
  /** UPI: accounts to pay with. */
  instruments?: readonly (UpiInstrument | Other)[] | undefined
  /** Cards, V1: credit or debit. */
  cardTypes?: readonly (CardType | Other)[] | undefined
  /** Cards, V2: credit or debit. */
  types?: readonly (CardType | Other)[] | undefined
  /** Cards: networks. */
  networks?: readonly (CardNetwork | Other)[] | undefined
  /** Cards: products of the issuer. */
  variants?: readonly (CardVariant | Other)[] | undefined
  /** Cards: issued in India or abroad. */
  geoScopes?: readonly (GeoScope | Other)[] | undefined
  /** Net banking: bank codes. */
  banks?: readonly string[] | undefined
  /** Wallets. */
  wallets?: readonly ('PHONEPE' | Other)[] | undefined
}

/** The provider may add values. */
type Other = string & {}

/** The fields of every request that creates an order. */
export interface OrderBody {
  /** Your id of the order: 1 to 63 letters, digits, `_` or `-`; never used before. */
  merchantOrderId: string
  /** Amount to pay in paise, at least 100: `inr('499.00')` or `paise(49900)`. */
  amount: Paise
  /** When the order expires, in seconds from now: 300 to 3600 on the hosted page. @default the provider's */
  expireAfter?: number | undefined
  /** Your own values, repeated in status responses and callbacks. */
  metaInfo?: MetaInfo | undefined
}

export interface PageFlow {
  type: 'PG_CHECKOUT'
  message?: string | undefined
  merchantUrls?: Partial<MerchantUrls> | undefined
  paymentModeConfig?: PaymentModeConfig | undefined
}

export interface CustomFlow {
  type: 'PG'
  paymentMode: PaymentMode
  merchantUrls?: MerchantUrls | undefined
}

/** Body of `POST /checkout/v2/pay` (protocol §3.1). */
export interface StandardPayBody extends OrderBody {
  paymentFlow: PageFlow
  disablePaymentRetry?: boolean | undefined
  prefillUserLoginDetails?: { phoneNumber: string } | undefined
  constraints?: readonly AccountConstraint[] | undefined
}

/** Body of `POST /payments/v2/pay` (protocol §3.9). */
export interface CustomPayBody extends OrderBody {
  paymentFlow: CustomFlow
  constraints?: readonly AccountConstraint[] | undefined
  deviceContext?: DeviceContext | undefined
}

/** Body of `POST /checkout/v2/sdk/order` and `POST /payments/v2/sdk/order` (protocol §3.4). */
export interface SdkOrderBody extends OrderBody {
  paymentFlow: PageFlow
  disablePaymentRetry?: boolean | undefined
  constraints?: readonly AccountConstraint[] | undefined
}

/** A refund request: body of `POST /payments/v2/refund` (protocol §3.5). */
export interface RefundBody {
  /** Your id of the refund: 1 to 63 letters, digits, `_` or `-`; new for every refund. */
  merchantRefundId: string
  /** Your id of the order, which must be COMPLETED. */
  originalMerchantOrderId: string
  /** Paise, at least 100 and at most the amount that is not yet refunded. */
  amount: Paise
}

/** The UPI id or UPI number to check: body of `POST /v2/validate/upi` (protocol §3.10). */
export type ValidateUpiBody =
  | {
      /** A UPI id. */
      type: 'VPA'
      /** UPI id, such as `asha@ybl`. */
      vpa: string
    }
  | {
      /** A UPI number. */
      type: 'UPI_NUMBER'
      /** UPI number: digits. */
      upiNumber: string
    }
