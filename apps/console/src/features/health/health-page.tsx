import type { HealthReport } from '@galla/contract/gateway-api/health'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { consoleApi } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { ErrorNote, Loading, Note, PageFrame, Section } from '../../components/page.tsx'
import { Id, StateBadge, Time } from '../../components/records.tsx'
import { countText } from '../../i18n/plural.ts'
import { failingCallsText } from './failing-calls.ts'
import { ageText, checkAdvice, checkLabel, checkResult, healthSummary, queueLabel } from './health-messages.ts'

const REFRESH_MS = 5_000

/** The gateway's checks, queues and workers. */
export function HealthPage() {
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.health,
    queryFn: ({ signal }) => consoleApi('GET /health', { signal }),
    refetchInterval: REFRESH_MS,
  })
  return (
    <PageFrame title="Health" aside={<span className="text-soft">Refreshed every five seconds</span>}>
      {error && (
        <div className="mb-4">
          <ErrorNote error={error} what="The health report could not be loaded." onRetry={() => void refetch()} />
        </div>
      )}
      {data ? (
        <>
          {!error && <Summary checks={data.checks} callsFail={data.failingCalls.length > 0} />}
          {data.failingCalls.length > 0 && (
            <div className="mt-3">
              <Note tone="bad" role="status">
                <p>
                  <strong>Calls to the provider fail.</strong> {failingCallsText(data.failingCalls)}, in the last ten
                  minutes. Their orders and refunds are checked until they are decided.
                </p>
                <p>
                  <Link to="/api-log" search={{ outcome: 'failed' }} className={LINK}>
                    Failed calls in the API log
                  </Link>
                </p>
              </Note>
            </div>
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

function Summary({ checks, callsFail }: { checks: HealthReport['checks']; callsFail: boolean }) {
  const { tone, title, text } = healthSummary(checks, callsFail)
  return (
    <Note tone={tone} role="status">
      <p>
        <strong>{title}</strong> {text}
      </p>
    </Note>
  )
}

function Checks({ checks }: { checks: HealthReport['checks'] }) {
  return (
    <ul aria-label="Checks" className="mt-4">
      {checks.map((check) => {
        const { name, ok } = check
        return (
          <li
            key={name}
            className="grid gap-x-6 gap-y-1 border-b border-rule py-3 sm:grid-cols-[9rem_12rem_minmax(0,1fr)]"
          >
            <span>
              <StateBadge kind="check" state={ok ? 'ok' : name === 'review' ? 'needsReview' : 'failed'} />
            </span>
            <span className="font-strong">{checkLabel(name)}</span>
            <div className="grid max-w-prose gap-1">
              <p>{checkResult(check)}</p>
              {!ok && <p>{checkAdvice(name)}</p>}
              {!ok && <CheckLinks check={name} />}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

const LINK = 'text-brass underline underline-offset-2'

/** Links to the records that a failed check is about. */
function CheckLinks({ check }: { check: string }) {
  if (check === 'review') {
    return (
      <p className="flex flex-wrap gap-x-4 gap-y-2">
        <Link to="/orders" search={{ needsReview: 'true' }} className={LINK}>
          Orders in review
        </Link>
        <Link to="/refunds" search={{ state: 'NEEDS_REVIEW' }} className={LINK}>
          Refunds in review
        </Link>
        <Link to="/deliveries" search={{ state: 'failed' }} className={LINK}>
          Event deliveries in review
        </Link>
        <Link to="/webhooks" search={{ verdict: 'failed' }} className={LINK}>
          Webhooks in review
        </Link>
        <Link to="/disputes" search={{ view: 'open' }} className={LINK}>
          Disputes to answer
        </Link>
      </p>
    )
  }
  if (check === 'subscriptions') {
    return (
      <p>
        <Link to="/deliveries" search={{ state: 'unclaimed' }} className={LINK}>
          Unclaimed event deliveries
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

function Queues({ queues, nowMs }: { queues: HealthReport['queues']; nowMs: number }) {
  if (queues.length === 0) return <p className="text-soft">Unknown while the database does not answer.</p>
  return (
    <Table
      headers={[
        { name: 'Queue' },
        { name: 'Waiting', className: 'w-20 text-right' },
        { name: 'Oldest, due for', className: 'w-28 text-right' },
      ]}
    >
      {queues.map(({ name, waiting, oldestAtMs }) => {
        const { title, text } = queueLabel(name)
        return (
          <tr key={name} className="border-b border-rule align-top">
            <th scope="row" className="py-2 pr-4 font-normal">
              {title}
              <span className="block text-sm text-soft">{text}</span>
            </th>
            <td className="py-2 pr-4 text-right tabular-nums">{countText(waiting)}</td>
            <td className="py-2 text-right tabular-nums">
              {oldestAtMs === undefined ? '–' : ageText(nowMs - oldestAtMs)}
            </td>
          </tr>
        )
      })}
    </Table>
  )
}

function Workers({ workers, nowMs }: { workers: HealthReport['workers']; nowMs: number }) {
  if (workers.length === 0) {
    return <p className="text-soft">None. Webhooks are accepted, and wait until a worker runs.</p>
  }
  return (
    <Table
      headers={[
        { name: 'Worker' },
        { name: 'Started', className: 'max-sm:hidden' },
        { name: 'Last heartbeat', className: 'w-28 text-right' },
      ]}
    >
      {workers.map(({ workerId, startedAtMs, heartbeatAtMs }) => (
        <tr key={workerId} className="border-b border-rule">
          <th scope="row" className="w-full max-w-0 py-2 pr-4 font-normal">
            <Id value={workerId} what="worker id" />
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
    </Table>
  )
}

function Table({
  headers,
  children,
}: {
  headers: readonly { name: string; className?: string }[]
  children: ReactNode
}) {
  return (
    <table className="w-full text-left">
      <thead>
        <tr className="border-b border-rule-strong text-sm text-soft">
          {headers.map(({ name, className = '' }) => (
            <th key={name} scope="col" className={`py-2 not-last:pr-4 ${className}`}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}
