import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { plansQuery } from '../../api/queries.ts'
import { Button } from '../../components/controls.tsx'
import { FiguresTable } from '../../components/figures-table.tsx'
import { EmptyState, QueryView } from '../../components/page.tsx'
import { Amount } from '../../components/records.tsx'
import { countText, plural } from '../../i18n/plural.ts'
import { priceText } from './subscription-messages.ts'

/** The plans, with their subscriptions and monthly revenue. */
export function PlanList() {
  const query = useInfiniteQuery(plansQuery)
  return (
    <QueryView query={query} what="the plans" lines={8}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState title="No plan yet">
            <p>
              A plan is a price that payers are billed every day, week, month or year. Your shop’s program creates the
              plan.
            </p>
          </EmptyState>
        ) : (
          <>
            <FiguresTable
              caption="Plans"
              headers={['Plan', 'Price', 'Trial', 'Active', 'Monthly revenue']}
              wideOnly={[2]}
              rows={rows.map(
                ({ planId, name, amount, frequency, trialDays, archivedAtMs, active, monthlyRevenue }) => ({
                  key: planId,
                  cells: [
                    <span key="plan" className="wrap-anywhere">
                      <Link to="/subscriptions" search={{ planId }} className="text-brass underline underline-offset-4">
                        {name}
                      </Link>
                      <span className="block font-mono text-xs text-soft">
                        {planId}
                        {archivedAtMs !== undefined && ' · off sale'}
                      </span>
                    </span>,
                    priceText(amount, frequency),
                    trialDays === 0 ? '–' : plural(trialDays, 'day'),
                    countText(active),
                    <Amount key="revenue" paise={monthlyRevenue} />,
                  ],
                }),
              )}
            />
            {query.hasNextPage && (
              <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                Show more plans
              </Button>
            )}
          </>
        )
      }
    </QueryView>
  )
}
