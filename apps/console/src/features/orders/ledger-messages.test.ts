import { paise } from '@galla/contract/money'
import { expect, it } from 'vitest'
import { ACCOUNTS_HINT, accountsText, ledgerText, paidIn, recordedAtMs, signedAmount } from './ledger-messages.ts'

it('words a transfer, and says which refunds are automatic', () => {
  expect(ledgerText({ kind: 'capture' })).toBe('Payment received')
  expect(ledgerText({ kind: 'refund-hold', origin: 'api' })).toBe('Held for a refund')
  expect(ledgerText({ kind: 'refund-hold', origin: 'duplicate' })).toBe('Held for a refund (automatic)')
  expect(accountsText({ debitAccount: 'available', creditAccount: 'held' })).toBe('Available to Held')
  for (const account of ['Payments', 'Available', 'Held', 'Refunded']) expect(ACCOUNTS_HINT).toContain(account)
})

const MINUTE = Date.parse('2026-11-27T09:23:00+05:30')

it('says when a payment was recorded, where that was in another minute', () => {
  expect(recordedAtMs({ atMs: MINUTE + 59_000, valueAtMs: MINUTE })).toBeUndefined()
  expect(recordedAtMs({ atMs: MINUTE + 120_000, valueAtMs: MINUTE })).toBe(MINUTE + 120_000)
})

it('sums what was received', () => {
  expect(
    paidIn([
      { kind: 'capture', amount: paise(100) },
      { kind: 'refund-hold', amount: paise(50) },
      { kind: 'capture', amount: paise(100) },
    ]),
  ).toBe(200)
})

it('says whether money came in or went out, and nothing of what is only held', () => {
  const of = (kind: Parameters<typeof signedAmount>[0]['kind']) => signedAmount({ kind, amount: 49_900 as never })
  expect([of('capture'), of('refund-posted'), of('refund-reversed'), of('refund-hold'), of('hold-released')]).toEqual([
    '+₹499.00',
    '−₹499.00',
    '+₹499.00',
    '₹499.00',
    '₹499.00',
  ])
})
