import type { Discrepancy } from '@galla/contract/gateway-api/console-routes'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Difference } from './difference.tsx'

interface DifferencesProps {
  rows: readonly Discrepancy[]
  chosen: ReadonlySet<string>
  onChosen(chosen: ReadonlySet<string>): void
}

/** So many are drawn at once; a bad day may have hundreds. */
const STEP = 100

/** One row a difference. Those that can be repaired are chosen by their order: it is repaired as a whole. */
export function Differences({ rows, chosen, onChosen }: DifferencesProps) {
  const [most, setMost] = useState(STEP)
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChosen(next)
  }
  return (
    <>
      <ul aria-label="Differences" className="grid border-t border-rule">
        {rows.slice(0, most).map((row) => (
          <Difference
            key={`${row.merchantOrderId} ${row.merchantRefundId ?? ''} ${row.kind}`}
            row={row}
            chosen={chosen.has(row.merchantOrderId)}
            onToggle={() => toggle(row.merchantOrderId)}
          />
        ))}
      </ul>
      {rows.length > most && (
        <Button className="mt-4" onClick={() => setMost(most + STEP)}>
          Show {Math.min(STEP, rows.length - most)} more
        </Button>
      )}
    </>
  )
}
