import type { LedgerEntry } from '@galla/contract/gateway-api/ledger'
import { Time } from '../../components/records.tsx'
import { messages, phrase } from '../../i18n/messages.ts'
import { ledgerEnglish } from './english-order.ts'
import { recordedAtMs } from './ledger-messages.ts'

const t = messages('orders/ledger', ledgerEnglish)

/** When the money of an entry moved; and when that was recorded, where it was later. The same wherever an entry is shown. */
export function LedgerTime({ entry }: { entry: LedgerEntry }) {
  const recorded = recordedAtMs(entry)
  return (
    <span>
      <Time atMs={entry.valueAtMs} />
      {recorded !== undefined && (
        <span className="block text-xs text-soft">{phrase(t.recorded(<Time atMs={recorded} />))}</span>
      )}
    </span>
  )
}
