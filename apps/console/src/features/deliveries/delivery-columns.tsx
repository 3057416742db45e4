import type { EventDelivery } from '@galla/contract/gateway-api/deliveries'
import { SubjectLink, Time } from '../../components/records.tsx'
import { type Selected, SelectRow } from '../../components/selection.tsx'
import { type Column, TWO_LINES } from '../../components/table-row.tsx'
import { DeliveryBadge } from './delivery-details.tsx'
import { deliveryResult, eventLabel, subscriberLabel } from './delivery-messages.ts'

/** True when a retry changes anything. */
export const canRetry = ({ state }: Pick<EventDelivery, 'state'>): boolean => state === 'waiting' || state === 'failed'

/** Columns of the list; a checkbox in each row that can be retried selects it. */
export function deliveryColumns(
  selected: Selected,
  onSelect: (selected: Selected) => void,
): readonly Column<EventDelivery>[] {
  return [
    {
      id: 'event',
      header: 'Event',
      phone: 'head',
      width: '11rem',
      lead: (delivery) => (
        <SelectRow
          id={delivery.deliveryId}
          label={`Select delivery ${delivery.deliveryId}`}
          selected={selected}
          onSelect={onSelect}
          disabled={!canRetry(delivery)}
        />
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
