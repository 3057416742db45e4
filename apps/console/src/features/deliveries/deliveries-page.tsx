import type { EventDelivery } from '@galla/contract/gateway-api/console-routes'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { under } from '../../api/browser.ts'
import { call } from '../../api/client.ts'
import { useKeysetList } from '../../api/keyset-list.ts'
import { keys } from '../../api/queries.ts'
import { Choices } from '../../components/controls.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { Empty, PageFrame } from '../../components/page.tsx'
import { OrderLink, RefundLink, Time } from '../../components/records.tsx'
import type { Column } from '../../components/table-row.tsx'
import { EffectDialog, EffectMark, effectWords } from './delivery-details.tsx'

const STATES = [
  { value: '', label: 'All' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'failed', label: 'Parked' },
  { value: 'done', label: 'Done' },
]

/** What had to happen because an order or a refund changed: handlers, notifications. */
export function DeliveriesPage() {
  const search = useSearch({ from: '/deliveries' })
  const navigate = useNavigate({ from: '/deliveries' })
  // `needsReview=true` is what other pages link to.
  const state = search.state ?? (search.needsReview === 'true' ? 'failed' : '')
  const set = (change: { state?: string; needsReview?: string; open?: string }, replace = true) =>
    void navigate({ search: (now) => ({ ...now, ...change }), replace, resetScroll: false })
  return (
    <PageFrame title="Effects" aside={<span className="text-soft">What your code and the notifiers are told</span>}>
      <Choices
        label="State"
        value={state}
        onChange={(next) => set({ state: next, needsReview: '' })}
        options={STATES}
      />
      <EffectList state={state} onOpen={(deliveryId) => set({ open: deliveryId }, false)} />
      {search.open !== undefined && <EffectDialog deliveryId={search.open} onClose={() => set({ open: '' })} />}
    </PageFrame>
  )
}

const idOf = ({ deliveryId }: EventDelivery) => deliveryId

const NOTHING: { readonly [state: string]: { title: string; says: string } } = {
  '': {
    title: 'Nothing had to happen yet',
    says: 'When an order is decided, your handler is called and the notifiers are told; each of these is written down here.',
  },
  waiting: { title: 'Nothing waits', says: 'Everything that was due has been done.' },
  needsReview: { title: 'Nothing is needsReview', says: 'No handler and no notifier gave up.' },
  done: { title: 'Nothing is done yet', says: 'The first decided order will be here.' },
}

export function EffectList({ state, onOpen }: { state: string; onOpen(deliveryId: string): void }) {
  const list = useKeysetList(
    keys.effects({ state }),
    ({ after, signal }) => call('GET /deliveries', { query: { state, after }, signal }),
    idOf,
  )
  const nothing = NOTHING[state] ?? NOTHING['']
  return (
    <DataTable
      label="Effects"
      columns={COLUMNS}
      list={list}
      idOf={idOf}
      onOpen={({ deliveryId }) => onOpen(deliveryId)}
      nameOf={({ deliveryId }) => `Open effect ${deliveryId}`}
      hrefOf={({ deliveryId }) => under(`deliveries?open=${encodeURIComponent(deliveryId)}`)}
      empty={
        <Empty title={nothing?.title ?? ''}>
          <p>{nothing?.says}</p>
        </Empty>
      }
    />
  )
}

const COLUMNS: readonly Column<EventDelivery>[] = [
  {
    id: 'kind',
    header: 'What',
    phone: 'head',
    width: '17rem',
    cell: ({ event: kind }) => {
      const { event, to } = effectWords(kind)
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
    cell: (effect) => <EffectMark effect={effect} />,
  },
  {
    id: 'subject',
    header: 'About',
    width: '12rem',
    cell: ({ merchantOrderId, merchantRefundId }) =>
      merchantRefundId ? (
        <RefundLink merchantRefundId={merchantRefundId} most={24} />
      ) : merchantOrderId ? (
        <OrderLink merchantOrderId={merchantOrderId} most={24} />
      ) : (
        '–'
      ),
  },
  {
    id: 'lastError',
    header: 'Last error',
    width: 'minmax(6rem, 1fr)',
    phone: 'none',
    cell: ({ lastError }) => <span title={lastError}>{lastError ?? '–'}</span>,
  },
  {
    id: 'next',
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
        'when you say so'
      ),
  },
]
