import type { LedgerAccount, LedgerKind } from '@galla/contract/gateway-api/ledger'
import type { RefundOrigin } from '@galla/contract/gateway-api/refunds'
import type { OrderRecord, PaymentAttempt } from '../orders/order.ts'
import { bookedAmount, isNamed, isPayment } from '../orders/payments.ts'
import { isMoney, type RefundRecord, reservedAmount } from '../refunds/refund.ts'

/** One transfer to post. `amount` in paise, more than 0. */
export interface Transfer {
  /** Unique in the ledger: a transfer is posted once. */
  readonly transferKey: string
  readonly kind: LedgerKind
  readonly amount: number
  readonly merchantOrderId: string
  /** The refund's own key. */
  readonly refundKey?: number
  readonly transactionId?: string
  /** The provider's time of the payment; only for a capture. Epoch milliseconds. */
  readonly paidAtMs?: number
  readonly origin?: RefundOrigin
}

/** Balances of an order, in paise. What was paid is their sum less `overdrawnAmount`. */
export interface Balances {
  readonly availableAmount: number
  readonly heldAmount: number
  readonly refundedAmount: number
  /** The amount that has left beyond the amount paid. @default 0 */
  readonly overdrawnAmount?: number
}

export const ACCOUNTS: { readonly [Kind in LedgerKind]: { debit: LedgerAccount; credit: LedgerAccount } } = {
  capture: { debit: 'payments', credit: 'available' },
  'refund-hold': { debit: 'available', credit: 'held' },
  'refund-posted': { debit: 'held', credit: 'refunded' },
  'hold-released': { debit: 'held', credit: 'available' },
  'refund-reversed': { debit: 'refunded', credit: 'held' },
  overdraft: { debit: 'overdrawn', credit: 'available' },
  'overdraft-returned': { debit: 'available', credit: 'overdrawn' },
}

/** A payment that is earlier than its order by more than this has no time that can be right. Milliseconds. */
const MAX_CLOCK_SKEW_MS = 3_600_000

const isCredible = (timestamp: number, { createdAtMs }: Pick<OrderRecord, 'createdAtMs'>): boolean =>
  timestamp >= createdAtMs - MAX_CLOCK_SKEW_MS

/** When an order was paid, as the first entry of its ledger says it: the provider's time of the payment, never later than it was learned of. */
export function paidAtMs(order: Pick<OrderRecord, 'attempts' | 'createdAtMs' | 'completedAtMs'>): number | undefined {
  const { attempts, completedAtMs } = order
  if (completedAtMs === undefined) return undefined
  const { timestamp = 0 } = attempts.find((one) => isPayment(one) && one.amount !== undefined) ?? {}
  return isCredible(timestamp, order) ? Math.min(timestamp, completedAtMs) : completedAtMs
}

/**
 * The captures that the order still lacks: what is booked of its payments less what the ledger has. One for each payment, as far as the
 * provider named them.
 * @param captured payments that the ledger has, by their transactionId, in paise: none of them is captured again
 */
export function captures(
  order: OrderRecord,
  balances: Balances,
  captured: ReadonlyMap<string, number> = new Map(),
): Transfer[] {
  const booked = order.attempts.filter((one) => one.booked)
  const paid = bookedAmount(order)
  let posted = sumOf(balances)
  const transfers: Transfer[] = []
  const capture = (amount: number, { transactionId, timestamp = 0 }: Partial<PaymentAttempt> = {}) => {
    posted += amount
    transfers.push({
      transferKey: `capture:${order.merchantOrderId}:${posted}`,
      kind: 'capture',
      amount,
      merchantOrderId: order.merchantOrderId,
      ...(transactionId === undefined ? {} : { transactionId }),
      ...(isCredible(timestamp, order) ? { paidAtMs: timestamp } : {}),
    })
  }
  // What was captured without naming a payment of the order counts for the first payments that are not captured.
  let unnamed = posted - booked.reduce((sum, { transactionId }) => sum + (captured.get(transactionId) ?? 0), 0)
  for (const attempt of booked) {
    const missing = (attempt.booked ?? 0) - (captured.get(attempt.transactionId) ?? 0)
    const amount = Math.min(missing - unnamed, paid - posted)
    unnamed = Math.max(unnamed - missing, 0)
    const { transactionId: _, ...rest } = attempt
    // The ledger has each payment once: what a payment was raised by since is captured without its id.
    if (amount > 0) capture(amount, isNamed(attempt) && !captured.has(attempt.transactionId) ? attempt : rest)
  }
  if (paid > posted) capture(paid - posted)
  return transfers
}

/**
 * True when the order has the amount of a refund beside its other refunds. For a refund in review, the provider's amount counts, even if
 * the ledger could not hold the amount.
 */
export function fitsBeside(
  { id, amount }: Pick<RefundRecord, 'id' | 'amount'>,
  balances: Balances,
  refunds: readonly RefundRecord[],
): boolean {
  const others = refunds.filter((one) => one.id !== id)
  return others.reduce((left, one) => left - reservedAmount(one), sumOf(balances)) >= amount
}

/** The ledger's record of one refund: amounts in paise, and the number of its transfers. */
export interface PostedRefund {
  readonly held: number
  readonly refunded: number
  /** The part of it that the order did not have. */
  readonly overdrawn: number
  readonly count: number
}

export const NOTHING_POSTED: PostedRefund = { held: 0, refunded: 0, overdrawn: 0, count: 0 }

/** Returns the amount that a refund takes from the order, in paise. The overdrawn part, which the order did not have, is not included. */
export const takenOf = ({ held, refunded, overdrawn }: PostedRefund): number => held + refunded - overdrawn

/** Returns the amount that an order has for a posted refund, in paise. Overdrafts of other refunds are covered first. */
export function leftFor(
  { availableAmount, overdrawnAmount = 0 }: Pick<Balances, 'availableAmount' | 'overdrawnAmount'>,
  posted: PostedRefund,
): number {
  return Math.max(availableAmount - Math.max(overdrawnAmount - posted.overdrawn, 0), 0) + takenOf(posted)
}

/**
 * The transfers that bring the ledger from what it has of the refund to the refund's state: held while it is open, refunded once it is
 * completed, released when it has failed. In review the larger of both amounts is held, as far as `available` paise of the order suffice; a
 * negative number takes from the hold. Money that has left by what the provider says is posted in any case: what the order lacks is overdrawn.
 * None when the ledger is there already. Without `available`, a refund takes what it needs and nothing is overdrawn.
 */
export function refundTransfers(refund: RefundRecord, posted: PostedRefund, available?: number): Transfer[] {
  const { id, merchantOrderId, origin, state, amount, needsReview } = refund
  const refunded = state === 'COMPLETED' ? amount : 0
  const wanted = reservedAmount(refund) - refunded
  const gone = isMoney(state) ? amount : 0
  const fitting = Math.max(takenOf(posted) - refunded + (available ?? 0), gone - refunded, 0)
  const held = needsReview ? Math.min(wanted, fitting) : wanted
  // The rest of the order when the refund has all that it takes.
  const free = available === undefined ? 0 : available - (held + refunded - posted.held - posted.refunded)
  const reversed = Math.max(posted.refunded - refunded, 0)
  const toRefund = Math.max(refunded - posted.refunded, 0)
  // Held before the refund is posted, and after a reversal.
  const toHold = held + toRefund - posted.held - reversed
  const steps: readonly (readonly [LedgerKind, number])[] = [
    ['overdraft', gone > 0 ? Math.max(-free, 0) : 0],
    ['refund-reversed', reversed],
    ['refund-hold', toHold],
    ['refund-posted', toRefund],
    ['hold-released', -toHold],
    ['overdraft-returned', Math.min(posted.overdrawn, Math.max(free, 0))],
  ]
  return steps
    .filter(([, moved]) => moved > 0)
    .map(([kind, moved], at) => ({
      transferKey: `refund:${id}:${posted.count + at + 1}`,
      kind,
      amount: moved,
      merchantOrderId,
      refundKey: id,
      origin,
    }))
}

/** The balances after the transfers. */
export function balancesAfter(balances: Balances, transfers: readonly Transfer[]): Balances {
  const net = (account: LedgerAccount) =>
    transfers.reduce((sum, { kind, amount }) => {
      const { debit, credit } = ACCOUNTS[kind]
      return sum + (credit === account ? amount : 0) - (debit === account ? amount : 0)
    }, 0)
  return {
    availableAmount: balances.availableAmount + net('available'),
    heldAmount: balances.heldAmount + net('held'),
    refundedAmount: balances.refundedAmount + net('refunded'),
    overdrawnAmount: (balances.overdrawnAmount ?? 0) - net('overdrawn'),
  }
}

/** Returns the amount that the ledger has captured for an order, in paise. */
export function sumOf({ availableAmount, heldAmount, refundedAmount, overdrawnAmount = 0 }: Balances): number {
  return availableAmount + heldAmount + refundedAmount - overdrawnAmount
}
