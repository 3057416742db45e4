import type { Paise } from '../money.ts'
import type { EventName } from './events.ts'
import type { Order, Page } from './orders.ts'
import type { Plan, PlansQuery, Subscription, SubscriptionCycle, SubscriptionState } from './subscriptions.ts'

/** Routes of the console about plans and their subscriptions. They answer 404 in a gateway without `subscriptions()`. */
export interface ConsoleSubscriptionRoutes {
  /** The newest first; with `dunning`, the last changed first. */
  'GET /plan-subscriptions': { query: PlanSubscriptionsQuery; response: Page<ListedSubscription> }
  'GET /plan-subscriptions/figures': { response: SubscriptionFigures }
  /** The debits that are planned for today and the six days after it, in India. */
  'GET /plan-subscriptions/coming': { response: { days: ComingDay[] } }
  'GET /plan-subscriptions/:subscriptionId': { response: SubscriptionStory }
  /** `untilMs`: time at which the pause ends automatically, in epoch milliseconds. */
  'POST /plan-subscriptions/:subscriptionId/pause': { body: { untilMs?: number }; response: SubscriptionStory }
  'POST /plan-subscriptions/:subscriptionId/resume': { response: SubscriptionStory }
  /** `cycle`: number of the cycle, so that a repeated request leaves out no other one. */
  'POST /plan-subscriptions/:subscriptionId/skip': { body: { cycle?: number }; response: SubscriptionStory }
  'POST /plan-subscriptions/:subscriptionId/cancel': { body: { at: 'now' | 'cycle-end' }; response: SubscriptionStory }
  /** Plans, the newest first. */
  'GET /plans': { query: PlansQuery; response: Page<ListedPlan> }
}

/** Query string of `GET /plan-subscriptions`: every value is text. */
export interface PlanSubscriptionsQuery {
  state?: string
  planId?: string
  /** Begin of an id of a subscription. */
  search?: string
  /** `true`: only subscriptions in PAST_DUE and HALTED. */
  dunning?: string
  after?: string
  limit?: string
}

/** A debit that is planned. */
export interface ComingDebit {
  /** Epoch milliseconds. */
  atMs: number
  /** In paise. */
  amount: Paise
  /** Number of the cycle. */
  cycle: number
}

/** The newest failed debit of a cycle that is not paid. */
export interface FailedDebit {
  merchantOrderId: string
  errorCode?: string
  detailedErrorCode?: string
  /** Requests to debit of the cycle that failed. */
  failedTries: number
}

/** A subscription in a list. */
export interface ListedSubscription extends Subscription {
  planName: string
  nextDebit?: ComingDebit
  failedDebit?: FailedDebit
}

/** The kind of the step that is due next. */
export type SubscriptionStepKind =
  | 'check-mandate'
  | 'check-debit'
  | 'activate'
  | 'past-due'
  | 'pause'
  | 'resume'
  | 'open-cycle'
  | 'miss-cycles'
  | 'notify'
  | 'redeem'
  | 'return-payment'
  | 'close-cycle'
  | 'halt'
  | 'cancel-mandate'
  | 'switch-mandate'
  | 'end'

/** An order of a cycle, with each request to debit. */
export interface CycleOrder extends Pick<Order, 'merchantOrderId' | 'state' | 'resolution' | 'amount' | 'createdAtMs'> {
  /** True: the payer approved the mandate with this payment. */
  isSetup: boolean
  needsReview?: true
  errorCode?: string
  detailedErrorCode?: string
  /** When the payer was told of the debit. Epoch milliseconds. */
  notifiedAtMs?: number
  /** Oldest first. Epoch milliseconds. */
  tries: { sentAtMs: number; failedAtMs?: number }[]
}

/** A cycle with its orders, oldest first. */
export interface CycleStory extends Omit<SubscriptionCycle, 'merchantOrderIds'> {
  isSkipped?: true
  /** When the price was fixed. Epoch milliseconds. */
  openedAtMs: number
  closedAtMs?: number
  orders: CycleOrder[]
}

/** An event of a subscription. */
export interface SubscriptionEventRecord {
  event: Extract<EventName, `subscription.${string}`>
  atMs: number
  merchantOrderId: string
}

/** A subscription with everything that a person asks about it. */
export interface SubscriptionStory {
  subscription: ListedSubscription
  /** The step that is due next; absent when only news or a person changes something. */
  next?: { kind: SubscriptionStepKind; atMs: number }
  /** When the subscription would end if somebody cancelled it now for the end of its cycle; absent: at once. Epoch milliseconds. */
  wouldEndAtMs?: number
  /** A debit under way decides whether the current cycle is paid. If the debit fails, a cancelled subscription ends at once. */
  isDebitUnderWay?: true
  /** Newest first, at most 100. */
  cycles: CycleStory[]
  /** Newest first, at most 200. */
  events: SubscriptionEventRecord[]
}

/** The planned debits of a day in India. */
export interface ComingDay {
  /** `2027-02-10` */
  day: string
  debits: number
  /** In paise. */
  amount: Paise
}

/** Figures of a month in India. */
export interface SubscriptionMonth {
  /** `2027-02` */
  month: string
  /** Subscriptions that had begun before the month and had not ended. */
  before: number
  /** Subscriptions of which somebody cancelled the billing in the month, after at least one paid cycle. */
  cancelled: number
  /** Cycles of which a debit failed for the first time in the month. */
  failed: number
  /** Cycles among them that were paid after all. */
  recovered: number
  /** Cycles among them whose debits go on. */
  open: number
  /** Price of the recovered cycles. In paise. */
  recoveredAmount: Paise
}

/** Figures of all subscriptions. */
export interface SubscriptionFigures {
  /** Subscriptions in each state. */
  states: { state: SubscriptionState; subscriptions: number }[]
  /** Subscriptions in ACTIVE and PAST_DUE. */
  active: number
  /** Subscriptions among them whose first cycle has not begun. */
  trials: number
  /** Subscriptions among the active ones that somebody has cancelled, and that have not ended. */
  ending: number
  /** Prices of the active subscriptions without trials, for a twelfth of a year. In paise. */
  monthlyRevenue: Paise
  /** Oldest first: this month and the five before it. */
  months: SubscriptionMonth[]
}

/** A plan with its subscriptions. */
export interface ListedPlan extends Plan {
  /** Subscriptions in ACTIVE and PAST_DUE. */
  active: number
  /** Their prices, for a twelfth of a year. In paise. */
  monthlyRevenue: Paise
}
