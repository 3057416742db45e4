export { CallbackData, CallbackResponse } from './callbacks.ts'
export {
  BillingAddress,
  CardPaymentV2Instrument,
  Expiry,
  NewCardDetails,
  TokenDetails,
  TokenPaymentV2Instrument,
} from './card-instruments.ts'
export { CustomCheckoutClient, StandardCheckoutClient } from './clients.ts'
export { AccountConstraint, InstrumentConstraint } from './constraints.ts'
export {
  CardPayRequestBuilder,
  CustomCheckoutPayRequest,
  NetBankingPayRequestBuilder,
  TokenPayRequestBuilder,
  UpiCollectPayViaPhoneNumberRequestBuilder,
  UpiCollectPayViaVpaRequestBuilder,
  UpiIntentPayRequestBuilder,
  UpiQrRequestBuilder,
} from './custom-pay.ts'
export {
  CallbackType,
  CollectPaymentDetailsType,
  Env,
  EnvConfig,
  HttpMethodType,
  PaymentFlowType,
  PaymentInstrumentType,
  PaymentRailType,
  PgV2InstrumentType,
} from './enums.ts'
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
export {
  CollectPaymentDetails,
  CollectPaymentV2Instrument,
  IntentPaymentV2Instrument,
  NetBankingPaymentV2Instrument,
  PaymentV2Instrument,
  PhoneNumberCollectPaymentDetails,
  UpiQrPaymentV2Instrument,
  VpaCollectPaymentDetails,
} from './instruments.ts'
export { type CompatOptions, CredentialConfig, CredentialConfigBuilder, configure } from './options.ts'
export {
  DeviceContext,
  MerchantUrls,
  MetaInfo,
  PaymentFlow,
  PgCheckoutPaymentFlow,
  PgPaymentFlow,
  PrefillUserLoginDetails,
} from './order-parts.ts'
export { CreateSdkOrderRequest, RefundRequest, StandardCheckoutPayRequest } from './requests.ts'
export {
  AccountPaymentInstrumentV2,
  CreateSdkOrderResponse,
  CreditCardPaymentInstrumentV2,
  CustomCheckoutPayResponse,
  DebitCardPaymentInstrumentV2,
  EgvPaymentInstrumentV2,
  InstrumentCombo,
  NetbankingPaymentInstrumentV2,
  type OAuthRequest,
  OAuthResponse,
  OrderStatusResponse,
  PaymentDetail,
  PaymentInstrumentV2,
  PaymentRail,
  PaymentRefundDetail,
  PgPaymentRail,
  PpiEgvPaymentRail,
  PpiWalletPaymentRail,
  RefundResponse,
  RefundStatusResponse,
  StandardCheckoutPayResponse,
  UpiPaymentRail,
  WalletPaymentInstrumentV2,
} from './responses.ts'
