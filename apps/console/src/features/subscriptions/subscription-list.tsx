import { SUBSCRIPTION_STATES } from '@galla/contract/gateway-api/subscriptions'
import { useInfiniteQuery } from '@tanstack/react-query'
import { consoleApi } from '../../api/client.ts'
import { useKeysetList } from '../../api/keyset-list.ts'
import { plansQuery, queryKeys } from '../../api/queries.ts'
import { FilterBar, SelectFilter, TextFilter } from '../../components/filters.tsx'
import { RecordTable } from '../../components/list-page.tsx'
import { describeState } from '../../i18n/terms.ts'
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
        label="Subscriptions"
        columns={LIST_COLUMNS}
        list={list}
        idOf={idOf}
        {...useOpenSubscription()}
        noMatch={
          count > 0 && {
            title: 'No subscription matches these filters',
            clearLabel: 'Clear filters',
            onClear: () => onChange(NO_FILTERS),
          }
        }
        empty={{
          title: 'No subscription yet',
          text: 'Your shop starts a subscription when a payer chooses a plan, and sends the payer to the page of the mandate.',
        }}
      />
    </>
  )
}

function SubscriptionFilters({ filters, count, onChange }: SubscriptionListProps & { count: number }) {
  const { state = '', planId = '', search = '' } = filters
  const { data: plans = [] } = useInfiniteQuery(plansQuery)
  const names = plans.map((plan) => ({ value: plan.planId, label: plan.name }))
  // A plan of the address is an option as well, so that the select shows the plan.
  const isKnown = planId === '' || names.some(({ value }) => value === planId)
  return (
    <FilterBar count={count} onClear={() => onChange(NO_FILTERS)}>
      <SelectFilter
        label="State"
        value={state}
        onChange={(next) => onChange({ state: next })}
        options={[
          { value: '', label: 'Any' },
          ...SUBSCRIPTION_STATES.map((value) => ({
            value: value as string,
            label: describeState('subscription', value).label,
          })),
        ]}
      />
      <SelectFilter
        label="Plan"
        value={planId}
        onChange={(next) => onChange({ planId: next })}
        options={[{ value: '', label: 'Any' }, ...names, ...(isKnown ? [] : [{ value: planId, label: planId }])]}
      />
      <TextFilter label="Id begins with" value={search} onCommit={(next) => onChange({ search: next })} />
    </FilterBar>
  )
}
