import type { EventDelivery } from '@galla/contract/gateway-api/console-routes'
import { under } from '../../api/base.ts'
import { call } from '../../api/call.ts'
import { useKeysetList } from '../../api/keyset-list.ts'
import { keys } from '../../api/query-keys.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Empty } from '../../ui/empty.tsx'
import { OrderLink, RefundLink } from '../../ui/record-link.tsx'
import { Time } from '../../ui/time.tsx'
import { EffectMark } from './effect-mark.tsx'
import { effectWords } from './words/effect-words.ts'

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
      hrefOf={({ deliveryId }) => under(`effects?open=${encodeURIComponent(deliveryId)}`)}
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
