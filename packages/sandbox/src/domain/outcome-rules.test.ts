import { FAILURE_CODES } from '@galla/contract/provider/failure-codes'
import { describe, expect, test } from 'vitest'
import { TEST_CARDS } from './cards.ts'
import { failureOf } from './outcome.ts'
import { outcomeRules, planFor, refundOutcome } from './outcome-rules.ts'

const ordinary = { merchantOrderId: 'order-1', amount: 49_900 }

describe('what a payment comes to', () => {
  test('an ordinary payment comes to nothing by itself', () => {
    expect(planFor(ordinary)).toBeUndefined()
    expect(planFor({ ...ordinary, vpa: 'asha@ybl' })).toBeUndefined()
  })

  test.each(Object.keys(FAILURE_CODES))('every failure of the provider can be asked for: %s', (code) => {
    const outcome = { kind: 'FAILURE', failure: failureOf(code) }
    expect(planFor({ ...ordinary, merchantOrderId: `order-1--fail-${code}` })?.outcome).toEqual(outcome)
    expect(planFor({ ...ordinary, vpa: `fail.${code.toLowerCase()}@ybl` })?.outcome).toEqual(outcome)
    expect(outcome.failure?.detailedErrorCode).toBe(code)
  })

  test('the order id speaks before the amount, the amount before the UPI id', () => {
    const all = { merchantOrderId: 'o--success', amount: 900_101, vpa: 'pending@ybl' }
    expect(planFor(all)?.outcome.kind).toBe('SUCCESS')
    expect(planFor({ ...all, merchantOrderId: 'o' })?.outcome.kind).toBe('FAILURE')
    expect(planFor({ ...all, merchantOrderId: 'o', amount: 100 })?.outcome.kind).toBe('PENDING')
  })

  test('the UPI ids of the older test environment', () => {
    const byVpa = (vpa: string) => planFor({ ...ordinary, vpa })
    expect(byVpa('success@ybl')).toEqual({ outcome: { kind: 'SUCCESS' }, afterMs: 0 })
    expect(byVpa('failed@ybl')).toMatchObject({ outcome: { kind: 'FAILURE' }, afterMs: 5_000 })
    expect(byVpa('failure@ybl')).toMatchObject({ outcome: { kind: 'FAILURE' }, afterMs: 0 })
    expect(byVpa('pending@ybl')).toMatchObject({ outcome: { kind: 'PENDING' } })
    expect(byVpa('late@ybl')).toMatchObject({ outcome: { kind: 'LATE_PAYMENT' } })
  })
})

describe('what a refund comes to', () => {
  test.each([
    ['refund-1', 10_000, undefined],
    ['refund-1--fail', 10_000, 'BF_034'],
    ['refund-1--fail-EXCESS_REFUND_AMOUNT', 10_000, 'EXCESS_REFUND_AMOUNT'],
    ['refund-1--accepted', 10_000, 'ACCEPTED'],
    ['refund-1--pending', 10_000, 'PENDING'],
    ['refund-1', 90_101, 'BF_034'],
    ['refund-1', 90_102, 'ACCEPTED'],
  ])('%s of %i: %s', (id, amount, outcome) => expect(refundOutcome(id, amount)).toBe(outcome))
})

test('the table names only failures that the provider has', () => {
  const words = ['SUCCESS', 'PENDING', 'LATE_PAYMENT', 'ACCEPTED', 'CODE', 'CHOICE']
  for (const { outcome } of outcomeRules()) {
    if (!words.includes(outcome)) expect(failureOf(outcome)?.detailedErrorCode).toBe(outcome)
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
