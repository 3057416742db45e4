import type { HealthReport } from '@galla/contract/gateway-api/console-routes'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { ErrorNote, Loading, Note, PageFrame, Section } from '../../components/page.tsx'
import { Id, StateMark, Time } from '../../components/records.tsx'
import { adviceOn, ageText, queueWords } from './health-messages.ts'

const REFRESH_MS = 5_000

/** Can the books do their work? If not: which part, since when, and what to do. */
export function HealthPage() {
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

const NAMES: { readonly [name: string]: string } = {
  database: 'Database',
  workers: 'Workers',
  queues: 'Queues',
  people: 'Waiting for a person',
}

export function Checks({ checks }: { checks: HealthReport['checks'] }) {
  return (
    <ul aria-label="Checks" className="mt-4">
      {checks.map(({ name, ok, says }) => (
        <li
          key={name}
          className="grid gap-x-6 gap-y-1 border-b border-rule py-3 sm:grid-cols-[9rem_12rem_minmax(0,1fr)]"
        >
          <span>
            {!ok && name === 'people' ? (
              <StateMark kind="effect" state="needsReview" />
            ) : (
              <StateMark kind="check" state={ok ? 'ok' : 'broken'} />
            )}
          </span>
          <span className="font-strong">{NAMES[name] ?? name}</span>
          <div className="grid max-w-prose gap-1">
            <p>{says}</p>
            {!ok && <p>{adviceOn(name)}</p>}
            {!ok && <WayOut check={name} />}
          </div>
        </li>
      ))}
    </ul>
  )
}

const LINK = 'text-brass underline underline-offset-2'

/** Where the thing that a check speaks of can be looked at. */
function WayOut({ check }: { check: string }) {
  if (check === 'people') {
    return (
      <p className="flex flex-wrap gap-x-4">
        <Link to="/orders" search={{ needsReview: 'true' }} className={LINK}>
          Parked orders
        </Link>
        <Link to="/deliveries" search={{ state: 'failed' }} className={LINK}>
          Parked effects
        </Link>
        <Link to="/callbacks" search={{ verdict: 'failed' }} className={LINK}>
          Parked callbacks
        </Link>
      </p>
    )
  }
  if (check === 'queues') {
    return (
      <p>
        <Link to="/api-log" search={{ tab: 'errors' }} className={LINK}>
          Errors in the API log
        </Link>
      </p>
    )
  }
  return null
}

/** What waits, and for how long the oldest of it has been due. */
export function Queues({ queues, nowMs }: { queues: HealthReport['queues']; nowMs: number }) {
  if (queues.length === 0) return <p className="text-soft">Not known while the database does not answer.</p>
  return (
    <table className="w-full text-left">
      <thead>
        <tr className="border-b border-rule-strong text-sm text-soft">
          <th scope="col" className="py-2 pr-4">
            Queue
          </th>
          <th scope="col" className="w-20 py-2 pr-4 text-right">
            Waiting
          </th>
          <th scope="col" className="w-28 py-2 text-right">
            Oldest, due for
          </th>
        </tr>
      </thead>
      <tbody>
        {queues.map(({ name, waiting, oldestAtMs }) => {
          const { title, says } = queueWords(name)
          return (
            <tr key={name} className="border-b border-rule align-top">
              <th scope="row" className="py-2 pr-4 font-normal">
                {title}
                <span className="block text-sm text-soft">{says}</span>
              </th>
              <td className="py-2 pr-4 text-right tabular-nums">{waiting.toLocaleString('en-IN')}</td>
              <td className="py-2 text-right tabular-nums">
                {oldestAtMs === undefined ? '–' : ageText(nowMs - oldestAtMs)}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** Who folds, asks and sends. A worker beats every ten seconds; after thirty-five without a beat its work is given to others. */
export function Workers({ workers, nowMs }: { workers: HealthReport['workers']; nowMs: number }) {
  if (workers.length === 0) {
    return <p className="text-soft">None. Callbacks are accepted and wait until a process calls gateway.start().</p>
  }
  return (
    <table className="w-full text-left">
      <thead>
        <tr className="border-b border-rule-strong text-sm text-soft">
          <th scope="col" className="py-2 pr-4">
            Worker
          </th>
          <th scope="col" className="py-2 pr-4 max-sm:hidden">
            Started
          </th>
          <th scope="col" className="w-28 py-2 text-right">
            Last heartbeat
          </th>
        </tr>
      </thead>
      <tbody>
        {workers.map(({ workerId, startedAtMs, heartbeatAtMs }) => (
          <tr key={workerId} className="border-b border-rule">
            <th scope="row" className="py-2 pr-4 font-normal">
              <Id value={workerId} what="worker id" most={20} />
              <span className="block text-sm text-soft sm:hidden">
                Started <Time atMs={startedAtMs} />
              </span>
            </th>
            <td className="py-2 pr-4 max-sm:hidden">
              <Time atMs={startedAtMs} />
            </td>
            <td className="py-2 text-right tabular-nums">{ageText(nowMs - heartbeatAtMs)} ago</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
