import type { SandboxRefund } from '@galla/contract/sandbox-api/routes'
import { useMemo } from 'react'
import { Amount } from '../../../ui/amount.tsx'
import { Button } from '../../../ui/button.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { ErrorNote } from '../../../ui/error-note.tsx'
import { StateMark } from '../../../ui/state-mark.tsx'
import { useControl, useControlChange } from '../use-control.ts'
import { wholeList } from '../whole-list.ts'

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
