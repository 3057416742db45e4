import { useSetSearch } from '@galla/console/api/browser.ts'
import { IdText } from '@galla/console/components/copy.tsx'
import { DataTable } from '@galla/console/components/data-table.tsx'
import { Dialog } from '@galla/console/components/dialog.tsx'
import { EmptyState } from '@galla/console/components/page.tsx'
import { StateBadge } from '@galla/console/components/records.tsx'
import type { Column } from '@galla/console/components/table-row.tsx'
import type { SandboxMandate } from '@galla/contract/sandbox-api/mandates'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { MandateDetails } from './mandate-details.tsx'
import { nextDebit, noDebitText, termsText } from './mandate-texts.ts'
import { SandboxTime } from './sandbox-frame.tsx'
import { singlePageList, useSandboxQuery } from './use-sandbox.ts'

const COLUMNS: readonly Column<SandboxMandate>[] = [
  {
    id: 'id',
    header: 'Mandate',
    phone: 'head',
    cell: ({ merchantSubscriptionId }) => <IdText value={merchantSubscriptionId} />,
  },
  {
    id: 'state',
    header: 'State',
    width: '11rem',
    phone: 'end',
    cell: ({ state }) => <StateBadge kind="mandate" state={state} />,
  },
  { id: 'terms', header: 'Each debit', phone: 'line', cell: termsText },
  {
    id: 'next',
    header: 'Next debit',
    width: '13.5rem',
    phone: 'line',
    cell: (mandate) => {
      const debit = nextDebit(mandate)
      return debit ? <SandboxTime atMs={debit.debitAtMs} /> : noDebitText(mandate)
    },
  },
]

/** The mandates of the sandbox; a row opens a dialog with its debits and what the payer can do. */
export function MandatesTab() {
  const { open } = useSearch({ from: '/test-tools/sandbox' })
  const setSearch = useSetSearch<{ open: string }>()
  const mandates = useSandboxQuery('GET /mandates')
  const list = useMemo(() => singlePageList(mandates, (response) => response.mandates), [mandates])
  return (
    <>
      <DataTable
        label="Mandates of the sandbox"
        columns={COLUMNS}
        list={list}
        idOf={({ merchantSubscriptionId }) => merchantSubscriptionId}
        onOpen={({ merchantSubscriptionId }) => setSearch({ open: merchantSubscriptionId })}
        empty={
          <EmptyState title="No mandate">
            <p>Set one up in the playground or in your shop: it is listed here before the payer has approved it.</p>
          </EmptyState>
        }
      />
      {open !== undefined && open !== '' && (
        <Dialog open wide title={`Mandate ${open}`} onClose={() => setSearch({ open: '' })}>
          <MandateDetails key={open} merchantSubscriptionId={open} />
        </Dialog>
      )}
    </>
  )
}
