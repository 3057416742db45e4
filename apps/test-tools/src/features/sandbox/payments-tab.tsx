import { Button, Field } from '@galla/console/components/controls.tsx'
import { DataTable } from '@galla/console/components/data-table.tsx'
import { ErrorNote, Note, Section } from '@galla/console/components/page.tsx'
import { Amount, StateBadge } from '@galla/console/components/records.tsx'
import type { Column } from '@galla/console/components/table-row.tsx'
import { amountText } from '@galla/console/i18n/format.ts'
import type { OutcomeRule, SandboxRefund } from '@galla/contract/sandbox-api/routes'
import { useMemo, useState } from 'react'
import {
  isValidOutcome,
  OutcomeChoice,
  type OutcomeDraft,
  outcomeRequest,
  queuedOutcomeText,
} from './outcome-choice.tsx'
import { SandboxOrders } from './sandbox-orders.tsx'
import { singlePageList, useSandboxMutation, useSandboxQuery } from './use-sandbox.ts'

/** Outcomes of the next payments, pending orders and refunds, and the outcome table. */
export function PaymentsTab() {
  return (
    <>
      <QueueForm />
      <SandboxOrders />
      <Section title="Pending refunds">
        <PendingRefunds />
      </Section>
      <Section title="Test cards, UPI IDs and amounts">
        <OutcomeTable />
      </Section>
    </>
  )
}

const ACTIONS = {
  SUCCESS: ['Complete', ''],
  FAILURE: ['Fail', ''],
  PENDING: ['Keep', 'pending'],
  LATE_PAYMENT: ['Make', 'late'],
} as const

/** Queues the outcome of the next payments; it takes precedence over the outcome table and the payer. */
function QueueForm() {
  const [draft, setDraft] = useState<OutcomeDraft>({ outcome: 'FAILURE', errorCode: '' })
  const [count, setCount] = useState('1')
  const outcomes = useSandboxQuery('GET /outcomes')
  const queue = useSandboxMutation('POST /outcomes')
  const clear = useSandboxMutation('DELETE /outcomes')
  const { queued, queuedForOrders = [] } = outcomes.data ?? {}
  const allQueued = queued ? [queued, ...queuedForOrders] : queuedForOrders
  const next = /^[1-9]\d{0,2}$/.test(count) ? Number(count) : undefined
  const request = outcomeRequest(draft)
  const [verb, adjective] = ACTIONS[draft.outcome === '' ? 'SUCCESS' : draft.outcome]
  const payments = next === undefined || next === 1 ? 'the next payment' : `the next ${next} payments`
  return (
    <form
      aria-label="The next payment"
      className="grid max-w-3xl gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (request && next !== undefined && isValidOutcome(draft)) queue.mutate({ body: { ...request, next } })
      }}
    >
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_10rem]">
        <OutcomeChoice
          label="The next payment"
          value={draft}
          onChange={setDraft}
          outcomes={['FAILURE', 'SUCCESS', 'PENDING', 'LATE_PAYMENT']}
        />
        <Field
          label="Number of payments"
          value={count}
          onChange={setCount}
          inputMode="numeric"
          autoComplete="off"
          className="text-right tabular-nums"
          error={next === undefined ? 'From 1 to 999.' : undefined}
        />
      </div>
      {draft.outcome === 'FAILURE' && (
        <p className="text-sm text-soft">
          With custom checkout the order fails. With the hosted page only the attempt fails: the payer can try again.
        </p>
      )}
      {allQueued.length > 0 && (
        <Note tone="neutral" role="status">
          <div className="grid gap-1">
            {allQueued.map((one) => (
              <p key={one.merchantOrderId ?? ''} className="wrap-anywhere">
                {queuedOutcomeText(one)}.
              </p>
            ))}
          </div>
          <Button small busy={clear.isPending} onClick={() => clear.mutate(undefined)}>
            {allQueued.length === 1 ? 'Cancel' : 'Cancel all'}
          </Button>
        </Note>
      )}
      {queue.error && <ErrorNote error={queue.error} what="The outcome was not queued." />}
      <Button
        type="submit"
        variant="primary"
        busy={queue.isPending}
        disabled={next === undefined || !isValidOutcome(draft)}
        className="justify-self-start"
      >
        {`${verb} ${payments} ${adjective}`.trim()}
      </Button>
    </form>
  )
}

/** Refunds that wait for a simulated outcome. Most refunds are completed by the sandbox within seconds. */
function PendingRefunds() {
  const refunds = useSandboxQuery('GET /refunds')
  const simulate = useSandboxMutation('POST /refunds/:merchantRefundId/simulate')
  const list = useMemo(
    () =>
      singlePageList(refunds, (response) =>
        response.refunds.filter(({ state }) => state === 'PENDING' || state === 'CONFIRMED'),
      ),
    [refunds],
  )
  const send = (merchantRefundId: string, outcome: 'SUCCESS' | 'FAILURE') =>
    simulate.mutate({ params: { merchantRefundId }, body: { outcome } })
  const columns: readonly Column<SandboxRefund>[] = [
    {
      id: 'id',
      header: 'Refund',
      width: 'minmax(0, 2fr)',
      phone: 'head',
      cell: ({ merchantRefundId }) => <span className="font-mono text-xs">{merchantRefundId}</span>,
    },
    { id: 'state', header: 'State', phone: 'end', cell: ({ state }) => <StateBadge kind="refund" state={state} /> },
    { id: 'amount', header: 'Amount', align: 'end', cell: ({ amount }) => <Amount paise={amount} /> },
    {
      id: 'simulate',
      header: 'Simulate',
      width: '12rem',
      cell: ({ merchantRefundId }) => (
        <span className="flex gap-2">
          <Button small onClick={() => send(merchantRefundId, 'SUCCESS')}>
            Complete
          </Button>
          <Button small onClick={() => send(merchantRefundId, 'FAILURE')}>
            Fail
          </Button>
        </span>
      ),
    },
  ]
  return (
    <>
      {simulate.error && <ErrorNote error={simulate.error} what="The refund was not simulated." />}
      <DataTable
        label="Pending refunds"
        columns={columns}
        list={list}
        idOf={({ merchantRefundId }) => merchantRefundId}
        empty={
          <p className="text-soft">
            None. Unless it was started with other times, the sandbox accepts a refund one second after the request
            (Confirmed) and completes it two seconds later. A refund of ₹901.02, or with an id that ends in{' '}
            <code translate="no" className="font-mono text-sm">
              --accepted
            </code>
            , stays accepted and is listed here.
          </p>
        }
      />
    </>
  )
}

/** The order ids, amounts, UPI ids and cards for which the sandbox has a fixed outcome. */
function OutcomeTable() {
  const { data } = useSandboxQuery('GET /outcomes')
  return (
    <details>
      <summary className="w-fit rounded-edge text-brass underline underline-offset-4">
        Order ids, amounts, UPI ids and cards with a fixed outcome
      </summary>
      <dl className="mt-3 grid text-sm">
        {data?.rules.map((rule) => {
          const pattern = patternText(rule.match)
          return (
            <div key={pattern} className="grid gap-x-6 border-b border-rule py-1.5 sm:grid-cols-[16rem_minmax(0,1fr)]">
              <dt className="font-mono text-xs leading-[1.375rem]">{pattern}</dt>
              <dd className="text-soft">{rule.explains}</dd>
            </div>
          )
        })}
      </dl>
    </details>
  )
}

function patternText({ merchantOrderId, merchantRefundId, amount, vpa, card, bankId }: OutcomeRule['match']): string {
  if (merchantRefundId !== undefined) {
    return amount === undefined ? `refund ${merchantRefundId}` : `refund of ${amountText(amount)}`
  }
  if (merchantOrderId !== undefined) return `order ${merchantOrderId}`
  if (amount !== undefined) return amountText(amount)
  if (vpa !== undefined) return vpa
  return card === undefined ? `bank ${bankId ?? ''}` : `card ${card}`
}
