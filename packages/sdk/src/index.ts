export { formatInr, inr, type Paise, paise } from '@galla/contract/money'
export type {
  AttemptEventName,
  CallbackEventName,
  OrderEventName,
  RefundEventName,
} from '@galla/contract/provider/callbacks'
export { CALLBACK_EVENTS } from '@galla/contract/provider/callbacks'
export type { HostName } from '@galla/contract/provider/endpoints'
export type {
  AccountInstrument,
  CardInstrument,
  CreditLineInstrument,
  NetBankingInstrument,
} from '@galla/contract/provider/instrument'
export type { LinkEventName, LinkState } from '@galla/contract/provider/links'
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
export type {
  AccountConstraint,
  DeviceContext,
  MetaInfo,
  PaymentModeConfig,
  PaymentModeRule,
  RefundBody,
  ValidateUpiBody,
} from '@galla/contract/provider/requests'
export type { ErrorContext, HttpErrorKind, ValidateUpiResponse } from '@galla/contract/provider/responses'
export type { SettlementEventName, SettlementState } from '@galla/contract/provider/settlements'
export type { OrderState, RefundState } from '@galla/contract/provider/states'
export type {
  AmountType,
  AuthWorkflowType,
  Frequency,
  MandateEventName,
  MandateMode,
  MandateState,
  NotificationEventName,
  RedemptionAttemptEventName,
  RedemptionEventName,
  RedemptionState,
  RetryStrategy,
  SetupEventName,
} from '@galla/contract/provider/subscriptions'
export type { AccessToken, TokenStore } from './auth/access-token.ts'
export type { CallbackEvent, VerifiedBy } from './callbacks/event.ts'
export type { CallbackCredential, CallbackHeaders } from './callbacks/verify.ts'
export { type CallbackRequest, type Callbacks, createCallbacks } from './callbacks/verify.ts'
export { Galla, sharedGalla } from './client.ts'
export {
  type CallbackRefusal,
  type FailureKind,
  GallaError,
  type GallaErrorDetails,
  isGallaError,
  type Outcome,
} from './errors/galla-error.ts'
export type { HookErrorEvent, HookRequestEvent, HookResponseEvent, Hooks, HookTelemetryEvent } from './hooks/hooks.ts'
export type { FetchLike, FetchResponse } from './http/fetch-like.ts'
export type { Transport } from './http/transport.ts'
export type { RawRequest } from './operations/operations.ts'
export type { AbortSignalLike, CallOptions, Environment, GallaConfig, Method, Retry, TestClock } from './options.ts'
export { nextPollDelayMs } from './polling/poll.ts'
export type { CustomCheckout, CustomPay, CustomSdkOrder } from './resources/custom-checkout.ts'
export type { LinkChannels, Links, NewLink } from './resources/links.ts'
export type { OrderQueries } from './resources/order-queries.ts'
export type { Refunds } from './resources/refunds.ts'
export type { Settlements } from './resources/settlements.ts'
export type { StandardCheckout, StandardPay } from './resources/standard-checkout.ts'
export type {
  CustomMandateSetup,
  Family,
  HostedMandateSetup,
  MandateSetup,
  MobileMandateSetup,
  Notice,
  Subscriptions,
} from './resources/subscriptions.ts'
export type { Upi } from './resources/upi.ts'
export type { CreatedLink, LinkEvent, LinkStatus } from './responses/links.ts'
export type {
  CreatedRedemption,
  MandateStatus,
  MandateTermsStatus,
  RedemptionFlow,
  SetupFlow,
  StartedRedemption,
  SubscriptionEvent,
  SubscriptionOrder,
} from './responses/mandates.ts'
export type {
  CreatedOrder,
  Failure,
  Instrument,
  OrderFields,
  OrderStatus,
  PaymentDetail,
  Rail,
  Split,
} from './responses/orders.ts'
export type { CreatedRefund, RefundStatus } from './responses/refunds.ts'
export type { ListedSettlement, Settlement, SettlementEvent } from './responses/settlements.ts'
export type { UnknownVariant, WithState } from './responses/unknown-variants.ts'
