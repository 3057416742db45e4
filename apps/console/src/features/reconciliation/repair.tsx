import type { Discrepancy } from '@galla/contract/gateway-api/reconciliation'
import { useState } from 'react'
import { useAbout } from '../../api/queries.ts'
import { Button } from '../../components/controls.tsx'
import { Confirm } from '../../components/dialog.tsx'
import { ErrorNote, Note } from '../../components/page.tsx'
import { messages, phrase } from '../../i18n/messages.ts'
import { sideText } from './discrepancy-messages.ts'
import { repairEnglish } from './english.ts'
import { useRepair } from './use-reconciliation.ts'

const t = messages('reconciliation/repair', repairEnglish)

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
  const orders = ids.length
  const send = () =>
    repair.mutate(ids, {
      onSuccess: (report) => {
        const left = report.rows.filter((row) => row.repairable && ids.includes(row.merchantOrderId)).length
        setResult(left === 0 ? t.done(orders) : t.differ(orders, left))
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
        <p className="text-soft">{t.impossible}</p>
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <Button onClick={() => onSelect(orders === all.size ? new Set() : all)}>
            {orders === all.size ? t.none : t.all(all.size)}
          </Button>
          <Button variant="primary" disabled={orders === 0} onClick={() => setConfirming(true)}>
            {orders === 0 ? t.repair : t.repairSome(orders)}
          </Button>
        </div>
      )}
      <Confirm
        open={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={send}
        title={t.ask.title}
        action={t.ask.action(orders)}
        busy={repair.isPending}
        error={repair.error && <ErrorNote error={repair.error} what={t.ask.failed} />}
      >
        <div className="grid gap-3">
          <p>{t.ask.text(about?.latePayment === 'refund')}</p>
          <ul className="grid gap-1 text-sm">
            {selectedRows.slice(0, MAX_PREVIEWED).map((row) => (
              <li key={`${row.merchantOrderId} ${row.merchantRefundId ?? ''} ${row.kind}`} className="wrap-anywhere">
                {phrase(
                  t.ask.row(
                    <span className="font-mono text-xs">{row.merchantRefundId ?? row.merchantOrderId}</span>,
                    sideText(row, 'ours'),
                    sideText(row, 'theirs'),
                  ),
                )}
              </li>
            ))}
          </ul>
          {selectedRows.length > MAX_PREVIEWED && (
            <p className="text-sm text-soft">{t.ask.more(selectedRows.length - MAX_PREVIEWED)}</p>
          )}
        </div>
      </Confirm>
    </div>
  )
}
