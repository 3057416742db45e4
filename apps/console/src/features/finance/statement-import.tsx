import type { ImportedBankStatement } from '@galla/contract/gateway-api/bank-statements'
import { consoleApi } from '../../api/client.ts'
import { spanInWords } from '../../components/date-span.ts'
import { Note } from '../../components/page.tsx'
import { amountText } from '../../i18n/format.ts'
import { messages } from '../../i18n/messages.ts'
import { Comparison } from './bank-comparison.tsx'
import { statementsEnglish } from './english-settlements.ts'
import { FileImport } from './file-import.tsx'
import { isOfAnotherAccount } from './settlement-messages.ts'

const { add: t } = messages('finance/statements', statementsEnglish)

/** Chooses a bank statement, shows it beside the settlements, and imports it when it is confirmed. */
export function StatementImport() {
  return (
    <FileImport
      accept=".csv,.txt,.xml,text/csv,text/plain,application/xml,text/xml"
      texts={t}
      send={(body) => consoleApi('POST /bank-statements', { body })}
      action={() => t.action}
    >
      {(found) => <Preview found={found} />}
    </FileImport>
  )
}

function Preview({ found }: { found: ImportedBankStatement }) {
  const { fromDay, toDay, lines, credits, stored, known, ignored, comparison } = found
  return (
    <div className="grid gap-3">
      <p>{t.sum(spanInWords({ from: fromDay, to: toDay }), lines, credits.count, amountText(credits.amount))}</p>
      {isOfAnotherAccount(found) && <Note tone="wait">{t.otherAccount}</Note>}
      <Comparison comparison={comparison} />
      <p className="text-soft">{t.stored(stored, known, ignored)}</p>
    </div>
  )
}
