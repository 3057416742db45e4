import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, Field, Select } from '../../components/controls.tsx'
import { ErrorNote, Loading, PageFrame } from '../../components/page.tsx'
import { Report } from './discrepancy-report.tsx'
import { SPANS, type SpanName, spanOf, today, useDrift, useRunDrift } from './use-reconciliation.ts'

/** Where the books and the provider say different things. */
export function ReconciliationPage() {
  const { data, error, refetch } = useDrift()
  return (
    <PageFrame title="Drift">
      <CompareForm />
      {data ? (
        <Report report={data} />
      ) : error ? (
        <ErrorNote error={error} what="The last report could not be read." onRetry={() => void refetch()} />
      ) : (
        <Loading what="the last report" lines={5} />
      )}
    </PageFrame>
  )
}

const route = getRouteApi('/reconciliation')

/** Which time is compared, and the button that does it. */
export function CompareForm() {
  const { from, to } = route.useSearch()
  const navigate = route.useNavigate()
  const [name, setName] = useState<SpanName>(from === undefined ? 'day' : 'dates')
  const run = useRunDrift()
  const days = { from: from ?? today(Date.now()), to: to ?? today(Date.now()) }
  const put = (change: { from?: string; to?: string }) =>
    void navigate({ search: (now) => ({ ...now, ...days, ...change }), replace: true })
  return (
    <form
      aria-label="Compare"
      className="mb-6 grid max-w-2xl gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!run.isPending) run.mutate(spanOf(name, days, Date.now()))
      }}
    >
      <p className="text-soft">
        Asks the provider for every order and refund of a time and compares its answer with these books. Comparing
        changes nothing.
      </p>
      <div className="flex flex-wrap items-end gap-3">
        <Select<SpanName> label="Orders opened in" value={name} onChange={setName} options={SPANS} className="w-44" />
        {name === 'dates' && (
          <>
            <Field label="From" type="date" value={days.from} max={days.to} onChange={(from) => put({ from })} />
            <Field label="To" type="date" value={days.to} min={days.from} onChange={(to) => put({ to })} />
          </>
        )}
        <Button type="submit" look="main" busy={run.isPending}>
          {run.isPending ? 'Comparing…' : 'Compare now'}
        </Button>
      </div>
      {run.error && <ErrorNote error={run.error} what="The books could not be compared." />}
    </form>
  )
}
