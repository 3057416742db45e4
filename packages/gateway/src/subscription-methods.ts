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

/**
 * `gateway.plans`: the offers that subscriptions bill once a cycle. A failed call rejects with a `GatewayError`. The code is
 * DATABASE_FAILED when the database fails.
 */
export interface PlanMethods {
  /**
   * Creates a plan. The terms of a plan never change; a second call with the same id and terms returns the same plan.
   * @throws GatewayError INVALID_REQUEST, ID_TAKEN, SHUTTING_DOWN
   * @example
   * await gateway.plans.create({ planId: 'tea-monthly', name: 'Tea every month', amount: inr('199'), frequency: 'MONTHLY' })
   */
  create(plan: CreatePlan): Promise<Plan>

  /**
   * Reads a plan.
   * @returns The plan, or `undefined` if no plan has this id.
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
   * Takes a plan off sale. Subscriptions to the plan go on. A second call changes nothing.
   * @throws GatewayError NOT_FOUND, SHUTTING_DOWN
   * @example
   * await gateway.plans.archive('tea-monthly')
   */
  archive(planId: string): Promise<Plan>
}

/**
 * `gateway.subscriptions`: bill payers regularly by UPI AutoPay. A failed call rejects with a `GatewayError`. The code is DATABASE_FAILED
 * when the database fails.
 */
export interface SubscriptionMethods {
  /**
   * Stores a subscription, then opens the page of the provider on which the payer approves the mandate and pays the first bill. With a
   * trial, the provider takes and returns ₹2 instead. A second call with the same `subscriptionId` and parameters returns the same
   * subscription.
   * @returns The subscription, the payer's token, and the page until the payer has approved the mandate.
   * @throws GatewayError INVALID_REQUEST, NOT_FOUND, ID_TAKEN, SUBSCRIPTION_STATE, PROVIDER_REFUSED, PROVIDER_UNAVAILABLE, OUTCOME_UNKNOWN,
   * BUSY, SHUTTING_DOWN
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
   * Reads a subscription, without a call to the provider.
   * @returns The subscription, or `undefined` if no subscription has this id.
   * @example
   * const { state, nextActionAtMs } = await gateway.subscriptions.get('sub-7')
   */
  get(subscriptionId: string): Promise<Subscription | undefined>

  /**
   * Gives the payer access to a subscription that was started before. First check that the subscription belongs to this payer: a person
   * with the token can see, pause, resume and cancel the subscription for a day.
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
   * Ends a pause, or bills a halted subscription again. Cycles that have passed are not collected. A running subscription does not change.
   * @throws GatewayError NOT_FOUND, SUBSCRIPTION_STATE, SHUTTING_DOWN
   * @example
   * await gateway.subscriptions.resume('sub-7')
   */
  resume(subscriptionId: string): Promise<Subscription>

  /**
   * Leaves out the cycle with the number `cycle`. Without `cycle`, the open cycle is left out if no payment of the cycle is made or under
   * way; otherwise the next cycle. Until the cycle ends, the same call changes nothing. To leave out another cycle too, pass its number.
   * @throws GatewayError INVALID_REQUEST, NOT_FOUND, SUBSCRIPTION_STATE, SHUTTING_DOWN
   * @example
   * await gateway.subscriptions.skip('sub-7', { cycle: 3 })
   */
  skip(subscriptionId: string, skipped?: SkipCycle): Promise<Subscription>

  /**
   * Cancels a subscription, and its mandate at the provider. A second call changes nothing. The call waits for a debit request that is
   * under way.
   * @throws GatewayError INVALID_REQUEST, NOT_FOUND, SHUTTING_DOWN
   * @example
   * await gateway.subscriptions.cancel('sub-7', { at: 'cycle-end' })
   */
  cancel(subscriptionId: string, cancellation?: CancelSubscription): Promise<Subscription>

  /**
   * Changes the price of the cycles that are not opened yet. With a surcharge, the price must be within the maximum of the mandate, and of a new mandate
   * that the payer can approve.
   * @throws GatewayError INVALID_REQUEST, NOT_FOUND, ABOVE_MANDATE, SHUTTING_DOWN; SUBSCRIPTION_STATE, for example if no later bill can settle a difference
   * @example
   * await gateway.subscriptions.changeAmount('sub-7', { amount: inr('149'), prorate: true })
   */
  changeAmount(subscriptionId: string, change: ChangeAmount): Promise<Subscription>

  /**
   * Opens a page on which the payer approves a new mandate: for a higher maximum, another bank account, or after the old mandate has ended.
   * The old mandate goes on until the payer has approved the new mandate and no announced debit is left. The old mandate is then cancelled.
   * A halted subscription is billed again.
   * @returns The subscription, the payer's token, and the page.
   * @throws GatewayError INVALID_REQUEST, NOT_FOUND, SUBSCRIPTION_STATE, PROVIDER_REFUSED, PROVIDER_UNAVAILABLE, OUTCOME_UNKNOWN,
   * SHUTTING_DOWN
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
