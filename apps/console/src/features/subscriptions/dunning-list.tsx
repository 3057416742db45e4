import { consoleApi } from '../../api/client.ts'
import { useKeysetList } from '../../api/keyset-list.ts'
import { queryKeys } from '../../api/queries.ts'
import { RecordTable } from '../../components/list-page.tsx'
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
      label="Missing money"
      columns={DUNNING_COLUMNS}
      list={list}
      idOf={idOf}
      {...useOpenSubscription()}
      empty={{
        title: 'No money is missing',
        text: 'A subscription is listed here while a failed debit is repeated, and while it is halted.',
      }}
    />
  )
}
