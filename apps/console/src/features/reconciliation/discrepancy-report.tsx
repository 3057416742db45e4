import type { Discrepancy, ReconciliationReport } from '@galla/contract/gateway-api/console-routes'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, Select } from '../../components/controls.tsx'
import { Empty, Note, Section } from '../../components/page.tsx'
import { Amount, StateMark, Time } from '../../components/records.tsx'
import { momentText } from '../../i18n/format.ts'
import { byWeight, KINDS, labelOf, readSaid } from './discrepancy-messages.ts'
import { Repair } from './repair.tsx'

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

/** What both sides say of one thing, why they may, and whether repairing helps. */
export function Difference({ row, chosen, onToggle }: { row: Discrepancy; chosen: boolean; onToggle(): void }) {
  const { merchantOrderId, merchantRefundId, kind, ours, theirs, explains, repairable } = row
  const about = merchantRefundId ?? merchantOrderId
  const of = merchantRefundId === undefined ? 'order' : 'refund'
  return (
    <li className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3 border-b border-rule py-3">
      {repairable ? (
        <input
          type="checkbox"
          aria-label={`Repair ${about}`}
          checked={chosen}
          onChange={onToggle}
          className="mt-0.5 size-6 accent-brass"
        />
      ) : (
        <span />
      )}
      <div className="grid gap-x-6 gap-y-1 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1.2fr)_minmax(0,2fr)]">
        <p className="min-w-0">
          <span className="block font-strong">{labelOf(kind)}</span>
          <Subject row={row} />
        </p>
        <dl className="grid grid-cols-[5.5rem_minmax(0,1fr)] content-start gap-x-2">
          <dt className="text-soft">Books</dt>
          <dd>
            <SaidBy of={of} text={ours} />
          </dd>
          <dt className="text-soft">Provider</dt>
          <dd>
            <SaidBy of={of} text={theirs} />
          </dd>
        </dl>
        <p className="wrap-anywhere">
          {explains}
          {!repairable && <span className="block text-sm text-soft">Cannot be repaired from here.</span>}
        </p>
      </div>
    </li>
  )
}

/** The order's page is there when the order is; a refund that can be taken in is of one that is. */
function Subject({ row: { kind, merchantOrderId, merchantRefundId, repairable } }: { row: Discrepancy }) {
  const known = kind !== 'missing-here' || repairable
  return (
    <>
      {known ? (
        <Link
          to="/orders/$merchantOrderId"
          params={{ merchantOrderId }}
          className="rounded-edge font-mono text-xs wrap-anywhere text-brass underline underline-offset-4"
        >
          {merchantOrderId}
        </Link>
      ) : (
        <span className="font-mono text-xs wrap-anywhere">{merchantOrderId}</span>
      )}
      {merchantRefundId !== undefined && (
        <span className="block text-sm text-soft">
          refund <span className="font-mono text-xs wrap-anywhere text-ink">{merchantRefundId}</span>
        </span>
      )}
    </>
  )
}

function SaidBy({ of, text }: { of: 'order' | 'refund'; text: string }) {
  const { state, amount, words } = readSaid(text)
  return (
    <span className="flex flex-wrap items-baseline gap-x-3">
      {state !== undefined && <StateMark kind={of} state={state} />}
      {amount !== undefined && <Amount paise={amount} />}
      {words}
    </span>
  )
}
