export { formatInr, inr, type Paise, paise } from '@galla/contract/money'
export type {
  AttemptEventName,
  CallbackEventName,
  OrderEventName,
  RefundEventName,
} from '@galla/contract/provider/callbacks'
export type { HostName } from '@galla/contract/provider/endpoints'
export type { HttpErrorKind } from '@galla/contract/provider/error-kinds'
export type {
  AccountInstrument,
  CardInstrument,
  CreditLineInstrument,
  NetBankingInstrument,
} from '@galla/contract/provider/instrument'
export type {
  BillingAddress,
  BrowserOS,
  CardDetails,
  CardMode,
  Expiry,
  NetBankingMode,
  PageMode,
  Payer,
  PaymentMode,
  TokenDetails,
  TokenMode,
  UpiMode,
} from '@galla/contract/provider/payment-mode'
export type { ErrorContext, ValidateUpiReply } from '@galla/contract/provider/replies'
export type {
  AccountConstraint,
  DeviceContext,
  MetaInfo,
  PaymentModeConfig,
  PaymentModeRule,
  RefundBody,
  ValidateUpiBody,
} from '@galla/contract/provider/requests'
export type { OrderState, RefundState } from '@galla/contract/provider/states'
export { type Callbacks, createCallbacks, type Delivery } from './callbacks/create-callbacks.ts'
export type { HeaderBag } from './callbacks/header-bag.ts'
export type { CallbackEvent, VerifiedBy } from './callbacks/parse-event.ts'
export type { CallbackRefusal } from './callbacks/refusal.ts'
export type { CallbackCredential } from './callbacks/secrets.ts'
export type { RawRequest } from './calls/raw.ts'
export { Galla } from './client.ts'
export type { CallOptions, Environment, GallaConfig, Method, Retry, Signal } from './config.ts'
export { type FailureKind, GallaError, type GallaErrorDetails, type Outcome } from './errors/galla-error.ts'
export { isGallaError } from './errors/is-galla-error.ts'
export type { CustomCheckout, CustomPay, CustomSdkOrder } from './nouns/custom-checkout.ts'
export type { OrderReads } from './nouns/order-reads.ts'
export type { Refunds } from './nouns/refunds.ts'
export type { StandardCheckout, StandardPay } from './nouns/standard-checkout.ts'
export type { Upi } from './nouns/upi.ts'
export type { CreatedOrder, OrderStatus } from './replies/order-status.ts'
export type { Failure, Instrument, PaymentDetail, Rail, Split } from './replies/payment-detail.ts'
export type { CreatedRefund, RefundStatus } from './replies/refund-status.ts'
export type { UnknownVariant, WithState } from './replies/words.ts'
export { sharedGalla } from './shared.ts'
export type { AccessToken } from './token/plan.ts'
export type { TokenStore } from './token/token-store.ts'
export type { FetchLike, FetchReply } from './transport/fetch-like.ts'
export type { Transport } from './transport/port.ts'
export { nextPollDelayMs } from './waiting/schedule.ts'
export type { HookErrorEvent, HookRequestEvent, HookResponseEvent, Hooks, HookTelemetryEvent } from './watch/hooks.ts'
