import type { SandboxOrder } from '@galla/contract/sandbox-api/routes'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Amount } from '../../../ui/amount.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Field } from '../../../ui/field.tsx'
import { Section } from '../../../ui/page.tsx'
import { Select } from '../../../ui/select.tsx'
import { StateMark } from '../../../ui/state-mark.tsx'
import { SandboxTime } from '../sandbox-time.tsx'
import { useControl } from '../use-control.ts'
import { wholeList } from '../whole-list.ts'
import { SimulatePayment } from './settle-order.tsx'

const route = getRouteApi('/sandbox')

const COLUMNS: readonly Column<SandboxOrder>[] = [
  {
    id: 'id',
    header: 'Order',
    phone: 'head',
    cell: ({ merchantOrderId }) => <span className="font-mono text-xs">{merchantOrderId}</span>,
  },
  {
    id: 'state',
    header: 'State',
    width: '8rem',
    phone: 'end',
    cell: ({ state }) => <StateMark kind="order" state={state} />,
  },
  {
    id: 'mode',
    header: 'Tried by',
    width: '8rem',
    phone: 'line',
    cell: ({ paymentDetails }) => paymentDetails.at(-1)?.paymentMode ?? 'nobody yet',
  },
  {
    id: 'created',
    header: 'Opened',
    width: '13.5rem',
    phone: 'none',
    cell: ({ createdAtMs }) => <SandboxTime atMs={createdAtMs} />,
  },
  {
    id: 'amount',
    header: 'Amount',
    width: '8rem',
    align: 'end',
    phone: 'line',
    cell: ({ amount }) => <Amount paise={amount} />,
  },
]

const STATES = [
  { value: 'PENDING', label: 'Waiting' },
  { value: 'ALL', label: 'All' },
  { value: 'COMPLETED', label: 'Completed' },
  { value: 'FAILED', label: 'Failed' },
] as const
type StateFilter = (typeof STATES)[number]['value']

/** The provider's orders; a row opens what becomes of it. */
export function OrdersTable() {
  const { q, state: asked, open } = route.useSearch()
  const navigate = route.useNavigate()
  const state: StateFilter = STATES.find(({ value }) => value === asked)?.value ?? 'PENDING'
  const query = { state: state === 'ALL' ? undefined : state, search: q, limit: '200' }
  const orders = useControl('GET /orders', { query })
  const list = useMemo(() => wholeList(orders, (reply) => reply.orders), [orders])
  const go = (change: { q?: string; state?: string; open?: string }) =>
    void navigate({ search: (now) => ({ ...now, ...change }), replace: true })
  return (
    <Section title="Payments that wait, and those that are over">
      <div className="mb-2 flex flex-wrap gap-3">
        <Field
          label="Part of any id"
          quiet
          value={q ?? ''}
          onChange={(q) => go({ q })}
          placeholder="Part of any id"
          autoComplete="off"
          spellCheck={false}
        />
        <Select label="State" quiet value={state} onChange={(state) => go({ state })} options={STATES} />
      </div>
      <DataTable
        label="Orders of the sandbox"
        columns={COLUMNS}
        list={list}
        idOf={({ merchantOrderId }) => merchantOrderId}
        onOpen={({ merchantOrderId }) => go({ open: merchantOrderId })}
        nameOf={({ merchantOrderId }) => `Settle ${merchantOrderId}`}
        empty={
          <Empty title={state === 'PENDING' && !q ? 'No payment waits' : 'No such order'}>
            <p>
              {state === 'PENDING' && !q
                ? 'Make one in the playground or in your shop: it stands here until it is settled or expires.'
                : 'Ask for another state, or for less of an id.'}
            </p>
          </Empty>
        }
      />
      {open !== undefined && <SimulatePayment merchantOrderId={open} onClose={() => go({ open: '' })} />}
    </Section>
  )
}
