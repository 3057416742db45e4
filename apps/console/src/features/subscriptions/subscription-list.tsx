import { SUBSCRIPTION_STATES } from '@galla/contract/gateway-api/subscriptions'
import { useInfiniteQuery } from '@tanstack/react-query'
import { consoleApi } from '../../api/client.ts'
import { useKeysetList } from '../../api/keyset-list.ts'
import { plansQuery, queryKeys } from '../../api/queries.ts'
import { FilterBar, SelectFilter, TextFilter } from '../../components/filters.tsx'
import { RecordTable } from '../../components/list-page.tsx'
import { describeState } from '../../i18n/terms.ts'
import { subscriptionsMessages as t } from './page-messages.ts'
import { idOf, LIST_COLUMNS } from './subscription-columns.tsx'
import { useOpenSubscription } from './use-open-subscription.ts'

interface Filters {
  state?: string
  planId?: string
  search?: string
}

interface SubscriptionListProps {
  filters: Filters
  onChange(change: Filters): void
}

const NO_FILTERS = { state: '', planId: '', search: '' }

/** All subscriptions, the newest first. */
export function SubscriptionList({ filters, onChange }: SubscriptionListProps) {
  const { state, planId, search } = filters
  const list = useKeysetList(
    queryKeys.planSubscriptions({ state, planId, search }),
    ({ after, signal }) => consoleApi('GET /plan-subscriptions', { query: { state, planId, search, after }, signal }),
    idOf,
    { isLive: false },
  )
  const count = [state, planId, search].filter(Boolean).length
  return (
    <>
      <SubscriptionFilters filters={filters} count={count} onChange={onChange} />
      <RecordTable
        label={t.title}
        columns={LIST_COLUMNS}
        list={list}
        idOf={idOf}
        {...useOpenSubscription()}
        noMatch={
          count > 0 && {
            title: t.noMatch.title,
            clearLabel: t.noMatch.clear,
            onClear: () => onChange(NO_FILTERS),
          }
        }
        empty={t.none}
      />
    </>
  )
}

function SubscriptionFilters({ filters, count, onChange }: SubscriptionListProps & { count: number }) {
  const { state = '', planId = '', search = '' } = filters
  const { data: plans = [] } = useInfiniteQuery(plansQuery)
  const names = plans.map((plan) => ({ value: plan.planId, label: plan.name, translate: 'no' as const }))
  // A plan of the address is an option as well, so that the select shows the plan.
  const isKnown = planId === '' || names.some(({ value }) => value === planId)
  return (
    <FilterBar count={count} onClear={() => onChange(NO_FILTERS)}>
      <SelectFilter
        label={t.columns.state}
        value={state}
        onChange={(next) => onChange({ state: next })}
        options={[
          { value: '', label: t.any },
          ...SUBSCRIPTION_STATES.map((value) => ({
            value: value as string,
            label: describeState('subscription', value).label,
          })),
        ]}
      />
      <SelectFilter
        label={t.columns.plan}
        value={planId}
        onChange={(next) => onChange({ planId: next })}
        options={[{ value: '', label: t.any }, ...names, ...(isKnown ? [] : [{ value: planId, label: planId }])]}
      />
      <TextFilter label={t.idBegins} value={search} onCommit={(next) => onChange({ search: next })} />
    </FilterBar>
  )
}
