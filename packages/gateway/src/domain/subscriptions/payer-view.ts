import type { NextDebit, PayerChange } from '@galla/contract/gateway-api/payer-subscriptions'
import type { Paise } from '@galla/contract/money'
import { NOTICE_MS } from '@galla/contract/provider/subscriptions'
import { amountOfCycle } from './amounts.ts'
import { isOpenDebit } from './debit-steps.ts'
import { isWanted } from './next-action.ts'
import { nextCycle, periodOf } from './periods.ts'
import { type BillingFacts, isMandateEnded, isSubscriptionEnded } from './subscription.ts'

/** The changes that a payer may ask for. Why a subscription is halted decides whether billing it again can help. */
export function changesOfPayer({ subscription, mandate }: BillingFacts): PayerChange[] {
  const { state, pause, cancel, haltedFor } = subscription
  if (isSubscriptionEnded(subscription) || cancel) return []
  if (state === 'ACTIVE' || state === 'PAST_DUE') return ['pause', 'cancel']
  const isPaused = state === 'PAUSED' && pause?.by === 'payer' && !isMandateEnded(mandate)
  const isRepeatable = state === 'HALTED' && haltedFor === 'debits-failed' && mandate.state === 'ACTIVE'
  return isPaused || isRepeatable ? ['resume', 'cancel'] : ['cancel']
}

/** The debit that follows when nothing changes: of the open cycle, or of the next one. Undefined while nothing is billed. */
export function nextDebitOf(facts: BillingFacts, nowMs: number): NextDebit | undefined {
  const { subscription, mandate, cycle, debits, carried } = facts
  const { state, startsOn, frequency, cycles, cancel, amount } = subscription
  const startOf = (number: number) => periodOf(startsOn, frequency, number).startMs
  if (cycle && isWanted(facts)) {
    const notifiedAtMs = debits.find(isOpenDebit)?.notifiedAtMs ?? nowMs
    return { amount: cycle.amount, atMs: Math.max(startOf(cycle.number), notifiedAtMs + NOTICE_MS) }
  }
  if ((state !== 'ACTIVE' && state !== 'PAST_DUE') || cancel || isMandateEnded(mandate)) return undefined
  const number = nextCycle(startsOn, frequency, cycle?.number ?? 0, nowMs)
  if (cycles !== undefined && number > cycles) return undefined
  const due: Paise = amountOfCycle(amount, carried, mandate.maxAmount).amount
  return { amount: due, atMs: Math.max(startOf(number), nowMs + NOTICE_MS) }
}
