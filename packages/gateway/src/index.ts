export type { ApiKey, ApiKeyScope, CreateApiKey, CreatedApiKey } from '@galla/contract/gateway-api/api-keys'
export type {
  BankComparison,
  BankCredit,
  BankReport,
  BankStatement,
  ImportBankStatement,
  ImportedBankStatement,
  UnknownCredit,
} from '@galla/contract/gateway-api/bank-statements'
export type { EventSubscription } from '@galla/contract/gateway-api/deliveries'
export type { EventName } from '@galla/contract/gateway-api/events'
export type { FileProblem } from '@galla/contract/gateway-api/file-problems'
export type { LedgerGroup } from '@galla/contract/gateway-api/finance'
export type { HealthReport } from '@galla/contract/gateway-api/health'
export type {
  LedgerAccount,
  LedgerDays,
  LedgerEntry,
  LedgerKind,
  ListLedger,
} from '@galla/contract/gateway-api/ledger'
export type {
  CreatedLink,
  CreateLink,
  LinkChannel,
  LinkPayer,
  RemindLink,
} from '@galla/contract/gateway-api/links'
export type {
  MobilePayment,
  OrderToStart,
  PaidOrder,
  StartedFor,
  StartedOrder,
  StartMobileOrder,
  StartOrder,
  StartPageOrder,
} from '@galla/contract/gateway-api/merchant-routes'
export type {
  Checkout,
  LatestAttempt,
  ListOrders,
  MobileCheckout,
  Order,
  OrderState,
  Page,
  PageCheckout,
  PaidCard,
  Resolution,
  Review,
  ReviewFinding,
  ReviewReason,
} from '@galla/contract/gateway-api/orders'
export type { PaymentMethods } from '@galla/contract/gateway-api/payer-routes'
export type { ErasurePreview, ErasureResult, LegalHold, PayerSelector } from '@galla/contract/gateway-api/payers'
export type { ListRefunds, Refund, RefundOrigin, RefundState } from '@galla/contract/gateway-api/refunds'
export type {
  DayClose,
  ImportedSettlements,
  ImportSettlements,
  ListSettlements,
  Settlement,
  SettlementDetail,
  SettlementFinding,
  SettlementReport,
} from '@galla/contract/gateway-api/settlements'
export type { BankStatementMethods } from './bank-statement-methods.ts'
export type { ConsoleSettings } from './console-options.ts'
export type { Clock, Log } from './context.ts'
export type { Policy } from './domain/policy.ts'
export type { RefundControls } from './domain/refunds/controls.ts'
export { GatewayError, type GatewayErrorCode, isGatewayError } from './errors.ts'
export { createGateway, type Gateway } from './gateway.ts'
export type {
  ApiKeyMethods,
  EventSubscriptionMethods,
  LedgerMethods,
  LinkMethods,
  OrderMethods,
  PayerMethods,
  RefundMethods,
  ReturnedPayer,
  ReturnMethods,
  UserMethods,
} from './gateway-methods.ts'
export { type DatabaseContents, type DatabaseInspection, inspectDatabase } from './inspect-database.ts'
export { type MigrateDatabaseOptions, migrateDatabase } from './migrate-database.ts'
export type { AccountChange, AccountNotice, AccountNotifier } from './notifications/account-notice.ts'
export { type HttpNotificationOptions, notifyOverHttp } from './notifications/http.ts'
export type {
  DayCloseNotification,
  Notification,
  NotificationEvent,
  NotificationOf,
  Notifier,
  OrderNotification,
  SettlementNotification,
} from './notifications/notifier.ts'
export { notifyBy } from './notifications/notifier.ts'
export { jsonLog, type LogOptions } from './observability/log.ts'
export type { LogFields } from './observability/log-fields.ts'
export type { TracedResult, TracedWork, Tracing } from './observability/tracing.ts'
export type { ForClient, GatewaySettings, MerchantSettings } from './options.ts'
export type { ProviderPort } from './provider/provider-port.ts'
export type { PaymentChoice } from './provider/requests.ts'
export type { ConsoleFetch } from './routes/console/console.ts'
export type { MerchantFetch } from './routes/merchant/merchant-api.ts'
export type { OidcSettings } from './services/access/oidc.ts'
export type { Receipt, ReceivedCallback } from './services/callbacks/receive-callback.ts'
export type {
  DayCloseEvent,
  HandlerResult,
  HandlerStatement,
  Handlers,
  HandlerTx,
  OrderEvent,
  RefundEvent,
  SettlementEvent,
} from './services/events/handlers.ts'
export type { RemovedSubscription, SubscriptionKey } from './services/events/subscriptions.ts'
export type { OfferedBank, OfferedPaymentMethods } from './services/orders/offered-payment-methods.ts'
export type { RefundRequest } from './services/refunds/request-refund.ts'
export type { DayCloseMethods, SettlementMethods } from './settlement-methods.ts'
export type { MigrationReport, MigrationStep } from './storage/migrate.ts'
export type { EncryptionReport } from './storage/privacy/encryption-inspection.ts'
export type { RotatedTable } from './storage/privacy/rotate-keys.ts'
