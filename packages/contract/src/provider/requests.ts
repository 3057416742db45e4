import type { Paise } from '../money.ts'
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

export interface PaymentModeRule {
  type: string
  flows?: readonly string[] | undefined
  apps?: readonly string[] | undefined
  instruments?: readonly string[] | undefined
  cardTypes?: readonly string[] | undefined
  types?: readonly string[] | undefined
  networks?: readonly string[] | undefined
  variants?: readonly string[] | undefined
  geoScopes?: readonly string[] | undefined
  banks?: readonly string[] | undefined
  wallets?: readonly string[] | undefined
}

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
