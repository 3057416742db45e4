import type { ResolveRefundReview } from '@galla/contract/gateway-api/refunds'
import type { Model, Step } from '@galla/testkit/explore'
import { fitsBeside, NOTHING_POSTED } from '../../src/domain/finance/ledger.ts'
import { keyOf as keyOfFinding } from '../../src/domain/refunds/findings.ts'
import type { RefundObservation } from '../../src/domain/refunds/observations.ts'
import type { AskedRefund, Stored } from '../../src/domain/refunds/plan.ts'
import { flightEndMs } from '../../src/domain/refunds/polls.ts'
import { hasOurId, isMoney } from '../../src/domain/refunds/refund.ts'
import { isOverdraft } from '../../src/domain/refunds/resolve.ts'
import { maySend } from '../../src/domain/refunds/sending.ts'
import type { ProviderRefundStatus } from '../../src/domain/refunds/statements.ts'
import { faultOf } from './refund-faults.ts'
import {
  apply,
  initialWorld,
  KEYS,
  type Limits,
  nowOf,
  OURS,
  ownerOf,
  PAID,
  type RefundWorld,
  refundIn,
  save,
} from './refund-purse.ts'

const IDS = { merchantRefundId: 'r1', refundId: 'R1' }
const R1 = { id: KEYS.r1 }
const STATES = ['PENDING', 'COMPLETED', 'FAILED'] as const

/** Yields the possible answers to a status check of the gateway. */
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
    asked: AskedRefund,
    one: RefundObservation,
    more: Partial<RefundWorld> = {},
  ): Step<RefundWorld> {
    const { to, events } = apply(world, asked, one, limits)
    const isRepeatable = one.kind === 'status' || one.kind === 'status-failed'
    const again = isRepeatable ? apply(to, asked, one, limits).events : []
    const fault = faultOf(world, to, one, events) ?? (again.length > 0 ? 'The same again is news' : undefined)
    return { label, to: { ...to, ...more }, fault }
  }

  function* ofOurs(world: RefundWorld, r1: Stored): Iterable<Step<RefundWorld>> {
    yield observe(world, 'r1: not found', R1, {
      kind: 'status-failed',
      unknownRefund: true,
      checkedAtMs: nowOf(world),
    })
    yield observe(world, 'r1: no answer', R1, { kind: 'status-failed', unknownRefund: false })
    for (const [label, status, isOdd] of answers(limits)) {
      if (isOdd && world.odd >= limits.odd) continue
      yield observe(world, `r1: ${label}`, R1, { kind: 'status', status }, { odd: world.odd + (isOdd ? 1 : 0) })
    }
    if (r1.state === 'REQUESTED' && r1.attempts === 0)
      yield observe(world, 'r1 is not needed', R1, { kind: 'not-needed' })
    yield* sendings(world, r1)
    for (const [by, decision] of [
      ['ann', 'approved'],
      ['bob', 'approved'],
      ['bob', 'declined'],
    ] as const)
      if (r1.approval === 'waiting')
        yield observe(world, `${by}: ${decision}`, R1, { kind: 'approval', decision, by: { name: by, userId: by } })
    if (r1.approval === 'waiting')
      yield observe(world, 'its time is over', R1, { kind: 'approval', decision: 'expired' })
  }

  /** As `beginSending`: after a denial of this moment, when the ledger holds the amount and nothing else takes it. */
  function* sendings(world: RefundWorld, r1: Stored): Iterable<Step<RefundWorld>> {
    const denied = { kind: 'status-failed', unknownRefund: true, checkedAtMs: nowOf(world) } as const
    const { held } = world.posted[KEYS.r1] ?? NOTHING_POSTED
    if (!maySend(r1, denied) || r1.attempts >= limits.sendings) return
    if (held < r1.amount || !fitsBeside(r1, world.balances, world.refunds)) return
    const sent = { ...r1, inDoubt: true, attempts: r1.attempts + 1, underWaySinceMs: nowOf(world) }
    const fault = sendFault(world, r1)
    const to = save(world, sent, nowOf(world))
    const reply = { kind: 'response-failed', attempt: sent.attempts, first: !r1.inDoubt } as const
    yield { label: 'r1 is sent, and its reply is lost', to, fault }
    yield observe(to, 'r1 is not sent after all', R1, { ...reply, outcome: 'not-sent' })
    for (const meaning of ['refused', 'unclear', 'order-unknown'] as const)
      yield observe(to, `r1 is sent: ${meaning}`, R1, { ...reply, outcome: 'rejected', refusal: { meaning } })
    const status = { state: 'PENDING', amount: OURS, ...IDS } as const
    yield observe(to, 'r1 is sent: PENDING', R1, { kind: 'response', status, attempt: sent.attempts })
  }

  return {
    initial: initialWorld(limits),
    *steps(world) {
      const r1 = refundIn(world, KEYS.r1)
      if (r1) yield* ofOurs(world, r1)
      for (const state of STATES) {
        const status = { state, amount: limits.dashboard, refundId: 'R9' }
        const owner = ownerOf(world, 'R9')
        if (!owner || !hasOurId(owner))
          yield observe(world, `callback of R9: ${state}`, { refundId: 'R9' }, { kind: 'status', status })
      }
      if (refundIn(world, KEYS.R9))
        yield observe(world, 'R9 is looked at', { id: KEYS.R9 }, { kind: 'status-failed', unknownRefund: false })
      for (const one of world.refunds) yield* decisionsAbout(world, one)
      if (world.time + 1 < limits.times)
        yield { label: `time passes (${world.time + 1})`, to: { ...world, time: world.time + 1 } }
    },
    keyOf,
    show: ({ refunds, balances }) =>
      `${refunds.map((one) => `${one.merchantRefundId ?? one.refundId} ${one.state} ${one.amount}${one.needsReview ? ` in review (${one.needsReview.reason})` : ''}`).join(', ')}; ${JSON.stringify(balances)}`,
  }

  function* decisionsAbout(world: RefundWorld, one: Stored): Iterable<Step<RefundWorld>> {
    const { id, needsReview } = one
    if (!needsReview || world.persons >= limits.persons) return
    for (const decision of DECISIONS) {
      // The console asks for the status first, and it is denied; nobody fails what may still arrive.
      if (decision === 'failed' && nowOf(world) < flightEndMs(one)) continue
      const label = `a person decides about ${one.merchantRefundId ?? one.refundId}: ${decision}`
      const step = observe(world, label, { id }, { kind: 'resolution', decision }, { persons: world.persons + 1 })
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

function keyOf({ refunds, posted, time, persons, odd, accepted }: RefundWorld): string {
  const rows = refunds.map((refund) => {
    const { held, refunded, overdrawn } = posted[refund.id] ?? NOTHING_POSTED
    return [textOf(refund), held, refunded, overdrawn]
  })
  return JSON.stringify([rows, time, persons, odd, [...new Set(accepted)].sort()])
}

/** A step replaces the refund that it changes: most worlds share a refund with the world before. */
const texts = new WeakMap<Stored, string>()

/** A refund without what no rule reads: versions, counts, and times of what is only shown. */
function textOf(refund: Stored): string {
  const known = texts.get(refund)
  if (known !== undefined) return known
  const {
    version: _,
    eventCount: _e,
    nextPollAtMs: _p,
    decidedAtMs: _d,
    decidedById: _b,
    decidedBy: _n,
    ...row
  } = refund
  const review = row.needsReview && { ...row.needsReview, sinceMs: 0 }
  const fields = Object.entries({ ...row, needsReview: review }).sort(([one], [other]) => (one < other ? -1 : 1))
  const text = JSON.stringify(fields)
  texts.set(refund, text)
  return text
}
