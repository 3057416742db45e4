import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useSetSearch } from '../../api/browser.ts'
import { Allowed } from '../../api/permissions.tsx'
import { Button, Select } from '../../components/controls.tsx'
import { DateRange } from '../../components/date-range.tsx'
import { ErrorNote, PageFrame, QueryView } from '../../components/page.tsx'
import { dateOf } from '../../i18n/format.ts'
import { DiscrepancyReport } from './discrepancy-report.tsx'
import {
  reconciliationSpan,
  SPANS,
  type SpanName,
  reconciliationMessages as t,
  useReconciliation,
  useRunReconciliation,
} from './use-reconciliation.ts'

/** Compares the gateway's orders and refunds with the provider's. */
export function ReconciliationPage() {
  const { kind = '' } = useSearch({ from: '/reconciliation' })
  return (
    <PageFrame title={t.title}>
      <Allowed to="POST /reconciliation/run">
        <CompareForm />
      </Allowed>
      <QueryView query={useReconciliation(kind)} what={t.what} lines={5}>
        {(report) => <DiscrepancyReport report={report} />}
      </QueryView>
    </PageFrame>
  )
}

function CompareForm() {
  const { from, to } = useSearch({ from: '/reconciliation' })
  const setSearch = useSetSearch<{ from: string; to: string }>()
  const [name, setName] = useState<SpanName>(from === undefined ? 'day' : 'dates')
  const run = useRunReconciliation()
  const today = dateOf(Date.now())
  const days = { from: from ?? today, to: to ?? today }
  return (
    <form
      aria-label={t.form}
      className="mb-6 grid max-w-2xl gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!run.isPending) run.mutate(reconciliationSpan(name, days, Date.now()))
      }}
    >
      <p className="text-soft">{t.intro}</p>
      <div className="flex flex-wrap items-end gap-3">
        <Select<SpanName> label={t.createdIn} value={name} onChange={setName} options={SPANS} className="w-44" />
        {name === 'dates' && (
          <DateRange {...days} optional={false} onChange={(change) => setSearch(change, { resetScroll: true })} />
        )}
        <Button type="submit" variant="primary" busy={run.isPending}>
          {run.isPending ? t.busy : t.action}
        </Button>
      </div>
      {run.error && <ErrorNote error={run.error} what={t.failed} />}
    </form>
  )
}
