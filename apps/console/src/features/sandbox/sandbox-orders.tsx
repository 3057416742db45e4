import type { SimulatePayment as Settle } from '@galla/contract/sandbox-api/outcomes'
import type { SandboxOrder } from '@galla/contract/sandbox-api/routes'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { Button, Field, Select } from '../../components/controls.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Empty, ErrorNote, Facts, Loading, Section } from '../../components/page.tsx'
import { Amount, Id, StateMark } from '../../components/records.tsx'
import type { Column } from '../../components/table-row.tsx'
import { isReady, OutcomeChoice, type OutcomeDraft } from './outcome-choice.tsx'
import { SandboxTime } from './sandbox-frame.tsx'
import { useControl, useControlChange, wholeList } from './use-sandbox.ts'

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

const INSTRUMENTS = [
  { value: 'ACCOUNT', label: 'UPI from an account' },
  { value: 'RUPAY_CREDIT', label: 'RuPay credit card by UPI' },
  { value: 'CREDIT_LINE', label: 'Credit line by UPI' },
  { value: 'CREDIT_CARD', label: 'Credit card' },
  { value: 'DEBIT_CARD', label: 'Debit card' },
  { value: 'NET_BANKING', label: 'Net banking' },
  { value: 'WALLET', label: 'Wallet' },
  { value: 'EGV', label: 'Gift voucher' },
  { value: 'SPLIT', label: 'Account and wallet together' },
] as const satisfies readonly { value: NonNullable<Settle['instrument']>; label: string }[]

type PaidBy = (typeof INSTRUMENTS)[number]['value']

/** One order of the sandbox, and what its payer's bank says of it. */
export function SimulatePayment({ merchantOrderId, onClose }: { merchantOrderId: string; onClose(): void }) {
  const params = { merchantOrderId }
  const order = useControl('GET /orders/:merchantOrderId', { params })
  const settle = useControlChange('POST /orders/:merchantOrderId/simulate')
  const [draft, setDraft] = useState<OutcomeDraft>({ outcome: 'SUCCESS', errorCode: 'ZM' })
  const [instrument, setInstrument] = useState<PaidBy>('ACCOUNT')
  const { data } = order
  const untried = data?.paymentDetails.length === 0
  // Money that comes after the expiry is the one thing that still moves a failed order.
  const late = data?.state === 'FAILED'
  const send = () => {
    const { outcome, errorCode } = draft
    if (outcome === '' || outcome === 'LATE_PAYMENT') return
    settle.mutate({
      params,
      body: {
        outcome,
        ...(outcome === 'FAILURE' ? { errorCode: errorCode.trim() } : {}),
        ...(untried && outcome === 'SUCCESS' ? { instrument } : {}),
      },
    })
  }
  return (
    <Dialog open onClose={onClose} title="What becomes of this payment">
      {data ? (
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            if (isReady(draft)) send()
          }}
        >
          <Facts
            rows={[
              ['Order', <Id key="id" value={data.merchantOrderId} what="order id" />],
              ['State', <StateMark key="state" kind="order" state={data.state} />],
              ['Amount', <Amount key="amount" paise={data.amount} />],
              ['Expires', <SandboxTime key="expires" atMs={data.expireAt} />],
              data.detailedErrorCode === undefined ? undefined : ['Failed with', data.detailedErrorCode],
            ]}
          />
          {data.state !== 'COMPLETED' && (
            <>
              <OutcomeChoice
                label="The bank says"
                value={draft}
                onChange={setDraft}
                outcomes={late ? ['SUCCESS'] : ['SUCCESS', 'FAILURE', 'PENDING']}
              />
              {untried && draft.outcome === 'SUCCESS' && (
                <Select<PaidBy> label="Paid by" value={instrument} onChange={setInstrument} options={INSTRUMENTS} />
              )}
            </>
          )}
          {settle.error && <ErrorNote error={settle.error} what="It could not be settled." />}
          <div className="flex flex-wrap items-center justify-between gap-3">
            <Link
              to="/orders/$merchantOrderId"
              params={params}
              className="rounded-edge font-strong text-brass underline underline-offset-4"
            >
              What the books say
            </Link>
            {data.state !== 'COMPLETED' && (
              <Button type="submit" look="main" busy={settle.isPending} disabled={!isReady(draft)}>
                {late ? 'Let the money come late' : 'Settle it'}
              </Button>
            )}
          </div>
        </form>
      ) : order.error ? (
        <ErrorNote error={order.error} what="The order could not be read." onRetry={() => void order.refetch()} />
      ) : (
        <Loading what="the order" lines={4} />
      )}
    </Dialog>
  )
}
