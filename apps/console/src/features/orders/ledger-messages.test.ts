import { paise } from '@galla/contract/money'
import { expect, it } from 'vitest'
import { ACCOUNTS_HINT, accountsText, ledgerText, paidIn, signedAmount } from './ledger-messages.ts'

it('words a transfer, and says which refunds are automatic', () => {
  expect(ledgerText({ kind: 'capture' })).toBe('Payment received')
  expect(ledgerText({ kind: 'refund-hold', origin: 'api' })).toBe('Held for a refund')
  expect(ledgerText({ kind: 'refund-hold', origin: 'duplicate' })).toBe('Held for a refund (automatic)')
  expect(accountsText({ debitAccount: 'available', creditAccount: 'held' })).toBe('Available to Held')
  for (const account of ['Payments', 'Available', 'Held', 'Refunded']) expect(ACCOUNTS_HINT).toContain(account)
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
