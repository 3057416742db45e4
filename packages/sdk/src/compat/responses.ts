import type { PaymentInstrumentType, PaymentRailType, PgV2InstrumentType } from './enums.ts'
import type { MetaInfo } from './order-parts.ts'

/** A created order. */
abstract class CreateOrderResponse {
  /** The provider's id of the order, `OMO…`. */
  declare orderId: string
  /** `PENDING` for a new order. */
  declare state: string
  /** When the order expires. Epoch milliseconds. */
  declare expireAt: number
}

/** A new order of the hosted page. */
export class StandardCheckoutPayResponse extends CreateOrderResponse {
  /** URL of the payment page. Pass the URL on unchanged. */
  declare redirectUrl: string
}

/** A new order of custom checkout. */
export class CustomCheckoutPayResponse extends CreateOrderResponse {
  /** Cards and net banking: the bank's page. */
  declare redirectUrl?: string
  /** UPI intent and QR: a link that opens the UPI app. */
  declare intentUrl?: string
  /** UPI QR: a QR code as an image or text. Prefer to draw a QR code of `intentUrl`. */
  declare qrData?: string
}

/** A new order of the provider's mobile SDK. */
export class CreateSdkOrderResponse extends CreateOrderResponse {
  /** Token for the mobile SDK, which also needs `orderId`. */
  declare token: string
}

/** An order at the provider. Unknown fields and states pass through. */
export class OrderStatusResponse {
  /** Your id of the order; not in every response. */
  declare merchantOrderId?: string
  /** Your merchant id; not in every response. */
  declare merchantId?: string
  /** The provider's id of the order, `OMO…`. */
  declare orderId: string
  /** `PENDING`, `COMPLETED` or `FAILED`: the only field to decide by. */
  declare state: string
  /** Paise. */
  declare amount: number
  /** The amount that the payer pays after offers. Paise. */
  declare payableAmount?: number
  /** Convenience fee. Paise. */
  declare feeAmount?: number
  /** When the order expires. Epoch milliseconds. */
  declare expireAt: number
  /** Coarse reason of a failure. */
  declare errorCode?: string
  /** Exact reason of a failure. */
  declare detailedErrorCode?: string
  /** The values that were sent with the order. */
  declare metaInfo?: MetaInfo
  /** Attempts to pay; empty until the payer tries. */
  declare paymentDetails: PaymentDetail[]
}

/** A new refund. */
export class RefundResponse {
  /** The provider's id of the refund, `OMR…`. */
  declare refundId: string
  /** Paise. */
  declare amount: number
  /** `PENDING`, sometimes `CONFIRMED`. */
  declare state: string
}

/** A refund at the provider. */
export class RefundStatusResponse {
  /** Your merchant id. */
  declare merchantId: string
  /** Your id of the refund. */
  declare merchantRefundId: string
  /** Your id of the refunded order. */
  declare originalMerchantOrderId: string
  /** Paise. */
  declare amount: number
  /** `PENDING`, `CONFIRMED`, `COMPLETED` or `FAILED`. */
  declare state: string
  /** The transfers of the refund. */
  declare paymentDetails: PaymentRefundDetail[]
}

/** One attempt to pay. */
export class PaymentDetail {
  /** The provider's id of the attempt, `OM…`. */
  declare transactionId: string
  /** The payment mode. */
  declare paymentMode: PgV2InstrumentType
  /** When the attempt started. Epoch milliseconds. */
  declare timestamp: number
  /** Paise. */
  declare amount: number
  /** `PENDING`, `COMPLETED` or `FAILED`; in a refund also `CONFIRMED`. */
  declare state: string
  /** Coarse reason of a failure. */
  declare errorCode?: string
  /** Exact reason of a failure. */
  declare detailedErrorCode?: string
  /** The instrument of the payment. */
  declare instrument?: AnyInstrument
  /** The rail that carried the money. */
  declare rail?: AnyRail
  /** The parts of the payment. */
  declare splitInstruments?: InstrumentCombo[]
}

/** One transfer of a refund. */
export class PaymentRefundDetail extends PaymentDetail {}

/** One part of a payment. */
export class InstrumentCombo {
  /** The instrument of the payment. */
  declare instrument: AnyInstrument
  /** The rail that carried the money. */
  declare rail: AnyRail
  /** Paise. */
  declare amount: number
}

/** The instrument of the payment. Optional fields may be missing in a response. */
export abstract class PaymentInstrumentV2 {
  /** The kind of instrument. */
  declare type: PaymentInstrumentType
}

/** A bank account. */
export class AccountPaymentInstrumentV2 extends PaymentInstrumentV2 {
  declare type: PaymentInstrumentType.ACCOUNT
  /** Such as `******4321`. */
  declare maskedAccountNumber?: string
  /** Code of the branch. */
  declare ifsc?: string
  /** Name of the holder. */
  declare accountHolderName?: string
  /** `SAVINGS`, `CURRENT`, or `CREDIT` for a RuPay credit card linked to UPI. */
  declare accountType?: string
  /** Only for merchants who may see the number. */
  declare unmaskedAccountNumber?: string
}

abstract class BankPaymentInstrument extends PaymentInstrumentV2 {
  /** The bank's id of the transaction. */
  declare bankTransactionId: string
  /** The provider's code of the bank. */
  declare bankId: string
  /** Bank reference number. */
  declare brn: string
  /** Acquirer reference number. */
  declare arn: string
}

/** A credit card. */
export class CreditCardPaymentInstrumentV2 extends BankPaymentInstrument {
  declare type: PaymentInstrumentType.CREDIT_CARD
}

/** A debit card. */
export class DebitCardPaymentInstrumentV2 extends BankPaymentInstrument {
  declare type: PaymentInstrumentType.DEBIT_CARD
}

/** Net banking. */
export class NetbankingPaymentInstrumentV2 extends BankPaymentInstrument {
  declare type: PaymentInstrumentType.NET_BANKING
}

/** A gift voucher. */
export class EgvPaymentInstrumentV2 extends PaymentInstrumentV2 {
  declare type: PaymentInstrumentType.EGV
  /** Number of the voucher. */
  declare cardNumber: string
  /** Programme of the voucher. */
  declare programId: string
}

/** The PhonePe wallet. */
export class WalletPaymentInstrumentV2 extends PaymentInstrumentV2 {
  declare type: PaymentInstrumentType.WALLET
  /** Id of the wallet. */
  declare walletId: string
}

type AnyInstrument =
  | AccountPaymentInstrumentV2
  | CreditCardPaymentInstrumentV2
  | DebitCardPaymentInstrumentV2
  | EgvPaymentInstrumentV2
  | NetbankingPaymentInstrumentV2
  | WalletPaymentInstrumentV2

/** The rail that carried the money. */
export abstract class PaymentRail {
  /** The kind of rail. */
  declare type: PaymentRailType
}

/** UPI. */
export class UpiPaymentRail extends PaymentRail {
  declare type: PaymentRailType.UPI
  /** Unique transaction reference of the bank transfer. */
  declare utr: string
  /** NPCI's id of the transaction. */
  declare upiTransactionId: string
  /** The payer's UPI id, masked. */
  declare vpa: string
}

/** A card or a bank page. */
export class PgPaymentRail extends PaymentRail {
  declare type: PaymentRailType.PG
  /** The gateway's id of the transaction. */
  declare transactionId: string
  /** The issuer's authorisation code. */
  declare authorizationCode: string
  /** The acquirer's id of the transaction. */
  declare serviceTransactionId: string
}

/** A gift voucher. */
export class PpiEgvPaymentRail extends PaymentRail {
  declare type: PaymentRailType.PPI_EGV
}

/** The PhonePe wallet. */
export class PpiWalletPaymentRail extends PaymentRail {
  declare type: PaymentRailType.PPI_WALLET
}

type AnyRail = UpiPaymentRail | PgPaymentRail | PpiEgvPaymentRail | PpiWalletPaymentRail

/** Fields of the token request. */
export interface OAuthRequest {
  /** Client id. */
  client_id: string
  /** Client secret. */
  client_secret: string
  /** Client version. */
  client_version: string
  /** `client_credentials`. */
  grant_type: string
}

/** The token response. */
export class OAuthResponse {
  /** The token. A secret. */
  declare accessToken: string
  /** Equal to `accessToken` in samples. */
  declare encryptedAccessToken: string
  /** Unused. */
  declare refreshToken: string
  /** Seconds. */
  declare expiresIn: number
  /** Epoch seconds. */
  declare issuedAt: number
  /** Epoch seconds. */
  declare expiresAt: number
  /** Epoch seconds. */
  declare sessionExpiresAt: number
  /** `O-Bearer`. */
  declare tokenType: string
}
