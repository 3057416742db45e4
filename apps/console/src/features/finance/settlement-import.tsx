import type { ImportedSettlements } from '@galla/contract/gateway-api/settlements'
import { consoleApi } from '../../api/client.ts'
import { amountText } from '../../i18n/format.ts'
import { messages, phrase } from '../../i18n/messages.ts'
import { importEnglish } from './english-settlements.ts'
import { FileImport } from './file-import.tsx'

const t = messages('finance/import', importEnglish)

/** Chooses a settlement report, shows what it adds up to, and imports it when it is confirmed. */
export function SettlementImport() {
  return (
    <FileImport
      accept=".csv,text/csv,text/plain"
      texts={t}
      send={(body) => consoleApi('POST /settlements/reports', { body })}
      action={({ rows }) => t.action(rows)}
    >
      {(found) => <Preview found={found} />}
    </FileImport>
  )
}

function Preview({ found }: { found: ImportedSettlements }) {
  const { payments, refunds, deductions, fees, taxes, settlements, known, problems } = found
  const untied = settlements.filter(({ settlementId, utr }) => settlementId === undefined && utr === undefined)
  const differing = settlements.filter(({ amount, sum }) => amount !== undefined && amount !== sum)
  const lines = [
    [t.payments(payments.count), payments.amount],
    [t.refunds(refunds.count), -refunds.amount],
    [t.fees, -fees],
    [t.taxes, -taxes],
    [t.deductions(deductions.count), -deductions.amount],
  ] as const
  return (
    <div className="grid gap-3">
      <dl className="tabular-nums">
        {lines.map(([name, amount]) => (
          <div key={name} className="flex justify-between gap-4 border-b border-rule py-1.5">
            <dt>{name}</dt>
            <dd>{amountText(amount)}</dd>
          </div>
        ))}
      </dl>
      {known > 0 && <p className="text-soft">{t.known(known)}</p>}
      {problems.map(({ line, problem }) => (
        <p key={line} className="text-bad">
          {/* The gateway says it in English. */}
          {phrase(t.problem(line, <span lang="en">{problem}</span>))}
        </p>
      ))}
      {untied.length > 0 && <p className="text-soft">{t.untied}</p>}
      {differing.map(({ settlementId, sum, amount = 0 }) => (
        <p key={settlementId} className="wrap-anywhere text-bad">
          {t.differs(settlementId ?? '', amountText(sum), amountText(amount))}
        </p>
      ))}
    </div>
  )
}
