import { useSearch } from '@tanstack/react-router'
import { useSetSearch } from '../../api/browser.ts'
import { useAbout } from '../../api/queries.ts'
import { Tabs } from '../../components/controls.tsx'
import { EmptyState, PageFrame, QueryView } from '../../components/page.tsx'
import { phrase } from '../../i18n/messages.ts'
import { ComingDebits } from './coming-debits.tsx'
import { DunningList } from './dunning-list.tsx'
import { subscriptionsMessages as t } from './page-messages.ts'
import { PlanList } from './plan-list.tsx'
import { SubscriptionFiguresView } from './subscription-figures.tsx'
import { SubscriptionList } from './subscription-list.tsx'

/** Subscriptions, the debits of seven days, missing money, figures and plans. */
export function SubscriptionsPage() {
  const { tab = 'list', ...filters } = useSearch({ from: '/subscriptions' })
  const setSearch = useSetSearch<{ tab: string; state: string; planId: string; search: string }>()
  const about = useAbout()
  return (
    <PageFrame dense title={t.title}>
      <QueryView query={about} what={t.what}>
        {({ subscriptions }) =>
          subscriptions ? (
            <Tabs
              label={t.title}
              value={tab}
              onChange={(next) => setSearch({ tab: next === 'list' ? '' : next, state: '', planId: '', search: '' })}
              tabs={[
                {
                  value: 'list',
                  label: t.tabs.list,
                  body: <SubscriptionList filters={filters} onChange={setSearch} />,
                },
                { value: 'coming', label: t.tabs.coming, body: <ComingDebits /> },
                { value: 'dunning', label: t.tabs.dunning, body: <DunningList /> },
                { value: 'figures', label: t.tabs.figures, body: <SubscriptionFiguresView /> },
                { value: 'plans', label: t.tabs.plans, body: <PlanList /> },
              ]}
            />
          ) : (
            <EmptyState title={t.off.title}>
              <p>{phrase(t.off.text(<code>createGateway</code>, <code>subscriptions: subscriptions()</code>))}</p>
            </EmptyState>
          )
        }
      </QueryView>
    </PageFrame>
  )
}
