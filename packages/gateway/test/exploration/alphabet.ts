import type { Paise } from '@galla/contract/money'
import { defined } from '../../src/domain/defined.ts'
import type { Observation, PaymentAttempt, ProviderOrderStatus, Refunded } from '../../src/domain/orders/order.ts'

export const AMOUNT = 100 as Paise
export const EXPIRY = 1_000_000
const HOUR_MS = 3_600_000

/** Times at which something is observed: before the expiry, after it, after the grace for an unknown order, and when an order is undecided. */
export const TIMES: readonly number[] = [500_000, EXPIRY + 120_000, EXPIRY + 700_000, EXPIRY + 73 * HOUR_MS]

/** One thing that may be observed at a time. */
export interface Letter {
  readonly label: string
  readonly at: (nowMs: number) => Observation
  /** Beyond what a provider without faults says; a history has a limited number of these. */
  readonly isOdd: boolean
}

type State = ProviderOrderStatus['state']

export const payment = (id: string, state: State = 'COMPLETED', amount: number | undefined = AMOUNT, late = false) =>
  defined({
    transactionId: id,
    state,
    amount: amount as Paise | undefined,
    paymentMode: 'UPI_QR',
    timestamp: late ? EXPIRY + 1 : 400_000,
  }) satisfies PaymentAttempt

/** The lists of payments that a provider without faults reports. */
const PLAIN: readonly (readonly [label: string, attempts: readonly PaymentAttempt[]])[] = [
  ['no payments', []],
  ['OM1 paid', [payment('OM1')]],
  ['OM1 failed', [payment('OM1', 'FAILED')]],
  ['OM2 paid', [payment('OM2')]],
  ['OM1 and OM2 paid', [payment('OM1'), payment('OM2')]],
]

const unreadable = (id: string): PaymentAttempt => {
  const { amount: _, ...rest } = payment(id)
  return rest
}

const ODD: typeof PLAIN = [
  ['OM1 paid with less', [payment('OM1', 'COMPLETED', 60)]],
  ['OM1 paid with more', [payment('OM1', 'COMPLETED', 140)]],
  ['OM1 paid, its amount cannot be read', [unreadable('OM1')]],
  ['OM1 paid late', [payment('OM1', 'COMPLETED', AMOUNT, true)]],
  ['OM1 pending', [payment('OM1', 'PENDING')]],
  ['OM1 in an unknown state', [payment('OM1', 'UNKNOWN')]],
  ['OM1 failed, OM2 paid', [payment('OM1', 'FAILED'), payment('OM2')]],
]

const STATES: readonly State[] = ['PENDING', 'COMPLETED', 'FAILED']

function statusLetter(
  label: string,
  fields: Partial<ProviderOrderStatus>,
  isOdd: boolean,
  refunded: Refunded = 'not',
): Letter {
  const status = {
    state: 'PENDING',
    merchantOrderId: 'one',
    orderId: 'OMO1',
    amount: AMOUNT,
    expireAt: EXPIRY,
    attempts: [],
  }
  return {
    label: `status ${fields.state}: ${label}`,
    isOdd,
    // As `checkOrder` does of an order from before a restore: the automatic refund is asked for before a payment counts.
    at: (nowMs) => ({
      kind: 'status',
      atMs: nowMs,
      checkedAtMs: nowMs,
      refunded,
      status: { ...status, ...fields } as ProviderOrderStatus,
    }),
  }
}

/** Statuses of every state with every list of payments. */
const statusesOf = (
  lists: typeof PLAIN,
  more: Partial<ProviderOrderStatus>,
  suffix: string,
  isOdd: boolean,
): Letter[] =>
  STATES.flatMap((state) =>
    lists.map(([label, attempts]) => statusLetter(label + suffix, { state, attempts, ...more }, isOdd)),
  )

const plain = (label: string, fields: object): Letter => ({
  label,
  isOdd: false,
  at: (nowMs) => ({ atMs: nowMs, ...fields }) as Observation,
})

const REFUND = 'one-late'

/** Events of an order whose provider, network and merchant do their part, sooner or later. */
export const SMALL: readonly Letter[] = [
  plain('the reply opens it', { kind: 'response', orderId: 'OMO1', expireAt: EXPIRY }),
  plain('the request is not sent', { kind: 'response-failed', outcome: 'not-sent', duplicateId: false }),
  plain('the request is refused', { kind: 'response-failed', outcome: 'rejected', duplicateId: false }),
  plain('the reply is lost', { kind: 'response-failed', outcome: 'unknown', duplicateId: false }),
  plain('the merchant cancels', { kind: 'cancel' }),
  plain('time is looked at', { kind: 'clock' }),
  plain('the provider does not know it', { kind: 'status-failed', unknownOrder: true }),
  plain('an automatic refund fails', { kind: 'automatic-refund-failed', merchantRefundId: REFUND }),
  plain('the automatic refund is corrected', { kind: 'automatic-refund-corrected', merchantRefundId: REFUND }),
  ...statusesOf(PLAIN, {}, '', false),
]

const odd = (label: string, fields: Partial<ProviderOrderStatus>): Letter[] =>
  [PLAIN[0], PLAIN[1]].flatMap((list) =>
    list ? [statusLetter(`${label}, ${list[0]}`, { state: 'COMPLETED', attempts: list[1], ...fields }, true)] : [],
  )

/** With what only a faulty answer says: other amounts, ids and currencies, payments without an id, answers without a word about refunds. */
export const LARGE: readonly Letter[] = [
  ...SMALL,
  ...statusesOf(ODD, {}, '', true),
  ...PLAIN.map(([label, attempts]) => statusLetter(label, { state: 'UNKNOWN', attempts }, true)),
  ...statusesOf(PLAIN.slice(0, 2), { unnamedPayments: [AMOUNT] }, ' and one without an id', true),
  ...odd('one without an id that has less', { unnamedPayments: [60 as Paise] }),
  ...odd('an amount of 60', { amount: 60 as Paise }),
  ...odd('no amount', { amount: undefined as never }),
  ...odd('USD', { currency: 'USD' }),
  ...odd('an expiry before the payment', { expireAt: 390_000 }),
  ...(['unanswered', 'duplicate', 'late-payment'] as const).map((refunded) =>
    statusLetter(
      `OM1 paid, its automatic refund: ${refunded}`,
      { state: 'COMPLETED', attempts: [payment('OM1')] },
      true,
      refunded,
    ),
  ),
  ...odd('of another order', { merchantOrderId: 'two' }),
  ...odd('another orderId', { orderId: 'OMO2' }),
]
