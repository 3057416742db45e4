import type { LedgerEntry } from '@galla/contract/gateway-api/ledger'
import { Amount, RefundLink } from '../../components/records.tsx'
import { messages } from '../../i18n/messages.ts'
import { ledgerEnglish } from './english-order.ts'
import { ACCOUNTS_HINT, accountsText, ledgerText, TIMES_HINT } from './ledger-messages.ts'
import { LedgerTime } from './ledger-time.tsx'

const t = messages('orders/ledger', ledgerEnglish)

/** The transfers behind the order's balance, oldest first. */
export function OrderLedger({ entries }: { entries: readonly LedgerEntry[] }) {
  return (
    <>
      <ul aria-label={t.label} className="border-t border-rule">
        {entries.map((entry) => (
          <li key={entry.entryId} className="grid gap-y-1 border-b border-rule py-2">
            <span className="flex items-baseline justify-between gap-x-4">
              <span>{ledgerText(entry)}</span>
              <Amount paise={entry.amount} />
            </span>
            <span className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm text-soft">
              <span>{accountsText(entry)}</span>
              <LedgerTime entry={entry} />
            </span>
            {entry.merchantRefundId !== undefined && (
              <span className="text-sm">
                <RefundLink merchantRefundId={entry.merchantRefundId} />
              </span>
            )}
          </li>
        ))}
      </ul>
      <p className="mt-2 text-sm text-soft">
        {ACCOUNTS_HINT} {TIMES_HINT}
      </p>
    </>
  )
}
