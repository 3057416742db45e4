import { consoleApi } from '../../api/client.ts'
import { useKeysetList } from '../../api/keyset-list.ts'
import { queryKeys } from '../../api/queries.ts'
import { RecordTable } from '../../components/list-page.tsx'
import { subscriptionsMessages as t } from './page-messages.ts'
import { DUNNING_COLUMNS, idOf } from './subscription-columns.tsx'
import { useOpenSubscription } from './use-open-subscription.ts'

/** Subscriptions whose money is missing: past due, and halted. */
export function DunningList() {
  const list = useKeysetList(
    queryKeys.planSubscriptions({ dunning: 'true' }),
    ({ after, signal }) => consoleApi('GET /plan-subscriptions', { query: { dunning: 'true', after }, signal }),
    idOf,
    { isLive: false },
  )
  return (
    <RecordTable
      label={t.tabs.dunning}
      columns={DUNNING_COLUMNS}
      list={list}
      idOf={idOf}
      {...useOpenSubscription()}
      empty={t.dunning}
    />
  )
}
