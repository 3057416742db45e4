import type { HeldCall, SetFaults } from '@galla/contract/sandbox-api/faults'
import type { JournalEntry, JournalQuery } from '@galla/contract/sandbox-api/journal'
import type {
  SandboxMandate,
  SandboxRedemption,
  SimulateMandate,
  SimulateRedemption,
} from '@galla/contract/sandbox-api/mandates'
import type {
  QueueOutcome,
  SimulateAppPayment,
  SimulatePayment,
  SimulateRefund,
} from '@galla/contract/sandbox-api/outcomes'
import type {
  CallbackReceiver,
  Delivery,
  DrillOptions,
  DrillReport,
  SandboxOrder,
  SandboxRefund,
  Snapshot,
  TriggerCallback,
} from '@galla/contract/sandbox-api/routes'
import type { SandboxSettlement, SettleNow, SimulateSettlement } from '@galla/contract/sandbox-api/settlements'

/**
 * A PhonePe Payment Gateway in this process. Sandboxes share no state, so tests can run in parallel.
 *
 * A method that cannot do what it is asked throws an Error with the message of the control API, such as
 * `There is no order order-1.`
 */
export interface Sandbox {
  /**
   * Answers like the provider's hosts, whatever host the URL names. Bound, so it can be passed on as it is.
   * @throws TypeError `fetch failed` with the cause `ECONNRESET` when a `reset` or `lost-reply` fault applies
   * @throws the reason of `init.signal` when the call is aborted
   * @example
   * const galla = new Galla({ clientId: 'shop', clientSecret: 'any', clientVersion: 1, fetch: sandbox.fetch })
   */
  readonly fetch: (input: Request | string | URL, init?: RequestInit) => Promise<Response>

  /** The sandbox's time, which orders, tokens, refunds and callback retries follow. */
  readonly clock: SandboxClock

  /** The public key for card data: `keyId` is the wire's `encryptionKeyId`, `publicKeyPem` an RSA key. */
  readonly cardKey: {
    /** The id that a card carries. */
    readonly keyId: number
    /** RSA public key, PEM. */
    readonly publicKeyPem: string
  }

  /**
   * Everything that happened, oldest first, with secrets masked.
   * @example
   * sandbox.journal({ kind: 'api', id: 'order-1' }).map(({ name, status }) => [name, status])
   */
  journal(query?: JournalQuery): JournalEntry[]

  /**
   * Callback delivery attempts with the receiver's answers, oldest first.
   * @example
   * sandbox.deliveries().filter(({ delivered }) => !delivered)
   */
  deliveries(): Delivery[]

  /**
   * One order with all its attempts.
   * @throws Error when there is no such order
   * @example
   * const { state, refundableAmount } = await sandbox.order('order-1')
   */
  order(merchantOrderId: string): Promise<SandboxOrder>

  /**
   * Ends the pending attempt of an order as the payer's bank would. An order without an attempt gets one. `SUCCESS` on an
   * expired order is a late payment.
   * @throws Error when there is no such order, it is final, or the error code or instrument is unknown
   * @example
   * await sandbox.simulatePayment('order-1', { outcome: 'SUCCESS' })
   * await sandbox.simulatePayment('order-2', { outcome: 'FAILURE', errorCode: 'Z9', keepOpen: true })
   */
  simulatePayment(merchantOrderId: string, payment: SimulatePayment): Promise<SandboxOrder>

  /**
   * Pays an order in the merchant's app, as the provider's mobile SDK does with the token. `outcome` is `SUCCESS` unless it is given.
   * @throws Error when no mobile order has the token, the token has expired or belongs to another `orderId`, or the order is final
   * @example
   * const { orderId, token } = await galla.standardCheckout.createSdkOrder({ merchantOrderId: 'order-3', amount: inr('10') })
   * await sandbox.simulateAppPayment({ orderId, token })
   */
  simulateAppPayment(payment: SimulateAppPayment): Promise<SandboxOrder>

  /**
   * Moves a refund forward as the provider would.
   * @throws Error when there is no such refund, it is final or already beyond that state, or the error code is unknown
   * @example
   * await sandbox.simulateRefund('refund-1', { outcome: 'ACCEPTED' })
   * await sandbox.simulateRefund('refund-1', { outcome: 'FAILURE', errorCode: 'BF_034' })
   */
  simulateRefund(merchantRefundId: string, refund: SimulateRefund): Promise<SandboxRefund>

  /**
   * Pays out now, without waiting for a bank day: all that is not settled, or the payments and refunds that are named.
   * @throws Error when nothing is left to settle, or refunds take all of it
   * @example
   * const { settlementId, amount, lines } = await sandbox.settle()
   */
  settle(chosen?: SettleNow): Promise<SandboxSettlement>

  /**
   * The settlements with what they pay out, newest first.
   * @example
   * const [latest] = await sandbox.settlements()
   */
  settlements(): Promise<SandboxSettlement[]>

  /**
   * Ends an attempt of the bank, or begins the next one.
   * @throws Error when there is no such settlement, or it is PROCESSED
   * @example
   * await sandbox.simulateSettlement(settlementId, { outcome: 'FAILURE' })
   */
  simulateSettlement(settlementId: string, settlement: SimulateSettlement): Promise<SandboxSettlement>

  /**
   * The settlement report that a merchant downloads from the provider's dashboard: CSV, one line for each payment and refund.
   * @example
   * await writeFile('settlements.csv', await sandbox.settlementReport())
   */
  settlementReport(query?: {
    /** Begin of the period by the settlement's creation, epoch milliseconds. @default the first settlement */
    from?: number
    /** End of the period, epoch milliseconds. @default now */
    to?: number
    /** Columns of today's file, or of older accounts. @default 'current' */
    format?: 'current' | 'older'
  }): Promise<string>

  /**
   * One mandate with the debits under it. Approve one with `simulatePayment` of its setup order.
   * @throws Error when there is no such mandate
   * @example
   * const { state, umn, redemptions } = await sandbox.mandate('sub-7')
   */
  mandate(merchantSubscriptionId: string): Promise<SandboxMandate>

  /**
   * Does what the payer can do in the UPI app: pause, resume, revoke, or refuse the announced debit.
   * @throws Error when there is no such mandate, or its state does not allow it
   * @example
   * await sandbox.simulateMandate('sub-7', { action: 'PAUSE', pauseUntilMs: sandbox.clock.now() + 86_400_000 })
   * await sandbox.simulateMandate('sub-7', { action: 'REVOKE' })
   */
  simulateMandate(merchantSubscriptionId: string, action: SimulateMandate): Promise<SandboxMandate>

  /**
   * One redemption order with all its tries.
   * @throws Error when there is no such order
   * @example
   * const { state, paymentDetails } = await sandbox.redemption('sub-7-2026-03')
   */
  redemption(merchantOrderId: string): Promise<SandboxRedemption>

  /**
   * Ends the open notification or debit of a redemption order as the payer's bank would.
   * @throws Error when there is no such order, neither is open, or the error code is unknown
   * @example
   * await sandbox.simulateRedemption('sub-7-2026-03', { outcome: 'FAILURE', errorCode: 'Z9' })
   */
  simulateRedemption(merchantOrderId: string, end: SimulateRedemption): Promise<SandboxRedemption>

  /**
   * Sets the outcome of the next payments. It takes precedence over every rule of the outcome table and replaces what was
   * queued before.
   * @throws Error when the outcome or the error code is unknown
   * @example
   * await sandbox.queueOutcome({ outcome: 'FAILURE', errorCode: 'Z9', next: 2 })
   */
  queueOutcome(outcome: QueueOutcome): Promise<void>

  /**
   * Replaces the active faults; `{}` removes all of them.
   * @throws Error with the name of the invalid field
   * @example
   * await sandbox.setFaults({ rules: [{ kind: 'lost-reply', endpoints: ['standardPay'], times: 1 }] })
   */
  setFaults(faults: SetFaults): Promise<void>

  /**
   * The calls that `latency`, `hold` and `late-reply` faults keep in flight, longest wait first.
   * @example
   * sandbox.held().map(({ endpoint, merchantOrderId }) => [endpoint, merchantOrderId])
   */
  held(): HeldCall[]

  /**
   * Ends the waits of calls in flight. A held request is then taken in, also if its caller has given up. Resolves with the
   * released calls, after they were taken in or answered.
   * @param heldIds default: all
   * @example
   * await sandbox.setFaults({ rules: [{ kind: 'hold', endpoints: ['standardPay'], times: 1 }] })
   * const paying = galla.standardCheckout.pay(order)
   * await sandbox.release()
   * await paying
   */
  release(heldIds?: readonly string[]): Promise<HeldCall[]>

  /**
   * Changes the given fields of the callback receiver and keeps the others.
   * @throws Error when the URL or the mode is invalid
   * @example
   * await sandbox.setReceiver({ url: 'http://127.0.0.1:3000/callbacks', username: 'hook', password: 'Passw0rd99' })
   */
  setReceiver(receiver: CallbackReceiver): Promise<void>

  /**
   * Sends an event about an order or refund in its current state, whether or not it happened, and resolves with the receiver's
   * answers. With `simulate: true` it happens first, so that a status check confirms it. There are no retries.
   * @throws Error when there is no receiver URL, no such order or refund, or the event is unknown
   * @example
   * await sandbox.trigger({ event: 'checkout.order.completed', merchantOrderId: 'order-1', fault: 'duplicate' })
   */
  trigger(callback: TriggerCallback): Promise<Delivery[]>

  /**
   * Sends the drills to a callback receiver, and grades its answers and whether it asks for the status. They are signed with
   * the secrets of the current receiver. `report.orders` says how often each order may be fulfilled.
   * @throws Error when the URL or a name is invalid, the order cannot be paid, or there is no secret to sign with
   * @example
   * const { checks, notGraded } = await sandbox.drill('http://127.0.0.1:3000/callbacks', { order: 'order-1' })
   */
  drill(url: string, options?: DrillOptions): Promise<DrillReport>

  /**
   * Saves orders, refunds, callbacks, the id counter and the time. The journal is not part of a snapshot.
   * @param name default: the id of the snapshot
   * @example
   * const { snapshotId } = await sandbox.snapshot('before the sale')
   */
  snapshot(name?: string): Promise<Snapshot>

  /**
   * Returns to a snapshot. Jobs that were pending then are pending again.
   * @throws Error when there is no such snapshot
   * @example
   * await sandbox.restore(snapshotId)
   */
  restore(snapshotId: string): Promise<Snapshot>

  /**
   * Deletes all state, snapshots and the journal, and restores the faults and the receiver of the options.
   * @example
   * afterEach(() => sandbox.reset())
   */
  reset(): void

  /**
   * Invalidates every access token issued so far.
   * @example
   * sandbox.revokeTokens()
   * await galla.standardCheckout.getOrderStatus({ merchantOrderId: 'order-1' }) // fetches a new token
   */
  revokeTokens(): void

  /**
   * Resolves when nothing is due and every callback that was sent is answered.
   * @example
   * await sandbox.simulatePayment('order-1', { outcome: 'SUCCESS' })
   * await sandbox.idle()
   * sandbox.deliveries().length // 1
   */
  idle(): Promise<void>

  /**
   * Stops the timers, waits for callbacks that are being sent, and closes the state file.
   * @example
   * afterAll(() => sandbox.close())
   */
  close(): Promise<void>
}

/** A sandbox on a port. */
export interface ServedSandbox extends Sandbox {
  /**
   * URL that stands for all of the provider's hosts, without a final slash: `http://127.0.0.1:4500`. Where `host` is not loopback it has the first
   * of `allowedHosts`: `http://sandbox:4500`.
   */
  readonly url: string
  /** Port of `url`. */
  readonly port: number
  /** URL for card and token payments, with the option `cardPort` only. */
  readonly cardUrl?: string
}

/** The sandbox's time. */
export interface SandboxClock {
  /**
   * Epoch milliseconds.
   * @example
   * new Date(sandbox.clock.now())
   */
  now(): number

  /** True when the time is frozen. */
  readonly frozen: boolean

  /**
   * Freezes the time. It can still be set and advanced.
   * @example
   * sandbox.clock.freeze()
   */
  freeze(): void

  /**
   * Lets the time run again from its current value.
   * @example
   * sandbox.clock.resume()
   */
  resume(): void

  /**
   * Moves the time forward. Resolves when everything that became due has happened, callbacks included.
   * @throws Error unless `ms` is a whole number of at least 0, up to the year 9999
   * @example
   * await sandbox.clock.advance(10 * 60_000)
   */
  advance(ms: number): Promise<void>

  /**
   * Sets the time in epoch milliseconds. Forward it works like `advance`; backward it undoes nothing.
   * @throws Error unless `ms` is a whole number of at least 0, up to the year 9999
   * @example
   * await sandbox.clock.set(Date.UTC(2026, 0, 1))
   */
  set(ms: number): Promise<void>
}
