import type { CycleOrder, CycleStory } from '@galla/contract/gateway-api/console-subscriptions'
import { Amount, OrderBadge, OrderLink, StateBadge, Time } from '../../components/records.tsx'
import { failedDebitText, periodText } from './subscription-messages.ts'

/** The periods of a subscription, the newest first, each with the orders that collect it. */
export function CycleList({ cycles }: { cycles: readonly CycleStory[] }) {
  if (cycles.length === 0) return <p className="text-soft">The first period opens when its debit is announced.</p>
  return (
    <ol aria-label="Periods" className="border-t border-rule">
      {cycles.map((cycle) => (
        <li key={cycle.number} className="border-b border-rule py-3">
          <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
            <strong>{periodText(cycle)}</strong>
            <Amount paise={cycle.amount} />
            <StateBadge kind="cycle" state={cycle.outcome ?? (cycle.isSkipped ? 'SKIPPED' : 'OPEN')} />
            <span className="text-sm text-soft">Period {cycle.number}</span>
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
        <span className="text-soft">{isSetup ? 'with the mandate' : 'debit'}</span>
        {state === 'FAILED' && <span className="text-soft">{failedDebitText(order)}</span>}
      </span>
      <span className="block text-soft">
        {isSetup ? (
          <>
            Page opened <Time atMs={createdAtMs} />
          </>
        ) : (
          <>
            {notifiedAtMs === undefined ? (
              'Not announced yet'
            ) : (
              <>
                Announced <Time atMs={notifiedAtMs} />
              </>
            )}
            {tries.map(({ sentAtMs, failedAtMs }) => (
              <span key={sentAtMs}>
                {' '}
                · tried <Time atMs={sentAtMs} />
                {failedAtMs !== undefined && ' failed'}
              </span>
            ))}
          </>
        )}
      </span>
    </li>
  )
}
