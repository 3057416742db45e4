import type { DeliveryAttempt } from '@galla/contract/gateway-api/deliveries'
import { StateBadge, Time } from '../../components/records.tsx'
import { durationText } from '../../i18n/format.ts'
import { messages, phrase } from '../../i18n/messages.ts'
import { backOffText, withLostAttempts } from './delivery-messages.ts'
import { deliveryEnglish } from './english.ts'

const { history: t } = messages('deliveries/delivery', deliveryEnglish)

/** Every attempt of a delivery: when, how long, its result, and when the next one was due. */
export function AttemptHistory({ history }: { history: readonly DeliveryAttempt[] }) {
  if (history.length === 0) return null
  return (
    <section>
      <h3 className="mb-1 text-sm">{t.title}</h3>
      <ol aria-label={t.label} className="border-b border-rule">
        {withLostAttempts(history).map((one, at, { length }) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: counted from the first, which keeps its place when one is added
          <li key={length - at} className="border-t border-rule py-2">
            {'lost' in one ? <p className="text-soft">{t.lost(one.lost)}</p> : <Attempt attempt={one} />}
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
          {phrase(
            t.attempt(attempt.attempt, <Time atMs={startedAtMs} seconds />, durationText(tookMs), (parts) => (
              <span className="text-soft">{phrase(parts)}</span>
            )),
          )}
        </span>
        <StateBadge kind="attempt" state={result} />
      </p>
      {error !== undefined && (
        <p translate="no" className="font-mono text-xs wrap-anywhere">
          {error}
        </p>
      )}
      {result === 'failed' && <p className="text-sm text-soft">{backOffText(attempt)}</p>}
    </div>
  )
}
