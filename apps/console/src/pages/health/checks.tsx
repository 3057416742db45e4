import type { HealthReport } from '@galla/contract/gateway-api/console-routes'
import { Link } from '@tanstack/react-router'
import { StateMark } from '../../ui/state-mark.tsx'
import { adviceOn } from './words/advice.ts'

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
        <Link to="/effects" search={{ state: 'failed' }} className={LINK}>
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
