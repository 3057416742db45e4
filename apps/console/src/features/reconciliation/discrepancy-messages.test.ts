import type { Discrepancy, DiscrepancyKind } from '@galla/contract/gateway-api/reconciliation'
import { paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import { bySeverity, isKnownState, KINDS, kindLabel, reasonText, sideText } from './discrepancy-messages.ts'

const row = (change: Partial<Discrepancy>): Discrepancy => ({
  merchantOrderId: 'o-1',
  kind: 'state',
  reason: 'provider-ahead',
  ours: {},
  theirs: {},
  repairable: false,
  foundAtMs: 1,
  ...change,
})

describe('sideText', () => {
  it.each([
    ['Pending', row({ ours: { state: 'PENDING' } })],
    ['₹499.00', row({ kind: 'amount', ours: { amount: paise(49_900) } })],
    [
      'Confirmed, ₹100.00',
      row({ kind: 'refunded', merchantRefundId: 'r-1', ours: { state: 'CONFIRMED', amount: paise(10_000) } }),
    ],
    ['ON_HOLD', row({ ours: { state: 'ON_HOLD' } })],
    ['not known', row({ kind: 'missing-here', reason: 'order-from-elsewhere' })],
    ['not completed', row({ kind: 'attempt' })],
    ['known', row({ kind: 'unreadable', reason: 'check-failed' })],
  ])('words %j', (text, one) => {
    expect(sideText(one, 'ours')).toBe(text)
  })

  it('says that the provider did not answer', () => {
    expect(sideText(row({ kind: 'unreadable', reason: 'no-answer' }), 'theirs')).toBe('no answer')
  })
})

it('has a label for every kind, and words every reason', () => {
  expect(new Set(KINDS.map(({ kind }) => kind)).size).toBe(8)
  expect(kindLabel('amount')).toBe('Amount differs')
  expect(reasonText({ reason: 'gone-at-provider' })).toContain('support')
  expect(reasonText({ reason: 'from a newer gateway' as 'in-review' })).toBe('from a newer gateway')
  expect([isKnownState('COMPLETED'), isKnownState('ON_HOLD')]).toEqual([true, false])
})

it('sorts discrepancies by severity, and repairable ones before others of the same kind', () => {
  const one = (kind: DiscrepancyKind, repairable: boolean) =>
    row({ merchantOrderId: `${kind} ${repairable}`, kind, repairable })
  const rows = [one('unreadable', false), one('missing-here', false), one('missing-here', true), one('amount', false)]
  expect(bySeverity(rows).map(({ merchantOrderId }) => merchantOrderId)).toEqual([
    'amount false',
    'missing-here true',
    'missing-here false',
    'unreadable false',
  ])
})
