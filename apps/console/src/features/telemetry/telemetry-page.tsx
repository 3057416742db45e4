import type { TelemetryReport } from '@galla/contract/gateway-api/health'
import { useQuery } from '@tanstack/react-query'
import { consoleApi } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { CodeBlock } from '../../components/code-block.tsx'
import { Note, PageFrame, QueryView, Section } from '../../components/page.tsx'
import { countText } from '../../i18n/plural.ts'

const REFRESH_MS = 5_000

const EXAMPLE = `new Galla({
  clientId: process.env.GALLA_CLIENT_ID ?? '',
  clientSecret: process.env.GALLA_CLIENT_SECRET ?? '',
  clientVersion: process.env.GALLA_CLIENT_VERSION ?? '1',
  environment: 'PRODUCTION',
  telemetry: true,
})
`

/** Shows the SDK's reports to the provider about the SDK's calls. */
export function TelemetryPage() {
  const query = useQuery({
    queryKey: queryKeys.telemetry,
    queryFn: ({ signal }) => consoleApi('GET /telemetry', { signal }),
    refetchInterval: REFRESH_MS,
  })
  return (
    <PageFrame title="Telemetry">
      <QueryView query={query} what="the counts">
        {(report) => (
          <>
            <Note tone="neutral">
              <p>
                <strong>{report.enabled ? 'On.' : 'Off.'}</strong> {report.reason}
              </p>
            </Note>
            <Counts report={report} />
            <Section title="About telemetry">
              <div className="grid max-w-prose grid-cols-1 gap-3">
                <p>
                  The SDK reports its own calls to the provider: the endpoint, the result and the duration. Reports are
                  sent in batches of ten, once a second, and never delay a call. They contain no secrets, cards and
                  payers.
                </p>
                <p>
                  Telemetry is off by default and available in PRODUCTION only. Payments do not need it. The provider’s
                  support may ask you to turn it on:
                </p>
                <CodeBlock label="Turn telemetry on" code={EXAMPLE} />
              </div>
            </Section>
          </>
        )}
      </QueryView>
    </PageFrame>
  )
}

/** Counts since the start of this process. */
function Counts({ report: { sent, failed, dropped } }: { report: TelemetryReport }) {
  const rows = [
    { name: 'Sent', count: sent, text: 'Accepted by the provider.' },
    {
      name: 'Failed',
      count: failed,
      text: 'Not accepted. They stay in the queue and are sent again until it is full.',
    },
    { name: 'Dropped', count: dropped, text: 'The queue of 20,000 reports was full.' },
  ]
  return (
    <dl className="mt-6 grid gap-x-8 sm:grid-cols-3">
      {rows.map(({ name, count, text }) => (
        <div key={name} className="grid content-start gap-1 border-t border-rule py-3">
          <dt className="text-soft">{name}</dt>
          <dd className="text-xl tabular-nums">{countText(count)}</dd>
          <dd className="text-sm text-soft">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
