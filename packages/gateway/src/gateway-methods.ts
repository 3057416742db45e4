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

/** `gateway.orders`: start, pay and read orders. Every method rejects with a `GatewayError`: with DATABASE_FAILED when the database fails. */
export interface OrderMethods {
  /**
   * Stores the order, then opens it at the provider (`STANDARD`, `MOBILE`, `MOBILE_CUSTOM`) or waits for `orders.pay` (`CUSTOM`). The same
   * `merchantOrderId` and parameters again return the same order, other parameters are refused. Without an id, an open order of the
   * same reference and parameters is returned instead of another.
   * @returns The order, the payer's token, and for `STANDARD` the `redirectUrl` of the hosted page. For `MOBILE` and `MOBILE_CUSTOM` what your app
   * gives to the provider's mobile SDK: `orderId`, `token` and `expiresAt`.
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
   * Custom checkout: starts the payment in the mode that the payer chose. The amount is the stored one, and card data is not
   * stored. The same choice again is the same payment, another one is refused by the field that differs.
   * @returns The order and what the payer has to do next; without `payment` while the provider's reply is unknown.
   * @throws GatewayError INVALID_REQUEST, NOT_FOUND, PAYMENT_IN_PROGRESS, REFERENCE_PAID, REFERENCE_IN_REVIEW, ORDER_CLOSED, PROVIDER_REFUSED,
   * PROVIDER_UNAVAILABLE, SHUTTING_DOWN
   * @example
   * const { payment } = await gateway.orders.pay(order.merchantOrderId, { type: 'UPI_QR' })
   */
  pay(merchantOrderId: string, paymentMode: PaymentChoice): Promise<PaidOrder>

  /**
   * The payer's access to an order that was started before: for another tab, another device or a list of the payer's orders.
   * Check first that the order is this payer's. It does not call the provider and changes nothing.
   * @returns As `orders.start` returned it, with the order as it is now; for an open order with its `redirectUrl`, or
   * its `orderId`, `token` and `expiresAt`, unless it needs review or another order of its reference is paid.
   * @throws GatewayError NOT_FOUND, SHUTTING_DOWN
   * @example
   * const { payerToken, redirectUrl } = await gateway.orders.resume('cart-7-first')
   */
  resume(merchantOrderId: string): Promise<StartedOrder>

  /**
   * Reads the stored order. It does not call the provider.
   * @returns The order; `undefined` when there is none.
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
   * Checks the status at the provider now and applies it. Call it when the payer has returned, also each time the page is reloaded: a
   * final order, and one in review for a contradiction, is checked again only when the last check is five seconds old or changed it.
   * @returns The order after the check. It is unchanged when the provider could not be reached.
   * @throws GatewayError NOT_FOUND, SHUTTING_DOWN
   * @example
   * const { state } = await gateway.orders.sync(order.merchantOrderId)
   */
  sync(merchantOrderId: string): Promise<Order>

  /**
   * Closes an order whose payment was never started, so that its reference may get an order of another amount. The provider cannot
   * cancel an order that it has. Causes no event; a closed order stays as it is.
   * @returns The closed order: `FAILED`, with the `errorCode` CANCELLED.
   * @throws GatewayError NOT_FOUND, PAYMENT_IN_PROGRESS when the payment was started, REFERENCE_PAID when it is paid, SHUTTING_DOWN
   * @example
   * await gateway.orders.cancel('cart-7-first')
   */
  cancel(merchantOrderId: string): Promise<Order>
}

/** `gateway.links`: payment links, which are orders that the payer opens later. Every method rejects with a `GatewayError`: with DATABASE_FAILED when the database fails. */
export interface LinkMethods {
  /**
   * Stores an order, then creates its link at the provider, which sends it when `sendBy` says so. A link is an order like any other: it is read by
   * `orders.get`, refunded by `refunds.request`, and of all orders of its reference at most one is fulfilled. The same parameters again
   * return the same link and send nothing. The payer's data is handed on and not stored.
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
   * Sends an open link to its payer again, at most once a minute. Never repeat the call by a timer: each success is a message to a person.
   * @returns The order of the link.
   * @throws GatewayError INVALID_REQUEST, NOT_FOUND, REFERENCE_PAID, REFERENCE_IN_REVIEW, ORDER_CLOSED, REMINDED_RECENTLY, PROVIDER_REFUSED,
   * PROVIDER_UNAVAILABLE, OUTCOME_UNKNOWN, SHUTTING_DOWN
   * @example
   * await gateway.links.remind(order.merchantOrderId, { sendBy: ['SMS'] })
   */
  remind(merchantOrderId: string, reminder: RemindLink): Promise<Order>

  /**
   * Cancels a link at the provider. A payment that was running may still arrive; it is refunded as a late one. Cancelling again changes nothing.
   * @returns The order as it is then: `FAILED` with the `errorCode` MERCHANT_CANCELLED, or `COMPLETED` when the link was paid in the meantime.
   * @throws GatewayError INVALID_REQUEST, NOT_FOUND, REFERENCE_PAID when the link is paid, ORDER_CLOSED when it needs review, PROVIDER_REFUSED,
   * PROVIDER_UNAVAILABLE, OUTCOME_UNKNOWN while it is not known that the link has ended, SHUTTING_DOWN
   * @example
   * const { state } = await gateway.links.cancel(order.merchantOrderId)
   */
  cancel(merchantOrderId: string): Promise<Order>
}

/** A payer who came back from the provider, with the orders of the cart as they are now. */
export interface ReturnedPayer {
  /** The cart. */
  readonly reference: string
  /** The order that counts for the cart: the paid one, otherwise the newest. */
  readonly order: Order
  /** Another order of the cart, which was paid and is refunded: a second payment, or one of an older page of a cart that has changed. */
  readonly refundedPayment?: Order
}

/**
 * `gateway.returns`: recognises a payer who comes back from the provider, also in another browser than the one that started the payment, such
 * as that of a banking app.
 */
export interface ReturnMethods {
  /**
   * The `redirectUrl` of a cart: the page with the signed reference as the parameter `order`. Equal carts have equal addresses, so a second start
   * of a cart is the same order. Anyone who has the address can see whether the cart is paid: show nothing else on the page.
   * @throws GatewayError INVALID_REQUEST
   * @example
   * await gateway.orders.start({ reference: 'cart-7', …, redirectUrl: gateway.returns.url('https://shop.example/thanks', 'cart-7') })
   */
  url(page: string | URL, reference: string): string

  /**
   * Reads the address of a returned payer, and checks the open orders of the cart at the provider.
   * @param url the path with its query, or the whole address
   * @returns undefined when this gateway has not signed the address, or has no order of the cart
   * @throws GatewayError DATABASE_FAILED, SHUTTING_DOWN
   * @example
   * const payer = await gateway.returns.read(request.url)
   */
  read(url: string | URL): Promise<ReturnedPayer | undefined>
}

/** `gateway.refunds`: request and read refunds. Every method rejects with a `GatewayError`: with DATABASE_FAILED when the database fails. */
export interface RefundMethods {
  /**
   * Stores a refund. A worker, or `runPendingJobs()`, sends it to the provider. The same id, order, amount and note is the same refund.
   * @returns The stored refund; a new one has the state `REQUESTED`.
   * @throws GatewayError INVALID_REQUEST, NOT_FOUND, NOT_PAID, AMOUNT_TOO_LARGE, REFUND_IN_PROGRESS, ID_TAKEN, SHUTTING_DOWN
   * @example
   * await gateway.refunds.request({
   *   merchantRefundId: 'broken-cup-1', merchantOrderId: order.merchantOrderId, amount: inr('100.00'),
   * })
   */
  request(refund: RefundRequest): Promise<Refund>

  /**
   * Reads the stored refund. It does not call the provider.
   * @returns The refund; `undefined` when there is none.
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
   * Checks the status at the provider now and applies it.
   * @returns The refund after the check. It is unchanged when the provider could not be reached.
   * @throws GatewayError NOT_FOUND, SHUTTING_DOWN
   * @example
   * const { state } = await gateway.refunds.sync('broken-cup-1')
   */
  sync(merchantRefundId: string): Promise<Refund>

  /**
   * Resolves the review of a refund, as a person decided: see `needsReview` of the refund. Recorded in the audit log.
   * @returns The refund after the decision. A retry sends it from a worker, or `runPendingJobs()`.
   * @throws GatewayError INVALID_REQUEST, NOT_FOUND, REVIEW_CHANGED, PROVIDER_UNAVAILABLE, SHUTTING_DOWN
   * @example
   * await gateway.refunds.resolveReview('broken-cup-1', { decision: 'retry', note: 'Refunds were enabled, ticket 4711' })
   */
  resolveReview(merchantRefundId: string, resolution: ResolveRefundReview): Promise<Refund>
}

/** `gateway.eventSubscriptions`: who gets which events. A process adds what it has code for when `createGateway()` is called. */
export interface EventSubscriptionMethods {
  /**
   * Lists the subscriptions of all processes.
   * @returns Each with its deliveries that are not done, and whether this process has its code.
   * @example
   * const retired = (await gateway.eventSubscriptions.list()).filter(({ unclaimed }) => unclaimed > 0)
   */
  list(): Promise<EventSubscription[]>

  /**
   * Removes a subscription whose code was removed from every process, and cancels its deliveries that are not done.
   * @returns The number of cancelled deliveries.
   * @throws GatewayError INVALID_REQUEST when this or a running process has its code, NOT_FOUND, SHUTTING_DOWN
   * @example
   * await gateway.eventSubscriptions.remove({ subscriber: 'handlers', event: 'order.failed' })
   */
  remove(subscription: SubscriptionKey): Promise<RemovedSubscription>
}

/** `gateway.payers`: erase the personal data of a payer, and hold orders back from erasure. Every method rejects with a `GatewayError`: with DATABASE_FAILED when the database fails. */
export interface PayerMethods {
  /**
   * Finds the orders of a payer. Changes nothing.
   * @returns How many orders match, how many are held or in use, and their ids. Orders that were erased are not found again.
   * @throws GatewayError INVALID_REQUEST, SHUTTING_DOWN
   * @example
   * const { orders, byMaskOnly } = await gateway.payers.preview({ vpa: 'susheela@ybl' })
   */
  preview(payer: PayerSelector): Promise<ErasurePreview>

  /**
   * Erases the payer data of all orders that match, and of everything about them: now, or as soon as an order is final and not held.
   * Amounts, ids, states, decisions and the ledger stay. Recorded in the audit log without the value.
   * @returns The same counts as `preview`, and the changed rows of each table.
   * @throws GatewayError INVALID_REQUEST, SHUTTING_DOWN
   * @example
   * const { erased, held } = await gateway.payers.erase({ merchantUserId: 'user-55' })
   */
  erase(payer: PayerSelector): Promise<ErasureResult>

  /**
   * Puts an order on legal hold: its payer data is erased neither by age nor on request. Holding it again changes nothing.
   * @returns The hold.
   * @throws GatewayError INVALID_REQUEST, NOT_FOUND, SHUTTING_DOWN
   * @example
   * await gateway.payers.hold({ merchantOrderId: 'cart-7-first', reason: 'chargeback 4711', by: 'Meena' })
   */
  hold(hold: Omit<LegalHold, 'sinceMs'>): Promise<LegalHold>

  /**
   * Ends a legal hold. What is due is erased by the next run of retention, which the workers start every minute.
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

/** `gateway.users`: who may use the console, for whom the console is closed. Every method rejects with a `GatewayError`: with DATABASE_FAILED when the database fails. */
export interface UserMethods {
  /**
   * Lists the users of the console.
   * @example
   * const locked = (await gateway.users.list()).filter(({ state }) => state === 'disabled')
   */
  list(): Promise<User[]>

  /**
   * Adds a user who sets a password with the token of a link, `<console>/invitation#<token>`.
   * @throws GatewayError INVALID_REQUEST, SHUTTING_DOWN
   * @example
   * const { token } = await gateway.users.invite({ name: 'asha@shop.example', role: 'admin' })
   */
  invite(user: InviteUser): Promise<Invitation>

  /**
   * Makes a link with which a user sets a new password, once, within three days. It replaces an earlier link.
   * @throws GatewayError NOT_FOUND, SHUTTING_DOWN
   * @example
   * const { token } = await gateway.users.link('admin')
   */
  link(name: string): Promise<Invitation>

  /**
   * Turns off the second factor of a user who lost app and recovery codes, and ends their sessions.
   * @throws GatewayError NOT_FOUND, SHUTTING_DOWN
   * @example
   * await gateway.users.removeSecondFactor('admin')
   */
  removeSecondFactor(name: string): Promise<User>
}

/** `gateway.ledger`: the transfers behind every amount. Every method rejects with a `GatewayError`: with DATABASE_FAILED when the database fails. */
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
   * The transfers of some days in Indian time, both included, as a CSV file in chunks. Amounts in paise and rupees. A day is
   * complete once it is over on all replicas' clocks.
   * @throws GatewayError INVALID_REQUEST, SHUTTING_DOWN
   * @example
   * await writeFile('ledger.csv', gateway.ledger.csv({ from: '2026-11-01', to: '2026-11-30' }))
   */
  csv(days?: LedgerDays): AsyncIterable<string>
}

/** `gateway.apiKeys`: keys of the merchant API that are stored in the database. Every method rejects with a `GatewayError`: with DATABASE_FAILED when the database fails. */
export interface ApiKeyMethods {
  /**
   * Creates a key. Recorded in the audit log.
   * @returns The key, which cannot be read again, and what is stored of it.
   * @throws GatewayError INVALID_REQUEST, SHUTTING_DOWN
   * @example
   * const { key } = await gateway.apiKeys.create({ name: 'shop', scopes: ['read', 'orders'] })
   */
  create(key: CreateApiKey): Promise<CreatedApiKey>

  /**
   * Lists all keys, newest first, also those that expired or were revoked.
   * @returns The keys without their secret.
   * @throws GatewayError SHUTTING_DOWN
   * @example
   * const active = (await gateway.apiKeys.list()).filter(({ state }) => state === 'active')
   */
  list(): Promise<ApiKey[]>

  /**
   * Revokes a key: every replica refuses its next call. Recorded in the audit log. Revoking it again changes nothing.
   * @returns The revoked key.
   * @throws GatewayError NOT_FOUND, SHUTTING_DOWN
   * @example
   * await gateway.apiKeys.revoke('key_Zm9vYmFyYmF6')
   */
  revoke(keyId: string): Promise<ApiKey>
}
