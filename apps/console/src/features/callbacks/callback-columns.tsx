import type { CallbackRecord } from '@galla/contract/gateway-api/callbacks'
import { Fragment } from 'react'
import { CallbackMark, OrderLink, RefundLink, Time } from '../../components/records.tsx'
import type { Column } from '../../components/table-row.tsx'
import { diagnose, outcomeOf } from './callback-messages.ts'

/** Columns of the inbox; the box before each row chooses it for a replay or a comparison. */
export function callbackColumns(
  chosen: ReadonlySet<string>,
  onChoose: (chosen: ReadonlySet<string>) => void,
): readonly Column<CallbackRecord>[] {
  const toggle = (callbackId: string) => {
    const next = new Set(chosen)
    if (!next.delete(callbackId)) next.add(callbackId)
    onChoose(next)
  }
  return [
    {
      id: 'event',
      header: 'Event',
      phone: 'head',
      width: 'minmax(18rem, 1.6fr)',
      cell: (row) => (
        <span className="inline-flex max-w-full items-center gap-3">
          {/* A thumb's width where there are thumbs: what misses the box opens the row. */}
          <label className="relative grid size-6 shrink-0 place-items-center max-md:-m-2.5 max-md:size-11">
            <input
              type="checkbox"
              checked={chosen.has(row.callbackId)}
              onChange={() => toggle(row.callbackId)}
              aria-label={`Choose callback ${row.callbackId}`}
              className="size-6 accent-brass"
            />
          </label>
          <span className="truncate max-md:overflow-visible max-md:whitespace-normal max-md:wrap-anywhere">
            {row.verdict === 'refused' ? diagnose(row.reason, row.hint).title : <EventName event={row.event} />}
          </span>
        </span>
      ),
    },
    {
      id: 'verdict',
      header: 'Verdict',
      phone: 'end',
      width: '9rem',
      cell: (row) => <CallbackMark callback={row} />,
    },
    { id: 'outcome', header: 'Outcome', cell: outcomeOf },
    {
      id: 'subject',
      header: 'About',
      width: 'minmax(10rem, 1.2fr)',
      cell: ({ merchantOrderId, merchantRefundId }) =>
        merchantRefundId ? (
          <RefundLink merchantRefundId={merchantRefundId} most={24} />
        ) : merchantOrderId ? (
          <OrderLink merchantOrderId={merchantOrderId} most={24} />
        ) : (
          '–'
        ),
    },
    { id: 'receivedAtMs', header: 'Came', width: '7rem', cell: ({ receivedAtMs }) => <Time atMs={receivedAtMs} /> },
  ]
}

/** An event's own name, which may be broken behind its dots. */
export function EventName({ event }: { event: string }) {
  return event.split('.').map((part, at, parts) => (
    <Fragment key={parts.slice(0, at + 1).join('.')}>
      {part}
      {at < parts.length - 1 && (
        <>
          .<wbr />
        </>
      )}
    </Fragment>
  ))
}
