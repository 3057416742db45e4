export { CardPayRequestBuilder } from './builders/card-pay.ts'
export { NetBankingPayRequestBuilder } from './builders/net-banking-pay.ts'
export { TokenPayRequestBuilder } from './builders/token-pay.ts'
export { UpiCollectPayViaPhoneNumberRequestBuilder } from './builders/upi-collect-phone-number.ts'
export { UpiCollectPayViaVpaRequestBuilder } from './builders/upi-collect-vpa.ts'
export { UpiIntentPayRequestBuilder } from './builders/upi-intent.ts'
export { UpiQrRequestBuilder } from './builders/upi-qr.ts'
export { CredentialConfig, CredentialConfigBuilder } from './credential-config.ts'
export { CustomCheckoutClient } from './custom-client.ts'
export { Env, EnvConfig } from './env.ts'
export {
  BadRequest,
  ClientError,
  ExpectationFailed,
  ForbiddenAccess,
  PhonePeException,
  PhonePeResponse,
  ResourceConflict,
  ResourceGone,
  ResourceInvalid,
  ResourceNotFound,
  ServerError,
  TooManyRequests,
  UnauthorizedAccess,
} from './exceptions.ts'
export { BillingAddress } from './instruments/billing-address.ts'
export { CardPaymentV2Instrument, NewCardDetails } from './instruments/card.ts'
export {
  CollectPaymentDetails,
  CollectPaymentV2Instrument,
  PhoneNumberCollectPaymentDetails,
  VpaCollectPaymentDetails,
} from './instruments/collect.ts'
export { Expiry } from './instruments/expiry.ts'
export { IntentPaymentV2Instrument } from './instruments/intent.ts'
export { NetBankingPaymentV2Instrument } from './instruments/net-banking.ts'
export { PaymentV2Instrument } from './instruments/payment-instrument.ts'
export { TokenDetails, TokenPaymentV2Instrument } from './instruments/token.ts'
export { UpiQrPaymentV2Instrument } from './instruments/upi-qr.ts'
export { type CompatOptions, configure } from './options.ts'
export { AccountConstraint, InstrumentConstraint } from './requests/constraints.ts'
export { CustomCheckoutPayRequest } from './requests/custom-pay.ts'
export { DeviceContext } from './requests/device-context.ts'
export { MetaInfo } from './requests/meta-info.ts'
export { MerchantUrls, PaymentFlow, PgCheckoutPaymentFlow, PgPaymentFlow } from './requests/payment-flow.ts'
export { PrefillUserLoginDetails } from './requests/prefill-user-login-details.ts'
export { RefundRequest } from './requests/refund-request.ts'
export { CreateSdkOrderRequest } from './requests/sdk-order.ts'
export { StandardCheckoutPayRequest } from './requests/standard-pay.ts'
export { CallbackData, CallbackResponse } from './responses/callback.ts'
export {
  AccountPaymentInstrumentV2,
  CreditCardPaymentInstrumentV2,
  DebitCardPaymentInstrumentV2,
  EgvPaymentInstrumentV2,
  NetbankingPaymentInstrumentV2,
  PaymentInstrumentV2,
  WalletPaymentInstrumentV2,
} from './responses/instruments.ts'
export { type OAuthRequest, OAuthResponse } from './responses/oauth.ts'
export { CreateSdkOrderResponse, CustomCheckoutPayResponse, StandardCheckoutPayResponse } from './responses/opened.ts'
export { OrderStatusResponse } from './responses/order-status.ts'
export { InstrumentCombo, PaymentDetail, PaymentRefundDetail } from './responses/payment-detail.ts'
export {
  PaymentRail,
  PgPaymentRail,
  PpiEgvPaymentRail,
  PpiWalletPaymentRail,
  UpiPaymentRail,
} from './responses/rails.ts'
export { RefundResponse, RefundStatusResponse } from './responses/refund.ts'
export { StandardCheckoutClient } from './standard-client.ts'
export {
  CallbackType,
  CollectPaymentDetailsType,
  HttpMethodType,
  PaymentFlowType,
  PaymentInstrumentType,
  PaymentRailType,
  PgV2InstrumentType,
} from './words.ts'
