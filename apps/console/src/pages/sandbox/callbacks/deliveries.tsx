import type { Delivery } from '@galla/contract/sandbox-api/routes'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Field } from '../../../ui/field.tsx'
import { StateMark } from '../../../ui/state-mark.tsx'
import { SandboxTime } from '../sandbox-time.tsx'
import { useControl } from '../use-control.ts'
import { wholeList } from '../whole-list.ts'
import { DeliveryDialog } from './delivery-dialog.tsx'

const route = getRouteApi('/sandbox')

const COLUMNS: readonly Column<Delivery>[] = [
  { id: 'event', header: 'Event', width: 'minmax(0, 1.4fr)', phone: 'head', cell: ({ event }) => event },
  {
    id: 'answer',
    header: 'Answer',
    phone: 'end',
    cell: ({ delivered, answer, sentAtMs }) =>
      sentAtMs === undefined ? (
        <span className="text-soft">Not sent yet</span>
      ) : (
        <span className="inline-flex gap-2">
          <StateMark kind="check" state={delivered ? 'ok' : 'broken'} />
          {answer?.status}
        </span>
      ),
  },
  {
    id: 'id',
    header: 'About',
    width: 'minmax(0, 1.6fr)',
    cell: ({ id }) => <span className="font-mono text-xs">{id}</span>,
  },
  {
    id: 'attempt',
    header: 'Try',
    width: '9rem',
    phone: 'none',
    cell: ({ attempt, fault }) => `${attempt}${fault === undefined ? '' : `, ${fault}`}`,
  },
  {
    id: 'at',
    header: 'Sent',
    width: '13.5rem',
    cell: ({ sentAtMs, scheduledAtMs }) => <SandboxTime atMs={sentAtMs ?? scheduledAtMs} />,
  },
]

/** Each try to hand a callback over, newest first; a row opens what was sent and what was answered. */
export function Deliveries() {
  const { q, open } = route.useSearch()
  const navigate = route.useNavigate()
  const id = q === undefined || q.trim() === '' ? undefined : q.trim()
  const deliveries = useControl('GET /callbacks', { query: { id } })
  const list = useMemo(() => wholeList(deliveries, (reply) => reply.deliveries), [deliveries])
  const shown = deliveries.data?.deliveries.find(({ deliveryId }) => deliveryId === open)
  const go = (change: { q?: string; open?: string }) =>
    void navigate({ search: (now) => ({ ...now, ...change }), replace: true })
  return (
    <>
      <div className="mb-2 max-w-xs">
        <Field
          label="Order or refund id"
          quiet
          value={q ?? ''}
          onChange={(q) => go({ q })}
          placeholder="Order or refund id"
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <DataTable
        label="Deliveries"
        columns={COLUMNS}
        list={list}
        idOf={({ deliveryId }) => deliveryId}
        onOpen={({ deliveryId }) => go({ open: deliveryId })}
        nameOf={({ event, id }) => `Open ${event} about ${id}`}
        empty={
          <Empty title={id === undefined ? 'Nothing was sent yet' : 'Nothing was sent about that id'}>
            <p>A callback goes out when an order or a refund is decided, or when you send one above.</p>
          </Empty>
        }
      />
      {shown && <DeliveryDialog delivery={shown} onClose={() => go({ open: '' })} />}
    </>
  )
}
