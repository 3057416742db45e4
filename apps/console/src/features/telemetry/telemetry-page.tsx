import type { TelemetryReport } from '@galla/contract/gateway-api/console-routes'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { CodeBlock } from '../../components/code-block.tsx'
import { ErrorNote, Loading, Note, PageFrame, Section } from '../../components/page.tsx'

const REFRESH_MS = 5_000

const HOW = `new Galla({
  clientId: process.env.GALLA_CLIENT_ID ?? '',
  clientSecret: process.env.GALLA_CLIENT_SECRET ?? '',
  clientVersion: process.env.GALLA_CLIENT_VERSION ?? '1',
  environment: 'PRODUCTION',
  telemetry: true,
})
`

/** What the client reports to the provider about its own calls, if it does. */
export function TelemetryPage() {
  const { data, error, refetch } = useQuery({
    queryKey: keys.telemetry,
    queryFn: ({ signal }) => call('GET /telemetry', { signal }),
    refetchInterval: REFRESH_MS,
  })
  return (
    <PageFrame title="Telemetry">
      {data ? (
        <>
          <Note tone="neutral">
            <p>
              <strong>{data.enabled ? 'On.' : 'Off.'}</strong> {data.reason}
            </p>
          </Note>
          <Counts report={data} />
          <Section title="What it is">
            <div className="grid max-w-prose grid-cols-1 gap-3">
              <p>
                Reports about the client’s own calls, to the provider: which call, how it ended, how long it took.
                Batches of ten, once a second, never in a call’s way. Secrets, cards and payers are never in them.
              </p>
              <p>
                It is off unless it is asked for, and then only in PRODUCTION. Payments do not need it. The provider’s
                support may ask you to switch it on:
              </p>
              <CodeBlock label="Telemetry, switched on" code={HOW} />
            </div>
          </Section>
        </>
      ) : error ? (
        <ErrorNote error={error} what="The counts could not be read." onRetry={() => void refetch()} />
      ) : (
        <Loading what="the counts" />
      )}
    </PageFrame>
  )
}

/** Counted since this process started. */
export function Counts({ report: { sent, failed, dropped } }: { report: TelemetryReport }) {
  const rows = [
    { name: 'Sent', count: sent, says: 'Taken by the provider.' },
    { name: 'Failed', count: failed, says: 'Not taken. They are kept and sent again, until the queue is full.' },
    { name: 'Dropped', count: dropped, says: 'The queue of 20,000 was full. Nothing else is lost by it.' },
  ]
  return (
    <dl className="mt-6 grid gap-x-8 sm:grid-cols-3">
      {rows.map(({ name, count, says }) => (
        <div key={name} className="grid content-start gap-1 border-t border-rule py-3">
          <dt className="text-soft">{name}</dt>
          <dd className="text-xl tabular-nums">{count.toLocaleString('en-IN')}</dd>
          <dd className="text-sm text-soft">{says}</dd>
        </div>
      ))}
    </dl>
  )
}
