import type { ConsoleRoute } from '@galla/contract/gateway-api/console-permissions'
import type { HealthReport } from '@galla/contract/gateway-api/health'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { consoleApi } from '../../api/client.ts'
import { useMayCall } from '../../api/permissions.tsx'
import { queryKeys } from '../../api/queries.ts'
import { ErrorNote, Loading, Note, PageFrame, Section } from '../../components/page.tsx'
import { Id, StateBadge, Time } from '../../components/records.tsx'
import { messages, phrase } from '../../i18n/messages.ts'
import { countText } from '../../i18n/plural.ts'
import { healthEnglish } from './english.ts'
import { failingCallsText } from './failing-calls.ts'
import { ageText, checkAdvice, checkLabel, checkResult, healthSummary, queueLabel } from './health-messages.ts'

const t = messages('health/page', healthEnglish)

const REFRESH_MS = 5_000

/** The gateway's checks, queues and workers. */
export function HealthPage() {
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.health,
    queryFn: ({ signal }) => consoleApi('GET /health', { signal }),
    refetchInterval: REFRESH_MS,
  })
  return (
    <PageFrame title={t.title} aside={<span className="text-soft">{t.aside}</span>}>
      {error && (
        <div className="mb-4">
          <ErrorNote error={error} what={t.failed} onRetry={() => void refetch()} />
        </div>
      )}
      {data ? (
        <>
          {!error && <Summary checks={data.checks} callsFail={data.failingCalls.length > 0} />}
          {data.failingCalls.length > 0 && (
            <div className="mt-3">
              <Note tone="bad" role="status">
                <p>
                  <strong>{t.callsFail}</strong>
                  {t.lately(failingCallsText(data.failingCalls))}
                </p>
                <p>
                  <Link to="/api-log" search={{ outcome: 'failed' }} className={LINK}>
                    {t.links.calls}
                  </Link>
                </p>
              </Note>
            </div>
          )}
          <Checks checks={data.checks} />
          <Section title={t.queues.title}>
            <Queues queues={data.queues} nowMs={data.atMs} />
          </Section>
          <Section title={t.workers.title}>
            <Workers workers={data.workers} nowMs={data.atMs} />
          </Section>
        </>
      ) : (
        !error && <Loading what={t.what} />
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
    <ul aria-label={t.checks} className="@container mt-4">
      {checks.map((check) => {
        const { name, ok } = check
        return (
          <li
            key={name}
            className="grid gap-x-6 gap-y-1 border-b border-rule py-3 @xl:grid-cols-[9rem_12rem_minmax(0,1fr)]"
          >
            <span>
              <StateBadge kind="check" state={ok ? 'ok' : name === 'review' ? 'needsReview' : 'failed'} />
            </span>
            <span className="font-strong">{checkLabel(name)}</span>
            <div className="grid max-w-prose gap-1">
              <p>{checkResult(check)}</p>
              {!ok && <p>{checkAdvice(name)}</p>}
              {!ok && <CheckLinks check={check} />}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

const LINK = 'text-brass underline underline-offset-2'

/** A link to what a person decides, with the queues that count it. */
interface ReviewLink {
  queues: readonly string[]
  text: string
  link: Pick<LinkProps, 'to' | 'search'>
  /** The link is for users who may call the route. */
  needs: ConsoleRoute
}

const REVIEW_LINKS: readonly ReviewLink[] = [
  {
    queues: ['orders in review', 'undecided orders'],
    text: t.links.orders,
    link: { to: '/orders', search: { needsReview: 'true' } },
    needs: 'GET /orders',
  },
  {
    queues: ['refunds in review'],
    text: t.links.refunds,
    link: { to: '/refunds', search: { state: 'NEEDS_REVIEW' } },
    needs: 'GET /refunds',
  },
  {
    queues: ['failed deliveries'],
    text: t.links.deliveries,
    link: { to: '/deliveries', search: { state: 'failed' } },
    needs: 'GET /deliveries',
  },
  {
    queues: ['failed callbacks'],
    text: t.links.webhooks,
    link: { to: '/webhooks', search: { verdict: 'failed' } },
    needs: 'GET /callbacks',
  },
  {
    queues: ['disputes to answer'],
    text: t.links.disputes,
    link: { to: '/disputes', search: { view: 'open' } },
    needs: 'GET /disputes',
  },
  {
    queues: ['settlement findings'],
    text: t.links.settlements,
    link: { to: '/finance', search: { tab: 'settlements' } },
    needs: 'GET /settlements/payouts',
  },
]

/** @param waiting the names of queues that a person empties */
function ReviewLinks({ waiting }: { waiting: readonly string[] }) {
  const may = useMayCall()
  const links = REVIEW_LINKS.filter(({ queues, needs }) => may(needs) && queues.some((name) => waiting.includes(name)))
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-2">
      {links.map(({ text, link }) => (
        <Link key={text} {...link} className={LINK}>
          {text}
        </Link>
      ))}
    </p>
  )
}

/** Links to the records that a failed check is about. */
function CheckLinks({ check }: { check: HealthReport['checks'][number] }) {
  if (check.name === 'review') return <ReviewLinks waiting={check.waiting.map(({ name }) => name)} />
  if (check.name === 'subscriptions') {
    return (
      <p>
        <Link to="/deliveries" search={{ state: 'unclaimed' }} className={LINK}>
          {t.links.unclaimed}
        </Link>
      </p>
    )
  }
  if (check.name === 'queues') {
    return (
      <p>
        <Link to="/api-log" search={{ tab: 'errors' }} className={LINK}>
          {t.links.errors}
        </Link>
      </p>
    )
  }
  return null
}

function Queues({ queues, nowMs }: { queues: HealthReport['queues']; nowMs: number }) {
  if (queues.length === 0) return <p className="text-soft">{t.queues.unknown}</p>
  return (
    <Table
      headers={[
        { name: t.queues.name },
        { name: t.queues.waiting, className: 'text-right @3xs:w-20' },
        { name: t.queues.oldest, className: 'text-right @3xs:w-28' },
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
    return <p className="text-soft">{t.workers.none}</p>
  }
  return (
    <Table
      headers={[
        { name: t.workers.name },
        { name: t.workers.started, className: 'max-sm:hidden' },
        { name: t.workers.heartbeat, className: 'text-right @3xs:whitespace-nowrap' },
      ]}
    >
      {workers.map(({ workerId, startedAtMs, heartbeatAtMs }) => (
        <tr key={workerId} className="border-b border-rule">
          <th scope="row" className="w-full max-w-0 py-2 pr-4 font-normal">
            <Id value={workerId} what={t.workers.id} />
            <span className="block text-sm text-soft sm:hidden">
              {phrase(t.workers.startedAt(<Time atMs={startedAtMs} />))}
            </span>
          </th>
          <td className="py-2 pr-4 max-sm:hidden">
            <Time atMs={startedAtMs} />
          </td>
          <td className="py-2 text-right tabular-nums @3xs:whitespace-nowrap">
            {t.workers.ago(ageText(nowMs - heartbeatAtMs))}
          </td>
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
    <div className="@container">
      <table className="w-full text-left wrap-anywhere">
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
    </div>
  )
}
