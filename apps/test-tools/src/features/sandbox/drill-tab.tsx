import { Button, Field } from '@galla/console/components/controls.tsx'
import { ErrorNote } from '@galla/console/components/page.tsx'
import { StateBadge } from '@galla/console/components/records.tsx'
import type { About } from '@galla/contract/gateway-api/console-routes'
import type { DrillReport } from '@galla/contract/sandbox-api/routes'
import { useState } from 'react'
import { useSandboxMutation, useSandboxQuery } from './use-sandbox.ts'

/** Runs the drill: sends valid and faulty callbacks to a receiver and grades its responses. */
export function DrillTab({ about }: { about: About }) {
  const receiver = useSandboxQuery('GET /callbacks/receiver')
  const [typed, setTyped] = useState<string>()
  const drill = useSandboxMutation('POST /drill')
  const url = typed ?? (about.callbackUrl || receiver.data?.url || '')
  return (
    <div className="grid grid-cols-1 gap-6">
      <form
        aria-label="Webhook conformance test"
        className="flex flex-wrap items-start gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (url !== '' && !drill.isPending) drill.mutate({ body: { url } })
        }}
      >
        <div className="w-full max-w-xl">
          <Field
            label="Webhook URL"
            value={url}
            onChange={setTyped}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            hint="Sends duplicates, a burst, delayed and reordered, unknown, tampered, unsigned and unreadable webhooks, and grades each response."
          />
        </div>
        <Button type="submit" variant="primary" className="sm:mt-6" busy={drill.isPending} disabled={url === ''}>
          {drill.isPending ? 'Running…' : 'Run the drill'}
        </Button>
      </form>
      {drill.error && <ErrorNote error={drill.error} what="The drill did not run." />}
      {drill.data ? (
        <DrillResult report={drill.data} />
      ) : (
        <p className="text-soft">
          The test creates orders named drill-… at the sandbox, and their webhooks are listed in the gateway. Nothing is
          fulfilled, since the gateway does not have these orders.
        </p>
      )}
    </div>
  )
}

/** The score, and the checks with the failed ones first. */
function DrillResult({ report }: { report: DrillReport }) {
  const { score, summary, checks, notGraded } = report
  const reasons = [...new Set(notGraded.map(({ reason }) => reason))]
  const sorted = [...checks].sort((a, b) => Number(a.passed) - Number(b.passed))
  return (
    <section aria-label="Score">
      <p role="status" className="mb-3 text-lg">
        <strong className="tabular-nums">{score} of 100</strong>
        <span className="text-soft">, {summary}</span>
      </p>
      <ul className="grid">
        {sorted.map(({ name, passed, expects, saw, fix }) => (
          <li key={name} className="grid gap-x-6 gap-y-1 border-b border-rule py-3 sm:grid-cols-[12rem_minmax(0,1fr)]">
            <p className="flex items-baseline justify-between gap-3 sm:block">
              <span className="block font-strong">{name}</span>
              <StateBadge kind="check" state={passed ? 'ok' : 'failed'} />
            </p>
            <div className="grid min-w-0 gap-1 wrap-anywhere">
              <p>{expects}</p>
              <p className="text-sm text-soft">Observed: {saw}</p>
              {fix !== undefined && <p className="border-l-4 border-l-bad bg-bad-wash px-3 py-2">{fix}</p>}
            </div>
          </li>
        ))}
        {reasons.map((reason) => (
          <li
            key={reason}
            className="grid gap-x-6 gap-y-1 border-b border-rule py-3 sm:grid-cols-[12rem_minmax(0,1fr)]"
          >
            <p className="min-w-0 font-strong wrap-anywhere">
              {notGraded.flatMap((one) => (one.reason === reason ? [one.name] : [])).join(', ')}
            </p>
            <p className="min-w-0 text-soft wrap-anywhere">Not graded. {reason}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
