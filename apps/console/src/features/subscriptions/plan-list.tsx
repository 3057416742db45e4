import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { plansQuery } from '../../api/queries.ts'
import { Button } from '../../components/controls.tsx'
import { FiguresTable } from '../../components/figures-table.tsx'
import { EmptyState, QueryView } from '../../components/page.tsx'
import { Amount } from '../../components/records.tsx'
import { countText } from '../../i18n/plural.ts'
import { subscriptionsMessages as t } from './page-messages.ts'
import { priceText } from './subscription-messages.ts'

/** The plans, with their subscriptions and monthly revenue. */
export function PlanList() {
  const query = useInfiniteQuery(plansQuery)
  return (
    <QueryView query={query} what={t.plans.what} lines={8}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState title={t.plans.none.title}>
            <p>{t.plans.none.text}</p>
          </EmptyState>
        ) : (
          <>
            <FiguresTable
              caption={t.tabs.plans}
              headers={[t.columns.plan, t.columns.price, t.plans.trial, t.plans.active, t.plans.revenue]}
              wideOnly={[2]}
              rows={rows.map(
                ({ planId, name, amount, frequency, trialDays, archivedAtMs, active, monthlyRevenue }) => ({
                  key: planId,
                  cells: [
                    <span key="plan" className="wrap-anywhere">
                      <Link
                        to="/subscriptions"
                        search={{ planId }}
                        translate="no"
                        className="text-brass underline underline-offset-4"
                      >
                        {name}
                      </Link>
                      <span className="block font-mono text-xs text-soft">
                        {planId}
                        {archivedAtMs !== undefined && t.plans.offSale}
                      </span>
                    </span>,
                    priceText(amount, frequency),
                    trialDays === 0 ? '–' : t.plans.days(trialDays),
                    countText(active),
                    <Amount key="revenue" paise={monthlyRevenue} />,
                  ],
                }),
              )}
            />
            {query.hasNextPage && (
              <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {t.plans.more}
              </Button>
            )}
          </>
        )
      }
    </QueryView>
  )
}
