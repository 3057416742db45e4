import type { Page } from '@galla/contract/gateway-api/orders'
import type {
  CancelSubscription,
  ChangeAmount,
  CreatePlan,
  ImportMandate,
  ListPlans,
  ListSubscriptions,
  PauseSubscription,
  Plan,
  RenewMandate,
  SkipCycle,
  StartedSubscription,
  StartSubscription,
  Subscription,
} from '@galla/contract/gateway-api/subscriptions'

/** `gateway.plans`: what is sold again and again. Every method rejects with a `GatewayError`: with DATABASE_FAILED when the database fails. */
export interface PlanMethods {
  /**
   * Creates a plan. The terms of a plan never change; the same id and terms again are the same plan.
   * @throws GatewayError INVALID_REQUEST, ID_TAKEN, SHUTTING_DOWN
   * @example
   * await gateway.plans.create({ planId: 'tea-monthly', name: 'Tea every month', amount: inr('199'), frequency: 'MONTHLY' })
   */
  create(plan: CreatePlan): Promise<Plan>

  /**
   * Reads a plan.
   * @returns The plan; `undefined` when there is none.
   * @example
   * const plan = await gateway.plans.get('tea-monthly')
   */
  get(planId: string): Promise<Plan | undefined>

  /**
   * Lists the plans, newest first.
   * @returns One page; `next` is the cursor of the following page.
   * @throws GatewayError INVALID_REQUEST
   * @example
   * const { rows, next } = await gateway.plans.list({ limit: 20 })
   */
  list(page?: ListPlans): Promise<Page<Plan>>

  /**
   * Takes a plan off sale. Subscriptions to the plan go on. Archiving it again changes nothing.
   * @throws GatewayError NOT_FOUND, SHUTTING_DOWN
   * @example
   * await gateway.plans.archive('tea-monthly')
   */
  archive(planId: string): Promise<Plan>
}

/** `gateway.subscriptions`: bill payers again and again by UPI AutoPay. Every method rejects with a `GatewayError`: with DATABASE_FAILED when the database fails. */
export interface SubscriptionMethods {
  /**
   * Stores a subscription, then opens the page of the provider on which the payer approves the mandate and pays the first bill. With a trial, ₹2 are
   * taken and returned instead. The same `subscriptionId` and parameters again are the same subscription.
   * @returns The subscription, the payer's token, and the page while the payer has not approved.
   * @throws GatewayError INVALID_REQUEST, NOT_FOUND, ID_TAKEN, SUBSCRIPTION_STATE, PROVIDER_REFUSED, PROVIDER_UNAVAILABLE, OUTCOME_UNKNOWN, BUSY,
   * SHUTTING_DOWN
   * @example
   * const { redirectUrl } = await gateway.subscriptions.start({
   *   subscriptionId: 'sub-7', planId: 'tea-monthly', redirectUrl: 'https://shop.example/thanks', payer: { email: 'asha@payer.example' },
   * })
   */
  start(subscription: StartSubscription): Promise<StartedSubscription>

  /**
   * Stores a subscription under a mandate of the hosted page that another program has set up, and bills the mandate from `nextCycleOn` on. Stop the
   * other program first. Nothing is debited by the import, and the price is that of the plan.
   * @returns The subscription: `ACTIVE`.
   * @throws GatewayError INVALID_REQUEST, NOT_FOUND, ID_TAKEN, ABOVE_MANDATE, SUBSCRIPTION_STATE when the mandate is not ACTIVE, PROVIDER_REFUSED,
   * PROVIDER_UNAVAILABLE, SHUTTING_DOWN
   * @example
   * await gateway.subscriptions.importMandate({
   *   subscriptionId: 'sub-8', planId: 'tea-monthly', merchantSubscriptionId: 'club-8', setupOrderId: 'club-8-setup', nextCycleOn: '2027-02-10',
   * })
   */
  importMandate(mandate: ImportMandate): Promise<Subscription>

  /**
   * Reads a subscription. It does not call the provider.
   * @returns The subscription; `undefined` when there is none.
   * @example
   * const { state, nextActionAtMs } = await gateway.subscriptions.get('sub-7')
   */
  get(subscriptionId: string): Promise<Subscription | undefined>

  /**
   * Gives the payer access to a subscription that was started before. Your server has recognised the payer: who has the token sees, pauses, resumes
   * and cancels this subscription, for a day.
   * @returns The subscription, the payer's token, and the page while the payer can approve a mandate.
   * @throws GatewayError INVALID_REQUEST, NOT_FOUND
   * @example
   * const { payerToken } = await gateway.subscriptions.forPayer('sub-7')
   */
  forPayer(subscriptionId: string): Promise<StartedSubscription>

  /**
   * Lists subscriptions, newest first.
   * @returns One page; `next` is the cursor of the following page.
   * @throws GatewayError INVALID_REQUEST, SHUTTING_DOWN
   * @example
   * const { rows } = await gateway.subscriptions.list({ state: 'PAST_DUE' })
   */
  list(query?: ListSubscriptions): Promise<Page<Subscription>>

  /**
   * Pauses a subscription: no debit is announced or made. A debit that is under way may still succeed. The mandate stays.
   * @throws GatewayError INVALID_REQUEST, NOT_FOUND, SUBSCRIPTION_STATE, SHUTTING_DOWN
   * @example
   * await gateway.subscriptions.pause('sub-7', { untilMs: Date.UTC(2027, 0, 1) })
   */
  pause(subscriptionId: string, pause?: PauseSubscription): Promise<Subscription>

  /**
   * Ends a pause, or bills a halted subscription again. Cycles that have passed are not collected. A running subscription stays as it is.
   * @throws GatewayError NOT_FOUND, SUBSCRIPTION_STATE, SHUTTING_DOWN
   * @example
   * await gateway.subscriptions.resume('sub-7')
   */
  resume(subscriptionId: string): Promise<Subscription>

  /**
   * Leaves a cycle out: the named one, else the open one when nothing of it is paid or under way, else the following one. Until that cycle ends, the same
   * call changes nothing. Name the cycle to leave out the following one as well.
   * @throws GatewayError INVALID_REQUEST, NOT_FOUND, SUBSCRIPTION_STATE, SHUTTING_DOWN
   * @example
   * await gateway.subscriptions.skip('sub-7', { cycle: 3 })
   */
  skip(subscriptionId: string, skipped?: SkipCycle): Promise<Subscription>

  /**
   * Cancels a subscription, and its mandate at the provider. Cancelling it again changes nothing; a request to debit that is under way is waited for.
   * @throws GatewayError INVALID_REQUEST, NOT_FOUND, SHUTTING_DOWN
   * @example
   * await gateway.subscriptions.cancel('sub-7', { at: 'cycle-end' })
   */
  cancel(subscriptionId: string, cancellation?: CancelSubscription): Promise<Subscription>

  /**
   * Changes the price of the cycles that are not opened yet, within the maximum of the mandate, and of a new mandate that the payer can approve.
   * @throws GatewayError INVALID_REQUEST, NOT_FOUND, ABOVE_MANDATE, SUBSCRIPTION_STATE, SHUTTING_DOWN
   * @example
   * await gateway.subscriptions.changeAmount('sub-7', { amount: inr('149'), prorate: true })
   */
  changeAmount(subscriptionId: string, change: ChangeAmount): Promise<Subscription>

  /**
   * Opens a page on which the payer approves a new mandate: for a higher maximum, another bank account, or after the old mandate has ended. The old
   * mandate goes on until the payer has approved the new one and no announced debit is left, then it is cancelled. A halted subscription is billed again.
   * @returns The subscription, the payer's token, and the page.
   * @throws GatewayError INVALID_REQUEST, NOT_FOUND, SUBSCRIPTION_STATE, PROVIDER_REFUSED, PROVIDER_UNAVAILABLE, OUTCOME_UNKNOWN, SHUTTING_DOWN
   * @example
   * const { redirectUrl } = await gateway.subscriptions.renewMandate('sub-7', { maxAmount: inr('499'), redirectUrl: 'https://shop.example/thanks' })
   */
  renewMandate(subscriptionId: string, renewal: RenewMandate): Promise<StartedSubscription>
}

/** The methods that the option `subscriptions` adds. */
export interface BillingMethods {
  /** Create, read and archive plans. */
  readonly plans: PlanMethods
  /** Start, read and change subscriptions. */
  readonly subscriptions: SubscriptionMethods
}
