import { Button } from '@galla/console/components/controls.tsx'
import { DataTable } from '@galla/console/components/data-table.tsx'
import { showToast } from '@galla/console/components/dialog.tsx'
import { EmptyState, ErrorNote } from '@galla/console/components/page.tsx'
import { Amount, StateBadge } from '@galla/console/components/records.tsx'
import type { Column } from '@galla/console/components/table-row.tsx'
import { amountText } from '@galla/console/i18n/format.ts'
import type { SandboxSettlement, SimulateSettlement } from '@galla/contract/sandbox-api/settlements'
import { useMemo } from 'react'
import { SandboxTime } from './sandbox-frame.tsx'
import { singlePageList, useSandboxMutation, useSandboxQuery } from './use-sandbox.ts'

/** The settlements of the sandbox: pays out without a bank day, and does what the bank does with a transfer. */
export function SettlementsTab() {
  const settlements = useSandboxQuery('GET /settlements')
  const list = useMemo(() => singlePageList(settlements, (response) => response.settlements), [settlements])
  const settle = useSandboxMutation('POST /settlements', ({ utr, amount }) =>
    showToast(`${amountText(amount)} is on its way to the bank, with the UTR ${utr}.`, 'good'),
  )
  const report = useSandboxMutation('GET /settlements/report', ({ csv }) => save('settlement-report.csv', csv))
  const simulate = useSandboxMutation('POST /settlements/:settlementId/simulate')
  const send = (settlementId: string, outcome: SimulateSettlement['outcome']) =>
    simulate.mutate({ params: { settlementId }, body: { outcome } })
  const columns: readonly Column<SandboxSettlement>[] = [
    { id: 'utr', header: 'UTR', phone: 'head', cell: ({ utr }) => <span className="font-mono text-xs">{utr}</span> },
    { id: 'state', header: 'State', phone: 'end', cell: ({ state }) => <StateBadge kind="settlement" state={state} /> },
    { id: 'amount', header: 'Amount', align: 'end', cell: ({ amount }) => <Amount paise={amount} /> },
    { id: 'at', header: 'Made', width: '13.5rem', cell: ({ createdAtMs }) => <SandboxTime atMs={createdAtMs} /> },
    {
      id: 'simulate',
      header: 'Simulate',
      width: '12rem',
      cell: ({ settlementId, state }) =>
        state === 'PROCESSED' ? null : (
          <span className="flex gap-2">
            <Button small onClick={() => send(settlementId, 'SUCCESS')}>
              Complete
            </Button>
            <Button small onClick={() => send(settlementId, 'FAILURE')}>
              Fail
            </Button>
          </span>
        ),
    },
  ]
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="grid gap-2">
        <p className="text-soft">
          All payments that are not settled, less refunds, a fee and its tax. The gateway shows the settlement under
          Finance, Settlements. The report says which payments a settlement pays: import the report there.
        </p>
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" busy={settle.isPending} onClick={() => settle.mutate({ body: {} })}>
            Pay out now
          </Button>
          <Button busy={report.isPending} onClick={() => report.mutate({ query: {} })}>
            Download the report
          </Button>
        </div>
      </div>
      {settle.error && <ErrorNote error={settle.error} what="Nothing was paid out." />}
      {report.error && <ErrorNote error={report.error} what="The report was not downloaded." />}
      {simulate.error && <ErrorNote error={simulate.error} what="The settlement was not changed." />}
      <DataTable
        label="Settlements of the sandbox"
        columns={columns}
        list={list}
        idOf={({ settlementId }) => settlementId}
        empty={
          <EmptyState title="No settlement">
            <p>Complete a payment, then pay out. A sandbox with the option settlements pays out on each bank day.</p>
          </EmptyState>
        }
      />
    </div>
  )
}

/** Saves a text as a CSV file of the person. */
function save(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = `data:text/csv;charset=utf-8,${encodeURIComponent(text)}`
  link.download = name
  link.click()
}
