export { formatInr, inr, type Paise, paise } from '@galla/contract/money'
export type {
  AttemptEventName,
  CallbackEventName,
  OrderEventName,
  RefundEventName,
} from '@galla/contract/provider/callbacks'
export type { HostName } from '@galla/contract/provider/endpoints'
export type { HttpErrorKind } from '@galla/contract/provider/error-kinds'
export type { AccountFacts, BankFacts, CardFacts, CreditLineFacts } from '@galla/contract/provider/instrument'
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
export type { CallbackSecret } from './callbacks/secrets.ts'
export type { RawRequest } from './calls/raw.ts'
export { Galla } from './client.ts'
export type { CallOptions, Environment, GallaConfig, Retry, Signal, Verb } from './config.ts'
export { type ErrorFacts, type FailureKind, GallaError, type Outcome } from './errors/galla-error.ts'
export { isGallaError } from './errors/is-galla-error.ts'
export type { CustomCheckout, CustomPay, CustomSdkOrder } from './nouns/custom-checkout.ts'
export type { OrderReads } from './nouns/order-reads.ts'
export type { Refunds } from './nouns/refunds.ts'
export type { StandardCheckout, StandardPay } from './nouns/standard-checkout.ts'
export type { Upi } from './nouns/upi.ts'
export type { Opened, OrderStatus } from './replies/order-status.ts'
export type { Failure, Instrument, PaymentDetail, Rail, Split } from './replies/payment-detail.ts'
export type { RefundOpened, RefundStatus } from './replies/refund-status.ts'
export type { Stated, Unknown } from './replies/words.ts'
export { sharedGalla } from './shared.ts'
export type { AccessToken } from './token/plan.ts'
export type { TokenStore } from './token/token-store.ts'
export type { FetchLike, FetchReply } from './transport/fetch-like.ts'
export type { Transport } from './transport/port.ts'
export { nextLookMs } from './waiting/schedule.ts'
export type { ErrorNote, Hooks, RequestNote, ResponseNote, TelemetryNote } from './watch/hooks.ts'
