import type { Paise } from '../money.ts'
import type { CardNetwork, CardType, CardVariant, GeoScope, UpiAppId, UpiFlow, UpiInstrument } from './mode-values.ts'
import type { PaymentMode } from './payment-mode.ts'

/** `udf1`–`udf10`: up to 256 characters. `udf11`–`udf15`: up to 50 of letters, digits, space and `_ - @ . +`. */
export type MetaInfo = {
  [Key in `udf${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15}`]?: string | undefined
}

/** Third-party validation: only this account may pay. Must be enabled for the merchant. */
export interface AccountConstraint {
  type: 'ACCOUNT'
  accountNumber: string
  ifsc: string
}

export interface DeviceContext {
  deviceOS?: 'ANDROID' | 'IOS' | (string & {}) | undefined
  /** iOS with the PhonePe app: the scheme that brings the payer back. */
  merchantCallBackScheme?: string | undefined
}

export interface MerchantUrls {
  redirectUrl: string
}

/** Which modes the hosted page offers for this order. The two lists exclude each other; without `version: 'V2'` the V1 names apply. */
export interface PaymentModeConfig {
  version?: 'V1' | 'V2' | undefined
  enabledPaymentModes?: readonly PaymentModeRule[] | undefined
  disabledPaymentModes?: readonly PaymentModeRule[] | undefined
}

/** One kind of payment. A dimension that is left out means all of it; those that are given hold together (AND). */
export interface PaymentModeRule {
  /** V2: `UPI`, `CARD`, `NET_BANKING`, `CORPORATE_NET_BANKING`, `EMI`, `WALLET`. V1: `UPI_INTENT`, `UPI_QR`, `UPI_COLLECT`, `CARD`, `NET_BANKING`. */
  type: string
  flows?: readonly (UpiFlow | Other)[] | undefined
  apps?: readonly (UpiAppId | Other)[] | undefined
  instruments?: readonly (UpiInstrument | Other)[] | undefined
  /** V1 only; V2 calls it `types`. */
  cardTypes?: readonly (CardType | Other)[] | undefined
  types?: readonly (CardType | Other)[] | undefined
  networks?: readonly (CardNetwork | Other)[] | undefined
  variants?: readonly (CardVariant | Other)[] | undefined
  geoScopes?: readonly (GeoScope | Other)[] | undefined
  banks?: readonly string[] | undefined
  wallets?: readonly ('PHONEPE' | Other)[] | undefined
}

/** The provider's list may be longer than ours. */
type Other = string & {}

/** What every body that opens an order carries. */
export interface OrderBody {
  merchantOrderId: string
  amount: Paise
  /** Seconds. */
  expireAfter?: number | undefined
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

/** `POST /checkout/v2/pay` */
export interface StandardPayBody extends OrderBody {
  paymentFlow: PageFlow
  disablePaymentRetry?: boolean | undefined
  prefillUserLoginDetails?: { phoneNumber: string } | undefined
  constraints?: readonly AccountConstraint[] | undefined
}

/** `POST /payments/v2/pay` */
export interface CustomPayBody extends OrderBody {
  paymentFlow: CustomFlow
  constraints?: readonly AccountConstraint[] | undefined
  deviceContext?: DeviceContext | undefined
}

/** `POST /checkout/v2/sdk/order` and `POST /payments/v2/sdk/order` */
export interface SdkOrderBody extends OrderBody {
  paymentFlow: PageFlow
  disablePaymentRetry?: boolean | undefined
  constraints?: readonly AccountConstraint[] | undefined
}

/** `POST /payments/v2/refund` */
export interface RefundBody {
  merchantRefundId: string
  originalMerchantOrderId: string
  amount: Paise
}

/** `POST /v2/validate/upi` */
export type ValidateUpiBody = { type: 'VPA'; vpa: string } | { type: 'UPI_NUMBER'; upiNumber: string }
