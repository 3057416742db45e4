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
      title="Closed days"
      actions={
        <Allowed to="GET /day-closes.csv">
          <a href={consoleUrl('api/day-closes.csv')} download className={buttonClass()}>
            <Download size={16} aria-hidden />
            CSV of closes
          </a>
        </Allowed>
      }
    >
      <QueryView query={query} what="the closed days" lines={4}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState title="No day is closed yet">
              <p>A day in Indian time is closed five minutes after it is over, and never changes.</p>
            </EmptyState>
          ) : (
            <FiguresTable
              caption="Closed days"
              headers={['Day', 'Captured', 'Refunded', 'Settled', 'Difference']}
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
      {dayInWords(day)} <span className="text-soft max-sm:block">No. {number}</span>
    </span>
  )
  const amounts = [captured.amount, refunded.amount, settled.amount, difference]
  return { key: day, cells: [name, ...amounts.map((amount) => (amount === 0 ? '–' : amountText(amount)))] }
}
