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
 * A method that cannot do its work throws an Error with the message of the control API, such as `There is no order order-1.`
 */
export interface Sandbox {
  /**
   * Answers a request as the provider would, whatever host the URL names. The function needs no `this`: pass the property itself.
   * @throws TypeError `fetch failed` with the cause `ECONNRESET` when a `reset` or `lost-reply` fault applies
   * @throws the reason of the request's signal when the signal aborts
   * @example
   * const galla = new Galla({ clientId: 'shop', clientSecret: 'any', clientVersion: 1, fetch: sandbox.fetch })
   */
  readonly fetch: (input: Request | string | URL, init?: RequestInit) => Promise<Response>

  /** The sandbox's clock, which orders, tokens, refunds and callback retries follow. */
  readonly clock: SandboxClock

  /** The public key that encrypts card data. */
  readonly cardKey: {
    /** The `encryptionKeyId` to send with the card data. */
    readonly keyId: number
    /** RSA public key in PEM format. */
    readonly publicKeyPem: string
  }

  /**
   * The recorded events of the sandbox, oldest first, with secrets masked.
   * @example
   * sandbox.journal({ kind: 'api', id: 'order-1' }).map(({ name, status }) => [name, status])
   */
  journal(query?: JournalQuery): JournalEntry[]

  /**
   * The attempts to deliver callbacks, with the receiver's answers, oldest first.
   * @example
   * sandbox.deliveries().filter(({ delivered }) => !delivered)
   */
  deliveries(): Delivery[]

  /**
   * An order with all its payment attempts.
   * @throws Error when no order has this id
   * @example
   * const { state, refundableAmount } = await sandbox.order('order-1')
   */
  order(merchantOrderId: string): Promise<SandboxOrder>

  /**
   * Ends the pending attempt of an order as the payer's bank would. An order without an attempt first gets a new attempt.
   * `SUCCESS` on an expired order is a late payment.
   * @throws Error when no order has this id, the order is final, or the error code or instrument is unknown
   * @example
   * await sandbox.simulatePayment('order-1', { outcome: 'SUCCESS' })
   * await sandbox.simulatePayment('order-2', { outcome: 'FAILURE', errorCode: 'Z9', keepOpen: true })
   */
  simulatePayment(merchantOrderId: string, payment: SimulatePayment): Promise<SandboxOrder>

  /**
   * Pays an order in the merchant's app, as the provider's mobile SDK does with the token. The default of `outcome` is `SUCCESS`.
   * @throws Error when no mobile order has the token, the token has expired or belongs to another `orderId`, or the order is final
   * @example
   * const { orderId, token } = await galla.standardCheckout.createSdkOrder({ merchantOrderId: 'order-3', amount: inr('10') })
   * await sandbox.simulateAppPayment({ orderId, token })
   */
  simulateAppPayment(payment: SimulateAppPayment): Promise<SandboxOrder>

  /**
   * Moves a refund forward as the provider would.
   * @throws Error when no refund has this id, the refund is final or already past the new state, or the error code is unknown
   * @example
   * await sandbox.simulateRefund('refund-1', { outcome: 'ACCEPTED' })
   * await sandbox.simulateRefund('refund-1', { outcome: 'FAILURE', errorCode: 'BF_034' })
   */
  simulateRefund(merchantRefundId: string, refund: SimulateRefund): Promise<SandboxRefund>

  /**
   * Makes a settlement now, without waiting for a bank day. `chosen` selects the payments and refunds. Without `chosen`, the settlement
   * covers every payment and refund that is not settled.
   * @throws Error when nothing is left to settle, or the refunds use up the payments
   * @example
   * const { settlementId, amount, lines } = await sandbox.settle()
   */
  settle(chosen?: SettleNow): Promise<SandboxSettlement>

  /**
   * All settlements with their payments and refunds, newest first.
   * @example
   * const [latest] = await sandbox.settlements()
   */
  settlements(): Promise<SandboxSettlement[]>

  /**
   * Ends the bank's attempt to transfer a settlement, or starts the next attempt.
   * @throws Error when no settlement has this id, or the settlement is PROCESSED
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
    /** Earliest creation time of a settlement in the report, in epoch milliseconds. @default the first settlement */
    from?: number
    /** End of the period, exclusive, in epoch milliseconds. @default now */
    to?: number
    /** `current`: the columns of today's file. `older`: the columns of older accounts. @default 'current' */
    format?: 'current' | 'older'
  }): Promise<string>

  /**
   * A mandate with its debits. To approve a mandate, call `simulatePayment` for the setup order.
   * @throws Error when no mandate has this id
   * @example
   * const { state, umn, redemptions } = await sandbox.mandate('sub-7')
   */
  mandate(merchantSubscriptionId: string): Promise<SandboxMandate>

  /**
   * Changes a mandate as the payer does in the UPI app: pauses, resumes or revokes the mandate, or refuses the announced debit.
   * @throws Error when no mandate has this id, or the mandate's state does not allow the action
   * @example
   * await sandbox.simulateMandate('sub-7', { action: 'PAUSE', pauseUntilMs: sandbox.clock.now() + 86_400_000 })
   * await sandbox.simulateMandate('sub-7', { action: 'REVOKE' })
   */
  simulateMandate(merchantSubscriptionId: string, action: SimulateMandate): Promise<SandboxMandate>

  /**
   * A redemption order with all its attempts to debit.
   * @throws Error when no redemption order has this id
   * @example
   * const { state, paymentDetails } = await sandbox.redemption('sub-7-2026-03')
   */
  redemption(merchantOrderId: string): Promise<SandboxRedemption>

  /**
   * Ends the open notification or debit of a redemption order as the payer's bank would.
   * @throws Error when no redemption order has this id, no notification or debit is open, or the error code is unknown
   * @example
   * await sandbox.simulateRedemption('sub-7-2026-03', { outcome: 'FAILURE', errorCode: 'Z9' })
   */
  simulateRedemption(merchantOrderId: string, end: SimulateRedemption): Promise<SandboxRedemption>

  /**
   * Sets the outcome of the next payments. The queued outcome overrides the outcome table and replaces an earlier queued outcome.
   * @throws Error when the outcome, the error code or the order is unknown
   * @example
   * await sandbox.queueOutcome({ outcome: 'FAILURE', errorCode: 'Z9', next: 2 })
   */
  queueOutcome(outcome: QueueOutcome): Promise<void>

  /**
   * Replaces the active faults. An empty object removes all faults.
   * @throws Error with the name of the invalid field
   * @example
   * await sandbox.setFaults({ rules: [{ kind: 'lost-reply', endpoints: ['standardPay'], times: 1 }] })
   */
  setFaults(faults: SetFaults): Promise<void>

  /**
   * The calls that `latency`, `hold` and `late-reply` faults keep in flight. The call that has waited longest comes first.
   * @example
   * sandbox.held().map(({ endpoint, merchantOrderId }) => [endpoint, merchantOrderId])
   */
  held(): HeldCall[]

  /**
   * Releases calls that faults keep in flight. The sandbox then processes a held request, even if the caller has given up. Resolves with
   * the released calls, after the sandbox has processed or answered them.
   * @param heldIds ids of the calls to release; default: all held calls
   * @example
   * await sandbox.setFaults({ rules: [{ kind: 'hold', endpoints: ['standardPay'], times: 1 }] })
   * const paying = galla.standardCheckout.pay(order)
   * await sandbox.release()
   * await paying
   */
  release(heldIds?: readonly string[]): Promise<HeldCall[]>

  /**
   * Changes the given fields of the callback receiver and keeps the others.
   * @throws Error when the URL or the mode is invalid, or a field is unknown
   * @example
   * await sandbox.setReceiver({ url: 'http://127.0.0.1:3000/callbacks', username: 'hook', password: 'Passw0rd99' })
   */
  setReceiver(receiver: CallbackReceiver): Promise<void>

  /**
   * Sends a callback about an order, refund or mandate now, even if the reported event did not happen. Resolves with the receiver's
   * answers. With `simulate: true` the event happens first, so that a status check confirms the callback. The sandbox does not retry.
   * @throws Error when no receiver URL is set, or the event or the id is unknown
   * @example
   * await sandbox.trigger({ event: 'checkout.order.completed', merchantOrderId: 'order-1', fault: 'duplicate' })
   */
  trigger(callback: TriggerCallback): Promise<Delivery[]>

  /**
   * Sends test callbacks (drills) to a callback receiver. Grades the receiver's answers and its status checks. The callbacks are signed
   * with the secrets of the current receiver. `report.orders` says how often each order may be fulfilled.
   * @throws Error when the URL or a drill name is invalid, the order cannot be paid, or no secret for the signatures is set
   * @example
   * const { checks, notGraded } = await sandbox.drill('http://127.0.0.1:3000/callbacks', { order: 'order-1' })
   */
  drill(url: string, options?: DrillOptions): Promise<DrillReport>

  /**
   * Saves orders, refunds, callbacks, the id counter and the time. The journal is not part of a snapshot.
   * @param name name of the snapshot; default: the id of the snapshot
   * @example
   * const { snapshotId } = await sandbox.snapshot('before the sale')
   */
  snapshot(name?: string): Promise<Snapshot>

  /**
   * Restores a snapshot. Jobs that were pending when the snapshot was taken are pending again.
   * @throws Error when no snapshot has this id
   * @example
   * await sandbox.restore(snapshotId)
   */
  restore(snapshotId: string): Promise<Snapshot>

  /**
   * Deletes all state, the snapshots and the journal. Restores the fault profile and the receiver of the options. The clock keeps its time.
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
   * Resolves when no job is due and the sandbox waits for no answer to a callback.
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
   * URL that stands for all of the provider's hosts, without a final slash, such as `http://127.0.0.1:4500`. If `host` is not a loopback
   * address, the URL contains the first name in `allowedHosts`: `http://sandbox:4500`.
   */
  readonly url: string
  /** Port of `url`. */
  readonly port: number
  /** URL for card and token payments. Present only with the option `cardPort`. */
  readonly cardUrl?: string
}

/** The sandbox's time. */
export interface SandboxClock {
  /**
   * The current time of the sandbox, in epoch milliseconds.
   * @example
   * new Date(sandbox.clock.now())
   */
  now(): number

  /** True when the time is frozen. */
  readonly frozen: boolean

  /**
   * Freezes the time. Calls of `set` and `advance` still change a frozen time.
   * @example
   * sandbox.clock.freeze()
   */
  freeze(): void

  /**
   * Lets a frozen time run again from its current value.
   * @example
   * sandbox.clock.resume()
   */
  resume(): void

  /**
   * Moves the time forward. Resolves when all jobs that became due have run, callbacks included.
   * @throws Error unless `ms` is a whole number of at least 0, up to the year 9999
   * @example
   * await sandbox.clock.advance(10 * 60_000)
   */
  advance(ms: number): Promise<void>

  /**
   * Sets the time, in epoch milliseconds. A later time works like `advance`. An earlier time undoes nothing.
   * @throws Error unless `ms` is a whole number of at least 0, up to the year 9999
   * @example
   * await sandbox.clock.set(Date.UTC(2026, 0, 1))
   */
  set(ms: number): Promise<void>
}
