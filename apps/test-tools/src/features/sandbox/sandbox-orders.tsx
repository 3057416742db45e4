import { defined, useSetSearch } from '@galla/console/api/browser.ts'
import { Button, buttonClass, Field, Select } from '@galla/console/components/controls.tsx'
import { IdText } from '@galla/console/components/copy.tsx'
import { DataTable } from '@galla/console/components/data-table.tsx'
import { Dialog } from '@galla/console/components/dialog.tsx'
import { DescriptionList, Detail, EmptyState, ErrorNote, QueryView, Section } from '@galla/console/components/page.tsx'
import { Amount, Id, orderState, StateBadge } from '@galla/console/components/records.tsx'
import type { Column } from '@galla/console/components/table-row.tsx'
import { paymentModeLabel } from '@galla/console/i18n/terms.ts'
import type { SimulatePayment } from '@galla/contract/sandbox-api/outcomes'
import type { SandboxOrder } from '@galla/contract/sandbox-api/routes'
import { Link, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { failureCode, isValidOutcome, OutcomeChoice, type OutcomeDraft } from './outcome-choice.tsx'
import { SandboxTime } from './sandbox-frame.tsx'
import { singlePageList, useSandboxMutation, useSandboxQuery } from './use-sandbox.ts'

const COLUMNS: readonly Column<SandboxOrder>[] = [
  {
    id: 'id',
    header: 'Order',
    phone: 'head',
    width: 'minmax(9.5rem, 1fr)',
    cell: ({ merchantOrderId }) => <IdText value={merchantOrderId} />,
  },
  {
    id: 'state',
    header: 'State',
    width: '7.5rem',
    phone: 'end',
    cell: (order) => <SandboxOrderBadge order={order} />,
  },
  {
    id: 'mode',
    header: 'Attempted with',
    width: '7.5rem',
    phone: 'line',
    cell: ({ paymentDetails }) => paymentModeLabel(paymentDetails.at(-1)?.paymentMode ?? 'nothing yet'),
  },
  {
    id: 'created',
    header: 'Created',
    width: '12rem',
    phone: 'none',
    cell: ({ createdAtMs }) => <SandboxTime atMs={createdAtMs} />,
  },
  {
    id: 'amount',
    header: 'Amount',
    width: '7rem',
    align: 'end',
    phone: 'line',
    cell: ({ amount }) => <Amount paise={amount} />,
  },
  {
    id: 'simulate',
    header: 'Outcome',
    width: '10.5rem',
    cell: (order) =>
      isDecidable(order) && (
        <Link
          to="/test-tools/sandbox"
          search={(now) => ({ ...now, open: order.merchantOrderId })}
          replace
          className={buttonClass('secondary', true)}
        >
          Simulate payment…<span className="sr-only"> of {order.merchantOrderId}</span>
        </Link>
      ),
  },
]

/** True when the order's outcome can be simulated; for an expired order, a late payment. */
const isDecidable = ({ state, expired }: SandboxOrder) => state === 'PENDING' || expired === true

const STATES = [
  { value: 'PENDING', label: 'Pending' },
  { value: 'ALL', label: 'All' },
  { value: 'COMPLETED', label: 'Completed' },
  { value: 'FAILED', label: 'Failed' },
  { value: 'EXPIRED', label: 'Expired' },
] as const
type StateFilter = (typeof STATES)[number]['value']

/** The state in the words of the gateway's orders: an expired or cancelled order has failed with a code that says so. */
const SandboxOrderBadge = ({ order }: { order: SandboxOrder }) => (
  <StateBadge kind="order" state={order.expired ? 'EXPIRED' : orderState(order)} />
)

/** The sandbox's orders; a row opens a dialog that simulates its payment. */
export function SandboxOrders() {
  const { q, state: stateParam, open } = useSearch({ from: '/test-tools/sandbox' })
  const setSearch = useSetSearch<{ q: string; state: string; open: string }>()
  const change = (search: { q?: string; state?: string; open?: string }) => setSearch(search, { resetScroll: true })
  const state: StateFilter = STATES.find(({ value }) => value === stateParam)?.value ?? 'PENDING'
  const query = { state: state === 'ALL' ? undefined : state, search: q, limit: '200' }
  const orders = useSandboxQuery('GET /orders', { query })
  const list = useMemo(() => {
    // The sandbox counts expired orders as failed ones.
    const isShown = ({ expired }: SandboxOrder) => state !== 'FAILED' || expired !== true
    return singlePageList(orders, (response) => response.orders.filter(isShown))
  }, [orders, state])
  const isDefault = state === 'PENDING' && !q
  return (
    <Section title="Orders">
      <div className="mb-2 flex flex-wrap gap-3">
        <Field
          label="Part of any id"
          hideLabel
          value={q ?? ''}
          onChange={(q) => change({ q })}
          placeholder="Part of any id"
          autoComplete="off"
          spellCheck={false}
        />
        <Select label="State" hideLabel value={state} onChange={(state) => change({ state })} options={STATES} />
      </div>
      <DataTable
        label="Orders of the sandbox"
        columns={COLUMNS}
        list={list}
        idOf={({ merchantOrderId }) => merchantOrderId}
        onOpen={({ merchantOrderId }) => change({ open: merchantOrderId })}
        nameOf={({ merchantOrderId }) => `Simulate ${merchantOrderId}`}
        empty={
          <EmptyState title={isDefault ? 'No pending order' : 'No order matches'}>
            <p>
              {isDefault
                ? 'Make a payment in the playground or in your shop: its order is listed here until it is completed, failed or expired.'
                : 'Select another state, or enter a shorter part of the id.'}
            </p>
          </EmptyState>
        }
      />
      {open !== undefined && <SimulatePaymentDialog merchantOrderId={open} onClose={() => change({ open: '' })} />}
    </Section>
  )
}

const INSTRUMENTS = [
  { value: 'ACCOUNT', label: 'Bank account by UPI' },
  { value: 'RUPAY_CREDIT', label: 'RuPay credit card by UPI' },
  { value: 'CREDIT_LINE', label: 'Credit line by UPI' },
  { value: 'CREDIT_CARD', label: 'Credit card' },
  { value: 'DEBIT_CARD', label: 'Debit card' },
  { value: 'NET_BANKING', label: 'Net banking' },
  { value: 'WALLET', label: 'Wallet' },
  { value: 'EGV', label: 'Gift voucher' },
  { value: 'SPLIT', label: 'Bank account and wallet' },
] as const satisfies readonly { value: NonNullable<SimulatePayment['instrument']>; label: string }[]

type Instrument = (typeof INSTRUMENTS)[number]['value']

/** One order of the sandbox, and the simulation of its payment. */
function SimulatePaymentDialog({ merchantOrderId, onClose }: { merchantOrderId: string; onClose(): void }) {
  const params = { merchantOrderId }
  const query = useSandboxQuery('GET /orders/:merchantOrderId', { params })
  const simulate = useSandboxMutation('POST /orders/:merchantOrderId/simulate')
  const [draft, setDraft] = useState<OutcomeDraft>({ outcome: 'SUCCESS', errorCode: '' })
  const [instrument, setInstrument] = useState<Instrument | ''>('')
  const isUntried = query.data?.paymentDetails.length === 0
  // The single attempt of custom checkout keeps the instrument that the payer chose.
  const isOpenChoice = query.data?.state === 'PENDING' && !query.data.product.startsWith('CUSTOM')
  // Of an expired order only a late payment can be simulated.
  const isLate = query.data?.expired === true
  const shown: OutcomeDraft = isLate ? { ...draft, outcome: 'SUCCESS' } : draft
  const send = () => {
    const { outcome, errorCode } = shown
    if (outcome === '' || outcome === 'LATE_PAYMENT') return
    simulate.mutate({
      params,
      body: defined({
        outcome,
        errorCode: outcome === 'FAILURE' ? failureCode(errorCode) : undefined,
        instrument: outcome === 'SUCCESS' && (isUntried || isOpenChoice) && instrument !== '' ? instrument : undefined,
      }),
    })
  }
  return (
    <Dialog open onClose={onClose} title="Simulate outcome">
      <QueryView query={query} what="the order" lines={4}>
        {(order) => (
          <form
            className="grid gap-4"
            onSubmit={(event) => {
              event.preventDefault()
              if (isValidOutcome(shown)) send()
            }}
          >
            <DescriptionList>
              <Detail name="Order">
                <Id value={order.merchantOrderId} what="order id" />
              </Detail>
              <Detail name="State">
                <SandboxOrderBadge order={order} />
              </Detail>
              <Detail name="Amount">
                <Amount paise={order.amount} />
              </Detail>
              <Detail name="Expires">
                <SandboxTime atMs={order.expireAt} />
              </Detail>
              <Detail name="Failed with">{order.detailedErrorCode}</Detail>
            </DescriptionList>
            {isDecidable(order) && (
              <>
                <OutcomeChoice
                  label="Outcome"
                  value={shown}
                  onChange={setDraft}
                  outcomes={isLate ? ['SUCCESS'] : ['SUCCESS', 'FAILURE', 'PENDING']}
                />
                {(isUntried || isOpenChoice) && shown.outcome === 'SUCCESS' && (
                  <Select<Instrument | ''>
                    label="Paid by"
                    value={instrument || (isUntried ? 'ACCOUNT' : '')}
                    onChange={setInstrument}
                    options={isUntried ? INSTRUMENTS : [{ value: '', label: 'What is open now' }, ...INSTRUMENTS]}
                  />
                )}
              </>
            )}
            {simulate.error && <ErrorNote error={simulate.error} what="The payment was not simulated." />}
            <div className="flex flex-wrap items-center justify-between gap-3">
              <Link
                to="/orders/$merchantOrderId"
                params={params}
                className="rounded-edge font-strong text-brass underline underline-offset-4"
              >
                Order in the gateway
              </Link>
              {isDecidable(order) && (
                <Button type="submit" variant="primary" busy={simulate.isPending} disabled={!isValidOutcome(shown)}>
                  {isLate ? 'Simulate a late payment' : 'Simulate'}
                </Button>
              )}
            </div>
          </form>
        )}
      </QueryView>
    </Dialog>
  )
}
