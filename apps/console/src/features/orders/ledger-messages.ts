import { LEDGER_KINDS, type LedgerAccount, type LedgerEntry } from '@galla/contract/gateway-api/ledger'
import { amountText } from '../../i18n/format.ts'

/** Returns the name of a ledger entry; automatic refunds have their own. A kind from a newer gateway is shown as it is. */
export function ledgerText({ kind, origin }: Pick<LedgerEntry, 'kind' | 'origin'>): string {
  const title = Object.hasOwn(LEDGER_KINDS, kind) ? LEDGER_KINDS[kind].title : kind
  return origin === 'late-payment' || origin === 'duplicate' ? `${title} (automatic)` : title
}

const ACCOUNT_LABELS: { readonly [Account in LedgerAccount]: string } = {
  payments: 'Payments',
  available: 'Available',
  held: 'Held',
  refunded: 'Refunded',
  overdrawn: 'Overdrawn',
}

/** Explains the accounts of `accountsText`. */
export const ACCOUNTS_HINT =
  'Each entry moves an amount between accounts of the order. Payments: paid by the payer. Available: can still be refunded. Held: reserved for a refund under way. Refunded: went back to the payer. Overdrawn: went back beyond what was paid.'

/** `Available to Held`. */
export function accountsText({
  debitAccount,
  creditAccount,
}: Pick<LedgerEntry, 'debitAccount' | 'creditAccount'>): string {
  return `${ACCOUNT_LABELS[debitAccount] ?? debitAccount} to ${ACCOUNT_LABELS[creditAccount] ?? creditAccount}`
}

/** Money that came in with `+`, and that went out with `−`; what is only held or released has no sign, since the balance stays. */
export function signedAmount({ kind, amount }: Pick<LedgerEntry, 'kind' | 'amount'>): string {
  const sign = Object.hasOwn(LEDGER_KINDS, kind) ? LEDGER_KINDS[kind].sign : 0
  return sign > 0 ? `+${amountText(amount)}` : amountText(sign === 0 ? amount : -amount)
}

/** Explains the two times of an entry. */
export const TIMES_HINT =
  'The time of a payment is that of the provider. “Recorded” is when the gateway learned of it, where that was in another minute.'

/** When an entry was recorded, where its time is that of the provider and of another minute. */
export const recordedAtMs = ({ atMs, valueAtMs }: Pick<LedgerEntry, 'atMs' | 'valueAtMs'>): number | undefined =>
  Math.floor(atMs / 60_000) === Math.floor(valueAtMs / 60_000) ? undefined : atMs

/** Returns the sum received for the order, in paise. */
export const paidIn = (entries: readonly Pick<LedgerEntry, 'kind' | 'amount'>[]): number =>
  entries.reduce((sum, { kind, amount }) => (kind === 'capture' ? sum + amount : sum), 0)
