import { NOTHING_POSTED, sumOf } from '../../src/domain/finance/ledger.ts'
import type { DomainEvent } from '../../src/domain/orders/order.ts'
import { keyOf as keyOfFinding } from '../../src/domain/refunds/findings.ts'
import type { RefundObservation } from '../../src/domain/refunds/observations.ts'
import { isMoney, isOpen, isUnsent } from '../../src/domain/refunds/refund.ts'
import { PAID, type RefundWorld, refundIn } from './refund-purse.ts'

type Check = (was: RefundWorld, is: RefundWorld, one: RefundObservation, events: readonly DomainEvent[]) => boolean

/** Faults that must never happen, in words. */
const FAULTS: readonly (readonly [string, Check])[] = [
  ['What came in is not what the accounts have', (_, { balances }) => sumOf(balances) !== PAID],
  [
    'Money has left, and the ledger does not say so',
    (_, { refunds, posted }) =>
      refunds.some(({ id, state, amount }) => {
        const { held, refunded } = posted[id] ?? NOTHING_POSTED
        return state === 'COMPLETED' ? refunded !== amount : isMoney(state) && held < amount
      }),
  ],
  [
    'More has left than came in, and is not overdrawn',
    (_, { refunds, balances }) =>
      refunds.filter(({ state }) => isMoney(state)).reduce<number>((sum, { amount }) => sum + amount, 0) >
      PAID + balances.overdrawnAmount,
  ],
  [
    'It is overdrawn although the order has money',
    (_, { balances }) => balances.overdrawnAmount > 0 && balances.availableAmount > 0,
  ],
  [
    'A hold that was never sent does not yield to money that has left',
    (_, { refunds, balances, posted }) =>
      balances.overdrawnAmount > 0 &&
      refunds.some((one) => isUnsent(one) && (posted[one.id] ?? NOTHING_POSTED).held > 0),
  ],
  [
    'A failed refund still takes money',
    (_, { refunds, posted }) =>
      refunds.some(({ id, state, needsReview }) => {
        const { held, refunded } = posted[id] ?? NOTHING_POSTED
        return state === 'FAILED' && !needsReview && held + refunded > 0
      }),
  ],
  [
    'The ledger has something else of a refund than its state says',
    (_, { refunds, posted }) =>
      refunds.some(({ id, state, amount, needsReview }) => {
        const { held, refunded } = posted[id] ?? NOTHING_POSTED
        const isOpenState = state !== 'COMPLETED' && state !== 'FAILED'
        return (
          refunded !== (state === 'COMPLETED' ? amount : 0) || (!needsReview && held !== (isOpenState ? amount : 0))
        )
      }),
  ],
  [
    'A refund is forgotten',
    (_, { refunds }) => refunds.some((one) => (isOpen(one) || one.needsReview) && one.nextPollAtMs === undefined),
  ],
  [
    'What was paid out is taken back without a person',
    (was, is, one) =>
      one.kind !== 'resolution' &&
      was.refunds.some(({ id, state }) => {
        const after = refundIn(is, id)
        return state === 'COMPLETED' && after !== undefined && after.state !== 'COMPLETED'
      }),
  ],
  [
    'It was reported as paid out, fails, and nobody is asked',
    (was, is, one) =>
      one.kind !== 'resolution' &&
      was.refunds.some(({ id, disputed }) => {
        const after = refundIn(is, id)
        return disputed?.paidOut !== undefined && after?.state === 'FAILED' && !after.needsReview
      }),
  ],
  [
    'An unsent refund is larger than what is left, and nobody is asked',
    (_, { refunds, posted }) =>
      refunds.some(
        (one) => one.state === 'REQUESTED' && !one.needsReview && (posted[one.id] ?? NOTHING_POSTED).held < one.amount,
      ),
  ],
  [
    'What a person has accepted is asked about again',
    (was, { refunds }) =>
      refunds.some(({ needsReview }) => needsReview && was.accepted.includes(keyOfFinding(needsReview))),
  ],
  [
    'A review begins without its event, or is reported again',
    (was, is, one, events) =>
      one.kind !== 'resolution' &&
      is.refunds.filter((after) => {
        const before = refundIn(was, after.id)?.needsReview?.reason
        return after.needsReview && after.needsReview.reason !== before
      }).length > events.filter(({ type }) => type === 'refund.needs_review').length,
  ],
  [
    'A refund is decided without its event',
    (was, is, _, events) =>
      is.refunds.some((after) => {
        const before = refundIn(was, after.id)
        const isDecided = !isOpen(after) && before !== undefined && before.state !== after.state
        return isDecided && !events.some(({ type }) => type === `refund.${after.state.toLowerCase()}`)
      }),
  ],
]

export function faultOf(was: RefundWorld, is: RefundWorld, one: RefundObservation, events: readonly DomainEvent[]) {
  return FAULTS.find(([, check]) => check(was, is, one, events))?.[0]
}
