import { FAILURE_CODES } from '@galla/contract/provider/failure-codes'
import { describe, expect, test } from 'vitest'
import { TEST_CARDS } from './cards.ts'
import { findFailure } from './outcome.ts'
import { outcomeRules, plannedOutcomeFor, plannedRefundOutcome } from './outcome-rules.ts'

const ordinary = { merchantOrderId: 'order-1', amount: 49_900 }

describe('plannedOutcomeFor', () => {
  test('plans nothing for an ordinary payment', () => {
    expect(plannedOutcomeFor(ordinary)).toBeUndefined()
    expect(plannedOutcomeFor({ ...ordinary, vpa: 'asha@ybl' })).toBeUndefined()
  })

  test.each(Object.keys(FAILURE_CODES))('plans the failure %s by order id and by UPI id', (code) => {
    const outcome = { kind: 'FAILURE', failure: findFailure(code) }
    expect(plannedOutcomeFor({ ...ordinary, merchantOrderId: `order-1--fail-${code}` })?.outcome).toEqual(outcome)
    expect(plannedOutcomeFor({ ...ordinary, vpa: `fail.${code.toLowerCase()}@ybl` })?.outcome).toEqual(outcome)
    expect(outcome.failure?.detailedErrorCode).toBe(code)
  })

  test('the order id overrides the amount, and the amount the UPI id', () => {
    const all = { merchantOrderId: 'o--success', amount: 900_101, vpa: 'pending@ybl' }
    expect(plannedOutcomeFor(all)?.outcome.kind).toBe('SUCCESS')
    expect(plannedOutcomeFor({ ...all, merchantOrderId: 'o' })?.outcome.kind).toBe('FAILURE')
    expect(plannedOutcomeFor({ ...all, merchantOrderId: 'o', amount: 100 })?.outcome.kind).toBe('PENDING')
  })

  test('knows the UPI ids of the older test environment', () => {
    const byVpa = (vpa: string) => plannedOutcomeFor({ ...ordinary, vpa })
    expect(byVpa('success@ybl')).toEqual({ outcome: { kind: 'SUCCESS' }, afterMs: 0 })
    expect(byVpa('failed@ybl')).toMatchObject({ outcome: { kind: 'FAILURE' }, afterMs: 5_000 })
    expect(byVpa('failure@ybl')).toMatchObject({ outcome: { kind: 'FAILURE' }, afterMs: 0 })
    expect(byVpa('pending@ybl')).toMatchObject({ outcome: { kind: 'PENDING' } })
    expect(byVpa('late@ybl')).toMatchObject({ outcome: { kind: 'LATE_PAYMENT' } })
  })
})

describe('plannedRefundOutcome', () => {
  test.each([
    ['refund-1', 10_000, undefined],
    ['refund-1--fail', 10_000, 'BF_034'],
    ['refund-1--fail-EXCESS_REFUND_AMOUNT', 10_000, 'EXCESS_REFUND_AMOUNT'],
    ['refund-1--accepted', 10_000, 'ACCEPTED'],
    ['refund-1--pending', 10_000, 'PENDING'],
    ['refund-1', 90_101, 'BF_034'],
    ['refund-1', 90_102, 'ACCEPTED'],
  ])('plans for %s of %i paise: %s', (id, amount, outcome) => expect(plannedRefundOutcome(id, amount)).toBe(outcome))
})

test('the table has only failure codes of the provider', () => {
  const otherOutcomes = ['SUCCESS', 'PENDING', 'LATE_PAYMENT', 'ACCEPTED', 'CODE', 'CHOICE']
  for (const { outcome } of outcomeRules()) {
    if (!otherOutcomes.includes(outcome)) expect(findFailure(outcome)?.detailedErrorCode).toBe(outcome)
  }
})

test('every test card has a number that passes the Luhn check', () => {
  for (const { number } of TEST_CARDS) {
    const digits = [...number].reverse().map(Number)
    const sum = digits.reduce(
      (total, digit, at) => total + (at % 2 ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit),
      0,
    )
    expect(sum % 10, number).toBe(0)
  }
})
