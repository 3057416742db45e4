import type { EventDelivery } from '@galla/contract/gateway-api/deliveries'
import { SubjectLink, Time } from '../../components/records.tsx'
import { type Selected, SelectRow } from '../../components/selection.tsx'
import { type Column, TWO_LINES } from '../../components/table-row.tsx'
import { messages, phrase } from '../../i18n/messages.ts'
import { DeliveryBadge } from './delivery-details.tsx'
import { deliveryResult, eventLabel, toText } from './delivery-messages.ts'
import { deliveriesEnglish } from './english.ts'

const t = messages('deliveries/list', deliveriesEnglish)

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
      header: t.columns.event,
      phone: 'head',
      width: '11rem',
      lead: (delivery) => (
        <SelectRow
          id={delivery.deliveryId}
          label={t.select(delivery.deliveryId)}
          selected={selected}
          onSelect={onSelect}
          disabled={!canRetry(delivery)}
        />
      ),
      cell: (delivery) => eventLabel(delivery.event),
    },
    {
      id: 'state',
      header: t.columns.state,
      phone: 'end',
      width: '7.5rem',
      cell: (delivery) => <DeliveryBadge delivery={delivery} />,
    },
    {
      id: 'subject',
      header: t.columns.subject,
      width: '11rem',
      cell: (delivery) => <SubjectLink {...delivery} />,
      second: ({ subscriber }) => toText(subscriber),
    },
    {
      id: 'lastError',
      header: t.columns.result,
      width: 'minmax(12rem, 1fr)',
      cell: (delivery) => (
        <span
          title={delivery.lastError}
          translate={delivery.lastError === undefined ? undefined : 'no'}
          className={TWO_LINES}
        >
          {deliveryResult(delivery)}
        </span>
      ),
    },
    { id: 'when', header: t.columns.when, width: '10.5rem', cell: (delivery) => <When {...delivery} /> },
  ]
}

function When({ state, nextAttemptAtMs, doneAtMs }: EventDelivery) {
  if (doneAtMs !== undefined) return phrase(t.done(<Time atMs={doneAtMs} />))
  if (nextAttemptAtMs !== undefined) return phrase(t.next(<Time atMs={nextAttemptAtMs} />))
  return state === 'cancelled' ? '–' : t.whenRetried
}
