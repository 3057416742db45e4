import type { ComingDebit } from '@galla/contract/gateway-api/console-subscriptions'
import { NOTICE_MS } from '@galla/contract/provider/subscriptions'
import { amountOfCycle } from './amounts.ts'
import { cycleAt, nextDebitTime, periodOf } from './periods.ts'
import {
  type CycleRecord,
  type DebitRecord,
  isMandateEnded,
  type MandateRecord,
  type SubscriptionRecord,
} from './subscription.ts'

/** All that the plan of the debits depends on: the same for every subscription of a wave. */
export interface ComingFacts {
  readonly subscription: Pick<SubscriptionRecord, 'state' | 'amount' | 'frequency' | 'startsOn' | 'cycles' | 'cancel'>
  readonly mandate: Pick<MandateRecord, 'state' | 'maxAmount'>
  /** Paise that the next cycle to open costs more (a surcharge) or less (a credit, negative) than the price. */
  readonly carried: number
  /** The newest cycle that was opened. */
  readonly cycle?: CycleRecord | undefined
  /** The newest order of this cycle. */
  readonly debit?: ComingOrder | undefined
  /** When the next step is due; read of an open cycle only. */
  readonly nextActionAtMs?: number | undefined
}

export interface ComingOrder extends Pick<DebitRecord, 'state' | 'isFulfilled'> {
  /** When the order was sent whose announcement the provider has not confirmed; undefined once it has. */
  readonly unconfirmedSinceMs?: number
}

/**
 * The debits that are planned, the next one first, without end while nobody ends the subscription. The first one is where the next step says; a debit
 * that fails, a pause and a change of the price make another plan.
 */
export function* comingDebits(facts: ComingFacts, nowMs: number): Generator<ComingDebit> {
  const { subscription, mandate, cycle } = facts
  const { state, cancel, startsOn, frequency, cycles = Number.POSITIVE_INFINITY } = subscription
  if ((state !== 'ACTIVE' && state !== 'PAST_DUE') || cancel || isMandateEnded(mandate)) return
  const open = cycle?.outcome === undefined ? cycle : undefined
  const ofOpen = open && debitOfOpen(facts, open, nowMs)
  if (ofOpen) yield ofOpen
  let { carried } = facts
  const earliestMs = nowMs + NOTICE_MS
  for (let number = (cycle?.number ?? 0) + 1; number <= cycles; number += 1) {
    const { startMs, endMs } = periodOf(startsOn, frequency, number)
    const atMs = nextDebitTime(Math.max(startMs, earliestMs))
    // Too late to announce: the cycle passes.
    if (atMs >= endMs) {
      number = Math.max(number, cycleAt(startsOn, frequency, nowMs) - 1)
      continue
    }
    const due = amountOfCycle(subscription.amount, carried, mandate.maxAmount)
    carried = due.carried
    if (due.amount > 0) yield { atMs, amount: due.amount, cycle: number }
  }
}

function debitOfOpen(
  { subscription, debit, nextActionAtMs }: ComingFacts,
  cycle: CycleRecord,
  nowMs: number,
): ComingDebit | undefined {
  const { number, amount, isSkipped } = cycle
  if (isSkipped || amount === 0 || debit?.isFulfilled) return undefined
  const { startMs, endMs } = periodOf(subscription.startsOn, subscription.frequency, number)
  const isOpen = debit?.state === 'CREATED' || debit?.state === 'PENDING'
  // Announced: the next step is the debit. Otherwise the notice takes its time.
  const earliestMs = isOpen
    ? debit.unconfirmedSinceMs === undefined
      ? (nextActionAtMs ?? nowMs)
      : debit.unconfirmedSinceMs + NOTICE_MS
    : (nextActionAtMs ?? nowMs) + NOTICE_MS
  const atMs = nextDebitTime(Math.max(startMs, earliestMs, nowMs))
  return atMs >= endMs ? undefined : { atMs, amount, cycle: number }
}
