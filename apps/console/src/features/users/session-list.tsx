import type { UserSession } from '@galla/contract/gateway-api/users'
import { Button } from '../../components/controls.tsx'
import { Time } from '../../components/records.tsx'
import { messages, phrase } from '../../i18n/messages.ts'
import { sessionsEnglish } from './english.ts'

const t = messages('users/sessions', sessionsEnglish)

interface SessionListProps {
  sessions: readonly UserSession[]
  /** Ends one; without it they are only listed. */
  onEnd?(sessionId: string): void
}

/** Open sessions: browser, address, last use. */
export function SessionList({ sessions, onEnd }: SessionListProps) {
  if (sessions.length === 0) return <p className="text-soft">{t.empty}</p>
  return (
    <ul>
      {sessions.map(({ sessionId, address, browser, usedAtMs, createdAtMs, current }) => (
        <li
          key={sessionId}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-rule py-3 last:border-b-0"
        >
          <div className="min-w-0">
            <p>
              <span translate="no">{browserName(browser)}</span>{' '}
              {current && <span className="text-sm text-good">{t.current}</span>}
            </p>
            <p className="text-sm text-soft">
              {phrase(t.times(address ?? t.address, <Time atMs={usedAtMs} />, <Time atMs={createdAtMs} />))}
            </p>
          </div>
          {onEnd && !current && (
            <Button small onClick={() => onEnd(sessionId)}>
              {t.end}
              <span className="sr-only">{phrase(t.which(<span translate="no">{browserName(browser)}</span>))}</span>
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
  return found.filter((name) => name !== undefined).join(', ') || t.program
}
