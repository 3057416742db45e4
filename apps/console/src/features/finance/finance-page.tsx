import { useSearch } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { consoleUrl, useNow, useSetSearch } from '../../api/browser.ts'
import { buildPath } from '../../api/client.ts'
import { Allowed } from '../../api/permissions.tsx'
import { buttonClass, Tabs } from '../../components/controls.tsx'
import { DateRange } from '../../components/date-range.tsx'
import { PageFrame } from '../../components/page.tsx'
import { messages } from '../../i18n/messages.ts'
import { financeEnglish } from './english.ts'
import { FinanceEntries } from './finance-entries.tsx'
import { FinanceSettlements } from './finance-settlements.tsx'
import { financeSpan } from './finance-span.ts'
import { FinanceTotals } from './finance-totals.tsx'

const t = messages('finance', financeEnglish)

/** Totals and entries of the ledger by days of payment, and settlements; what is chosen is part of the address. */
export function FinancePage() {
  const { tab = 'totals', group = '', search = '', ...span } = useSearch({ from: '/finance' })
  const setSearch = useSetSearch<{ from: string; to: string; tab: string; group: string; search: string }>()
  const days = financeSpan(span, useNow())
  const isEntries = tab === 'entries'
  const file = isEntries
    ? buildPath('api/ledger.csv', { query: { ...days, by: 'value', group } })
    : buildPath('api/finance.csv', { query: { ...days } })
  return (
    <PageFrame
      title={t.title}
      actions={
        tab !== 'settlements' && (
          <>
            <DateRange hideLabel optional={false} {...days} onChange={setSearch} />
            <Allowed to="GET /finance.csv">
              <a href={consoleUrl(file)} download className={`max-sm:w-full ${buttonClass()}`}>
                <Download size={16} aria-hidden />
                {isEntries ? t.csv.entries : t.csv.days}
              </a>
            </Allowed>
          </>
        )
      }
    >
      <Tabs
        label={t.title}
        value={tab}
        onChange={(next) => setSearch({ tab: next === 'totals' ? '' : next, group: '', search: '' })}
        tabs={[
          { value: 'totals', label: t.tabs.totals, body: <FinanceTotals days={days} /> },
          {
            value: 'entries',
            label: t.tabs.entries,
            body: <FinanceEntries days={days} group={group} onGroup={(next) => setSearch({ group: next })} />,
          },
          {
            value: 'settlements',
            label: t.tabs.settlements,
            body: <FinanceSettlements search={search} onSearch={(next) => setSearch({ search: next })} />,
          },
        ]}
      />
    </PageFrame>
  )
}
