import { defined } from '../defined.ts'
import type { RefundObservation, RefundSurroundings } from './observations.ts'
import { isOpen, type RefundRecord } from './refund.ts'
import type { Mismatch } from './statements.ts'

/** What stands in the way of deciding about a refund, or is to be seen by a person. `key` is the same for the same thing. */
export type Finding = Mismatch & { readonly key: string }

type Rule = (refund: RefundRecord, surroundings: RefundSurroundings) => Mismatch | false | undefined

/** The first one that a refund has is what a person is asked. */
const RULES: readonly Rule[] = [isTakenBack, hasOtherAmount, doesNotFit, isAboutSomethingElse, isRefused, isUnreadable]

/** What the rules find: while there is any, nothing is decided. */
export const findingsOf = (refund: RefundRecord, surroundings: RefundSurroundings): Finding[] =>
  RULES.map((rule) => rule(refund, surroundings))
    .filter((found) => found !== undefined && found !== false)
    .map(withKey)

/** Made of what was said, and not of when. */
function withKey(found: Mismatch): Finding {
  const { reason, theirs = {}, ours = {} } = found
  const { message: _, ...said } = theirs
  return { ...found, key: [reason, ...Object.values(said), ours.availableAmount].filter(isStated).join(':') }
}

const isStated = (part: unknown): boolean => part !== undefined

/** COMPLETED was reported, whether it was agreed to or not, and now FAILED. */
function isTakenBack({ state, disputed }: RefundRecord): Mismatch | undefined {
  const { report, paidOut } = disputed ?? {}
  if (report?.state !== 'FAILED' || !(paidOut || state === 'COMPLETED')) return undefined
  const ours = paidOut && { state: 'COMPLETED' as const, ...paidOut }
  return { reason: 'contradiction', theirs: stated(report), ...defined({ ours }) }
}

const stated = ({ state, amount }: { readonly state: string; readonly amount?: number }) => defined({ state, amount })

/** Nothing says what was paid out, or another amount was. When both say FAILED, neither took any money. */
function hasOtherAmount({ state, amount, disputed }: RefundRecord): Mismatch | false | undefined {
  const report = disputed?.report
  if (!report || (state === 'FAILED' && report.state === 'FAILED')) return undefined
  const isUnstated = report.amount === undefined && report.state === 'COMPLETED' && state !== 'COMPLETED'
  return (isUnstated || (report.amount ?? amount) !== amount) && { reason: 'amount-mismatch', theirs: stated(report) }
}

/** It was FAILED, so its amount was free again, and was refunded. */
function doesNotFit({ state, amount, disputed }: RefundRecord, { available }: RefundSurroundings): Mismatch | false {
  const report = disputed?.report
  return (
    report !== undefined &&
    report.state !== 'FAILED' &&
    state === 'FAILED' &&
    amount > available && {
      reason: 'contradiction',
      theirs: stated(report),
      ours: { availableAmount: available },
    }
  )
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

/** Time alone makes it, so it is looked for after the decision, and decides nothing. */
export function undecidedFinding(
  refund: RefundRecord,
  observation: RefundObservation,
  nowMs: number,
): Finding | undefined {
  const { state, approval, approveByMs = nowMs, stateSinceMs, needsReview } = refund
  // One that waits for a second person is undecided when the provider does not answer, so that it cannot expire.
  const sinceMs = approval === 'waiting' && state === 'REQUESTED' ? approveByMs : stateSinceMs
  const isDue = isOpen(refund) && nowMs - sinceMs > (UNDECIDED_AFTER_MS[state] ?? 0)
  if (!isDue || !(needsReview || isAnswer(observation))) return undefined
  return { reason: 'undecided', key: `undecided:${sinceMs}` }
}

/** Something that was asked for was answered or not. A clear refusal is decided by the next status. */
function isAnswer(observation: RefundObservation): boolean {
  if (observation.kind !== 'response-failed') return 'status' in observation || observation.kind === 'status-failed'
  const { refusal, attempt } = observation
  return attempt > TRIES_BEFORE_REVIEW && (refusal === undefined || refusal.meaning === 'unclear')
}
