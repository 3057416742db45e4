import type { Paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import { mandateSteps, type NumberedMandate } from './mandate-step.ts'
import type { BillingFacts, DebitRecord, SubscriptionRecord } from './subscription.ts'

const NOW_MS = Date.parse('2027-02-10T00:00:00+05:30')
const subscription: SubscriptionRecord = {
  subscriptionId: 'sub-7',
  state: 'ACTIVE',
  amount: 19_900 as Paise,
  frequency: 'MONTHLY',
  startsOn: '2027-01-10',
}
const mandate = (number: number, more: Partial<NumberedMandate> = {}): NumberedMandate => ({
  number,
  merchantSubscriptionId: `sub-7-m${number}`,
  state: 'ACTIVE',
  amountType: 'VARIABLE',
  maxAmount: 19_900 as Paise,
  setupEndsAtMs: NOW_MS - 3_600_000,
  approvedAtMs: NOW_MS - 3_600_000,
  checkedAtMs: NOW_MS - 60_000,
  ...more,
})
const facts = (debits: readonly DebitRecord[] = [], more: Partial<SubscriptionRecord> = {}): BillingFacts => ({
  subscription: { ...subscription, ...more },
  mandate: mandate(1),
  carried: 0,
  debits,
})
const sent: DebitRecord = {
  merchantOrderId: 'sub-7-2-1',
  merchantSubscriptionId: 'sub-7-m1',
  state: 'PENDING',
  isFulfilled: false,
  needsReview: false,
  isSetup: false,
  createdAtMs: NOW_MS - 1,
  tries: [{ sentAtMs: NOW_MS - 1 }],
}

describe('mandateSteps', () => {
  it('takes an approved renewal into use, but not while a request to debit is under way', () => {
    const renewal = mandate(2)
    expect(mandateSteps(facts(), mandate(1), [renewal], NOW_MS)).toEqual([
      { kind: 'switch-mandate', merchantSubscriptionId: 'sub-7-m2' },
    ])
    expect(mandateSteps(facts([sent]), mandate(1), [renewal], NOW_MS)).toEqual([{ kind: 'wait' }])
  })

  it('cancels the old mandate once a newer one is debited', () => {
    expect(mandateSteps(facts(), mandate(2), [mandate(1)], NOW_MS)).toEqual([
      { kind: 'cancel-mandate', merchantSubscriptionId: 'sub-7-m1' },
    ])
    expect(mandateSteps(facts(), mandate(2), [mandate(1, { state: 'CANCELLED' })], NOW_MS)).toEqual([{ kind: 'wait' }])
  })

  it('cancels a renewal that is approved after the subscription has ended', () => {
    expect(mandateSteps(facts([], { state: 'CANCELLED' }), mandate(1), [mandate(2)], NOW_MS)).toEqual([
      { kind: 'cancel-mandate', merchantSubscriptionId: 'sub-7-m2' },
    ])
  })

  it('cancels an approved renewal that does not permit the price, or the amount of the open cycle', () => {
    const cycle = { number: 2, amount: 29_900 as Paise }
    const cancel = [{ kind: 'cancel-mandate', merchantSubscriptionId: 'sub-7-m2' }]
    expect(mandateSteps(facts([], { amount: 29_900 as Paise }), mandate(1), [mandate(2)], NOW_MS)).toEqual(cancel)
    expect(mandateSteps({ ...facts(), cycle }, mandate(1), [mandate(2)], NOW_MS)).toEqual(cancel)
    expect(
      mandateSteps({ ...facts(), cycle: { ...cycle, outcome: 'PAID' } }, mandate(1), [mandate(2)], NOW_MS),
    ).toMatchObject([{ kind: 'switch-mandate' }])
  })

  it('gives each mandate of an ended subscription a step of its own', () => {
    expect(mandateSteps(facts([], { state: 'CANCELLED' }), mandate(1), [mandate(1), mandate(2)], NOW_MS)).toEqual([
      { kind: 'cancel-mandate', merchantSubscriptionId: 'sub-7-m2' },
      { kind: 'cancel-mandate', merchantSubscriptionId: 'sub-7-m1' },
    ])
  })

  it('asks for a renewal that the payer has approved until it is active', () => {
    const renewal = mandate(2, { state: 'ACTIVATION_IN_PROGRESS' })
    const { approvedAtMs = 0 } = renewal
    expect(
      mandateSteps(facts(), mandate(1), [{ ...renewal, checkedAtMs: approvedAtMs + 3_600_000 - 1 }], NOW_MS),
    ).toEqual([{ kind: 'check-mandate', merchantSubscriptionId: 'sub-7-m2' }])
  })
})
