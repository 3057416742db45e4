import type { DeliveryAttempt } from '@galla/contract/gateway-api/deliveries'
import { StateBadge, Time } from '../../components/records.tsx'
import { durationText } from '../../i18n/format.ts'
import { backOffText, withLostAttempts } from './delivery-messages.ts'

/** Every attempt of a delivery: when, how long, its result, and when the next one was due. */
export function AttemptHistory({ history }: { history: readonly DeliveryAttempt[] }) {
  if (history.length === 0) return null
  return (
    <section>
      <h3 className="mb-1 text-sm">Attempts, newest first</h3>
      <ol aria-label="Attempts" className="border-b border-rule">
        {withLostAttempts(history).map((one, at, { length }) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: counted from the first, which keeps its place when one is added
          <li key={length - at} className="border-t border-rule py-2">
            {'lost' in one ? (
              <p className="text-soft">Attempt {one.lost} left no result: its process ended.</p>
            ) : (
              <Attempt attempt={one} />
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function Attempt({ attempt }: { attempt: DeliveryAttempt }) {
  const { result, error, startedAtMs, tookMs } = attempt
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span>
          Attempt {attempt.attempt}{' '}
          <span className="text-soft">
            · <Time atMs={startedAtMs} seconds /> · took {durationText(tookMs)}
          </span>
        </span>
        <StateBadge kind="attempt" state={result} />
      </p>
      {error !== undefined && <p className="font-mono text-xs wrap-anywhere">{error}</p>}
      {result === 'failed' && <p className="text-sm text-soft">{backOffText(attempt)}</p>}
    </div>
  )
}
