import type { PayerChange, PayerSubscription } from '@galla/contract/gateway-api/payer-subscriptions'
import type { Subscription, SubscriptionPayer } from '@galla/contract/gateway-api/subscriptions'
import type { BillingConsole } from './billing-console.ts'
import type { EndedAttempt } from './domain/orders/ended-attempts.ts'
import type { Digest } from './domain/orders/fingerprint.ts'
import type { Policy } from './domain/policy.ts'
import type { RefundControls } from './domain/refunds/controls.ts'
import type { BillingNews } from './domain/subscriptions/news.ts'
import type { AccountNotifier } from './notifications/account-notice.ts'
import type { Notifier } from './notifications/notifier.ts'
import type { Events } from './observability/live-events.ts'
import type { LogFields } from './observability/log-fields.ts'
import type { Tracing } from './observability/tracing.ts'
import type { CallbackVerifier, ProviderPort } from './provider/provider-port.ts'
import type { DeliveryRuns } from './services/events/delivery-runs.ts'
import type { Handlers } from './services/events/handlers.ts'
import type { Actor } from './storage/access/audit.ts'
import type { ConsoleReads } from './storage/console-reads.ts'
import type { Database, Queries } from './storage/database.ts'
import type { JobName } from './storage/jobs.ts'
import type { OrderBatches } from './storage/orders/order-batches.ts'
import type { Restores } from './storage/restores.ts'
import type { WorkQueue } from './storage/work-queue.ts'

/** The caller of work, for limits of each: a person, a stored key, or the merchant's own program. */
export const callerOf = ({ actor }: Pick<GatewayContext, 'actor'>): string => actor?.keyId ?? actor?.userId ?? 'program'

/** First argument of services and workers. `create-context.ts` makes one for each gateway. */
export interface GatewayContext {
  readonly database: Database
  /** Writes of orders that share commits with others of the same moment. */
  readonly orderBatches: OrderBatches
  /** Connections that only store received callbacks, so that nothing slow delays them. */
  readonly callbackDatabase: Database
  /** Connections that only run the merchant's handlers. */
  readonly handlerDatabase: Database
  /** Connections for what people and keys read as often as they like, so that no payment waits for it. */
  readonly reads: ConsoleReads
  /** The provider's environment. */
  readonly environment: 'SANDBOX' | 'PRODUCTION'
  readonly provider: ProviderPort
  /** The provider for work that checks many statuses: the jobs and such work of people share the limit of status reads. */
  readonly jobProvider: ProviderPort
  readonly verifier: CallbackVerifier
  /** Subscriptions, when the option was given. */
  readonly billing?: Billing | undefined
  readonly policy: Policy
  /** Limits of refunds that people request. @default none */
  readonly refundControls?: RefundControls
  readonly clock: Clock
  /** Milliseconds by which `clock` is ahead of this machine's clock, as measured last. */
  readonly clockOffsetMs: () => number
  /** A clock that only moves forward, for durations and pauses of this process, also of its suspended machine: `clock` may be set back. Milliseconds. */
  readonly monotonicMs: () => number
  readonly handlers: Handlers
  readonly notifiers: readonly Notifier[]
  /** Tells people what happened to their accounts of the console. @default nobody gets a message */
  readonly accountNotifier?: AccountNotifier | undefined
  readonly deliveryRuns: DeliveryRuns
  readonly events: Events
  /** Ids of the data keys that the database was written with and this process lacks. */
  readonly missingDataKeys: () => Promise<readonly string[]>
  /** Lines up imports of settlement reports and bank statements. */
  readonly imports: WorkQueue
  /** Tells whether the database was restored, and when. */
  readonly restores: Restores
  readonly log: Log
  /** Counts a payment attempt that has ended, for the metrics. */
  readonly countAttempt: (attempt: EndedAttempt) => void
  /** Spans of the work that is done. */
  readonly tracing: Tracing
  /** Schedules a job for now or for `atMs`. Does not wait and does not throw. */
  readonly wake: (work: JobName, atMs?: number) => void
  /** True during shutdown: finish work in progress, start nothing new. */
  readonly closing: () => boolean
  /** Timers of the workers. */
  readonly after: After
  /** Begins the order ids that the gateway makes. */
  readonly orderIdPrefix: string
  /** Signs the payer token of one order. */
  readonly signPayer: SignPayer
  /** Signs the payer token of one subscription, for a day from `nowMs` on. */
  readonly signSubscription: (subscriptionId: string, nowMs: number) => string
  /** Keyed digest for fingerprints of parameters. */
  readonly digest: Digest
  /** The acting person or program, for the audit log. @default a program, such as the merchant's own */
  readonly actor?: Actor
  /** Keyed digest of what names a payer, for the audit log. */
  readonly payerDigest: (text: string) => string
}

/** The part of subscriptions that orders, callbacks and events call. */
export interface Billing {
  /** Reads the subject of an event. */
  read(
    on: Queries,
    subscriptionId: string,
  ): Promise<{ subscription: Subscription; payer?: SubscriptionPayer } | undefined>
  /** A callback has news of a mandate or a debit: the provider is asked about it next. False for one of another integration. */
  hear(on: Queries, news: BillingNews, nowMs: number): Promise<boolean>
  /** Takes the steps that are due; returns how many. */
  run(context: GatewayContext): Promise<number>
  /** The part of subscriptions that the console calls. */
  console(context: GatewayContext): BillingConsole
}

/** The part of subscriptions that the payer's routes call. */
export interface PayerSubscriptions {
  /** Undefined when there is no such subscription. */
  read(subscriptionId: string): Promise<PayerSubscription | undefined>
  /** @throws GatewayError NOT_FOUND, SUBSCRIPTION_STATE when the payer may not ask for the change now */
  change(subscriptionId: string, change: PayerChange): Promise<PayerSubscription>
}

export type SignPayer = (merchantOrderId: string, expiresAtMs: number) => string

/** Receives log lines: a message and its fields, without payer data or secrets. */
export interface Log {
  /** Logs normal operation, such as a change of a state. */
  info(fields: LogFields, message: string): void
  /** Logs a failure that is retried. */
  warn(fields: LogFields, message: string): void
  /** Logs a failure that a person must look at. */
  error(fields: LogFields, message: string): void
}

/** Time source. Tests can pass a clock that stands still. */
export interface Clock {
  /** Returns the current time in epoch milliseconds. */
  now(): number
}

export const SYSTEM_CLOCK: Clock = { now: () => Date.now() }

/** Runs `run` after so many milliseconds, and returns the function that prevents it. */
export type After = (ms: number, run: () => void) => () => void

export const SYSTEM_AFTER: After = (ms, run) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** The share of the connections for the lists and searches of the caller. */
export const readsOfCaller = (context: Pick<GatewayContext, 'reads' | 'actor'>): Database =>
  context.reads(callerOf(context))
