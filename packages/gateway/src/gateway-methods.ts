import type { ApiKey, CreateApiKey, CreatedApiKey } from '@galla/contract/gateway-api/api-keys'
import type { EventSubscription } from '@galla/contract/gateway-api/deliveries'
import type { LedgerDays, LedgerEntry, ListLedger } from '@galla/contract/gateway-api/ledger'
import type { CreatedLink, CreateLink, RemindLink } from '@galla/contract/gateway-api/links'
import type { PaidOrder, StartedFor, StartedOrder, StartOrder } from '@galla/contract/gateway-api/merchant-routes'
import type { ListOrders, Order, Page } from '@galla/contract/gateway-api/orders'
import type { ErasurePreview, ErasureResult, LegalHold, PayerSelector } from '@galla/contract/gateway-api/payers'
import type { ListRefunds, Refund, ResolveRefundReview } from '@galla/contract/gateway-api/refunds'
import type { Invitation, InviteUser, User } from '@galla/contract/gateway-api/users'
import type { PaymentChoice } from './provider/requests.ts'
import type { RemovedSubscription, SubscriptionKey } from './services/events/subscriptions.ts'
import type { RefundRequest } from './services/refunds/request-refund.ts'

/**
 * `gateway.orders`: start, pay and read orders. A failed call rejects with a `GatewayError`. The code is DATABASE_FAILED when the database
 * fails.
 */
export interface OrderMethods {
  /**
   * Stores the order, then opens the order at the provider (`STANDARD`, `MOBILE`, `MOBILE_CUSTOM`) or waits for `orders.pay` (`CUSTOM`). A
   * second call with the same `merchantOrderId` and parameters returns the same order; other parameters are refused. A call without an id
   * returns an open order of the same reference and parameters, if such an order exists.
   * @returns The order, the payer's token, and for `STANDARD` the `redirectUrl` of the hosted page. For `MOBILE` and `MOBILE_CUSTOM`, the
   * values for the provider's mobile SDK: `orderId`, `token` and `expiresAt`.
   * @throws GatewayError INVALID_REQUEST, REFERENCE_PAID, REFERENCE_IN_REVIEW, DIFFERENT_AMOUNT, ID_TAKEN, ORDER_CLOSED, PROVIDER_REFUSED,
   * PROVIDER_UNAVAILABLE, OUTCOME_UNKNOWN, SHUTTING_DOWN
   * @example
   * const { redirectUrl } = await gateway.orders.start({
   *   reference: 'cart-7', amount: inr('499.00'), checkout: 'STANDARD', redirectUrl: 'https://shop.example/thanks',
   * })
   * const { orderId, token, expiresAt } = await gateway.orders.start({ reference: 'cart-8', amount: inr('499.00'), checkout: 'MOBILE' })
   */
  start<Given extends StartOrder>(order: Given): Promise<StartedFor<Given>>

  /**
   * Custom checkout: starts the payment in the mode that the payer chose. The stored amount is charged, and card data is not stored. A
   * second call with the same choice continues the same payment. Another choice is refused, and the error names the field that differs.
   * @returns The order, and the payer's next step as `payment`. `payment` is absent while the provider's reply is unknown.
   * @throws GatewayError INVALID_REQUEST, NOT_FOUND, PAYMENT_IN_PROGRESS, REFERENCE_PAID, REFERENCE_IN_REVIEW, ORDER_CLOSED,
   * PROVIDER_REFUSED, PROVIDER_UNAVAILABLE, SHUTTING_DOWN
   * @example
   * const { payment } = await gateway.orders.pay(order.merchantOrderId, { type: 'UPI_QR' })
   */
  pay(merchantOrderId: string, paymentMode: PaymentChoice): Promise<PaidOrder>

  /**
   * Returns the payer's access to an order that was started before, for another tab, another device or a list of the payer's orders. First
   * check that the order belongs to this payer. The call changes nothing, and does not call the provider.
   * @returns The result of `orders.start`, with the current order. An open order has `redirectUrl`, or `orderId`, `token` and `expiresAt`.
   * These fields are absent if the order needs review, or if another order of the reference is paid.
   * @throws GatewayError NOT_FOUND, SHUTTING_DOWN
   * @example
   * const { payerToken, redirectUrl } = await gateway.orders.resume('cart-7-first')
   */
  resume(merchantOrderId: string): Promise<StartedOrder>

  /**
   * Reads the stored order, without a call to the provider.
   * @returns The order, or `undefined` if no order has this id.
   * @example
   * const order = await gateway.orders.get('cart-7-first')
   */
  get(merchantOrderId: string): Promise<Order | undefined>

  /**
   * Lists stored orders, newest first unless `sort` says otherwise.
   * @returns One page; `next` is the cursor of the following page.
   * @throws GatewayError INVALID_REQUEST
   * @example
   * const { rows, next } = await gateway.orders.list({ needsReview: true, limit: 20 })
   */
  list(query?: ListOrders): Promise<Page<Order>>

  /**
   * Checks the status at the provider now, and applies the status. Call this method when the payer has returned, and each time the page is
   * reloaded. A final order is checked again only if the last check is five seconds old or changed the order. The same holds for an order
   * in review for a contradiction.
   * @returns The order after the check, unchanged if the provider could not be reached.
   * @throws GatewayError NOT_FOUND, SHUTTING_DOWN
   * @example
   * const { state } = await gateway.orders.sync(order.merchantOrderId)
   */
  sync(merchantOrderId: string): Promise<Order>

  /**
   * Closes an order whose payment was never started, so that the reference can get an order of another amount. An order that the provider
   * already has cannot be cancelled. The call causes no event. A closed order does not change.
   * @returns The closed order: `FAILED`, with the `errorCode` CANCELLED.
   * @throws GatewayError NOT_FOUND, PAYMENT_IN_PROGRESS when the payment was started, REFERENCE_PAID when the order is paid, SHUTTING_DOWN
   * @example
   * await gateway.orders.cancel('cart-7-first')
   */
  cancel(merchantOrderId: string): Promise<Order>
}

/**
 * `gateway.links`: payment links, which are orders that the payer opens later. A failed call rejects with a `GatewayError`. The code is
 * DATABASE_FAILED when the database fails.
 */
export interface LinkMethods {
  /**
   * Stores an order, then creates its link at the provider. With `sendBy`, the provider also sends the link. A link is an order like any
   * other: `orders.get` and `refunds.request` accept the order, and at most one order of its reference is fulfilled. A second call with the
   * same parameters returns the same link and sends nothing. The gateway passes the payer's data to the provider, and does not store the
   * data.
   * @returns The order and the URL to hand out.
   * @throws GatewayError INVALID_REQUEST, REFERENCE_PAID, REFERENCE_IN_REVIEW, DIFFERENT_AMOUNT, ID_TAKEN, ORDER_CLOSED, PROVIDER_REFUSED,
   * PROVIDER_UNAVAILABLE, OUTCOME_UNKNOWN, SHUTTING_DOWN
   * @example
   * const { url } = await gateway.links.create({
   *   reference: 'invoice-42', amount: inr('1299.00'), customer: { phoneNumber: '+919000000001' }, sendBy: ['SMS'],
   * })
   */
  create(link: CreateLink): Promise<CreatedLink>

  /**
   * Sends an open link to its payer again, at most once a minute. Never repeat the call by a timer: each successful call sends a message to
   * a person.
   * @returns The order of the link.
   * @throws GatewayError INVALID_REQUEST, NOT_FOUND, REFERENCE_PAID, REFERENCE_IN_REVIEW, ORDER_CLOSED, REMINDED_RECENTLY,
   * PROVIDER_REFUSED, PROVIDER_UNAVAILABLE, OUTCOME_UNKNOWN, SHUTTING_DOWN
   * @example
   * await gateway.links.remind(order.merchantOrderId, { sendBy: ['SMS'] })
   */
  remind(merchantOrderId: string, reminder: RemindLink): Promise<Order>

  /**
   * Cancels a link at the provider. A payment in progress may still arrive: `resolution` of the order then says whether the payment is
   * refunded. A second call changes nothing.
   * @returns The order after the call: `FAILED` with the `errorCode` MERCHANT_CANCELLED, or `COMPLETED` when the link was paid in the
   * meantime.
   * @throws GatewayError INVALID_REQUEST, NOT_FOUND, REFERENCE_PAID when the link is paid, ORDER_CLOSED when the order needs review,
   * PROVIDER_REFUSED, PROVIDER_UNAVAILABLE, OUTCOME_UNKNOWN when the provider does not confirm the end of the link, SHUTTING_DOWN
   * @example
   * const { state } = await gateway.links.cancel(order.merchantOrderId)
   */
  cancel(merchantOrderId: string): Promise<Order>
}

/** A payer who came back from the provider, with the orders of the cart as they are now. */
export interface ReturnedPayer {
  /** The reference of the cart. */
  readonly reference: string
  /** The order that counts for the cart: the paid order, otherwise the newest order. */
  readonly order: Order
  /** Another order of the cart whose payment is refunded: a second payment, or a payment on an older page of a changed cart. */
  readonly refundedPayment?: Order
}

/**
 * `gateway.returns`: recognises a payer who comes back from the provider. The payer may return in another browser, such as the browser of a
 * banking app.
 */
export interface ReturnMethods {
  /**
   * Makes the `redirectUrl` of a cart: the address of the page, with the signed reference as the parameter `order`. The address of a cart
   * is always the same, so a second start of the cart returns the same order. Anyone who has the address can open the page: show only
   * whether the cart is paid.
   * @throws GatewayError INVALID_REQUEST
   * @example
   * await gateway.orders.start({ reference: 'cart-7', …, redirectUrl: gateway.returns.url('https://shop.example/thanks', 'cart-7') })
   */
  url(page: string | URL, reference: string): string

  /**
   * Reads the address of a returned payer, and checks the open orders of the cart at the provider.
   * @param url the whole address, or the path with the query
   * @returns The payer, or `undefined` if this gateway has not signed the address or has no order of the cart.
   * @throws GatewayError DATABASE_FAILED, SHUTTING_DOWN
   * @example
   * const payer = await gateway.returns.read(request.url)
   */
  read(url: string | URL): Promise<ReturnedPayer | undefined>
}

/**
 * `gateway.refunds`: request and read refunds. A failed call rejects with a `GatewayError`. The code is DATABASE_FAILED when the database
 * fails.
 */
export interface RefundMethods {
  /**
   * Stores a refund. A worker, or `runPendingJobs()`, sends the refund to the provider. A second call with the same id, order, amount and
   * note returns the same refund.
   * @returns The stored refund; a new one has the state `REQUESTED`.
   * @throws GatewayError INVALID_REQUEST, NOT_FOUND, NOT_PAID, AMOUNT_TOO_LARGE, REFUND_IN_PROGRESS, ID_TAKEN, SHUTTING_DOWN
   * @example
   * await gateway.refunds.request({
   *   merchantRefundId: 'broken-cup-1', merchantOrderId: order.merchantOrderId, amount: inr('100.00'),
   * })
   */
  request(refund: RefundRequest): Promise<Refund>

  /**
   * Reads the stored refund, without a call to the provider.
   * @returns The refund, or `undefined` if no refund has this id.
   * @example
   * const refund = await gateway.refunds.get('broken-cup-1')
   */
  get(merchantRefundId: string): Promise<Refund | undefined>

  /**
   * Lists stored refunds, newest first.
   * @returns One page; `next` is the cursor of the following page.
   * @throws GatewayError INVALID_REQUEST
   * @example
   * const { rows } = await gateway.refunds.list({ state: 'OPEN' })
   */
  list(query?: ListRefunds): Promise<Page<Refund>>

  /**
   * Checks the status at the provider now, and applies the status.
   * @returns The refund after the check, unchanged if the provider could not be reached.
   * @throws GatewayError NOT_FOUND, SHUTTING_DOWN
   * @example
   * const { state } = await gateway.refunds.sync('broken-cup-1')
   */
  sync(merchantRefundId: string): Promise<Refund>

  /**
   * Resolves the review of a refund by the decision of a person. `needsReview` of the refund describes the review. The audit log records
   * the decision.
   * @returns The refund after the decision. After `retry`, a worker or `runPendingJobs()` sends the refund.
   * @throws GatewayError INVALID_REQUEST, NOT_FOUND, REVIEW_CHANGED, PROVIDER_UNAVAILABLE, SHUTTING_DOWN
   * @example
   * await gateway.refunds.resolveReview('broken-cup-1', { decision: 'retry', note: 'Refunds were enabled, ticket 4711' })
   */
  resolveReview(merchantRefundId: string, resolution: ResolveRefundReview): Promise<Refund>
}

/**
 * `gateway.eventSubscriptions`: the handlers and notifiers that receive events. `createGateway()` adds the handlers and notifiers of the
 * process.
 */
export interface EventSubscriptionMethods {
  /**
   * Lists the subscriptions of all processes.
   * @returns The subscriptions, each with counts of deliveries and of processes.
   * @example
   * const retired = (await gateway.eventSubscriptions.list()).filter(({ unclaimed }) => unclaimed > 0)
   */
  list(): Promise<EventSubscription[]>

  /**
   * Removes a subscription after every process has lost the code of its handler or notifier. Cancels the unfinished deliveries of the
   * subscription.
   * @returns The number of cancelled deliveries.
   * @throws GatewayError INVALID_REQUEST when this or a running process has the code, NOT_FOUND, SHUTTING_DOWN
   * @example
   * await gateway.eventSubscriptions.remove({ subscriber: 'handlers', event: 'order.failed' })
   */
  remove(subscription: SubscriptionKey): Promise<RemovedSubscription>
}

/**
 * `gateway.payers`: erase the personal data of a payer, and hold orders back from erasure. A failed call rejects with a `GatewayError`. The
 * code is DATABASE_FAILED when the database fails.
 */
export interface PayerMethods {
  /**
   * Finds the orders of a payer, and changes nothing.
   * @returns The numbers of matching orders, held orders and orders in use, and the ids of matching orders. Erased orders are not found
   * again.
   * @throws GatewayError INVALID_REQUEST, SHUTTING_DOWN
   * @example
   * const { orders, byMaskOnly } = await gateway.payers.preview({ vpa: 'susheela@ybl' })
   */
  preview(payer: PayerSelector): Promise<ErasurePreview>

  /**
   * Erases the payer data of all matching orders, and of all records about these orders. The data of an open or held order is erased as
   * soon as the order is final and not held. Amounts, ids, states, decisions and the ledger stay. The audit log records the erasure without
   * the selector's value.
   * @returns The same counts as `preview`, and the changed rows of each table.
   * @throws GatewayError INVALID_REQUEST, SHUTTING_DOWN
   * @example
   * const { erased, held } = await gateway.payers.erase({ merchantUserId: 'user-55' })
   */
  erase(payer: PayerSelector): Promise<ErasureResult>

  /**
   * Puts an order on legal hold: the payer data of the order is not erased, by age or on request. A second call changes nothing.
   * @returns The hold.
   * @throws GatewayError INVALID_REQUEST, NOT_FOUND, SHUTTING_DOWN
   * @example
   * await gateway.payers.hold({ merchantOrderId: 'cart-7-first', reason: 'chargeback 4711', by: 'Meena' })
   */
  hold(hold: Omit<LegalHold, 'sinceMs'>): Promise<LegalHold>

  /**
   * Ends a legal hold. The next run of retention erases the data that is due. The workers start a run every minute.
   * @throws GatewayError NOT_FOUND, SHUTTING_DOWN
   * @example
   * await gateway.payers.release('cart-7-first')
   */
  release(merchantOrderId: string): Promise<void>

  /**
   * Lists the legal holds, newest first, at most 1 000.
   * @example
   * const holds = await gateway.payers.holds()
   */
  holds(): Promise<LegalHold[]>
}

/**
 * `gateway.users`: manages the users of the console, for example when an admin is locked out. A failed call rejects with a `GatewayError`.
 * The code is DATABASE_FAILED when the database fails.
 */
export interface UserMethods {
  /**
   * Lists the users of the console.
   * @example
   * const locked = (await gateway.users.list()).filter(({ state }) => state === 'disabled')
   */
  list(): Promise<User[]>

  /**
   * Adds a user. The user sets a password on the page `<console>/invitation#<token>`: send this link to the user.
   * @throws GatewayError INVALID_REQUEST, SHUTTING_DOWN
   * @example
   * const { token } = await gateway.users.invite({ name: 'asha@shop.example', role: 'admin' })
   */
  invite(user: InviteUser): Promise<Invitation>

  /**
   * Makes a link with which a user can set a new password once, within three days. The link replaces an earlier link.
   * @throws GatewayError NOT_FOUND, SHUTTING_DOWN
   * @example
   * const { token } = await gateway.users.link('admin')
   */
  link(name: string): Promise<Invitation>

  /**
   * Turns off the second factor of a user who lost the app and the recovery codes, and ends the sessions of the user.
   * @throws GatewayError NOT_FOUND, SHUTTING_DOWN
   * @example
   * await gateway.users.removeSecondFactor('admin')
   */
  removeSecondFactor(name: string): Promise<User>
}

/**
 * `gateway.ledger`: the transfers behind every amount. A failed call rejects with a `GatewayError`. The code is DATABASE_FAILED when the
 * database fails.
 */
export interface LedgerMethods {
  /**
   * Lists transfers, oldest first.
   * @returns One page; `next` is the cursor of the following page.
   * @throws GatewayError INVALID_REQUEST, SHUTTING_DOWN
   * @example
   * const { rows } = await gateway.ledger.list({ merchantOrderId: order.merchantOrderId })
   */
  list(query?: ListLedger): Promise<Page<LedgerEntry>>

  /**
   * Yields the transfers of some days in Indian time (IST) as a CSV file, in chunks. The first and the last day are included. Amounts are
   * in paise and in rupees. A day is complete once the day is over on the clocks of all replicas.
   * @throws GatewayError INVALID_REQUEST, SHUTTING_DOWN
   * @example
   * await writeFile('ledger.csv', gateway.ledger.csv({ from: '2026-11-01', to: '2026-11-30' }))
   */
  csv(days?: LedgerDays): AsyncIterable<string>
}

/**
 * `gateway.apiKeys`: keys of the merchant API that are stored in the database. A failed call rejects with a `GatewayError`. The code is
 * DATABASE_FAILED when the database fails.
 */
export interface ApiKeyMethods {
  /**
   * Creates a key. The audit log records the key.
   * @returns The key, which cannot be read again, and the stored record of the key.
   * @throws GatewayError INVALID_REQUEST, SHUTTING_DOWN
   * @example
   * const { key } = await gateway.apiKeys.create({ name: 'shop', scopes: ['read', 'orders'] })
   */
  create(key: CreateApiKey): Promise<CreatedApiKey>

  /**
   * Lists all keys, newest first, including expired and revoked keys.
   * @returns The records of the keys, without the keys themselves.
   * @throws GatewayError SHUTTING_DOWN
   * @example
   * const active = (await gateway.apiKeys.list()).filter(({ state }) => state === 'active')
   */
  list(): Promise<ApiKey[]>

  /**
   * Revokes a key: every replica refuses the next call with the key. The audit log records the revocation. A second call changes nothing.
   * @returns The revoked key.
   * @throws GatewayError NOT_FOUND, SHUTTING_DOWN
   * @example
   * await gateway.apiKeys.revoke('key_Zm9vYmFyYmF6')
   */
  revoke(keyId: string): Promise<ApiKey>
}
