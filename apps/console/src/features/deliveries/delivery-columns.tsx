import type { EventDelivery } from '@galla/contract/gateway-api/deliveries'
import { SubjectLink, Time } from '../../components/records.tsx'
import { type Column, TWO_LINES } from '../../components/table-row.tsx'
import { DeliveryBadge } from './delivery-details.tsx'
import { deliveryResult, eventLabel, subscriberLabel } from './delivery-messages.ts'

/** True when a retry changes anything. */
export const canRetry = ({ state }: Pick<EventDelivery, 'state'>): boolean => state === 'waiting' || state === 'failed'

/** Columns of the list; a checkbox in each row that can be retried selects it. */
export function deliveryColumns(
  selected: ReadonlySet<string>,
  onSelect: (selected: ReadonlySet<string>) => void,
): readonly Column<EventDelivery>[] {
  const toggle = (deliveryId: string) => {
    const next = new Set(selected)
    if (!next.delete(deliveryId)) next.add(deliveryId)
    onSelect(next)
  }
  return [
    {
      id: 'event',
      header: 'Event',
      phone: 'head',
      width: '11rem',
      // On a touch screen the label is 44 pixels wide: a press beside the box would open the row.
      lead: (delivery) => (
        <label className="relative grid size-6 shrink-0 place-items-center max-md:-m-2.5 max-md:size-11">
          <input
            type="checkbox"
            checked={selected.has(delivery.deliveryId)}
            disabled={!canRetry(delivery)}
            onChange={() => toggle(delivery.deliveryId)}
            aria-label={`Select delivery ${delivery.deliveryId}`}
            className="size-6 accent-brass"
          />
        </label>
      ),
      cell: (delivery) => eventLabel(delivery.event),
    },
    {
      id: 'state',
      header: 'State',
      phone: 'end',
      width: '7.5rem',
      cell: (delivery) => <DeliveryBadge delivery={delivery} />,
    },
    {
      id: 'subject',
      header: 'Resource',
      width: '11rem',
      cell: (delivery) => <SubjectLink {...delivery} />,
      second: ({ subscriber }) => `to ${subscriberLabel(subscriber)}`,
    },
    {
      id: 'lastError',
      header: 'Result',
      width: 'minmax(12rem, 1fr)',
      cell: (delivery) => (
        <span title={delivery.lastError} className={TWO_LINES}>
          {deliveryResult(delivery)}
        </span>
      ),
    },
    { id: 'when', header: 'When', width: '10.5rem', cell: (delivery) => <When {...delivery} /> },
  ]
}

function When({ state, nextAttemptAtMs, doneAtMs }: EventDelivery) {
  if (doneAtMs !== undefined)
    return (
      <>
        done <Time atMs={doneAtMs} />
      </>
    )
  if (nextAttemptAtMs !== undefined)
    return (
      <>
        next <Time atMs={nextAttemptAtMs} />
      </>
    )
  return state === 'cancelled' ? '–' : 'when retried'
}
