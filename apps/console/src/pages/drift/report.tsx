import type { ReconciliationReport } from '@galla/contract/gateway-api/console-routes'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { momentText } from '../../lib/when.ts'
import { Empty } from '../../ui/empty.tsx'
import { Note } from '../../ui/error-note.tsx'
import { Section } from '../../ui/page.tsx'
import { Select } from '../../ui/select.tsx'
import { Time } from '../../ui/time.tsx'
import { Differences } from './differences.tsx'
import { Repair } from './repair.tsx'
import { byWeight, KINDS } from './words.ts'

const route = getRouteApi('/reconciliation')

/** The last comparison: what was compared, what differs, and what can be done about it. */
export function Report({ report }: { report: ReconciliationReport }) {
  const { kind = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { rows, ranAtMs, checked, most, fromMs, toMs } = report
  if (ranAtMs === undefined) {
    return (
      <Empty title="Not compared yet">
        <p>
          The books follow the provider by callbacks and by asking. Comparing shows whether anything slipped through.
        </p>
      </Empty>
    )
  }
  const counted = KINDS.map((one) => ({ ...one, count: rows.filter((row) => row.kind === one.kind).length }))
  const shown = byWeight(kind === '' ? rows : rows.filter((row) => row.kind === kind))
  const repairable = shown.filter((row) => row.repairable)
  const means = KINDS.find((one) => one.kind === kind)?.means
  return (
    <>
      <p className="text-soft">
        Compared <Time atMs={ranAtMs} />: {checked.toLocaleString('en-IN')} order{checked === 1 ? '' : 's'}
        {fromMs !== undefined && toMs !== undefined && (
          <>
            {' '}
            opened from {momentText(fromMs)} to {momentText(toMs)}
          </>
        )}
        .
      </p>
      {checked >= most && (
        <div className="mt-3">
          <Note tone="neutral">
            <p>
              At most {most.toLocaleString('en-IN')} orders are compared at once, the newest first. Choose a shorter
              time to see the older ones.
            </p>
          </Note>
        </div>
      )}
      {rows.length === 0 ? (
        <Empty title="Books and provider agree">
          <p>
            {checked === 0 ? 'No order was opened in that time.' : 'Nothing differs in the orders that were compared.'}
          </p>
        </Empty>
      ) : (
        <Section
          title={`${rows.length.toLocaleString('en-IN')} difference${rows.length === 1 ? '' : 's'}`}
          actions={
            <Select
              label="Kind of difference"
              quiet
              value={kind}
              onChange={(kind) => void navigate({ search: (now) => ({ ...now, kind }), replace: true })}
              options={[
                { value: '', label: `All, ${rows.length}` },
                ...counted
                  .filter(({ count, kind: one }) => count > 0 || one === kind)
                  .map(({ kind, label, count }) => ({ value: kind, label: `${label}, ${count}` })),
              ]}
            />
          }
        >
          {means !== undefined && <p className="mb-3 text-soft">{means}</p>}
          <Repair rows={repairable} chosen={chosen} onChosen={setChosen} />
          <Differences rows={shown} chosen={chosen} onChosen={setChosen} />
        </Section>
      )}
    </>
  )
}
