import type { TelemetryReport } from '@galla/contract/gateway-api/health'
import { useQuery } from '@tanstack/react-query'
import { consoleApi } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { CodeBlock } from '../../components/code-block.tsx'
import { Note, PageFrame, QueryView, Section } from '../../components/page.tsx'
import { messages } from '../../i18n/messages.ts'
import { countText } from '../../i18n/plural.ts'
import { telemetryEnglish } from './english.ts'

const t = messages('telemetry', telemetryEnglish)

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
    <PageFrame title={t.title}>
      <QueryView query={query} what={t.counts}>
        {(report) => (
          <>
            <Note tone="neutral">
              <p>{report.sent + report.failed + report.dropped > 0 ? t.on : t.off}</p>
            </Note>
            <Counts report={report} />
            <Section title={t.about}>
              <div className="grid max-w-prose grid-cols-1 gap-3">
                <p>{t.reports}</p>
                <p>{t.usage}</p>
                <CodeBlock label={t.turnOn} code={EXAMPLE} />
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
    { ...t.sent, count: sent },
    { ...t.failed, count: failed },
    { ...t.dropped, count: dropped },
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
