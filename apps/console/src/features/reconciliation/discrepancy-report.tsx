import type { Discrepancy, ReconciliationReport } from '@galla/contract/gateway-api/reconciliation'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useSetSearch } from '../../api/browser.ts'
import { Allowed } from '../../api/permissions.tsx'
import { Button, Select } from '../../components/controls.tsx'
import { EmptyState, Note, Section } from '../../components/page.tsx'
import { Amount, StateBadge, Time } from '../../components/records.tsx'
import { momentText } from '../../i18n/format.ts'
import { messages, phrase } from '../../i18n/messages.ts'
import {
  bySeverity,
  emptySideText,
  isKnownState,
  KINDS,
  kindLabel,
  reasonText,
  recordOf,
} from './discrepancy-messages.ts'
import { reportEnglish } from './english.ts'
import { Repair } from './repair.tsx'

const t = messages('reconciliation/report', reportEnglish)

/** The latest run, the open discrepancies of all runs, and their repair. */
export function DiscrepancyReport({ report }: { report: ReconciliationReport }) {
  const { kind = '' } = useSearch({ from: '/reconciliation' })
  const setSearch = useSetSearch<{ kind: string }>()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const { rows, origin, ranAtMs, finishedAtMs, checked, repaired, notKnownYet, fromMs, toMs } = report
  if (ranAtMs === undefined) {
    return (
      <EmptyState title={t.none.title}>
        <p>{t.none.text}</p>
      </EmptyState>
    )
  }
  const counts = KINDS.map((one) => ({ ...one, count: report.counts[one.kind] ?? 0 }))
  const compared = origin === 'daily' ? t.changed : t.created
  const span = fromMs === undefined || toMs === undefined ? '' : compared.span(momentText(fromMs), momentText(toMs))
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const shown = bySeverity(kind === '' ? rows : rows.filter((row) => row.kind === kind))
  const left = (kind === '' ? total : (counts.find((one) => one.kind === kind)?.count ?? 0)) - shown.length
  const meaning = KINDS.find((one) => one.kind === kind)?.meaning
  return (
    <>
      <p className="text-soft">{phrase(t.compared(<Time atMs={ranAtMs} />, checked, span, repaired))}</p>
      {finishedAtMs === undefined && (
        <div className="mt-3">
          <Note tone="neutral">
            <p>{t.running}</p>
          </Note>
        </div>
      )}
      {notKnownYet > 0 && (
        <p className="mt-3">
          <Link to="/orders" search={{ state: 'OPEN' }} className="text-brass underline underline-offset-2">
            {t.unknown(notKnownYet)}
          </Link>
          {t.unknownNote}
        </p>
      )}
      {checked === 0 && finishedAtMs !== undefined && <p className="mt-3">{compared.none}</p>}
      {total === 0 ? (
        <EmptyState title={t.match.title}>
          <p>{notKnownYet === 0 ? t.match.all : t.match.others}</p>
        </EmptyState>
      ) : (
        <Section
          title={t.title(total)}
          actions={
            <Select
              label={t.kind}
              hideLabel
              value={kind}
              onChange={(kind) => setSearch({ kind }, { resetScroll: true })}
              options={[
                { value: '', label: t.all(total) },
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
          {left > 0 && <p className="mt-3 text-soft">{t.older(left)}</p>}
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
      <ul aria-label={t.list} className="grid border-t border-rule">
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
          {t.more(Math.min(STEP, rows.length - limit))}
        </Button>
      )}
    </>
  )
}

/** One discrepancy: both states, its explanation, and whether it can be repaired. */
function DiscrepancyRow({ row, selected, onToggle }: { row: Discrepancy; selected: boolean; onToggle(): void }) {
  const { merchantOrderId, merchantRefundId, kind, repairable } = row
  return (
    <li className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3 border-b border-rule py-3">
      {repairable ? (
        <input
          type="checkbox"
          aria-label={t.repair(merchantRefundId ?? merchantOrderId)}
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
          <dt className="text-soft">{t.ours}</dt>
          <dd>
            <Side row={row} side="ours" />
          </dd>
          <dt className="text-soft">{t.theirs}</dt>
          <dd>
            <Side row={row} side="theirs" />
          </dd>
        </dl>
        <p className="wrap-anywhere">
          {reasonText(row)}
          {!repairable && <span className="block text-sm text-soft">{t.notHere}</span>}
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
          {phrase(t.refund(<span className="font-mono text-xs wrap-anywhere text-ink">{merchantRefundId}</span>))}
        </span>
      )}
      {transactionId !== undefined && (
        <span className="block text-sm text-soft">
          {phrase(t.attempt(<span className="font-mono text-xs wrap-anywhere text-ink">{transactionId}</span>))}
        </span>
      )}
    </>
  )
}

function Side({ row, side }: { row: Discrepancy; side: 'ours' | 'theirs' }) {
  const { state, amount } = row[side]
  return (
    <span className="flex flex-wrap items-baseline gap-x-3">
      {state !== undefined &&
        (isKnownState(state) ? <StateBadge kind={recordOf(row)} state={state} /> : <span translate="no">{state}</span>)}
      {amount !== undefined && <Amount paise={amount} />}
      {state === undefined && amount === undefined && emptySideText(row, side)}
    </span>
  )
}
