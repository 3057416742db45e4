import type { Paise } from '../money.ts'
import type { MetaInfo } from '../provider/requests.ts'
import type { ApiKeyScope } from './api-keys.ts'
import type { BankReport, ImportBankStatement, ImportedBankStatement } from './bank-statements.ts'
import type { CallbackRecord, CallbackRecordDetail, CallbacksQuery } from './callbacks.ts'
import type { OrderWithTimeline } from './decisions.ts'
import type { Dispute } from './disputes.ts'
import type { EventName } from './events.ts'
import type { HealthReport } from './health.ts'
import type { CreatedLink, CreateLink, RemindLink } from './links.ts'
import type { MobileCheckout, Order, OrdersQuery, Page, PageCheckout } from './orders.ts'
import type { PayerChoice, PayerPayment } from './payer-routes.ts'
import type { ErasurePreview, ErasureResult, LegalHold, PayerSelector } from './payers.ts'
import type { Refund, RefundsQuery, RequestRefund } from './refunds.ts'
import type {
  ClosesQuery,
  DayClose,
  ImportedReport,
  ImportedSettlements,
  ImportSettlements,
  Settlement,
  SettlementDetail,
  SettlementReport,
  SettlementsQuery,
} from './settlements.ts'
import type {
  CancelSubscription,
  ChangeAmount,
  CreatePlan,
  ImportMandate,
  PauseSubscription,
  Plan,
  PlansQuery,
  RenewMandate,
  SkipCycle,
  StartedSubscription,
  StartSubscription,
  Subscription,
  SubscriptionPayer,
  SubscriptionsQuery,
} from './subscriptions.ts'

/**
 * The merchant API, relative to its mount path, for a server in any language. Every request carries
 * `Authorization: Bearer <merchant key>`. A configured key may do everything; a stored one needs the scope of the route. An error is `{ code, message, field?, docsUrl }` with a 4xx or 5xx status; 429 and 503 may
 * have `retry-after`.
 */
export interface MerchantRoutes {
  /** The key of the request, and the gateway that it opens. */
  'GET /key': { response: KeyRights }
  /** Stores the order, then opens it at the provider. Idempotent by `merchantOrderId` and all parameters. */
  'POST /orders': { body: StartOrder; response: StartedOrder }
  /** Newest first; `after` is the `next` of the previous page. */
  'GET /orders': { query: OrdersQuery; response: Page<Order> }
  /** The stored order. */
  'GET /orders/:merchantOrderId': { response: Order }
  /** The payer's access to a started order, for another tab or device. */
  'POST /orders/:merchantOrderId/resume': { response: StartedOrder }
  /** Checks the status at the provider now, for example when the payer has returned. */
  'POST /orders/:merchantOrderId/sync': { response: Order }
  /** Closes an order whose payment was never started. */
  'POST /orders/:merchantOrderId/cancel': { response: Order }
  /** Custom checkout: starts the payment of the stored amount, in the mode that the payer chose. */
  'POST /orders/:merchantOrderId/pay': { body: PayerChoice; response: PaidOrder }
  /** The order with its decisions, refunds, timeline and ledger; payer data and `metaInfo` are masked. */
  'GET /orders/:merchantOrderId/timeline': { response: OrderWithTimeline }
  /** Stores the order, then creates its payment link. Idempotent by `merchantOrderId` and all parameters. */
  'POST /links': { body: CreateLink; response: CreatedLink }
  /** Sends an open link to its payer again, at most once a minute. */
  'POST /links/:merchantOrderId/remind': { body: RemindLink; response: Order }
  /** Cancels a link at the provider. The state of the response says whether the link was already paid. */
  'POST /links/:merchantOrderId/cancel': { response: Order }
  /** Stores a refund, which a worker then sends. Idempotent by `merchantRefundId`. */
  'POST /orders/:merchantOrderId/refunds': { body: RequestRefund; response: Refund }
  /** Stores a refund and holds its amount. Nothing is sent until a person approves the refund in the console, whatever its amount. Idempotent by `merchantRefundId`. */
  'POST /orders/:merchantOrderId/refund-requests': { body: RequestRefund; response: Refund }
  /** Newest first; `after` is the `next` of the previous page. */
  'GET /refunds': { query: RefundsQuery; response: Page<Refund> }
  /** The stored refund. */
  'GET /refunds/:merchantRefundId': { response: Refund }
  /** Checks the status at the provider now. */
  'POST /refunds/:merchantRefundId/sync': { response: Refund }
  /** Received callbacks, newest first; `after` is the `next` of the previous page. */
  'GET /callbacks': { query: CallbacksQuery; response: Page<CallbackRecord> }
  /** One received callback. Headers and body are masked. */
  'GET /callbacks/:callbackId': { response: CallbackRecordDetail }
  /** Settlements, the latest known first; `after` is the `next` of the previous page. */
  'GET /settlements': { query: SettlementsQuery; response: Page<Settlement> }
  /** Captured − refunded − settled, and the differences. */
  'GET /settlements/summary': { response: SettlementReport }
  /** A settlement with the first 1 000 rows of imported reports. */
  'GET /settlements/:settlementId': { response: SettlementDetail }
  /** The last 50 imports of settlement reports, the latest first. */
  'GET /settlements/reports': { response: { rows: ImportedReport[] } }
  /** Imports the settlement report of the provider's dashboard, at most 8 MiB. With `preview` nothing is stored. The same file again changes nothing. */
  'POST /settlements/reports': { body: ImportSettlements; response: ImportedSettlements }
  /** Undoes the import of a wrong file, and returns the number of deleted rows. */
  'POST /settlements/reports/:reportId/undo': { response: { rows: number } }
  /** The comparison of settlements with all imported bank statements, and the statements. */
  'GET /bank-statements': { response: BankReport }
  /** Imports a statement of the bank, at most 8 MiB, and compares it with the settlements. With `preview` nothing is stored. The same file again changes nothing. */
  'POST /bank-statements': { body: ImportBankStatement; response: ImportedBankStatement }
  /** Removes an imported bank statement with its lines. */
  'DELETE /bank-statements/:statementId': { response: { removed: true } }
  /** Closed days in Indian time, the latest first; `after` is the `next` of the previous page. */
  'GET /day-closes': { query: ClosesQuery; response: Page<DayClose> }
  /** The close of a day such as `2026-11-22`; 404 while it is open. */
  'GET /day-closes/:day': { response: DayClose }
  /** Creates a plan. The terms of a plan never change; the same id and terms again are the same plan. */
  'POST /plans': { body: CreatePlan; response: Plan }
  /** Plans, the newest first; `after` is the `next` of the previous page. */
  'GET /plans': { query: PlansQuery; response: Page<Plan> }
  /** The stored plan. */
  'GET /plans/:planId': { response: Plan }
  /** Takes a plan off sale. Subscriptions to the plan continue. */
  'POST /plans/:planId/archive': { response: Plan }
  /** Stores the subscription, then opens the page on which the payer approves the mandate. Idempotent by `subscriptionId` and all parameters. */
  'POST /subscriptions': { body: StartSubscription; response: StartedSubscription }
  /** Stores a subscription under a mandate that another program has set up, and bills it from `nextCycleOn` on. Idempotent by `subscriptionId` and all parameters. */
  'POST /mandates/import': { body: ImportMandate; response: Subscription }
  /** Subscriptions, the newest first; `after` is the `next` of the previous page. */
  'GET /subscriptions': { query: SubscriptionsQuery; response: Page<Subscription> }
  /** The stored subscription. */
  'GET /subscriptions/:subscriptionId': { response: Subscription }
  /** A new token with which the payer's browser sees and changes the subscription, and the page to approve the mandate while it is open. */
  'POST /subscriptions/:subscriptionId/payer-tokens': { response: StartedSubscription }
  /** No debit is announced or made. A debit that is under way may still succeed. */
  'POST /subscriptions/:subscriptionId/pause': { body: PauseSubscription; response: Subscription }
  /** Ends a pause, or bills a halted subscription again. Cycles that have passed are not collected. */
  'POST /subscriptions/:subscriptionId/resume': { response: Subscription }
  /** Skips the next unpaid cycle, or the named cycle. Until that cycle ends, the same call changes nothing. */
  'POST /subscriptions/:subscriptionId/skip': { body: SkipCycle; response: Subscription }
  /** Cancels the subscription, and its mandate at the provider. */
  'POST /subscriptions/:subscriptionId/cancel': { body: CancelSubscription; response: Subscription }
  /** Sets the price of the cycles that are not open yet, within the maximum of the mandate. */
  'POST /subscriptions/:subscriptionId/change-amount': { body: ChangeAmount; response: Subscription }
  /** Opens a page on which the payer approves a new mandate. The old mandate stays active until then. */
  'POST /subscriptions/:subscriptionId/renew-mandate': { body: RenewMandate; response: StartedSubscription }
  /** The checks of the gateway, its queues and its workers. */
  'GET /health': { response: HealthReport }
  /** Shows the orders that the erasure of a payer would change. */
  'POST /payers/preview': { body: PayerSelector; response: ErasurePreview }
  /** Erases the personal data of one payer, in each order as soon as the order is final and not held. */
  'POST /payers/erase': { body: PayerSelector; response: ErasureResult }
  /** Orders that retention and erasure do not change. */
  'GET /legal-holds': { response: { rows: LegalHold[] } }
  /** Protects an order from retention and erasure until the hold is removed. */
  'POST /legal-holds': { body: Omit<LegalHold, 'sinceMs'>; response: LegalHold }
  /** Ends the hold of an order. */
  'DELETE /legal-holds/:merchantOrderId': { response: { ok: true } }
}

/** The key of a request, and the gateway that it opens. */
export interface KeyRights {
  /** Name of a stored key; a configured key has none. */
  name?: string
  /** The scopes of the key; a configured key may do everything. */
  scopes: ApiKeyScope[]
  /** Environment of the provider that the gateway calls. */
  environment: 'SANDBOX' | 'PRODUCTION'
  /** Where people open the console: a URL, or a path on the host of the gateway. Absent: the console is off. */
  console?: string
}

/** An order to start; `checkout` says where the payer pays. */
export type StartOrder = StartPageOrder | StartMobileOrder

/** An order that is paid on a page. */
export interface StartPageOrder extends OrderToStart {
  /** `STANDARD`: the payer pays on the provider's hosted page. `CUSTOM`: the payer pays on your page. */
  checkout: PageCheckout
  /** Absolute http or https URL to which the payer returns. */
  redirectUrl: string
}

/** An order that is paid in your app, with the provider's mobile SDK. */
export interface StartMobileOrder extends OrderToStart {
  /**
   * `MOBILE`: an order of the standard checkout. `MOBILE_CUSTOM`: an order of the custom checkout, which the provider enables for your
   * account.
   */
  checkout: MobileCheckout
  /** Absolute http or https URL to which the payer returns. The URL is optional, because the mobile SDK returns to your app. */
  redirectUrl?: string
}

/** The fields of every order to start. */
export interface OrderToStart {
  /** Your cart or invoice. A reference has one payable amount at a time, and at most one of its orders is fulfilled. 1 to 200 characters. */
  reference: string
  /** Amount in paise, 1 to 1 000 000 000 000. */
  amount: Paise
  /** Lifetime in seconds, 300 to 3600; for the checkout `CUSTOM`, up to 5 184 000. @default the provider's default */
  expireAfter?: number
  /** Message to the payer, shown with the request. */
  message?: string
  /** Your own fields, `udf1` to `udf15`. */
  metaInfo?: MetaInfo
  /** Custom checkout: your id of the payer, under which the provider saves cards. A browser cannot set this id. */
  merchantUserId?: string
  /**
   * Idempotency key: a second call with the same id and parameters returns the same order. At most 57 letters, digits, `_` or `-`.
   * @default a new id, unless an open order has the same reference and parameters: then this order is returned
   */
  merchantOrderId?: string
  /**
   * True to replace an open order of the reference that has another amount. The page of the replaced order is no longer handed out, and a
   * payment of the replaced order is refunded automatically. With `false`, another amount is refused with `DIFFERENT_AMOUNT` while such an
   * order can be paid.
   * @default false
   */
  replaces?: boolean
}

/** The values that your app gives to the provider's mobile SDK. */
export interface MobilePayment {
  /** The provider's id of the order, `OMO…`. */
  orderId: string
  /** Opens the order in the mobile SDK. A secret of this payer: send it only to the payer's app, and never log it. */
  token: string
  /** When the order and the token expire. Epoch milliseconds. */
  expiresAt: number
}

/** Result of `orders.start`. A mobile order has the fields of `MobilePayment`. */
export interface StartedOrder extends Partial<MobilePayment> {
  /** The stored order. */
  order: Order
  /** Token for the payer's browser, valid for this order until an hour after the expiry of the order. */
  payerToken: string
  /** Standard checkout: URL of the hosted page. */
  redirectUrl?: string
}

/** Type of the result of `orders.start`, by the type of the given order. */
export type StartedFor<Given extends StartOrder> = Given extends StartMobileOrder
  ? StartedOrder & MobilePayment
  : StartedOrder

/** Result of `orders.pay`. */
export interface PaidOrder {
  /** The stored order. */
  order: Order
  /** The payer's next step. Absent while the provider's response is unknown: read the order again. */
  payment?: PayerPayment
}

/** Body that `notifyOverHttp` and `galla gateway` post to the merchant's server. The header `webhook-id` is the same in every repetition. */
export interface MerchantNotification {
  /** The event. */
  type: EventName
  /** Time of the event, as ISO 8601. */
  timestamp: string
  /** The order, refund, subscription, settlement or closed day of the event. */
  data: {
    /** The order as it is now, which may be later than the event. Absent for events of settlements and closed days. */
    order?: Order
    /** Events of a refund only: the refund as it is now. */
    refund?: Refund
    /** The other order of the same reference whose payment counts. */
    paidBy?: string
    /** The newest order of the same reference, if its amount differs. With `order.failed`, an older page of the cart has ended, and the cart is still open. */
    replacedBy?: string
    /** The disputes of the order, the latest change first; only with `order.disputed`. */
    disputes?: Dispute[]
    /** Events of a subscription only: the subscription as it is now. `order` is the debit or first bill of the event, otherwise the setup of the mandate. */
    subscription?: Subscription
    /** Events of a subscription only: the data of the payer from the start, until that data is erased. */
    payer?: SubscriptionPayer
    /** Events of a settlement only: the settlement as it is now. */
    settlement?: Settlement
    /** `day.closed` only: the close, which never changes. */
    dayClose?: DayClose
  }
}
