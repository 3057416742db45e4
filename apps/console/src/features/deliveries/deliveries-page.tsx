import type { EventDelivery } from '@galla/contract/gateway-api/console-routes'
import { useSearch } from '@tanstack/react-router'
import { consoleUrl, useSetSearch } from '../../api/browser.ts'
import { consoleApi } from '../../api/client.ts'
import { useKeysetList } from '../../api/keyset-list.ts'
import { queryKeys } from '../../api/queries.ts'
import { ListPage } from '../../components/list-page.tsx'
import { SubjectLink, Time } from '../../components/records.tsx'
import type { Column } from '../../components/table-row.tsx'
import { DeliveryBadge, DeliveryDialog, deliveryLabel } from './delivery-details.tsx'

const STATES = [
  { value: '', label: 'All' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'failed', label: 'Needs review' },
  { value: 'done', label: 'Done' },
]

const NO_DELIVERIES = {
  title: 'No event delivery yet',
  text: 'When an order or refund changes, your handler and the notifiers are called; each call is listed here.',
}

/** Empty state by view. */
const EMPTY: { readonly [state: string]: { title: string; text: string } } = {
  waiting: { title: 'No delivery is waiting', text: 'Everything that was due has been delivered.' },
  failed: { title: 'No delivery needs review', text: 'Every handler and notifier has succeeded or is being retried.' },
  done: { title: 'No delivery is done yet', text: 'The first completed or failed order will be listed here.' },
}

const idOf = ({ deliveryId }: EventDelivery) => deliveryId

/** Deliveries of order and refund events to handlers and notifiers. */
export function DeliveriesPage() {
  const search = useSearch({ from: '/deliveries' })
  const setSearch = useSetSearch<{ state: string; needsReview: string; open: string }>()
  // Other pages link with `needsReview=true`.
  const state = search.state ?? (search.needsReview === 'true' ? 'failed' : '')
  const list = useKeysetList(
    queryKeys.deliveries({ state }),
    ({ after, signal }) => consoleApi('GET /deliveries', { query: { state, after }, signal }),
    idOf,
  )
  return (
    <ListPage
      title="Event deliveries"
      aside={<span className="text-soft">Calls of your handlers and notifiers</span>}
      views={{
        label: 'State',
        value: state,
        onChange: (next) => setSearch({ state: next, needsReview: '' }),
        options: STATES,
      }}
      columns={COLUMNS}
      list={list}
      idOf={idOf}
      onOpen={({ deliveryId }) => setSearch({ open: deliveryId }, { push: true })}
      nameOf={({ deliveryId }) => `Open event delivery ${deliveryId}`}
      hrefOf={({ deliveryId }) => consoleUrl(`deliveries?open=${encodeURIComponent(deliveryId)}`)}
      empty={EMPTY[state] ?? NO_DELIVERIES}
    >
      {search.open !== undefined && <DeliveryDialog deliveryId={search.open} onClose={() => setSearch({ open: '' })} />}
    </ListPage>
  )
}

const COLUMNS: readonly Column<EventDelivery>[] = [
  {
    id: 'event',
    header: 'Event',
    phone: 'head',
    width: '17rem',
    cell: (delivery) => {
      const { event, to } = deliveryLabel(delivery.event)
      return (
        <>
          {event} <span className="font-normal text-soft">to {to}</span>
        </>
      )
    },
  },
  {
    id: 'state',
    header: 'State',
    phone: 'end',
    width: '8.5rem',
    cell: (delivery) => <DeliveryBadge delivery={delivery} />,
  },
  { id: 'subject', header: 'About', width: '12rem', cell: (delivery) => <SubjectLink {...delivery} /> },
  {
    id: 'lastError',
    header: 'Last error',
    width: 'minmax(6rem, 1fr)',
    phone: 'none',
    cell: ({ lastError }) => <span title={lastError}>{lastError ?? '–'}</span>,
  },
  {
    id: 'when',
    header: 'When',
    width: '8rem',
    cell: ({ nextAttemptAtMs, doneAtMs }) =>
      doneAtMs !== undefined ? (
        <>
          done <Time atMs={doneAtMs} />
        </>
      ) : nextAttemptAtMs !== undefined ? (
        <Time atMs={nextAttemptAtMs} />
      ) : (
        'when retried'
      ),
  },
]
