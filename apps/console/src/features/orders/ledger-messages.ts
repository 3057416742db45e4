import type { LedgerAccount, LedgerEntry, LedgerKind } from '@galla/contract/gateway-api/ledger'
import { amountText } from '../../i18n/format.ts'

const KIND_LABELS: { readonly [Kind in LedgerKind]: string } = {
  capture: 'Payment received',
  'refund-hold': 'Held for a refund',
  'refund-posted': 'Refunded',
  'hold-released': 'Refund failed, released',
  'refund-reversed': 'Refund taken back',
}

/** What a transfer records; automatic refunds say so. A kind of a newer gateway is shown as it is. */
export function ledgerText({ kind, origin }: Pick<LedgerEntry, 'kind' | 'origin'>): string {
  const label = (Object.hasOwn(KIND_LABELS, kind) ? KIND_LABELS[kind] : undefined) ?? kind
  return origin === 'late-payment' || origin === 'duplicate' ? `${label} (automatic)` : label
}

const ACCOUNT_LABELS: { readonly [Account in LedgerAccount]: string } = {
  payments: 'Payments',
  available: 'Available',
  held: 'Held',
  refunded: 'Refunded',
}

/** What the accounts of `accountsText` are. */
export const ACCOUNTS_HINT =
  'Each entry moves an amount between accounts of the order. Payments: paid by the payer. Available: can still be refunded. Held: reserved for a refund under way. Refunded: went back to the payer.'

/** `Available to Held`. */
export function accountsText({
  debitAccount,
  creditAccount,
}: Pick<LedgerEntry, 'debitAccount' | 'creditAccount'>): string {
  return `${ACCOUNT_LABELS[debitAccount] ?? debitAccount} to ${ACCOUNT_LABELS[creditAccount] ?? creditAccount}`
}

/** Money that came in with `+`, and that went out with `−`; what is only held or released has no sign, since the balance stays. */
export function signedAmount({ kind, amount }: Pick<LedgerEntry, 'kind' | 'amount'>): string {
  if (kind === 'capture' || kind === 'refund-reversed') return `+${amountText(amount)}`
  return kind === 'refund-posted' ? `−${amountText(amount)}` : amountText(amount)
}

/** What was received for the order, in paise. */
export const paidIn = (entries: readonly Pick<LedgerEntry, 'kind' | 'amount'>[]): number =>
  entries.reduce((sum, { kind, amount }) => (kind === 'capture' ? sum + amount : sum), 0)
