import type { UserSession } from '@galla/contract/gateway-api/users'
import { Button } from '../../components/controls.tsx'
import { Time } from '../../components/records.tsx'

interface SessionListProps {
  sessions: readonly UserSession[]
  /** Ends one; without it they are only listed. */
  onEnd?(sessionId: string): void
}

/** Open sessions: browser, address, last use. */
export function SessionList({ sessions, onEnd }: SessionListProps) {
  if (sessions.length === 0) return <p className="text-soft">No open session.</p>
  return (
    <ul>
      {sessions.map(({ sessionId, address, browser, usedAtMs, createdAtMs, current }) => (
        <li
          key={sessionId}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-rule py-3 last:border-b-0"
        >
          <div className="min-w-0">
            <p>
              {browserName(browser)} {current && <span className="text-sm text-good">· this one</span>}
            </p>
            <p className="text-sm text-soft">
              {address ?? 'Unknown address'}, last used <Time atMs={usedAtMs} />, opened <Time atMs={createdAtMs} />
            </p>
          </div>
          {onEnd && !current && (
            <Button small onClick={() => onEnd(sessionId)}>
              End<span className="sr-only"> the session of {browserName(browser)}</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const
const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const

/** The browser and system that a user agent names: `Firefox, Windows`. */
export function browserName(agent = ''): string {
  const found = [BROWSERS, SYSTEMS].map((names) => names.find(([part]) => agent.includes(part))?.[1])
  return found.filter((name) => name !== undefined).join(', ') || 'Another program'
}
