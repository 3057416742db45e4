import type { EventDelivery } from '@galla/contract/gateway-api/deliveries'
import { useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { consoleUrl, useSetSearch } from '../../api/browser.ts'
import { consoleApi } from '../../api/client.ts'
import { useKeysetList } from '../../api/keyset-list.ts'
import { Allowed } from '../../api/permissions.tsx'
import { queryKeys } from '../../api/queries.ts'
import { ListPage } from '../../components/list-page.tsx'
import type { Selected } from '../../components/selection.tsx'
import { messages } from '../../i18n/messages.ts'
import { deliveryColumns } from './delivery-columns.tsx'
import { DeliveryDialog } from './delivery-details.tsx'
import { noDeliveries } from './delivery-messages.ts'
import { deliveriesEnglish } from './english.ts'
import { RetryAll, RetryBar } from './retry-bar.tsx'

const t = messages('deliveries/list', deliveriesEnglish)

const STATES = [
  { value: '', label: t.views.all },
  { value: 'waiting', label: t.views.waiting },
  { value: 'retrying', label: t.views.retrying },
  { value: 'unclaimed', label: t.views.unclaimed },
  { value: 'failed', label: t.views.failed },
  { value: 'done', label: t.views.done },
]

const idOf = ({ deliveryId }: EventDelivery) => deliveryId

/** Deliveries of order and refund events to handlers and notifiers. */
export function DeliveriesPage() {
  const search = useSearch({ from: '/deliveries' })
  const [selected, setSelected] = useState<Selected>(new Set())
  const setSearch = useSetSearch<{ state: string; needsReview: string; open: string }>()
  // Other pages link with `needsReview=true`.
  const state = search.state ?? (search.needsReview === 'true' ? 'failed' : '')
  const list = useKeysetList(
    queryKeys.deliveries({ state }),
    ({ after, signal }) => consoleApi('GET /deliveries', { query: { state, after }, signal }),
    idOf,
  )
  const columns = useMemo(() => deliveryColumns(selected, setSelected), [selected])
  const { rows } = list
  return (
    <ListPage
      title={t.title}
      aside={t.aside}
      views={{
        label: t.views.label,
        value: state,
        onChange: (next) => {
          setSelected(new Set())
          setSearch({ state: next, needsReview: '' })
        },
        options: STATES,
      }}
      actions={
        state === 'failed' &&
        rows !== undefined &&
        rows.length > 0 && (
          <Allowed to="POST /deliveries/retry">
            <RetryAll />
          </Allowed>
        )
      }
      columns={columns}
      list={list}
      idOf={idOf}
      onOpen={({ deliveryId }) => setSearch({ open: deliveryId }, { push: true })}
      nameOf={({ deliveryId }) => t.open(deliveryId)}
      hrefOf={({ deliveryId }) => consoleUrl(`deliveries?open=${encodeURIComponent(deliveryId)}`)}
      empty={noDeliveries(state)}
    >
      {rows !== undefined && selected.size > 0 && (
        <Allowed to="POST /deliveries/retry">
          <RetryBar rows={rows} selected={selected} onSelect={setSelected} />
        </Allowed>
      )}
      {search.open !== undefined && <DeliveryDialog deliveryId={search.open} onClose={() => setSearch({ open: '' })} />}
    </ListPage>
  )
}
