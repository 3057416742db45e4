import type { Discrepancy } from '@galla/contract/gateway-api/console-routes'
import { useState } from 'react'
import { useAbout } from '../../api/queries.ts'
import { Button } from '../../components/controls.tsx'
import { Confirm } from '../../components/dialog.tsx'
import { ErrorNote, Note } from '../../components/page.tsx'
import { useRepairDrift } from './use-reconciliation.ts'

interface RepairProps {
  /** Those of the rows in sight that can be repaired. */
  rows: readonly Discrepancy[]
  chosen: ReadonlySet<string>
  onChosen(chosen: ReadonlySet<string>): void
}

/** The API takes so many at once. */
const MOST = 500
const SHOWN = 6

/** Chooses what is repaired, shows what that means before it is done, and says afterwards what still differs. */
export function Repair({ rows, chosen, onChosen }: RepairProps) {
  const { data: about } = useAbout()
  const [asking, setAsking] = useState(false)
  const [done, setDone] = useState<string>()
  const repair = useRepairDrift()
  const wanted = rows.filter(({ merchantOrderId }) => chosen.has(merchantOrderId))
  const ids = [...new Set(wanted.map(({ merchantOrderId }) => merchantOrderId))].slice(0, MOST)
  const all = new Set(rows.map(({ merchantOrderId }) => merchantOrderId))
  const send = () =>
    repair.mutate(ids, {
      onSuccess: (report) => {
        const left = report.rows.filter((row) => row.repairable && ids.includes(row.merchantOrderId)).length
        const orders = `${ids.length} order${ids.length === 1 ? '' : 's'}`
        setDone(left === 0 ? `${orders} repaired.` : `Asked for ${orders} again; ${left} still differ.`)
        setAsking(false)
        onChosen(new Set())
      },
    })
  return (
    <div className="mb-3 grid gap-3">
      {done !== undefined && (
        <Note tone="neutral" role="status">
          <p>{done}</p>
        </Note>
      )}
      {rows.length === 0 ? (
        <p className="text-soft">Nothing of this can be repaired from here: each line says what to do instead.</p>
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <Button onClick={() => onChosen(ids.length === all.size ? new Set() : all)}>
            {ids.length === all.size ? 'Choose none' : `Choose all ${all.size} that can be repaired`}
          </Button>
          <Button look="main" disabled={ids.length === 0} onClick={() => setAsking(true)}>
            {ids.length === 0 ? 'Repair…' : `Repair ${ids.length} order${ids.length === 1 ? '' : 's'}…`}
          </Button>
        </div>
      )}
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={send}
        title="Repair by asking again?"
        verb={`Repair ${ids.length} order${ids.length === 1 ? '' : 's'}`}
        busy={repair.isPending}
        error={repair.error && <ErrorNote error={repair.error} what="It was not repaired." />}
      >
        <div className="grid gap-3">
          <p>
            Each is asked for at the provider once more and settled by the same rules as always. An order that turns out
            paid runs your handlers, once
            {about?.latePayment === 'refund' ? '; one that was paid too late is given back' : ''}. Nothing goes
            backwards.
          </p>
          <ul className="grid gap-1 text-sm">
            {wanted.slice(0, SHOWN).map(({ merchantOrderId, merchantRefundId, ours, theirs }) => (
              <li key={`${merchantOrderId} ${merchantRefundId ?? ''}`} className="wrap-anywhere">
                <span className="font-mono text-xs">{merchantRefundId ?? merchantOrderId}</span>: {ours}, becomes{' '}
                {theirs}
              </li>
            ))}
          </ul>
          {wanted.length > SHOWN && <p className="text-sm text-soft">and {wanted.length - SHOWN} more</p>}
        </div>
      </Confirm>
    </div>
  )
}
