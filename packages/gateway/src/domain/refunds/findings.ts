import { defined } from '../defined.ts'
import type { RefundObservation, RefundSurroundings } from './observations.ts'
import { hasOurId, isMoney, isOpen, isUnsent, type RefundRecord } from './refund.ts'
import type { Mismatch } from './statements.ts'

/** A matter that blocks a decision about a refund, or that a person must see. The same matter has the same `key`. */
export type Finding = Mismatch & { readonly key: string }

type Rule = (refund: RefundRecord, surroundings: RefundSurroundings) => Mismatch | false | undefined

/** The first one that a refund has is what a person is asked. */
const RULES: readonly Rule[] = [isTakenBack, hasOtherAmount, isAboutSomethingElse, isRefused, isUnreadable]

/** Returns the findings of the rules. While there is a finding, nothing is decided. */
export const findingsOf = (refund: RefundRecord, surroundings: RefundSurroundings): Finding[] =>
  RULES.map((rule) => rule(refund, surroundings))
    .filter((found) => found !== undefined && found !== false)
    .map(withKey)

/** Made of what was said, and not of when. */
export function keyOf({ reason, theirs = {}, ours = {} }: Mismatch): string {
  const { message: _, ...said } = theirs
  const parts = Object.entries({ ...said, availableAmount: ours.availableAmount })
  const stated = parts.filter(([, part]) => part !== undefined).sort(([one], [other]) => (one < other ? -1 : 1))
  return [reason, ...stated.map(([, part]) => part)].join(':')
}

const withKey = (found: Mismatch): Finding => ({ ...found, key: keyOf(found) })

/**
 * COMPLETED was reported, whether it was agreed to or not, and now FAILED. Of a refund whose status cannot be checked, any order is
 * the same: callbacks come in any order and again, and nothing else says which one is newer.
 */
function isTakenBack(refund: RefundRecord): Mismatch | undefined {
  const { state, disputed } = refund
  const { report, paidOut, failed } = disputed ?? {}
  const isFailed = hasOurId(refund) ? report?.state === 'FAILED' : failed || state === 'FAILED'
  if (!report || !isFailed || !(paidOut || state === 'COMPLETED')) return undefined
  if (report.state === 'COMPLETED' && state !== 'COMPLETED') return { reason: 'contradiction', theirs: stated(report) }
  const ours = paidOut && { state: 'COMPLETED' as const, ...paidOut }
  return { reason: 'contradiction', theirs: { ...stated(report), state: 'FAILED' }, ...defined({ ours }) }
}

const stated = ({ state, amount }: { readonly state: string; readonly amount?: number }) => defined({ state, amount })

/** Nothing says what was paid out, or another amount was. When both say FAILED, neither took any money. */
function hasOtherAmount({ state, amount, disputed }: RefundRecord): Mismatch | false | undefined {
  const report = disputed?.report
  if (!report || (state === 'FAILED' && report.state === 'FAILED')) return undefined
  const isUnstated = report.amount === undefined && report.state === 'COMPLETED' && state !== 'COMPLETED'
  return (isUnstated || (report.amount ?? amount) !== amount) && { reason: 'amount-mismatch', theirs: stated(report) }
}

function isAboutSomethingElse({ disputed }: RefundRecord): Mismatch | undefined {
  return disputed?.stray
}

/** The last request was refused in words that do not decide, and the status denies the refund. */
function isRefused({ state, refusal, disputed }: RefundRecord): Mismatch | false {
  if (state !== 'REQUESTED' || !refusal?.isDenied || refusal.meaning === 'refused' || disputed?.report) return false
  const { meaning, code, message } = refusal
  return { reason: meaning === 'order-unknown' ? 'order-unknown' : 'refused', theirs: defined({ code, message }) }
}

/** Until a person, or a statement of the provider, has ended it. */
function isUnreadable({ needsReview, disputed }: RefundRecord): Mismatch | false {
  return needsReview?.reason === 'unreadable' && !disputed?.report && { reason: 'unreadable' }
}

const HOUR_MS = 3_600_000

/**
 * A refund that is not decided this long after it got its state needs review. Banks take up to 7 working days for one that the
 * provider has accepted (protocol §5.3). Milliseconds.
 */
const UNDECIDED_AFTER_MS: { readonly [state: string]: number } = {
  REQUESTED: 72 * HOUR_MS,
  PENDING: 14 * 24 * HOUR_MS,
  CONFIRMED: 14 * 24 * HOUR_MS,
}
/** Tries after which one that fails may put the refund in review: another refund of the order may have held the first ones up for days. */
const TRIES_BEFORE_REVIEW = 3

/** The rules that decide nothing: they are looked at after the decision, and a decision does not wait for them. */
const LATER: readonly ((refund: RefundRecord, surroundings: RefundSurroundings) => Mismatch | false)[] = [
  isOverdrawn,
  lacksAmount,
]

/** Returns the further questions to a person, except those that a person has accepted. */
export const laterFindings = (
  refund: RefundRecord,
  observation: RefundObservation,
  surroundings: RefundSurroundings,
): Finding[] =>
  [
    ...LATER.map((rule) => rule(refund, surroundings)).filter((found) => found !== false),
    ...undecided(refund, observation, surroundings.nowMs),
  ]
    .map(withKey)
    .filter(({ key }) => !refund.resolvedFindings?.includes(key))

/** More has left than was paid, and this refund is what was too much. */
function isOverdrawn({ state, amount }: RefundRecord, { available, reachable = available }: RefundSurroundings) {
  const isTooMuch = isMoney(state) && amount > reachable
  return (
    isTooMuch && {
      reason: 'contradiction' as const,
      theirs: { state, amount },
      ours: { availableAmount: reachable },
    }
  )
}

/** It was never sent, and money has left the order elsewhere. */
function lacksAmount(refund: RefundRecord, { available }: RefundSurroundings) {
  const isYielding = isUnsent(refund) && refund.amount > available
  return isYielding && { reason: 'insufficient-balance' as const, ours: { availableAmount: Math.max(available, 0) } }
}

/** Time alone makes it. */
function undecided(refund: RefundRecord, observation: RefundObservation, nowMs: number): Mismatch[] {
  const { state, approval, approveByMs = nowMs, stateSinceMs, needsReview } = refund
  // One that waits for a second person is undecided when the provider does not answer, so that it cannot expire.
  const sinceMs = approval === 'waiting' && state === 'REQUESTED' ? approveByMs : stateSinceMs
  const isDue = isOpen(refund) && nowMs - sinceMs > (UNDECIDED_AFTER_MS[state] ?? 0)
  return isDue && (needsReview || isAnswer(observation)) ? [{ reason: 'undecided' }] : []
}

/** Something that was asked for was answered or not. A clear refusal is decided by the next status. */
function isAnswer(observation: RefundObservation): boolean {
  if (observation.kind !== 'response-failed') return 'status' in observation || observation.kind === 'status-failed'
  const { refusal, attempt } = observation
  return attempt > TRIES_BEFORE_REVIEW && (refusal === undefined || refusal.meaning === 'unclear')
}
