import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query-keys.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { ErrorNote, Note } from '../../ui/error-note.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageFrame, Section } from '../../ui/page.tsx'
import { Counts } from './counts.tsx'

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
export function Page() {
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
