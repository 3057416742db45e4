import type { About } from '@galla/contract/gateway-api/console-routes'
import type { DrillReport } from '@galla/contract/sandbox-api/routes'
import { useState } from 'react'
import { Button, Field } from '../../components/controls.tsx'
import { ErrorNote } from '../../components/page.tsx'
import { StateMark } from '../../components/records.tsx'
import { useControl, useControlChange } from './use-sandbox.ts'

/** Fires everything that a receiver must be able to bear at ours, and grades its answers. */
export function DrillTab({ about }: { about: About }) {
  const receiver = useControl('GET /callbacks/receiver')
  const [typed, setTyped] = useState<string>()
  const drill = useControlChange('POST /drill')
  const url = typed ?? (about.callbackUrl || receiver.data?.url || '')
  return (
    <div className="grid grid-cols-1 gap-6">
      <form
        aria-label="Drill"
        className="flex flex-wrap items-start gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (url !== '' && !drill.isPending) drill.mutate({ body: { url } })
        }}
      >
        <div className="w-full max-w-xl">
          <Field
            label="Callback address"
            value={url}
            onChange={setTyped}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            hint="Duplicates, a burst, late and backward events, unknown, tampered, unsigned and unreadable ones: each answer is graded."
          />
        </div>
        <Button type="submit" look="main" className="sm:mt-6" busy={drill.isPending} disabled={url === ''}>
          {drill.isPending ? 'Firing…' : 'Run the drill'}
        </Button>
      </form>
      {drill.error && <ErrorNote error={drill.error} what="The drill did not run." />}
      {drill.data ? (
        <DrillResult report={drill.data} />
      ) : (
        <p className="text-soft">
          It leaves orders named drill-… at the sandbox and their callbacks in the inbox of the books; nothing of it is
          fulfilled, as the books do not know those orders.
        </p>
      )}
    </div>
  )
}

/** The grade check by check: what failed first, each with the way to mend it. */
export function DrillResult({ report }: { report: DrillReport }) {
  const { score, checks } = report
  const passed = checks.filter((check) => check.passed).length
  const ordered = [...checks].sort((a, b) => Number(a.passed) - Number(b.passed))
  return (
    <section aria-label="Grade">
      <p role="status" className="mb-3 text-lg">
        <strong className="tabular-nums">{score} of 100</strong>
        <span className="text-soft">
          , {passed} of {checks.length} checks passed
        </span>
      </p>
      <ul className="grid">
        {ordered.map(({ name, passed, expects, saw, fix }) => (
          <li key={name} className="grid gap-x-6 gap-y-1 border-b border-rule py-3 sm:grid-cols-[12rem_minmax(0,1fr)]">
            <p className="flex items-baseline justify-between gap-3 sm:block">
              <span className="block font-strong">{name}</span>
              <StateMark kind="check" state={passed ? 'ok' : 'broken'} />
            </p>
            <div className="grid min-w-0 gap-1 wrap-anywhere">
              <p>{expects}</p>
              <p className="text-sm text-soft">Saw: {saw}</p>
              {fix !== undefined && <p className="border-l-4 border-l-bad bg-bad-wash px-3 py-2">{fix}</p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
