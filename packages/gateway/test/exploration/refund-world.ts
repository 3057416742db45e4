import type { ResolveRefundReview } from '@galla/contract/gateway-api/refunds'
import type { Paise } from '@galla/contract/money'
import type { Model, Step } from '@galla/testkit/explore'
import {
  type Balances,
  balancesAfter,
  fitsBeside,
  NOTHING_POSTED,
  type PostedRefund,
  refundTransfers,
  sumOf,
} from '../../src/domain/finance/ledger.ts'
import type { DomainEvent } from '../../src/domain/orders/order.ts'
import { keyOf as keyOfFinding } from '../../src/domain/refunds/findings.ts'
import type { RefundObservation } from '../../src/domain/refunds/observations.ts'
import { planRefund, type Stored } from '../../src/domain/refunds/plan.ts'
import { isMoney, isOpen, isUnsent, newRefund, type RefundRecord } from '../../src/domain/refunds/refund.ts'
import { isOverdraft } from '../../src/domain/refunds/resolve.ts'
import { maySend } from '../../src/domain/refunds/sending.ts'
import type { ProviderRefundStatus } from '../../src/domain/refunds/statements.ts'
import { flightEndMs } from '../../src/domain/schedule.ts'

// The refunds of one order that was paid ₹5: ours of ₹2, and one that somebody makes in the dashboard. What is decided and posted is the
// gateway's own code; who observes what, and when, is modelled. The provider may say anything.

export const PAID = 500
const OURS = 200
const SECOND_MS = 1_000
const HOUR_MS = 3_600_000
const TIMES: readonly number[] = [0, 200 * SECOND_MS, 80 * HOUR_MS, 480 * HOUR_MS]
const R9 = 'external:R9'

export interface RefundWorld {
  readonly refunds: readonly Stored[]
  readonly balances: Required<Balances>
  readonly posted: { readonly [merchantRefundId: string]: PostedRefund }
  readonly time: number
  readonly persons: number
  readonly odd: number
  /** Keys that a person has accepted. */
  readonly accepted: readonly string[]
}

export interface Limits {
  /** What the dashboard refunds, in paise. */
  readonly dashboard: number
  readonly persons: number
  readonly times: number
  readonly sendings: number
  readonly odd: number
  readonly approval: boolean
  /** A rule that is left out to see what it prevents. */
  readonly without?: 'overdrawn account' | 'yielding hold'
}

const nowOf = ({ time }: RefundWorld): number => TIMES[time] ?? 0

function initialWorld({ approval }: Limits): RefundWorld {
  const wanted = { merchantRefundId: 'r1', merchantOrderId: 'one', amount: OURS as Paise, createdAtMs: 0 }
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
  const known = world.posted[refund.merchantRefundId] ?? NOTHING_POSTED
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
    posted: { ...world.posted, [refund.merchantRefundId]: { held, refunded, overdrawn, count } },
  }
}

const save = (world: RefundWorld, refund: RefundRecord, nextPollAtMs: number | undefined): RefundWorld => {
  const { version = 0 } = world.refunds.find((one) => one.merchantRefundId === refund.merchantRefundId) ?? {}
  const others = world.refunds.filter((one) => one.merchantRefundId !== refund.merchantRefundId)
  const { nextPollAtMs: _, ...row } = refund as Stored
  const next = { ...row, version: version + 1, ...(nextPollAtMs !== undefined && { nextPollAtMs }) }
  return {
    ...world,
    refunds: [...others, next].sort((one, other) => (one.merchantRefundId < other.merchantRefundId ? 1 : -1)),
  }
}

interface Applied {
  readonly to: RefundWorld
  readonly events: readonly DomainEvent[]
}

/** As `applyRefundCheck` and its writer. */
function apply(world: RefundWorld, merchantRefundId: string, observation: RefundObservation, limits: Limits): Applied {
  const { refunds, balances, posted } = world
  const facts = {
    merchantRefundId,
    order: { merchantOrderId: 'one', attempts: [], ...balances },
    refunds,
    posted: (id: string) => posted[id] ?? NOTHING_POSTED,
    owner: 'status' in observation ? ownerOf(world, observation.status.refundId) : undefined,
    nowMs: nowOf(world),
  }
  const plan = planRefund(facts, observation)
  if (plan.do !== 'write') return { to: world, events: [] }
  let to = plan.joined ? withoutJoined(world, plan.joined.row, limits) : world
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

const ownerOf = ({ refunds }: RefundWorld, refundId: string | undefined): string | undefined =>
  refundId === undefined ? undefined : refunds.find((one) => one.refundId === refundId)?.merchantRefundId

function withoutJoined(
  world: RefundWorld,
  { needsReview: _, disputed: __, ...row }: Stored,
  limits: Limits,
): RefundWorld {
  const released = post(world, { ...row, state: 'FAILED' }, world.balances.availableAmount, limits)
  return { ...released, refunds: released.refunds.filter((one) => one.merchantRefundId !== row.merchantRefundId) }
}

const IDS = { merchantRefundId: 'r1', refundId: 'R1' }
const STATES = ['PENDING', 'COMPLETED', 'FAILED'] as const

/** What a status check of ours may be answered. */
function* answers(limits: Limits): Iterable<readonly [label: string, status: ProviderRefundStatus, isOdd: boolean]> {
  for (const state of STATES) yield [`${state} 200`, { state, amount: OURS, ...IDS }, false]
  for (const state of STATES) {
    yield [`${state} 400`, { state, amount: 400, ...IDS }, true]
    yield [`${state} without an amount`, { state, ...IDS }, true]
    yield [`${state} 200 without ids`, { state, amount: OURS }, true]
    yield [`${state} 200 of another refund`, { state, amount: OURS, merchantRefundId: 'zz' }, true]
    yield [
      `${state} as the refund of the dashboard`,
      { state, amount: limits.dashboard, merchantRefundId: 'r1', refundId: 'R9' },
      true,
    ]
  }
  yield ['a state that is not known', { state: 'UNKNOWN', wireState: 'ODD', amount: OURS, ...IDS }, true]
}

const DECISIONS: readonly ResolveRefundReview['decision'][] = ['retry', 'failed', 'adopt-amount', 'accept', 'completed']

export function refundModel(limits: Limits): Model<RefundWorld> {
  function observe(
    world: RefundWorld,
    label: string,
    id: string,
    one: RefundObservation,
    more: Partial<RefundWorld> = {},
  ): Step<RefundWorld> {
    const { to, events } = apply(world, id, one, limits)
    const isRepeatable = one.kind === 'status' || one.kind === 'status-failed'
    const again = isRepeatable ? apply(to, id, one, limits).events : []
    const fault = faultOf(world, to, one, events) ?? (again.length > 0 ? 'The same again is news' : undefined)
    return { label, to: { ...to, ...more }, fault }
  }

  function* ofOurs(world: RefundWorld, r1: Stored): Iterable<Step<RefundWorld>> {
    yield observe(world, 'r1: not found', 'r1', {
      kind: 'status-failed',
      unknownRefund: true,
      checkedAtMs: nowOf(world),
    })
    yield observe(world, 'r1: no answer', 'r1', { kind: 'status-failed', unknownRefund: false })
    for (const [label, status, isOdd] of answers(limits)) {
      if (isOdd && world.odd >= limits.odd) continue
      yield observe(world, `r1: ${label}`, 'r1', { kind: 'status', status }, { odd: world.odd + (isOdd ? 1 : 0) })
    }
    if (r1.state === 'REQUESTED' && r1.attempts === 0)
      yield observe(world, 'r1 is not needed', 'r1', { kind: 'not-needed' })
    yield* sendings(world, r1)
    for (const [by, decision] of [
      ['ann', 'approved'],
      ['bob', 'approved'],
      ['bob', 'declined'],
    ] as const)
      if (r1.approval === 'waiting')
        yield observe(world, `${by}: ${decision}`, 'r1', { kind: 'approval', decision, by: { name: by, userId: by } })
    if (r1.approval === 'waiting')
      yield observe(world, 'its time is over', 'r1', { kind: 'approval', decision: 'expired' })
  }

  /** As `beginSending`: after a denial of this moment, when the ledger holds the amount and nothing else takes it. */
  function* sendings(world: RefundWorld, r1: Stored): Iterable<Step<RefundWorld>> {
    const denied = { kind: 'status-failed', unknownRefund: true, checkedAtMs: nowOf(world) } as const
    const { held } = world.posted.r1 ?? NOTHING_POSTED
    if (!maySend(r1, denied) || r1.attempts >= limits.sendings) return
    if (held < r1.amount || !fitsBeside(r1, world.balances, world.refunds)) return
    const sent = { ...r1, inDoubt: true, attempts: r1.attempts + 1, underWaySinceMs: nowOf(world) }
    const fault = sendFault(world, r1)
    const to = save(world, sent, nowOf(world))
    const reply = { kind: 'response-failed', attempt: sent.attempts, first: !r1.inDoubt } as const
    yield { label: 'r1 is sent, and its reply is lost', to, fault }
    yield observe(to, 'r1 is not sent after all', 'r1', { ...reply, outcome: 'not-sent' })
    for (const meaning of ['refused', 'unclear', 'order-unknown'] as const)
      yield observe(to, `r1 is sent: ${meaning}`, 'r1', { ...reply, outcome: 'rejected', refusal: { meaning } })
    const status = { state: 'PENDING', amount: OURS, ...IDS } as const
    yield observe(to, 'r1 is sent: PENDING', 'r1', { kind: 'response', status, attempt: sent.attempts })
  }

  return {
    initial: initialWorld(limits),
    *steps(world) {
      const r1 = world.refunds.find((one) => one.merchantRefundId === 'r1')
      if (r1) yield* ofOurs(world, r1)
      for (const state of STATES) {
        const status = { state, amount: limits.dashboard, refundId: 'R9' }
        const id = ownerOf(world, 'R9') ?? R9
        if (id === R9) yield observe(world, `callback of R9: ${state}`, id, { kind: 'status', status })
      }
      if (world.refunds.some((one) => one.merchantRefundId === R9))
        yield observe(world, 'R9 is looked at', R9, { kind: 'status-failed', unknownRefund: false })
      for (const one of world.refunds) yield* decisionsAbout(world, one)
      if (world.time + 1 < limits.times)
        yield { label: `time passes (${world.time + 1})`, to: { ...world, time: world.time + 1 } }
    },
    keyOf,
    show: ({ refunds, balances }) =>
      `${refunds.map((one) => `${one.merchantRefundId} ${one.state} ${one.amount}${one.needsReview ? ` in review (${one.needsReview.reason})` : ''}`).join(', ')}; ${JSON.stringify(balances)}`,
  }

  function* decisionsAbout(world: RefundWorld, one: Stored): Iterable<Step<RefundWorld>> {
    const { merchantRefundId: id, needsReview } = one
    if (!needsReview || world.persons >= limits.persons) return
    for (const decision of DECISIONS) {
      // The console asks for the status first, and it is denied; nobody fails what may still arrive.
      if (decision === 'failed' && nowOf(world) < flightEndMs(one)) continue
      const label = `a person decides about ${id}: ${decision}`
      const step = observe(world, label, id, { kind: 'resolution', decision }, { persons: world.persons + 1 })
      const after = refundIn(step.to, id)
      // A decision that may not be made is refused.
      if (JSON.stringify(after?.needsReview) === JSON.stringify(needsReview)) continue
      const accepted =
        decision === 'accept' && isOverdraft(needsReview)
          ? [...world.accepted, keyOfFinding(needsReview)]
          : world.accepted
      yield { ...step, to: { ...step.to, accepted } }
    }
  }
}

/** Why a request must not leave now. */
function sendFault(world: RefundWorld, r1: Stored): string | undefined {
  if (nowOf(world) < flightEndMs(r1)) return 'It is sent while an earlier request may still arrive'
  if (r1.approval !== undefined && r1.approval !== 'approved') return 'It is sent without approval'
  const others = world.refunds.filter((one) => one !== r1 && isMoney(one.state))
  const taken = others.reduce<number>((sum, one) => sum + one.amount, r1.amount)
  return taken > PAID ? 'It is sent although the order does not have the amount' : undefined
}

type Check = (was: RefundWorld, is: RefundWorld, one: RefundObservation, events: readonly DomainEvent[]) => boolean

const refundIn = ({ refunds }: RefundWorld, id: string) => refunds.find((one) => one.merchantRefundId === id)

/** What must never happen, in words. */
const FAULTS: readonly (readonly [string, Check])[] = [
  ['What came in is not what the accounts have', (_, { balances }) => sumOf(balances) !== PAID],
  [
    'Money has left, and the ledger does not say so',
    (_, { refunds, posted }) =>
      refunds.some(({ merchantRefundId: id, state, amount }) => {
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
      refunds.some((one) => isUnsent(one) && (posted[one.merchantRefundId] ?? NOTHING_POSTED).held > 0),
  ],
  [
    'A failed refund still takes money',
    (_, { refunds, posted }) =>
      refunds.some(({ merchantRefundId: id, state, needsReview }) => {
        const { held, refunded } = posted[id] ?? NOTHING_POSTED
        return state === 'FAILED' && !needsReview && held + refunded > 0
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
      was.refunds.some(({ merchantRefundId: id, state }) => {
        const after = refundIn(is, id)
        return state === 'COMPLETED' && after !== undefined && after.state !== 'COMPLETED'
      }),
  ],
  [
    'It was reported as paid out, fails, and nobody is asked',
    (was, is, one) =>
      one.kind !== 'resolution' &&
      was.refunds.some(({ merchantRefundId: id, disputed }) => {
        const after = refundIn(is, id)
        return disputed?.paidOut !== undefined && after?.state === 'FAILED' && !after.needsReview
      }),
  ],
  [
    'An unsent refund is larger than what is left, and nobody is asked',
    (_, { refunds, posted }) =>
      refunds.some(
        (one) =>
          one.state === 'REQUESTED' &&
          !one.needsReview &&
          (posted[one.merchantRefundId] ?? NOTHING_POSTED).held < one.amount,
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
        const before = refundIn(was, after.merchantRefundId)?.needsReview?.reason
        return after.needsReview && after.needsReview.reason !== before
      }).length > events.filter(({ type }) => type === 'refund.needs_review').length,
  ],
  [
    'A refund is decided without its event',
    (was, is, _, events) =>
      is.refunds.some((after) => {
        const before = refundIn(was, after.merchantRefundId)
        const isDecided = !isOpen(after) && before !== undefined && before.state !== after.state
        return isDecided && !events.some(({ type }) => type === `refund.${after.state.toLowerCase()}`)
      }),
  ],
]

function faultOf(was: RefundWorld, is: RefundWorld, one: RefundObservation, events: readonly DomainEvent[]) {
  return FAULTS.find(([, check]) => check(was, is, one, events))?.[0]
}

/** Without what no rule reads: versions, counts, and times of what is only shown. */
function keyOf({ refunds, posted, time, persons, odd, accepted }: RefundWorld): string {
  const rows = refunds.map((refund) => {
    const {
      version: _,
      eventCount: _e,
      nextPollAtMs: _p,
      decidedAtMs: _d,
      decidedById: _b,
      decidedBy: _n,
      ...row
    } = refund
    const { held, refunded, overdrawn } = posted[refund.merchantRefundId] ?? NOTHING_POSTED
    const review = row.needsReview && { ...row.needsReview, sinceMs: 0 }
    return [
      Object.entries({ ...row, needsReview: review }).sort(([one], [other]) => (one < other ? -1 : 1)),
      held,
      refunded,
      overdrawn,
    ]
  })
  return JSON.stringify([rows, time, persons, odd, [...new Set(accepted)].sort()])
}
