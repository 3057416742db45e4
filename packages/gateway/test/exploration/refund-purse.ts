import type { Paise } from '@galla/contract/money'
import {
  type Balances,
  balancesAfter,
  NOTHING_POSTED,
  type PostedRefund,
  refundTransfers,
} from '../../src/domain/finance/ledger.ts'
import type { DomainEvent } from '../../src/domain/orders/order.ts'
import type { RefundObservation } from '../../src/domain/refunds/observations.ts'
import { type AskedRefund, planRefund, type Stored } from '../../src/domain/refunds/plan.ts'
import { newRefund, type RefundRecord } from '../../src/domain/refunds/refund.ts'

// The refunds of one order that was paid ₹5: ours of ₹2, and one that somebody makes in the dashboard. What is decided and posted is the
// gateway's own code; who observes what, and when, is modelled. The provider may say anything.

export const PAID = 500
export const OURS = 200
export const SECOND_MS = 1_000
export const HOUR_MS = 3_600_000
export const TIMES: readonly number[] = [0, 200 * SECOND_MS, 80 * HOUR_MS, 480 * HOUR_MS]
/** The keys of both refunds. */
export const KEYS = { r1: 1, R9: 2 } as const

export interface RefundWorld {
  readonly refunds: readonly Stored[]
  readonly balances: Required<Balances>
  readonly posted: { readonly [id: number]: PostedRefund }
  readonly time: number
  readonly persons: number
  readonly odd: number
  /** Keys that a person has accepted. */
  readonly accepted: readonly string[]
}

export interface Limits {
  /** Sum of the refunds of the dashboard, in paise. */
  readonly dashboard: number
  readonly persons: number
  readonly times: number
  readonly sendings: number
  readonly odd: number
  readonly approval: boolean
  /** A rule that is left out to see what it prevents. */
  readonly without?: 'overdrawn account' | 'yielding hold'
}

export const nowOf = ({ time }: RefundWorld): number => TIMES[time] ?? 0

export function initialWorld({ approval }: Limits): RefundWorld {
  const wanted = { id: KEYS.r1, merchantRefundId: 'r1', merchantOrderId: 'one', amount: OURS as Paise, createdAtMs: 0 }
  const waits = { approval: 'waiting', approveByMs: 72 * HOUR_MS, requestedById: 'ann' } as const
  const r1 = { ...newRefund({ ...wanted, origin: 'console' }), ...(approval && waits), version: 1, nextPollAtMs: 0 }
  const paid = { availableAmount: PAID, heldAmount: 0, refundedAmount: 0, overdrawnAmount: 0 }
  return post({ refunds: [r1], balances: paid, posted: {}, time: 0, persons: 0, odd: 0, accepted: [] }, r1, 0, {})
}

/** As `postRefund`: all transfers of a refund, or none when a balance would fall below 0. */
function post(
  world: RefundWorld,
  refund: RefundRecord,
  available: number,
  { without }: Pick<Limits, 'without'>,
): RefundWorld {
  const known = world.posted[refund.id] ?? NOTHING_POSTED
  const all = refundTransfers(refund, known, available)
  const transfers = without === 'overdrawn account' ? all.filter(({ kind }) => !kind.startsWith('overdraft')) : all
  const balances = { overdrawnAmount: 0, ...balancesAfter(world.balances, transfers) }
  if (Math.min(balances.availableAmount, balances.heldAmount, balances.refundedAmount, balances.overdrawnAmount) < 0)
    return world
  const own = {
    availableAmount: 0,
    heldAmount: known.held,
    refundedAmount: known.refunded,
    overdrawnAmount: known.overdrawn,
  }
  const { heldAmount: held, refundedAmount: refunded, overdrawnAmount: overdrawn = 0 } = balancesAfter(own, transfers)
  const count = known.count + transfers.length
  return {
    ...world,
    balances,
    posted: { ...world.posted, [refund.id]: { held, refunded, overdrawn, count } },
  }
}

export const save = (world: RefundWorld, refund: RefundRecord, nextPollAtMs: number | undefined): RefundWorld => {
  const { version = 0 } = world.refunds.find((one) => one.id === refund.id) ?? {}
  const others = world.refunds.filter((one) => one.id !== refund.id)
  const { nextPollAtMs: _, ...row } = refund as Stored
  const next = { ...row, version: version + 1, ...(nextPollAtMs !== undefined && { nextPollAtMs }) }
  return {
    ...world,
    refunds: [...others, next].sort((one, other) => one.id - other.id),
  }
}

export interface Applied {
  readonly to: RefundWorld
  readonly events: readonly DomainEvent[]
}

/** As `applyRefundCheck` and its writer. */
export function apply(world: RefundWorld, asked: AskedRefund, observation: RefundObservation, limits: Limits): Applied {
  const { refunds, balances, posted } = world
  const facts = {
    asked,
    newId: KEYS.R9,
    order: { merchantOrderId: 'one', attempts: [], ...balances },
    refunds,
    posted: (id: number) => posted[id] ?? NOTHING_POSTED,
    owner: 'status' in observation ? ownerOf(world, observation.status.refundId) : undefined,
    nowMs: nowOf(world),
    comparedUntilMs: Number.POSITIVE_INFINITY,
  }
  const plan = planRefund(facts, observation)
  if (plan.do !== 'write') return { to: world, events: [] }
  let to = plan.joined ? withoutJoined(world, plan.joined, limits) : world
  to = save(cover(to, plan.overdrawn, limits), plan.refund, plan.nextPollAtMs)
  for (const one of limits.without === 'yielding hold' ? [] : plan.yields)
    to = post(save(to, one.refund, one.nextPollAtMs), one.refund, one.free, limits)
  to = post(to, plan.refund, to.balances.availableAmount, limits)
  to = cover(to, plan.overdrawn, limits)
  return { to, events: [...plan.events, ...plan.yields.flatMap(({ events }) => events)] }
}

const cover = (world: RefundWorld, overdrawn: readonly Stored[], limits: Limits): RefundWorld =>
  overdrawn.reduce(
    (to, one) => (to.balances.availableAmount > 0 ? post(to, one, to.balances.availableAmount, limits) : to),
    world,
  )

export const ownerOf = ({ refunds }: RefundWorld, refundId: string | undefined): Stored | undefined =>
  refundId === undefined ? undefined : refunds.find((one) => one.refundId === refundId)

function withoutJoined(
  world: RefundWorld,
  { needsReview: _, disputed: __, ...row }: Stored,
  limits: Limits,
): RefundWorld {
  const released = post(world, { ...row, state: 'FAILED' }, world.balances.availableAmount, limits)
  return { ...released, refunds: released.refunds.filter((one) => one.id !== row.id) }
}

export const refundIn = ({ refunds }: RefundWorld, id: number) => refunds.find((one) => one.id === id)
