import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query-keys.ts'
import { ErrorNote, Note } from '../../ui/error-note.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageFrame, Section } from '../../ui/page.tsx'
import { Checks } from './checks.tsx'
import { Queues } from './queues.tsx'
import { Workers } from './workers.tsx'

const REFRESH_MS = 5_000

/** Can the books do their work? If not: which part, since when, and what to do. */
export function Page() {
  const { data, error, refetch } = useQuery({
    queryKey: keys.health,
    queryFn: ({ signal }) => call('GET /health', { signal }),
    refetchInterval: REFRESH_MS,
  })
  return (
    <PageFrame title="Health" aside={<span className="text-soft">Looks again every five seconds</span>}>
      {error && (
        <div className="mb-4">
          <ErrorNote error={error} what="The books’ health could not be read." onRetry={() => void refetch()} />
        </div>
      )}
      {data ? (
        <>
          {!error && (
            <Note tone={data.ok ? 'good' : 'bad'} role="status">
              <p>
                <strong>{data.ok ? 'All is well.' : 'Something needs you.'}</strong>{' '}
                {data.ok
                  ? 'The books take callbacks, fold them, ask and pay back.'
                  : 'The red lines below say what, and what to do.'}
              </p>
            </Note>
          )}
          <Checks checks={data.checks} />
          <Section title="Queues">
            <Queues queues={data.queues} nowMs={data.atMs} />
          </Section>
          <Section title="Workers">
            <Workers workers={data.workers} nowMs={data.atMs} />
          </Section>
        </>
      ) : (
        !error && <Loading what="the checks" />
      )}
    </PageFrame>
  )
}
