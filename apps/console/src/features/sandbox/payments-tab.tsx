import type { OutcomeRule, SandboxRefund } from '@galla/contract/sandbox-api/routes'
import { useMemo, useState } from 'react'
import { Button, Field } from '../../components/controls.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { ErrorNote, Note, Section } from '../../components/page.tsx'
import { Amount, StateMark } from '../../components/records.tsx'
import type { Column } from '../../components/table-row.tsx'
import { amountText } from '../../i18n/format.ts'
import { decidedText, decisionOf, isReady, OutcomeChoice, type OutcomeDraft } from './outcome-choice.tsx'
import { OrdersTable } from './sandbox-orders.tsx'
import { useControl, useControlChange, wholeList } from './use-sandbox.ts'

/** What payments come to: those to come, those that wait, and the table that decides the rest. */
export function PaymentsTab() {
  return (
    <>
      <NextPayment />
      <OrdersTable />
      <Section title="Refunds that wait">
        <RefundsTable />
      </Section>
      <Section title="What decides by itself">
        <OutcomeTable />
      </Section>
    </>
  )
}

const VERBS = {
  SUCCESS: ['Let', 'succeed'],
  FAILURE: ['Fail', ''],
  PENDING: ['Keep', 'pending'],
  LATE_PAYMENT: ['Let', 'be paid late'],
} as const

/** Decides ahead what the next payments come to, whatever their amount or payer would have brought. */
export function NextPayment() {
  const [draft, setDraft] = useState<OutcomeDraft>({ outcome: 'FAILURE', errorCode: 'ZM' })
  const [count, setCount] = useState('1')
  const outcomes = useControl('GET /outcomes')
  const decide = useControlChange('POST /outcomes')
  const forget = useControlChange('DELETE /outcomes')
  const decided = outcomes.data?.queued
  const next = /^[1-9]\d{0,2}$/.test(count) ? Number(count) : undefined
  const decision = decisionOf(draft)
  const [verb, end] = VERBS[draft.outcome === '' ? 'SUCCESS' : draft.outcome]
  const what = next === undefined || next === 1 ? 'the next payment' : `the next ${next} payments`
  return (
    <form
      aria-label="The next payment"
      className="grid max-w-3xl gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (decision && next !== undefined && isReady(draft)) decide.mutate({ body: { ...decision, next } })
      }}
    >
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_7rem]">
        <OutcomeChoice
          label="The next payment"
          value={draft}
          onChange={setDraft}
          outcomes={['FAILURE', 'SUCCESS', 'PENDING', 'LATE_PAYMENT']}
        />
        <Field
          label="How many"
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
          On your own page its order fails. On the provider’s page only the try does: the payer may try again.
        </p>
      )}
      {decided && (
        <Note tone="neutral" role="status">
          <p>{decidedText(decided)}.</p>
          <Button small busy={forget.isPending} onClick={() => forget.mutate(undefined)}>
            Forget it
          </Button>
        </Note>
      )}
      {decide.error && <ErrorNote error={decide.error} what="It was not decided." />}
      <Button
        type="submit"
        look="main"
        busy={decide.isPending}
        disabled={next === undefined || !isReady(draft)}
        className="justify-self-start"
      >
        {`${verb} ${what} ${end}`.trim()}
      </Button>
    </form>
  )
}

/** Refunds that only somebody's word moves. Most go on by themselves within seconds. */
export function RefundsTable() {
  const refunds = useControl('GET /refunds')
  const settle = useControlChange('POST /refunds/:merchantRefundId/simulate')
  const list = useMemo(
    () =>
      wholeList(refunds, (reply) => reply.refunds.filter(({ state }) => state === 'PENDING' || state === 'CONFIRMED')),
    [refunds],
  )
  const say = (merchantRefundId: string, outcome: 'SUCCESS' | 'FAILURE') =>
    settle.mutate({ params: { merchantRefundId }, body: { outcome } })
  const columns: readonly Column<SandboxRefund>[] = [
    {
      id: 'id',
      header: 'Refund',
      width: 'minmax(0, 2fr)',
      phone: 'head',
      cell: ({ merchantRefundId }) => <span className="font-mono text-xs">{merchantRefundId}</span>,
    },
    { id: 'state', header: 'State', phone: 'end', cell: ({ state }) => <StateMark kind="refund" state={state} /> },
    { id: 'amount', header: 'Amount', align: 'end', cell: ({ amount }) => <Amount paise={amount} /> },
    {
      id: 'act',
      header: 'The bank says',
      width: '12rem',
      cell: ({ merchantRefundId }) => (
        <span className="flex gap-2">
          <Button small onClick={() => say(merchantRefundId, 'SUCCESS')}>
            Done
          </Button>
          <Button small onClick={() => say(merchantRefundId, 'FAILURE')}>
            Failed
          </Button>
        </span>
      ),
    },
  ]
  return (
    <>
      {settle.error && <ErrorNote error={settle.error} what="The refund could not be settled." />}
      <DataTable
        label="Refunds that wait"
        columns={columns}
        list={list}
        idOf={({ merchantRefundId }) => merchantRefundId}
        empty={
          <p className="text-soft">
            None. A refund goes on by itself; one of ₹901.02, or with an id that ends in{' '}
            <code className="font-mono text-sm">--accepted</code>, waits here.
          </p>
        }
      />
    </>
  )
}

/** The sandbox's table: what a payment must look like, and what then happens to it. */
export function OutcomeTable() {
  const { data } = useControl('GET /outcomes')
  return (
    <details>
      <summary className="w-fit rounded-edge text-brass underline underline-offset-4">
        Order ids, amounts, UPI ids and cards that decide
      </summary>
      <dl className="mt-3 grid text-sm">
        {data?.rules.map((rule) => {
          const looks = looksOf(rule.match)
          return (
            <div key={looks} className="grid gap-x-6 border-b border-rule py-1.5 sm:grid-cols-[16rem_minmax(0,1fr)]">
              <dt className="font-mono text-xs leading-[1.375rem]">{looks}</dt>
              <dd className="text-soft">{rule.explains}</dd>
            </div>
          )
        })}
      </dl>
    </details>
  )
}

function looksOf({ merchantOrderId, merchantRefundId, amount, vpa, card, bankId }: OutcomeRule['match']): string {
  if (merchantRefundId !== undefined) {
    return amount === undefined ? `refund ${merchantRefundId}` : `refund of ${amountText(amount)}`
  }
  if (merchantOrderId !== undefined) return `order ${merchantOrderId}`
  if (amount !== undefined) return amountText(amount)
  if (vpa !== undefined) return vpa
  return card === undefined ? `bank ${bankId ?? ''}` : `card ${card}`
}
