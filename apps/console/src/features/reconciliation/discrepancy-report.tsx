import type { Discrepancy, ReconciliationReport } from '@galla/contract/gateway-api/reconciliation'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useSetSearch } from '../../api/browser.ts'
import { Allowed } from '../../api/permissions.tsx'
import { Button, Select } from '../../components/controls.tsx'
import { EmptyState, Note, Section } from '../../components/page.tsx'
import { Amount, StateBadge, Time } from '../../components/records.tsx'
import { momentText } from '../../i18n/format.ts'
import { countText, plural } from '../../i18n/plural.ts'
import { bySeverity, emptySideText, isKnownState, KINDS, kindLabel, reasonText } from './discrepancy-messages.ts'
import { Repair } from './repair.tsx'

/** The latest run, the open discrepancies of all runs, and their repair. */
export function DiscrepancyReport({ report }: { report: ReconciliationReport }) {
  const { kind = '' } = useSearch({ from: '/reconciliation' })
  const setSearch = useSetSearch<{ kind: string }>()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const { rows, origin, ranAtMs, finishedAtMs, checked, repaired, notKnownYet, fromMs, toMs } = report
  if (ranAtMs === undefined) {
    return (
      <EmptyState title="No reconciliation yet">
        <p>The gateway follows the provider by webhooks and status checks. A reconciliation shows what they missed.</p>
      </EmptyState>
    )
  }
  const counts = KINDS.map((one) => ({ ...one, count: report.counts[one.kind] ?? 0 }))
  const verb = origin === 'daily' ? 'changed' : 'created'
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const shown = bySeverity(kind === '' ? rows : rows.filter((row) => row.kind === kind))
  const left = (kind === '' ? total : (counts.find((one) => one.kind === kind)?.count ?? 0)) - shown.length
  const meaning = KINDS.find((one) => one.kind === kind)?.meaning
  return (
    <>
      <p className="text-soft">
        Compared <Time atMs={ranAtMs} />: {plural(checked, 'order')}
        {fromMs !== undefined && toMs !== undefined && (
          <>
            {' '}
            {verb} from {momentText(fromMs)} to {momentText(toMs)}
          </>
        )}
        {repaired > 0 && `, ${countText(repaired)} repaired`}.
      </p>
      {finishedAtMs === undefined && (
        <div className="mt-3">
          <Note tone="neutral">
            <p>The gateway is still comparing. The comparison continues in the background, even after a restart.</p>
          </Note>
        </div>
      )}
      {notKnownYet > 0 && (
        <p className="mt-3">
          <Link to="/orders" search={{ state: 'OPEN' }} className="text-brass underline underline-offset-2">
            {notKnownYet === 1 ? '1 open order is' : `${countText(notKnownYet)} open orders are`} not known to the
            provider yet
          </Link>
          : the request may have been lost, or is still being processed. The gateway keeps checking.
        </p>
      )}
      {checked === 0 && finishedAtMs !== undefined && <p className="mt-3">No order was {verb} in this period.</p>}
      {total === 0 ? (
        <EmptyState title="No discrepancies">
          <p>
            {notKnownYet === 0
              ? 'All compared orders match the provider.'
              : 'All other compared orders match the provider.'}
          </p>
        </EmptyState>
      ) : (
        <Section
          title={total === 1 ? '1 discrepancy' : `${countText(total)} discrepancies`}
          actions={
            <Select
              label="Kind of discrepancy"
              hideLabel
              value={kind}
              onChange={(kind) => setSearch({ kind }, { resetScroll: true })}
              options={[
                { value: '', label: `All, ${total}` },
                ...counts
                  .filter(({ count, kind: one }) => count > 0 || one === kind)
                  .map(({ kind, label, count }) => ({ value: kind, label: `${label}, ${count}` })),
              ]}
            />
          }
        >
          {meaning !== undefined && <p className="mb-3 text-soft">{meaning}</p>}
          <Allowed to="POST /reconciliation/repair">
            <Repair rows={shown.filter((row) => row.repairable)} selected={selected} onSelect={setSelected} />
          </Allowed>
          <DiscrepancyList rows={shown} selected={selected} onSelect={setSelected} />
          {left > 0 && (
            <p className="mt-3 text-soft">
              and {countText(left)} older ones. Repair these first, or choose one kind of discrepancy.
            </p>
          )}
        </Section>
      )}
    </>
  )
}

interface DiscrepancyListProps {
  rows: readonly Discrepancy[]
  /** Ids of the orders to repair; an order is repaired as a whole. */
  selected: ReadonlySet<string>
  onSelect(selected: ReadonlySet<string>): void
}

/** Rows shown at once. */
const STEP = 100

function DiscrepancyList({ rows, selected, onSelect }: DiscrepancyListProps) {
  const [limit, setLimit] = useState(STEP)
  const toggle = (id: string) => {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    onSelect(next)
  }
  return (
    <>
      <ul aria-label="Discrepancies" className="grid border-t border-rule">
        {rows.slice(0, limit).map((row) => (
          <DiscrepancyRow
            key={`${row.merchantOrderId} ${row.merchantRefundId ?? ''} ${row.kind} ${row.transactionId ?? ''}`}
            row={row}
            selected={selected.has(row.merchantOrderId)}
            onToggle={() => toggle(row.merchantOrderId)}
          />
        ))}
      </ul>
      {rows.length > limit && (
        <Button className="mt-4" onClick={() => setLimit(limit + STEP)}>
          Show {Math.min(STEP, rows.length - limit)} more
        </Button>
      )}
    </>
  )
}

/** One discrepancy: both states, its explanation, and whether it can be repaired. */
function DiscrepancyRow({ row, selected, onToggle }: { row: Discrepancy; selected: boolean; onToggle(): void }) {
  const { merchantOrderId, merchantRefundId, kind, repairable } = row
  const of = merchantRefundId === undefined ? 'order' : 'refund'
  return (
    <li className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3 border-b border-rule py-3">
      {repairable ? (
        <input
          type="checkbox"
          aria-label={`Repair ${merchantRefundId ?? merchantOrderId}`}
          checked={selected}
          onChange={onToggle}
          className="mt-0.5 size-6 accent-brass"
        />
      ) : (
        <span />
      )}
      <div className="grid gap-x-6 gap-y-1 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1.2fr)_minmax(0,2fr)]">
        <p className="min-w-0">
          <span className="block font-strong">{kindLabel(kind)}</span>
          <Subject row={row} />
        </p>
        <dl className="grid grid-cols-[5.5rem_minmax(0,1fr)] content-start gap-x-2">
          <dt className="text-soft">Gateway</dt>
          <dd>
            <Side of={of} row={row} side="ours" />
          </dd>
          <dt className="text-soft">Provider</dt>
          <dd>
            <Side of={of} row={row} side="theirs" />
          </dd>
        </dl>
        <p className="wrap-anywhere">
          {reasonText(row)}
          {!repairable && <span className="block text-sm text-soft">Cannot be repaired from here.</span>}
        </p>
      </div>
    </li>
  )
}

function Subject({
  row: { kind, merchantOrderId, merchantRefundId, transactionId, repairable },
}: {
  row: Discrepancy
}) {
  // An order that is missing in the gateway has no page. A repairable row is about a refund of an order that exists.
  const hasPage = kind !== 'missing-here' || repairable
  return (
    <>
      {hasPage ? (
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
      {transactionId !== undefined && (
        <span className="block text-sm text-soft">
          attempt <span className="font-mono text-xs wrap-anywhere text-ink">{transactionId}</span>
        </span>
      )}
    </>
  )
}

function Side({ of, row, side }: { of: 'order' | 'refund'; row: Discrepancy; side: 'ours' | 'theirs' }) {
  const { state, amount } = row[side]
  return (
    <span className="flex flex-wrap items-baseline gap-x-3">
      {state !== undefined && (isKnownState(state) ? <StateBadge kind={of} state={state} /> : state)}
      {amount !== undefined && <Amount paise={amount} />}
      {state === undefined && amount === undefined && emptySideText(row, side)}
    </span>
  )
}
