import type { Discrepancy } from '@galla/contract/gateway-api/reconciliation'
import { useState } from 'react'
import { useAbout } from '../../api/queries.ts'
import { Button } from '../../components/controls.tsx'
import { Confirm } from '../../components/dialog.tsx'
import { ErrorNote, Note } from '../../components/page.tsx'
import { plural } from '../../i18n/plural.ts'
import { sideText } from './discrepancy-messages.ts'
import { useRepair } from './use-reconciliation.ts'

interface RepairProps {
  /** The repairable discrepancies that are shown. */
  rows: readonly Discrepancy[]
  selected: ReadonlySet<string>
  onSelect(selected: ReadonlySet<string>): void
}

/** The gateway repairs at most this many orders in one request. */
const MAX_ORDERS = 500
const MAX_PREVIEWED = 6

/** Selects discrepancies, previews their repair, and reports its result. */
export function Repair({ rows, selected, onSelect }: RepairProps) {
  const { data: about } = useAbout()
  const [confirming, setConfirming] = useState(false)
  const [result, setResult] = useState<string>()
  const repair = useRepair()
  const selectedRows = rows.filter(({ merchantOrderId }) => selected.has(merchantOrderId))
  const ids = [...new Set(selectedRows.map(({ merchantOrderId }) => merchantOrderId))].slice(0, MAX_ORDERS)
  const all = new Set(rows.map(({ merchantOrderId }) => merchantOrderId))
  const orders = plural(ids.length, 'order')
  const send = () =>
    repair.mutate(ids, {
      onSuccess: (report) => {
        const left = report.rows.filter((row) => row.repairable && ids.includes(row.merchantOrderId)).length
        setResult(left === 0 ? `${orders} repaired.` : `${orders} checked again; ${left} still differ.`)
        setConfirming(false)
        onSelect(new Set())
      },
    })
  return (
    <div className="mb-3 grid gap-3">
      {result !== undefined && (
        <Note tone="neutral" role="status">
          <p>{result}</p>
        </Note>
      )}
      {rows.length === 0 ? (
        <p className="text-soft">None of these can be repaired here: each one says what to do instead.</p>
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <Button onClick={() => onSelect(ids.length === all.size ? new Set() : all)}>
            {ids.length === all.size ? 'Select none' : `Select all ${all.size} repairable`}
          </Button>
          <Button variant="primary" disabled={ids.length === 0} onClick={() => setConfirming(true)}>
            {ids.length === 0 ? 'Repair…' : `Repair ${orders}…`}
          </Button>
        </div>
      )}
      <Confirm
        open={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={send}
        title="Repair by checking the status?"
        action={`Repair ${orders}`}
        busy={repair.isPending}
        error={repair.error && <ErrorNote error={repair.error} what="The repair failed." />}
      >
        <div className="grid gap-3">
          <p>
            The gateway checks the status of each order again and applies it by the usual rules. For an order that turns
            out to be paid, your handlers are called once
            {about?.latePayment === 'refund' ? '; an order that was paid too late is refunded' : ''}. A final state is
            never reverted.
          </p>
          <ul className="grid gap-1 text-sm">
            {selectedRows.slice(0, MAX_PREVIEWED).map((row) => (
              <li key={`${row.merchantOrderId} ${row.merchantRefundId ?? ''} ${row.kind}`} className="wrap-anywhere">
                <span className="font-mono text-xs">{row.merchantRefundId ?? row.merchantOrderId}</span>: from{' '}
                {sideText(row, 'ours')} to {sideText(row, 'theirs')}
              </li>
            ))}
          </ul>
          {selectedRows.length > MAX_PREVIEWED && (
            <p className="text-sm text-soft">and {selectedRows.length - MAX_PREVIEWED} more</p>
          )}
        </div>
      </Confirm>
    </div>
  )
}
