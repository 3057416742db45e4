import type { AccountConstraint } from '@galla/contract/provider/requests'
import { type PayerAccount, SAVINGS } from './payer.ts'

/** The account that pays an order: the one that the merchant demands, or the sandbox's own savings account. */
export function payingAccount(constraints: readonly AccountConstraint[] | undefined): PayerAccount {
  const only = constraints?.[0]
  return only ? { last4: only.accountNumber.slice(-4), accountType: 'SAVINGS', ifsc: only.ifsc } : SAVINGS
}
