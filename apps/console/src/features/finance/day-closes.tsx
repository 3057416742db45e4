import type { DayClose } from '@galla/contract/gateway-api/settlements'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { consoleUrl } from '../../api/browser.ts'
import { consoleApi } from '../../api/client.ts'
import { Allowed } from '../../api/permissions.tsx'
import { queryKeys } from '../../api/queries.ts'
import { buttonClass } from '../../components/controls.tsx'
import { dayInWords } from '../../components/date-span.ts'
import { FiguresTable } from '../../components/figures-table.tsx'
import { EmptyState, QueryView, Section } from '../../components/page.tsx'
import { amountText } from '../../i18n/format.ts'
import { messages } from '../../i18n/messages.ts'
import { closesEnglish } from './english-settlements.ts'

const t = messages('finance/closes', closesEnglish)

/** Closes that are listed; the file has all. */
const SHOWN = 14

/** The latest closed days, and a file of all. */
export function DayCloses() {
  const query = useQuery({
    queryKey: queryKeys.dayCloses,
    queryFn: ({ signal }) => consoleApi('GET /day-closes', { query: { limit: String(SHOWN) }, signal }),
  })
  return (
    <Section
      title={t.title}
      actions={
        <Allowed to="GET /day-closes.csv">
          <a href={consoleUrl('api/day-closes.csv')} download className={buttonClass()}>
            <Download size={16} aria-hidden />
            {t.csv}
          </a>
        </Allowed>
      }
    >
      <QueryView query={query} what={t.what} lines={4}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState title={t.none.title}>
              <p>{t.none.text}</p>
            </EmptyState>
          ) : (
            <FiguresTable
              caption={t.title}
              headers={[t.columns.day, t.columns.captured, t.columns.refunded, t.columns.settled, t.columns.difference]}
              wideOnly={[2, 3]}
              rows={rows.map(rowOf)}
            />
          )
        }
      </QueryView>
    </Section>
  )
}

function rowOf({ number, day, captured, refunded, settled, difference }: DayClose) {
  const name = (
    <span key="day">
      {dayInWords(day)} <span className="text-soft max-sm:block">{t.number(number)}</span>
    </span>
  )
  const amounts = [captured.amount, refunded.amount, settled.amount, difference]
  return { key: day, cells: [name, ...amounts.map((amount) => (amount === 0 ? '–' : amountText(amount)))] }
}
