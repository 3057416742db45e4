import type { CycleOrder, CycleStory } from '@galla/contract/gateway-api/console-subscriptions'
import { Amount, OrderBadge, OrderLink, StateBadge, Time } from '../../components/records.tsx'
import { phrase } from '../../i18n/messages.ts'
import { subscriptionMessages as t } from './page-messages.ts'
import { failedDebitText, periodText } from './subscription-messages.ts'

/** The periods of a subscription, the newest first, each with the orders that collect it. */
export function CycleList({ cycles }: { cycles: readonly CycleStory[] }) {
  if (cycles.length === 0) return <p className="text-soft">{t.cycles.none}</p>
  return (
    <ol aria-label={t.periods} className="border-t border-rule">
      {cycles.map((cycle) => (
        <li key={cycle.number} className="border-b border-rule py-3">
          <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
            <strong>{periodText(cycle)}</strong>
            <Amount paise={cycle.amount} />
            <StateBadge kind="cycle" state={cycle.outcome ?? (cycle.isSkipped ? 'SKIPPED' : 'OPEN')} />
            <span className="text-sm text-soft">{t.cycles.number(cycle.number)}</span>
          </p>
          {cycle.orders.length > 0 && (
            <ul className="mt-1 grid gap-2 pl-4 text-sm">
              {cycle.orders.map((order) => (
                <OrderLine key={order.merchantOrderId} order={order} />
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  )
}

function OrderLine({ order }: { order: CycleOrder }) {
  const { merchantOrderId, isSetup, notifiedAtMs, tries, createdAtMs, state } = order
  return (
    <li>
      <span className="flex flex-wrap items-baseline gap-x-3">
        <OrderLink merchantOrderId={merchantOrderId} />
        <OrderBadge order={order} />
        <span className="text-soft">{isSetup ? t.cycles.withMandate : t.cycles.debit}</span>
        {state === 'FAILED' && <span className="text-soft">{failedDebitText(order)}</span>}
      </span>
      <span className="block text-soft">
        {isSetup ? (
          phrase(t.cycles.opened(<Time atMs={createdAtMs} />))
        ) : (
          <>
            {notifiedAtMs === undefined
              ? t.cycles.notAnnounced
              : phrase(t.cycles.announced(<Time atMs={notifiedAtMs} />))}
            {tries.map(({ sentAtMs, failedAtMs }) => (
              <span key={sentAtMs}>
                {phrase(t.cycles[failedAtMs === undefined ? 'tried' : 'failed'](<Time atMs={sentAtMs} />))}
              </span>
            ))}
          </>
        )}
      </span>
    </li>
  )
}
