import { LEDGER_KINDS, type LedgerAccount, type LedgerEntry } from '@galla/contract/gateway-api/ledger'
import { amountText } from '../../i18n/format.ts'
import { messages } from '../../i18n/messages.ts'
import { ledgerEnglish } from './english-order.ts'

const t = messages('orders/ledger', ledgerEnglish)

/** Returns the name of a ledger entry; automatic refunds have their own. A kind from a newer gateway is shown as it is. */
export function ledgerText({ kind, origin }: Pick<LedgerEntry, 'kind' | 'origin'>): string {
  const title = t.kind(kind, Object.hasOwn(LEDGER_KINDS, kind) ? LEDGER_KINDS[kind].title : kind)
  return origin === 'late-payment' || origin === 'duplicate' ? t.automatic(title) : title
}

const ACCOUNT_LABELS: { readonly [Account in LedgerAccount]: string } = t.accounts

/** Explains the accounts of `accountsText`. */
export const ACCOUNTS_HINT = t.accountsHint

/** `Available to Held`. */
export function accountsText({
  debitAccount,
  creditAccount,
}: Pick<LedgerEntry, 'debitAccount' | 'creditAccount'>): string {
  return t.move(ACCOUNT_LABELS[debitAccount] ?? debitAccount, ACCOUNT_LABELS[creditAccount] ?? creditAccount)
}

/** Money that came in with `+`, and that went out with `−`; what is only held or released has no sign, since the balance stays. */
export function signedAmount({ kind, amount }: Pick<LedgerEntry, 'kind' | 'amount'>): string {
  const sign = Object.hasOwn(LEDGER_KINDS, kind) ? LEDGER_KINDS[kind].sign : 0
  return sign > 0 ? `+${amountText(amount)}` : amountText(sign === 0 ? amount : -amount)
}

/** Explains the two times of an entry. */
export const TIMES_HINT = t.timesHint

/** When an entry was recorded, where its time is that of the provider and of another minute. */
export const recordedAtMs = ({ atMs, valueAtMs }: Pick<LedgerEntry, 'atMs' | 'valueAtMs'>): number | undefined =>
  Math.floor(atMs / 60_000) === Math.floor(valueAtMs / 60_000) ? undefined : atMs

/** Returns the sum received for the order, in paise. */
export const paidIn = (entries: readonly Pick<LedgerEntry, 'kind' | 'amount'>[]): number =>
  entries.reduce((sum, { kind, amount }) => (kind === 'capture' ? sum + amount : sum), 0)
