import type { Role } from '@galla/contract/gateway-api/roles'
import { DEFAULT_SAME_PERSON_DAYS } from '../access/one-person.ts'
import { type RefundRecord, reservedAmount } from './refund.ts'

/** The requester of a refund: a person by role, or the merchant's code through `refunds.request()` or the merchant API. */
export type Requester = Role | 'program'

/** The requesters that may have a daily limit: those that may refund. */
export const LIMITED_REQUESTERS = ['finance', 'admin', 'program'] as const

/** Limits of refunds that people and your code request. Automatic refunds have no limits. */
export interface RefundControls {
  /**
   * Amount above which a person's request waits for the approval of another person. The amount includes earlier refunds of the order
   * without approval, and refunds from outside the gateway. So a refund in several parts needs approval too. Paise.
   * @default none: no refund waits
   */
  readonly approvalAbove?: number
  /**
   * Amount above which a request of your code waits for approval. With an amount above every possible refund, your code decides alone.
   * Paise.
   * @default the value of `approvalAbove`
   */
  readonly programApprovalAbove?: number
  /**
   * The sum that all people of a role together, or your code, may request on one day in Indian time (IST). Paise.
   * @default none
   */
  readonly dailyLimits?: { readonly [Name in (typeof LIMITED_REQUESTERS)[number]]?: number }
  /** Hours after which an undecided request expires: 1 to 720. @default 72 */
  readonly approvalHours?: number
  /**
   * Days for which the maker and the user of a link to set a password count as one person: 0 to 365. Neither person may then approve a
   * refund that the other person requested.
   * @default 30
   */
  readonly samePersonDays?: number
  /**
   * Amount above which the console asks the person to type the order id. Paise.
   * @default 500_000 (₹5,000)
   */
  readonly confirmAbove?: number
}

export const DEFAULT_APPROVAL_HOURS = 72
export const DEFAULT_CONFIRM_ABOVE = 500_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Returns a requester's limits without approval: the amount of one order, and of one day, in paise. */
export function limitsOf(
  { approvalAbove, programApprovalAbove, dailyLimits = {} }: RefundControls,
  requester: Requester,
): { readonly approvalAbove: number | undefined; readonly dailyLimit: number | undefined } {
  const daily: { readonly [name: string]: number | undefined } = dailyLimits
  return {
    approvalAbove: requester === 'program' ? (programApprovalAbove ?? approvalAbove) : approvalAbove,
    dailyLimit: Object.hasOwn(daily, requester) ? daily[requester] : undefined,
  }
}

/** The part of an earlier refund that decides whether the next one waits. */
type Earlier = Pick<RefundRecord, 'state' | 'amount' | 'needsReview' | 'origin' | 'requestedRole' | 'approval'>

/** True when a request waits for a second person, because of its amount and the earlier refunds of the order without approval. */
export function needsApproval(
  controls: RefundControls,
  { requester, amount, earlier }: { requester: Requester; amount: number; earlier: readonly Earlier[] },
): boolean {
  const { approvalAbove } = limitsOf(controls, requester)
  if (approvalAbove === undefined) return false
  // All together: a person may have a key, or the provider's dashboard, and would have the amount twice. After a restore, a refund is found as
  // made outside without its approval. Automatic refunds do not count.
  const alone = earlier
    .filter(({ origin, requestedRole }) => requestedRole !== undefined || origin === 'external')
    .filter(({ approval }) => approval === undefined)
    .reduce((sum, one) => sum + reservedAmount(one), 0)
  return amount + alone > approvalAbove
}

/** The controls by which requests are stored, as a text that is the same for the same ones. `confirmAbove` only asks in the console. */
export function controlsText(controls: RefundControls): string {
  const {
    dailyLimits = {},
    approvalHours = DEFAULT_APPROVAL_HOURS,
    samePersonDays = DEFAULT_SAME_PERSON_DAYS,
  } = controls
  const above = (['admin', 'program'] as const).map((requester) => limitsOf(controls, requester).approvalAbove)
  const daily = LIMITED_REQUESTERS.map((requester) => dailyLimits[requester])
  return JSON.stringify([...above, daily, approvalHours, samePersonDays])
}

/** When a request of this moment expires. Epoch milliseconds. */
export const approveBy = ({ approvalHours = DEFAULT_APPROVAL_HOURS }: RefundControls, nowMs: number): number =>
  nowMs + approvalHours * HOUR_MS

/** Links that were made up to this time join no two users any more. Epoch milliseconds. */
export const onePersonSince = ({ samePersonDays = DEFAULT_SAME_PERSON_DAYS }: RefundControls, nowMs: number): number =>
  nowMs - samePersonDays * DAY_MS

/**
 * True when a refund waits for a second person. A refund that the provider has reported meanwhile does not wait. A refund in review waits
 * again after the review: the provider may report money, so nobody may decline the refund and the refund does not expire.
 */
export const awaitsApproval = ({
  approval,
  state,
  needsReview,
}: Pick<RefundRecord, 'approval' | 'state' | 'needsReview'>): boolean =>
  approval === 'waiting' && state === 'REQUESTED' && needsReview === undefined
