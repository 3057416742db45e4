import { useSearch } from '@tanstack/react-router'
import { useSetSearch } from '../../api/browser.ts'
import { useAbout } from '../../api/queries.ts'
import { Tabs } from '../../components/controls.tsx'
import { EmptyState, PageFrame, QueryView } from '../../components/page.tsx'
import { ComingDebits } from './coming-debits.tsx'
import { DunningList } from './dunning-list.tsx'
import { PlanList } from './plan-list.tsx'
import { SubscriptionFiguresView } from './subscription-figures.tsx'
import { SubscriptionList } from './subscription-list.tsx'

/** Subscriptions, the debits of seven days, missing money, figures and plans. */
export function SubscriptionsPage() {
  const { tab = 'list', ...filters } = useSearch({ from: '/subscriptions' })
  const setSearch = useSetSearch<{ tab: string; state: string; planId: string; search: string }>()
  const about = useAbout()
  return (
    <PageFrame dense title="Subscriptions">
      <QueryView query={about} what="the subscriptions">
        {({ subscriptions }) =>
          subscriptions ? (
            <Tabs
              label="Subscriptions"
              value={tab}
              onChange={(next) => setSearch({ tab: next === 'list' ? '' : next, state: '', planId: '', search: '' })}
              tabs={[
                { value: 'list', label: 'All', body: <SubscriptionList filters={filters} onChange={setSearch} /> },
                { value: 'coming', label: 'Coming debits', body: <ComingDebits /> },
                { value: 'dunning', label: 'Missing money', body: <DunningList /> },
                { value: 'figures', label: 'Figures', body: <SubscriptionFiguresView /> },
                { value: 'plans', label: 'Plans', body: <PlanList /> },
              ]}
            />
          ) : (
            <EmptyState title="This gateway bills no subscriptions">
              <p>
                Give createGateway the option <code>subscriptions: subscriptions()</code> to bill payers by UPI AutoPay.
              </p>
            </EmptyState>
          )
        }
      </QueryView>
    </PageFrame>
  )
}
